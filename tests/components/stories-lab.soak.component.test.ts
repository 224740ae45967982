import type { Series, Story } from '@armarium/contract/stories';
import * as calls from '@armarium/contract/story-calls';
import { performTransition } from '@armarium/contract/transition-logs';
import { findTransitionsFromState } from '@armarium/contract/transitions';
import { restoreTrashEntry } from '@armarium/contract/trash';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { page, userEvent, type Locator } from 'vitest/browser';
import { en, filled, it as italian } from '../e2e/words.ts';
import { Refused, type Asked } from './answers.ts';
import { newUuid, pageBlock } from './made-catalogue.ts';
import { MadeStories } from './made-stories.ts';
import { madeTransition } from './made-workflow.ts';
import { Screen } from './screen.tsx';

const { catalogue, editing, selection, stories: words, workflow } = en;

const PICTURE = `data:image/svg+xml,${encodeURIComponent('<svg xmlns="http://www.w3.org/2000/svg" width="40" height="30"/>')}`;

let screen: Screen;
let lab: MadeStories;

beforeEach(() => {
  screen = new Screen();
  lab = new MadeStories();
  lab.answer(screen.answers);
});
afterEach(async () => {
  // The tests of a file share what is chosen in the lab.
  const clear = page.getByRole('button', { name: selection.clear }).query();
  if (clear instanceof HTMLElement) clear.click();
  await screen.close();
});

const dialogOf = (name: string) => page.getByRole('dialog', { name, exact: true });
const buttonIn = (place: Pick<Locator, 'getByRole'>, name: string) =>
  place.getByRole('button', { name, exact: true });
const bar = page.getByRole('region', { name: words.chosen });
const grid = page.getByRole('list', { name: words.stories });
const box = (title: string) =>
  page.getByRole('checkbox', { name: filled(catalogue.choose, { title }), exact: true });
const positionOf = (title: string) =>
  page.getByRole('spinbutton', { name: filled(words.positionOf, { title }), exact: true });
const crumbs = page.getByRole('navigation', { name: words.breadcrumb });
const strip = page.getByRole('region', { name: new RegExp(`^${words.series.title}`) });
const titleField = (place: Locator) => place.getByRole('textbox', { name: catalogue.standardField.sgtt });
const isGone = (locator: Locator) => expect.element(locator).not.toBeInTheDocument();
const isThere = (locator: Locator) => expect.element(locator).toBeVisible();
const isSaid = (text: string) => isThere(page.getByText(text, { exact: true }).first());
const titlesShown = () =>
  grid
    .getByRole('heading')
    .elements()
    .map(({ textContent }) => textContent);
const showsTitles = (titles: readonly string[]) => expect.poll(titlesShown).toEqual(titles);
const showsCount = (count: number) =>
  isThere(
    page.getByRole('heading', {
      name: filled(count === 1 ? words.storiesCount_one : words.storiesCount_other, { formatted: count }),
      exact: true,
    }),
  );

/** Opens a series with three stories. */
async function openSeries(roles?: Parameters<Screen['open']>[1]): Promise<{ tour: Series; made: Story[] }> {
  const tour = lab.aSeries('Tour');
  const made = ['Gate', 'Nave', 'Tower'].map((title) => lab.story(title, [tour]));
  await screen.open(`/ui/story/series/${tour.uuid}`, roles);
  await showsTitles(['Gate', 'Nave', 'Tower']);
  return { tour, made };
}

test('[STORY-01, STORY-03, STORY-04, STORY-06, STORY-07, STORY-08, STORY-09, STORY-10, STORY-11] the lab shows its stories as cards with what is important of each', async () => {
  screen.catalogue.field('STORY', 'room', { priority: 'HIGH', label: 'Room' });
  screen.catalogue.field('SERIES', 'funding', { priority: 'HIGH', label: 'Funding' });
  lab.story('Old story');
  const herbal = lab.story('The herbal', [], {
    thumbnail: PICTURE,
    imagesCount: 7,
    state: 'Published',
    customMetadataList: [
      { name: 'sgtt', value: 'The herbal' },
      { name: 'room', value: 'Hall' },
      { name: 'sgti', value: 'Not important' },
      { name: 'funding', value: 'Not of stories' },
    ],
  });
  await screen.open('/ui/story');
  await isThere(page.getByRole('heading', { level: 1, name: words.lab }));
  await isThere(crumbs.getByText(words.lab));
  await showsCount(2);
  await showsTitles(['The herbal', 'Old story']);
  await isThere(buttonIn(page, words.createStory));
  const card = screen.cardOf('The herbal');
  await isThere(card.getByText('Hall'));
  expect(card.getByText('Not important').query()).toBeNull();
  expect(card.getByText('Not of stories').query()).toBeNull();
  await isThere(card.getByText(filled(catalogue.imagesCount_other, { formatted: 7 })));
  await isThere(card.getByText('Published', { exact: true }));
  await expect.element(box('The herbal')).not.toBeChecked();
  expect(card.bySelector('img').element().getAttribute('src')).toBe(herbal.thumbnail);
  await isThere(screen.cardOf('Old story').getByText(words.noPicture));
  expect(screen.answers.asked(calls.listStories)[0]?.query).toMatchObject({ page: 0, size: 20 });
  await screen.expectAccessible();
});

test('a series leads to its page for readers, in a new tab', async () => {
  const { tour } = await openSeries();
  const name = `${words.seriesPage} (${catalogue.opensInNewTab})`;
  const link = page.getByRole('link', { name, exact: true });
  await expect.element(link).toHaveAttribute('href', tour._links.viewer.href);
  await expect.element(link).toHaveAttribute('target', '_blank');
});

test('[STORY-05] the stories are shown in pages of 20', async () => {
  for (let number = 1; number <= 21; number += 1) lab.story(`Story ${number}`);
  await screen.open('/ui/story');
  await showsCount(21);
  await expect.poll(() => titlesShown().length).toBe(20);
  await page.getByRole('link', { name: filled(en.ui.page, { page: 2 }), exact: true }).click();
  await showsTitles(['Story 1']);
  expect(location.search).toBe('?page=2');
});

test('[SERIES-02, SERIES-03, SERIES-05] five series are shown, and all of them when asked for', async () => {
  for (let number = 1; number <= 5; number += 1) lab.aSeries(`Series ${number}`);
  await screen.open('/ui/story');
  await expect.poll(() => strip.getByRole('listitem').elements().length).toBe(5);
  await isThere(page.getByRole('heading', { name: `${words.series.title} 5`, exact: true }));
  expect(strip.getByRole('link', { name: words.series.showAll }).query()).toBeNull();

  lab.aSeries('Series 6');
  screen.reopen();
  await isThere(page.getByRole('heading', { name: `${words.series.title} 6`, exact: true }));
  expect(strip.getByRole('listitem').elements()).toHaveLength(5);
  await strip.getByRole('link', { name: words.series.showAll }).click();
  await expect.poll(() => strip.getByRole('listitem').elements().length).toBe(6);
  await strip.getByRole('link', { name: words.series.showLess }).click();
  await expect.poll(() => strip.getByRole('listitem').elements().length).toBe(5);
});

test('[SERIES-01, STORY-02] a series has a page with its own stories, and the way back to the lab', async () => {
  lab.story('Elsewhere');
  const { tour } = await openSeries();
  await isThere(page.getByRole('heading', { level: 1, name: 'Tour' }));
  await showsCount(3);
  await expect.element(crumbs).toHaveTextContent(/^Stories LabTour$/);
  await expect.element(strip.getByRole('link', { name: 'Tour' })).toHaveAttribute('aria-current', 'page');
  await screen.expectAccessible();
  await crumbs.getByRole('link', { name: words.lab }).click();
  await showsCount(4);
  await strip.getByRole('link', { name: 'Tour' }).click();
  await showsCount(3);
  expect(location.pathname).toBe(`/ui/story/series/${tour.uuid}`);
});

test('a series that is not there is said to be not there', async () => {
  await screen.open(`/ui/story/series/${newUuid()}`);
  await isThere(page.getByRole('heading', { name: en.app.notFound.title }));
});

test('[STORY-21, STORY-22] a story is made of the fields of stories, once something is in it', async () => {
  screen.catalogue.field('STORY', 'room', { label: 'Room', defaultValue: 'Hall' });
  await screen.open('/ui/story');
  await isThere(page.getByText(words.empty.title));
  await screen.expectAccessible();
  await buttonIn(page, words.createStory).first().click();
  const dialog = dialogOf(words.createStory);
  await isThere(titleField(dialog));
  const fields = screen.catalogue.templates.filter(({ resourceType }) => resourceType === 'STORY');
  expect(dialog.getByRole('textbox').elements()).toHaveLength(fields.length);
  await expect.element(dialog.getByRole('textbox', { name: 'Room' })).toHaveValue('Hall');
  const confirm = buttonIn(dialog, editing.form.confirm);
  await expect.element(confirm).toBeDisabled();
  await titleField(dialog).fill('   ');
  await expect.element(confirm).toBeDisabled();
  await titleField(dialog).fill('The herbal');
  await screen.expectAccessible();
  await confirm.click();
  await isGone(dialog);
  await isSaid(words.story.created);
  await showsTitles(['The herbal']);
  expect(screen.answers.asked(calls.createStory)[0]?.body).toEqual({
    customMetadataList: [
      { name: 'sgtt', value: 'The herbal' },
      { name: 'room', value: 'Hall' },
    ],
  });
});

test('what was typed of a new story outlives a failure and a closed dialog, until it is discarded', async () => {
  await screen.open('/ui/story');
  await buttonIn(page, words.createStory).first().click();
  const dialog = dialogOf(words.createStory);
  await titleField(dialog).fill('The herbal');
  await screen.answers.failing(calls.createStory, 'internal', async () => {
    await buttonIn(dialog, editing.form.confirm).click();
    await isThere(dialog.getByText(words.story.createFailed));
  });
  screen.answers.refuseOnce(calls.createStory, [
    { name: 'customMetadataList[0].value', code: 'too-long', message: '' },
  ]);
  await buttonIn(dialog, editing.form.confirm).click();
  await isThere(dialog.getByText(editing.form.refused['too-long']));
  screen.reopen();
  await buttonIn(page, words.createStory).first().click();
  await expect.element(titleField(dialog)).toHaveValue('The herbal');
  await isThere(dialog.getByText(editing.form.restored));
  await userEvent.keyboard('{Escape}');
  await buttonIn(dialog, editing.form.discard).click();
  await isGone(dialog);
  await buttonIn(page, words.createStory).first().click();
  await expect.element(titleField(dialog)).toHaveValue('');
});

test('a story that is made in a series is put at its end', async () => {
  const { tour } = await openSeries();
  await buttonIn(page, words.createStory).click();
  const dialog = dialogOf(words.createStory);
  await titleField(dialog).fill('Crypt');
  await userEvent.keyboard('{Enter}');
  await showsTitles(['Gate', 'Nave', 'Tower', 'Crypt']);
  expect(lab.titlesIn(tour)).toEqual(['Gate', 'Nave', 'Tower', 'Crypt']);
});

test('[SERIES-04, SERIES-18, SERIES-19] a series is made of the fields of stories and its own', async () => {
  screen.catalogue.field('SERIES', 'funding', { label: 'Funding', defaultValue: 'State' });
  await screen.open('/ui/story');
  await buttonIn(page, words.series.add).click();
  const dialog = dialogOf(words.series.add);
  await isThere(titleField(dialog));
  const confirm = buttonIn(dialog, editing.form.confirm);
  await expect.element(confirm).toBeDisabled();
  const labels = dialog
    .bySelector('label')
    .elements()
    .map(({ textContent }) => textContent?.replace(/ \*$/, ''));
  expect(labels).toEqual(['Title', 'Author', 'Description', 'Funding']);
  await titleField(dialog).fill('Tour');
  await screen.expectAccessible();
  await confirm.click();
  await isThere(strip.getByRole('link', { name: /Tour/ }));
  await isSaid(words.series.created);
});

test('[SERIES-14, SERIES-15] the name of a series opens it to be read, then to be changed', async () => {
  const { tour } = await openSeries();
  await crumbs.getByRole('button', { name: 'Tour' }).click();
  const dialog = dialogOf(words.series.title);
  await isThere(dialog.getByText('Tour', { exact: true }));
  expect(dialog.getByRole('textbox').query()).toBeNull();
  await screen.expectAccessible();
  await buttonIn(dialog, editing.form.edit).click();
  await titleField(dialog).fill('');
  await expect.element(buttonIn(dialog, editing.form.confirm)).toBeDisabled();
  await titleField(dialog).fill('Grand tour');
  await buttonIn(dialog, editing.form.confirm).click();
  await isSaid(words.changeSavedSuccessfully);
  await userEvent.keyboard('{Escape}');
  await isThere(page.getByRole('heading', { level: 1, name: 'Grand tour' }));
  const [sent] = screen.answers.asked(calls.updateSeries);
  expect(sent?.headers.get('If-Match')).toBe('"1"');
  expect(sent?.params).toEqual({ uuid: tour.uuid });
});

test('[SERIES-16, SERIES-17] a series is deleted from its dialog, its stories stay, and it can be brought back', async () => {
  const { tour } = await openSeries();
  await crumbs.getByRole('button', { name: 'Tour' }).click();
  await buttonIn(dialogOf(words.series.title), words.series.delete).click();
  const dialog = dialogOf(filled(words.series.deleteTitle, { title: 'Tour' }));
  await isThere(dialog.getByText(filled(words.series.deleteQuestion_other, { formatted: 3 })));
  await buttonIn(dialog, words.series.delete).click();
  await isSaid(words.series.deleted);
  await expect.poll(() => location.pathname).toBe('/ui/story');
  await showsCount(3);
  await isThere(strip.getByText(words.series.none));
  await isThere(page.getByText(words.series.inTrash));
  await screen.expectAccessible();
  await buttonIn(page, words.undo).click();
  await isSaid(words.undone);
  await isThere(strip.getByRole('link', { name: /Tour/ }));
  expect(lab.titlesIn(tour)).toEqual(['Gate', 'Nave', 'Tower']);
  await isGone(page.getByText(words.series.inTrash));
});

test('[STORY-12] a card opens the editor of its story', async () => {
  const herbal = lab.story('The herbal');
  await screen.open('/ui/story');
  await screen.cardOf('The herbal').getByRole('link').click();
  await isThere(page.getByRole('heading', { level: 1, name: 'The herbal' }));
  expect(location.pathname).toBe(`/ui/story/editor/${herbal.uuid}`);
});

test('[STORY-16, STORY-19] chosen stories are deleted, and brought back', async () => {
  for (const title of ['One', 'Two', 'Three']) lab.story(title);
  await screen.open('/ui/story');
  await box('One').click();
  await box('Two').click();
  await isThere(bar.getByText(filled(selection.chosen, { formatted: 2 })));
  const actions = bar.bySelector('[data-selection-actions] > button').elements();
  expect(actions.map(({ textContent }) => textContent)).toEqual([words.addTo, words.delete, words.workflow]);
  await screen.expectAccessible();
  await buttonIn(bar, words.delete).click();
  const dialog = dialogOf(filled(words.deleteTitle_other, { formatted: 2 }));
  await screen.expectAccessible();
  await buttonIn(dialog, words.delete).click();
  await isSaid(words.deletedMany);
  await showsTitles(['Three']);
  await isGone(bar);
  await isThere(page.getByText(filled(words.inTrash_other, { formatted: 2 })));
  await buttonIn(page, words.undo).click();
  await expect.poll(() => titlesShown().toSorted()).toEqual(['One', 'Three', 'Two']);
});

test('stories chosen on another page are deleted too; one that is gone meanwhile leaves the selection', async () => {
  for (let number = 1; number <= 21; number += 1) lab.story(`Story ${number}`);
  await screen.open('/ui/story');
  await box('Story 21').click();
  await box('Story 20').click();
  await page.getByRole('link', { name: filled(en.ui.page, { page: 2 }), exact: true }).click();
  await showsTitles(['Story 1']);
  lab.stories.splice(1, 1);
  await buttonIn(bar, words.delete).click();
  await isThere(bar.getByText(filled(selection.chosen, { formatted: 1 })));
  await buttonIn(dialogOf(filled(words.deleteTitle_one, { formatted: 1 })), words.delete).click();
  await isSaid(words.deletedOne);
  await isGone(bar);
  expect(lab.stories.map(({ sgtt }) => sgtt)).not.toContain('Story 21');
});

test('[STORY-20] one chosen story is deleted, with a reason', async () => {
  lab.story('The herbal');
  await screen.open('/ui/story');
  await box('The herbal').click();
  await buttonIn(bar, words.delete).click();
  const dialog = dialogOf(filled(words.deleteTitle_one, { formatted: 1 }));
  await dialog.getByRole('textbox', { name: selection.reason }).fill('Twice');
  await buttonIn(dialog, words.delete).click();
  await isSaid(words.deletedOne);
  await isThere(page.getByText(words.empty.title));
  expect(screen.answers.asked(calls.deleteStory)[0]?.query).toEqual({ reason: 'Twice' });
});

test('where the server does not answer nothing is said to be deleted, and the rest is tried again', async () => {
  for (const title of ['One', 'Two', 'Three']) lab.story(title);
  await screen.open('/ui/story');
  await page.getByRole('checkbox', { name: catalogue.chooseAll, exact: true }).click();
  await buttonIn(bar, words.delete).click();
  const dialog = page.getByRole('dialog');
  await screen.answers.failing(calls.deleteStory, 'unavailable', async () => {
    await buttonIn(dialog, words.delete).click();
    await isThere(dialog.getByText(en.problem.unavailable.title, { exact: false }));
    await isThere(dialog.getByText(filled(workflow.stopped_other, { formatted: 2 })));
  });
  expect(page.getByText(words.deletedMany, { exact: true }).query()).toBeNull();
  expect(lab.stories).toHaveLength(3);
  await buttonIn(dialog, words.tryAgain).click();
  await isSaid(words.deletedMany);
  await isGone(dialog);
  expect(lab.stories).toHaveLength(0);
});

test('where none of the chosen stories may be deleted the dialog says so', async () => {
  lab.story('Of others', [], { allowedActions: ['duplicate'] });
  await screen.open('/ui/story');
  await box('Of others').click();
  await buttonIn(bar, words.delete).click();
  const dialog = page.getByRole('dialog');
  await isThere(dialog.getByText(filled(words.mayNotDelete_one, { formatted: 1 })));
  await expect.element(buttonIn(dialog, words.delete)).toBeDisabled();
});

test('an undo brings back what it can, and offers the rest again', async () => {
  const kept = lab.story('One');
  lab.story('Two');
  await screen.open('/ui/story');
  await page.getByRole('checkbox', { name: catalogue.chooseAll, exact: true }).click();
  await buttonIn(bar, words.delete).click();
  await buttonIn(page.getByRole('dialog'), words.delete).click();
  await isThere(page.getByText(words.empty.title));
  const stop = screen.answers.failSome(
    restoreTrashEntry,
    'forbidden',
    ({ params }) => params.uuid === kept.uuid,
  );
  await buttonIn(page, words.undo).click();
  await isSaid(filled(words.undoRefused_one, { formatted: 1 }));
  await showsTitles(['Two']);
  await isThere(page.getByText(filled(words.inTrash_one, { formatted: 1 })));
  stop();
  await buttonIn(page, words.undo).click();
  await showsTitles(['One', 'Two']);
  await isGone(buttonIn(page, words.undo));
});

test('stories that are refused stay chosen, with the reason; those of others are not tried', async () => {
  const own = lab.story('One');
  lab.story('Two', [], { allowedActions: ['duplicate'] });
  lab.story('Three');
  await screen.open('/ui/story');
  await page.getByRole('checkbox', { name: catalogue.chooseAll, exact: true }).click();
  const stop = screen.answers.failSome(
    calls.deleteStory,
    'forbidden',
    ({ params }) => params.uuid === own.uuid,
  );
  await buttonIn(bar, words.delete).click();
  const dialog = page.getByRole('dialog');
  await isThere(dialog.getByText(filled(words.mayNotDelete_one, { formatted: 1 })));
  await buttonIn(dialog, words.delete).click();
  await isThere(dialog.getByText(filled(workflow.refused_one, { formatted: 1, total: 2 })));
  await isThere(dialog.getByText('One', { exact: true }));
  await isThere(dialog.getByText(en.problem.forbidden.title, { exact: false }));
  await screen.expectAccessible();
  stop();
  await buttonIn(dialog, words.tryAgain).click();
  await isGone(dialog);
  await showsTitles(['Two']);
  await isThere(bar.getByText(filled(selection.chosen, { formatted: 1 })));
  expect(screen.answers.asked(calls.deleteStory)).toHaveLength(3);
});

test('[STORY-17, SERIES-23] chosen stories are added to a series from the menu', async () => {
  const tour = lab.aSeries('Tour');
  lab.aSeries('Of others', { allowedActions: [] });
  for (const title of ['One', 'Two']) lab.story(title);
  await screen.open('/ui/story');
  await box('Two').click();
  await box('One').click();
  await buttonIn(bar, words.addTo).click();
  const entry = page.getByRole('menuitem', { name: 'Tour', exact: true });
  await isThere(entry);
  expect(page.getByRole('menuitem').elements()).toHaveLength(1);
  await screen.expectAccessible();
  await entry.click();
  await isSaid(filled(words.added_other, { formatted: 2, title: 'Tour' }));
  expect(lab.titlesIn(tour)).toEqual(['Two', 'One']);

  screen.answers.fail(calls.addStoryToSeries, 'series-in-series');
  await buttonIn(bar, words.addTo).click();
  await entry.click();
  await isSaid(filled(words.addFailed_other, { formatted: 2, total: 2, title: 'Tour' }));
  await isThere(page.getByText(en.problem['series-in-series'].title, { exact: false }).first());
});

test('[STORY-17] stories that could not be added stay selected, and what did not concern them alone ends the run', async () => {
  const tour = lab.aSeries('Tour');
  for (const title of ['One', 'Two', 'Three']) lab.story(title);
  await screen.open('/ui/story');
  await page.getByRole('checkbox', { name: catalogue.chooseAll, exact: true }).click();
  const [, second] = lab.stories;
  const stop = screen.answers.failSome(
    calls.addStoryToSeries,
    'unavailable',
    ({ query }) => query.storyboardUuid === second?.uuid,
  );
  await buttonIn(bar, words.addTo).click();
  const entry = page.getByRole('menuitem', { name: 'Tour', exact: true });
  await entry.click();
  await isSaid(filled(words.addFailed_other, { formatted: 2, total: 3, title: 'Tour' }));
  expect(lab.titlesIn(tour)).toEqual(['Three']);
  await isThere(bar.getByText(filled(selection.chosen, { formatted: 2 })));
  stop();
  await buttonIn(bar, words.addTo).click();
  await entry.click();
  await isSaid(filled(words.added_other, { formatted: 2, title: 'Tour' }));
  expect(lab.titlesIn(tour)).toEqual(['Three', 'Two', 'One']);
});

test('where no series may be changed the menu says so', async () => {
  lab.aSeries('Of others', { allowedActions: [] });
  lab.story('One');
  await screen.open('/ui/story');
  await box('One').click();
  await buttonIn(bar, words.addTo).click();
  await expect
    .element(page.getByRole('menuitem', { name: words.series.noneToChange, exact: true }))
    .toBeDisabled();
});

test('[STORY-17] where there are many series one of them is looked for', async () => {
  for (let number = 1; number <= 22; number += 1) lab.aSeries(`Series ${number}`);
  const herbals = lab.aSeries('Herbals');
  for (let number = 23; number <= 45; number += 1) lab.aSeries(`Series ${number}`);
  lab.story('One');
  await screen.open('/ui/story');
  await box('One').click();
  await buttonIn(bar, words.addTo).click();
  await page.getByRole('menuitem', { name: words.otherSeries }).click();
  const dialog = dialogOf(filled(words.addTitle_one, { formatted: 1 }));
  await dialog.getByRole('searchbox', { name: words.series.search }).fill('herb');
  await dialog.getByRole('radio', { name: 'Herbals' }).click();
  await screen.expectAccessible();
  await buttonIn(dialog, words.confirm).click();
  await isGone(dialog);
  expect(lab.titlesIn(herbals)).toEqual(['One']);
});

test('[SERIES-06, SERIES-20, SERIES-21, SERIES-22] chosen stories are moved to another series', async () => {
  const other = lab.aSeries('Other');
  const { tour } = await openSeries();
  await box('Gate').click();
  await box('Tower').click();
  const actions = bar.bySelector('[data-selection-actions] > button').elements();
  expect(actions.map(({ textContent }) => textContent)).toEqual([words.move, words.remove, words.workflow]);
  await buttonIn(bar, words.move).click();
  const dialog = dialogOf(filled(words.moveTitle_other, { formatted: 2 }));
  const confirm = buttonIn(dialog, words.confirm);
  await expect.element(confirm).toBeDisabled();
  await isThere(dialog.getByRole('radio', { name: 'Other' }));
  expect(dialog.getByRole('radio').elements()).toHaveLength(1);
  await screen.expectAccessible();
  await dialog.getByRole('radio', { name: 'Other' }).click();
  await confirm.click();
  await isSaid(words.moved);
  await showsTitles(['Nave']);
  expect(lab.titlesIn(tour)).toEqual(['Nave']);
  expect(lab.titlesIn(other)).toEqual(['Gate', 'Tower']);
});

test('[SERIES-07] a story that is removed from a series stays in the lab', async () => {
  const { tour } = await openSeries();
  await box('Nave').click();
  await buttonIn(bar, words.remove).click();
  const dialog = dialogOf(filled(words.removeTitle_one, { formatted: 1 }));
  await buttonIn(dialog, words.remove).click();
  await showsTitles(['Gate', 'Tower']);
  expect(lab.titlesIn(tour)).toEqual(['Gate', 'Tower']);
  await crumbs.getByRole('link', { name: words.lab }).click();
  await showsCount(3);
});

test('[STORY-18, SERIES-08] the lab and each series keep a selection of their own', async () => {
  await openSeries();
  await box('Nave').click();
  await isThere(bar.getByText(filled(selection.chosen, { formatted: 1 })));
  await crumbs.getByRole('link', { name: words.lab }).click();
  await showsTitles(['Tower', 'Nave', 'Gate']);
  await isGone(bar);
  await box('Gate').click();
  await box('Tower').click();
  await isThere(bar.getByText(filled(selection.chosen, { formatted: 2 })));
  await strip.getByRole('link', { name: /Tour/ }).click();
  await showsTitles(['Gate', 'Nave', 'Tower']);
  await expect.element(box('Nave')).toBeChecked();
  await expect.element(box('Gate')).not.toBeChecked();
  screen.goTo('/ui/story');
  await expect.element(box('Gate')).toBeChecked();
  await expect.element(box('Nave')).not.toBeChecked();
  await userEvent.keyboard('{Escape}');
  await isGone(bar);
});

test('[WFACT-02, WFACT-13] a workflow action runs over the chosen stories, which are shown in their new state', async () => {
  const start = madeTransition('Start', 'Default', 'In progress', {
    resourceType: 'STORY',
    allowedActions: ['perform'],
  });
  const available = [
    { uuid: start.uuid, name: 'Start', itemFromState: 'Default', itemToState: 'In progress' },
  ];
  const made = ['One', 'Two'].map((title) => lab.story(title, [], { availableTransitions: available }));
  screen.answers.give(findTransitionsFromState, ({ query }) => {
    const found = query.resourceType === 'STORY' && query.itemFromState === 'Default' ? [start] : [];
    return { _embedded: { transitionTemplates: found }, ...pageBlock(found.length, query) };
  });
  const perform = ({ body }: Asked<typeof performTransition>) => {
    const story = made.find(({ uuid }) => uuid === body.assetUuid);
    if (!story) throw new Refused('not-found');
    Object.assign(story, { state: 'In progress', availableTransitions: [] });
    return {
      uuid: newUuid(),
      assetUuid: body.assetUuid ?? '',
      resourceType: body.resourceType,
      transitionUuid: body.transitionUuid,
      comment: '',
      name: 'Start',
      itemFromState: 'Default',
      itemToState: 'In progress',
      date: '2026-03-02T09:00:00.000Z',
      user: 'Ada Rossi',
      token: null,
      causedBy: null,
      changeSet: newUuid(),
      effects: [],
    };
  };
  screen.answers.give(performTransition, perform, { status: 201 });
  await screen.open('/ui/story');
  await page.getByRole('checkbox', { name: catalogue.chooseAll, exact: true }).click();
  await buttonIn(bar, words.workflow).click();
  await buttonIn(dialogOf(workflow.title), 'Start').click();
  await isSaid(workflow.updated);
  for (const title of ['One', 'Two'])
    await isThere(screen.cardOf(title).getByText('In progress', { exact: true }));
  const sent = screen.answers.asked(performTransition).map(({ body }) => body.resourceType);
  expect(sent).toEqual(['STORY', 'STORY']);
});

test('images that are not public are named, and shown in a public story once somebody agrees', async () => {
  const publish = madeTransition('Publish', 'Default', 'Published', {
    resourceType: 'STORY',
    allowedActions: ['perform'],
  });
  const available = [
    { uuid: publish.uuid, name: 'Publish', itemFromState: 'Default', itemToState: 'Published' },
  ];
  const story = lab.story('One', [], { availableTransitions: available });
  const image = { uuid: newUuid(), title: 'Folio 4' };
  screen.answers.give(findTransitionsFromState, ({ query }) => ({
    _embedded: { transitionTemplates: [publish] },
    ...pageBlock(1, query),
  }));
  const perform = ({ body }: Asked<typeof performTransition>) => {
    if (!body.confirmedImages?.includes(image.uuid)) throw new Refused('images-not-confirmed', [], [image]);
    Object.assign(story, { state: 'Published', availableTransitions: [] });
    return {
      uuid: newUuid(),
      assetUuid: body.assetUuid ?? '',
      resourceType: body.resourceType,
      transitionUuid: body.transitionUuid,
      comment: '',
      name: 'Publish',
      itemFromState: 'Default',
      itemToState: 'Published',
      date: '2026-03-02T09:00:00.000Z',
      user: 'Ada Rossi',
      token: null,
      causedBy: null,
      changeSet: newUuid(),
      effects: [],
    };
  };
  screen.answers.give(performTransition, perform, { status: 201 });
  await screen.open('/ui/story');
  await box('One').click();
  await buttonIn(bar, words.workflow).click();
  const dialog = dialogOf(workflow.title);
  await buttonIn(dialog, 'Publish').click();
  await isThere(dialog.getByRole('list', { name: workflow.images }).getByText('Folio 4'));
  await screen.expectAccessible();
  await dialog.getByRole('checkbox', { name: workflow.agree }).click();
  await buttonIn(dialog, workflow.again).click();
  await isSaid(workflow.updated);
  await isThere(screen.cardOf('One').getByText('Published', { exact: true }));
});

test('[SERIES-09, SERIES-10, SERIES-11, SERIES-12, SERIES-13] a story is moved by its position, after a question', async () => {
  const { tour, made } = await openSeries();
  const field = positionOf('Gate');
  await expect.element(field).toHaveValue(1);
  expect(field.element().getAttribute('min')).toBe('1');
  await field.fill('3');
  await userEvent.keyboard('{Enter}');
  const dialog = dialogOf(words.positionTitle);
  await isThere(dialog.getByText('Are you sure to move to 3 position?'));
  await screen.expectAccessible();
  await buttonIn(dialog, en.ui.cancel).click();
  await isGone(dialog);
  await expect.element(field).toHaveValue(1);
  await expect.element(field).toHaveFocus();
  expect(screen.answers.asked(calls.arrangeSeries)).toEqual([]);

  await field.fill('3');
  await userEvent.keyboard('{Enter}');
  await buttonIn(dialog, words.confirm).click();
  await showsTitles(['Nave', 'Tower', 'Gate']);
  await isSaid(words.moved);
  await expect.element(field).toHaveValue(3);
  expect(lab.titlesIn(tour)).toEqual(['Nave', 'Tower', 'Gate']);
  const read = screen.answers.asked(calls.listStoriesOfSeries).map(({ query }) => query.size);
  expect(read).toContain(10_000);
  const [sent] = screen.answers.asked(calls.arrangeSeries);
  expect(sent?.headers.get('Content-Type')).toBe('text/uri-list');
  expect(sent?.headers.get('If-Match')).toBe('"1"');
  const [gate, nave, tower] = made.map(({ _links }) => _links.self.href);
  expect(sent?.body).toEqual([nave, tower, gate]);

  // Neither a number that is no position, nor the one that it has, asks anything.
  await field.fill('0');
  await userEvent.keyboard('{Enter}');
  await expect.element(field).toHaveValue(3);
  expect(dialog.query()).toBeNull();
});

test('a position is asked about when its field is left, not at each step of its arrows', async () => {
  await openSeries();
  const field = positionOf('Gate');
  await field.click();
  await userEvent.keyboard('{ArrowUp}{ArrowUp}');
  await expect.element(field).toHaveValue(3);
  const dialog = dialogOf(words.positionTitle);
  expect(dialog.query()).toBeNull();
  await userEvent.tab();
  await isThere(dialog.getByText('Are you sure to move to 3 position?'));
  await buttonIn(dialog, en.ui.cancel).click();
  await isGone(dialog);
  await expect.element(field).toHaveFocus();
});

test('a story that somebody took out of the series meanwhile is not said to be moved', async () => {
  const { tour } = await openSeries();
  await positionOf('Gate').fill('2');
  await userEvent.keyboard('{Enter}');
  const [, ...others] = lab.orders.get(tour.uuid) ?? [];
  lab.orders.set(tour.uuid, others);
  await buttonIn(dialogOf(words.positionTitle), words.confirm).click();
  await isThere(page.getByText(words.positionGone, { exact: false }).first());
  await showsTitles(['Nave', 'Tower']);
  expect(screen.answers.asked(calls.arrangeSeries)).toEqual([]);
});

test('a story that was created but could not be put into the series is said to be in the lab', async () => {
  const { tour } = await openSeries();
  screen.answers.fail(calls.addStoryToSeries, 'unavailable');
  await buttonIn(page, words.createStory).click();
  const dialog = dialogOf(words.createStory);
  await titleField(dialog).fill('Apse');
  await buttonIn(dialog, editing.form.confirm).click();
  await isSaid(filled(words.story.notInSeries, { title: 'Tour' }));
  await isGone(dialog);
  expect(lab.stories.filter(({ sgtt }) => sgtt === 'Apse')).toHaveLength(1);
  expect(lab.titlesIn(tour)).toEqual(['Gate', 'Nave', 'Tower']);
});

test('in a series that the user may not change no story can be created', async () => {
  const tour = lab.aSeries('Tour', { allowedActions: [] });
  await screen.open(`/ui/story/series/${tour.uuid}`);
  await isThere(page.getByText(words.empty.inSeriesFromLab));
  expect(buttonIn(page, words.createStory).query()).toBeNull();
});

test('a series that somebody else arranged meanwhile is read anew, and the question stays', async () => {
  const { tour } = await openSeries();
  await positionOf('Gate').fill('2');
  await userEvent.keyboard('{Enter}');
  const dialog = dialogOf(words.positionTitle);
  await screen.answers.failing(calls.arrangeSeries, 'order-differs', async () => {
    await buttonIn(dialog, words.confirm).click();
    await isThere(dialog.getByText(words.positionStale));
  });
  await buttonIn(dialog, words.confirm).click();
  await showsTitles(['Nave', 'Gate', 'Tower']);
  expect(lab.titlesIn(tour)).toEqual(['Nave', 'Gate', 'Tower']);
});

/** Opens the dialog that imports a story. */
async function openImport(said = words.import) {
  await page.getByRole('main').getByRole('button', { name: said.title, exact: true }).first().click();
  const dialog = dialogOf(said.title);
  await isThere(dialog);
  const choose = (text: string) =>
    userEvent.upload(dialog.bySelector('input[type=file]'), new File([text], 'story.json'));
  return { dialog, choose };
}

test('a story that is imported in a series is put at its end', async () => {
  const { tour } = await openSeries();
  const { dialog, choose } = await openImport();
  await choose('{}');
  await isThere(dialog.getByText(words.import.complete));
  await showsTitles(['Gate', 'Nave', 'Tower', 'Imported story']);
  await userEvent.keyboard('{Escape}');
  await isGone(dialog);
  await expect.element(buttonIn(page, words.import.title)).toHaveFocus();
  const again = await openImport();
  await screen.answers.failing(calls.addStoryToSeries, 'forbidden', async () => {
    await again.choose('{}');
    await isThere(dialog.getByRole('alert', { name: filled(words.story.notInSeries, { title: 'Tour' }) }));
  });
  await isThere(again.dialog.getByRole('link', { name: words.import.openStory }));
  expect(lab.titlesIn(tour)).toEqual(['Gate', 'Nave', 'Tower', 'Imported story']);
});

test('a file that no story can be made of says why, whoever finds it out', async () => {
  await screen.open('/ui/story');
  const { dialog, choose } = await openImport();
  const alert = dialog.getByRole('alert', {
    name: filled(words.import.notImported, { file: 'story.json' }),
  });
  const { cause } = words.import;
  await choose('[]');
  await isThere(alert.getByText(cause['no-manifest'].title));
  expect(screen.answers.asked(calls.importStory)).toEqual([]);
  for (const code of ['no-manifest', 'older-version', 'no-steps', 'too-many-steps'] as const) {
    screen.answers.refuseOnce(calls.importStory, [{ name: 'body', code, message: 'SECRET' }]);
    await choose('{}');
    await isThere(alert.getByText(filled(cause[code].title, { most: 500 })));
    await isThere(alert.getByText(cause[code].next));
  }
  await screen.answers.failing(calls.importStory, 'too-large', async () => {
    await choose('{}');
    await isThere(alert.getByText(filled(cause['too-large'].title, { size: '8.4 MB' })));
  });
  await screen.answers.failing(calls.importStory, 'offline', async () => {
    await choose('{}');
    const unknown = dialog.getByRole('alert', {
      name: filled(words.import.unknown, { file: 'story.json' }),
    });
    await isThere(unknown.getByText(en.problem.offline.title));
    await isThere(unknown.getByText(words.import.unknownNext));
  });
  expect(lab.stories).toEqual([]);
});

test('all texts of a file that are too long are told, step by step', async () => {
  screen.catalogue.field('STORY', 'sgtt', { label: 'Title' });
  await screen.open('/ui/story');
  const { dialog, choose } = await openImport();
  const fault = (name: string, code = 'too-long') => ({ name, code, message: 'SECRET' });
  screen.answers.refuseOnce(calls.importStory, [
    fault('sgtt'),
    fault('steps[0].title'),
    fault('steps[2].alt'),
    fault('steps[2].commentary'),
    fault('steps[11]', 'odd'),
  ]);
  await choose('{}');
  const { step } = words.import;
  await expect
    .poll(() =>
      dialog
        .getByRole('listitem')
        .elements()
        .map(({ textContent }) => textContent),
    )
    .toEqual([
      'Title: It is too long.',
      filled(step.title, { step: 1, most: 200 }),
      filled(step.alt, { step: 3, most: 500 }),
      filled(step.commentary, { step: 3, most: 800 }),
      filled(step.other, { step: 12 }),
    ]);
  await screen.expectAccessible();
  await choose('{}');
  await isThere(dialog.getByText(words.import.complete));
  await isGone(dialog.getByRole('alert'));
});

test('who may change nothing sees stories and series, and nothing to change them with', async () => {
  lab.aSeries('Tour', { allowedActions: [] });
  const [tour] = lab.series;
  if (!tour) throw new Error('There is no series.');
  lab.story('Gate', [tour], { allowedActions: [] });
  await screen.open(`/ui/story/series/${tour.uuid}`, { roles: ['ROLE_RESEARCHER'] });
  await showsTitles(['Gate']);
  for (const name of [words.createStory, words.import.title, words.series.add])
    expect(buttonIn(page, name).query()).toBeNull();
  expect(page.getByRole('checkbox').query()).toBeNull();
  await expect.element(positionOf('Gate')).toHaveAttribute('readonly');
});

test('a change by somebody else is shown', async () => {
  const story = lab.story('The herbal');
  await screen.open('/ui/story');
  await showsTitles(['The herbal']);
  await screen.followed();
  Object.assign(story, {
    sgtt: 'Herbals',
    label: 'Herbals',
    customMetadataList: [{ name: 'sgtt', value: 'Herbals' }],
  });
  screen.tell('record.changed', { uuid: story.uuid, resourceType: 'STORY', etag: '"2"' });
  await showsTitles(['Herbals']);
});

test('a list that can’t be loaded says so where it stands', async () => {
  lab.story('The herbal');
  await screen.answers.failing(calls.listStories, 'forbidden', async () => {
    await screen.open('/ui/story');
    await isThere(page.getByText(en.problem.forbidden.title));
  });
});

test('the lab speaks Italian, on a phone too', async () => {
  const tour = lab.aSeries('Giro');
  lab.story('Porta', [tour]);
  await screen.open(`/ui/story/series/${tour.uuid}`, {
    language: 'it',
    scheme: 'dark',
    width: 390,
    height: 844,
  });
  await isThere(page.getByRole('heading', { level: 3, name: 'Porta' }));
  await isThere(buttonIn(page, italian.stories.createStory));
  expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(390);
  await screen.expectAccessible();
  lab.toImport = { annotations: [], annotationsLeftOut: 3, linkedPages: 2 };
  const { dialog, choose } = await openImport(italian.stories.import);
  await screen.expectAccessible();
  await choose('{}');
  await isThere(dialog.getByText(filled(italian.stories.import.look.linked_other, { formatted: 2 })));
  await isThere(dialog.getByText(filled(italian.stories.import.look.leftOut_other, { formatted: 3 })));
  await screen.expectAccessible();
});
