import type { ImageAsset } from '@armarium/contract/images';
import { findImageByUuid } from '@armarium/contract/image-calls';
import type { Story } from '@armarium/contract/stories';
import * as calls from '@armarium/contract/story-calls';
import type { Step, StepGiven } from '@armarium/contract/story-steps';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { page, userEvent, type Locator } from 'vitest/browser';
import { en, filled } from '../e2e/words.ts';
import { Refused } from './answers.ts';
import { ImageDocuments } from './image-documents.ts';
import { newUuid } from './made-catalogue.ts';
import { MadeStories, storedStep } from './made-stories.ts';
import { Screen } from './screen.tsx';

const { area, editing, picking, stories: labWords, storyEditor: words } = en;

let screen: Screen;
let documents: ImageDocuments;
let lab: MadeStories;
let image: ImageAsset;
let other: ImageAsset;
let images: Map<string, ImageAsset>;

beforeEach(() => {
  screen = new Screen();
  lab = new MadeStories();
  lab.answer(screen.answers);
  const item = screen.catalogue.item('Herbal', undefined);
  const size = { width: 4000, height: 3000 };
  const madeImage = (name: string) =>
    screen.catalogue.image(name, item, { width_px: size.width, height_px: size.height });
  image = madeImage('Leaf');
  other = madeImage('Verso');
  images = new Map([image, other].map((one) => [one.uuid, one]));
  documents = new ImageDocuments();
  for (const { uuid, _links: links } of images.values()) {
    documents.sizes.set(uuid, size);
    links.culturalItem.href = `http://armarium.test/meta/culturalItems/${item.uuid}`;
  }
  screen.answers.give(findImageByUuid, ({ query }) => {
    const found = images.get(query.uuid);
    if (!found) throw new Refused('not-found');
    return found;
  });
  drawPictures();
});
afterEach(async () => {
  await screen.close();
  documents.close();
});

/** Draws a square for each picture that the image engine would draw; its address stays behind the `#`. */
function drawPictures(): void {
  const square = `data:image/svg+xml,${encodeURIComponent('<svg xmlns="http://www.w3.org/2000/svg" width="40" height="30"/>')}`;
  const source = Object.getOwnPropertyDescriptor(HTMLImageElement.prototype, 'src');
  const setAttribute = Object.getOwnPropertyDescriptor(Element.prototype, 'setAttribute')
    ?.value as Element['setAttribute'];
  const drawn = (address: string) => (address.startsWith('/iiif/') ? `${square}#${address}` : address);
  vi.spyOn(HTMLImageElement.prototype, 'src', 'set').mockImplementation(function (
    this: HTMLImageElement,
    address: string,
  ) {
    source?.set?.call(this, drawn(address));
  });
  vi.spyOn(HTMLImageElement.prototype, 'setAttribute').mockImplementation(function (
    this: HTMLImageElement,
    name: string,
    value: string,
  ) {
    setAttribute.call(this, name, name === 'src' ? drawn(value) : value);
  });
}

const step = (label: string, given: Partial<StepGiven> = {}, check: Step['check'] = null): Step => ({
  ...storedStep({
    label,
    alt: `Alt of ${label}`,
    canvasUuid: image.uuid,
    resource: [{ chars: `<p>About ${label}</p>` }],
    on: [{ selector: { default: { value: 'xywh=100,200,800,600' } } }],
    ...given,
  }),
  check,
});

/** Opens the editor of a story with these steps. */
async function openEditor(
  steps: readonly (string | Step)[],
  shown?: Parameters<Screen['open']>[1],
  given: Partial<Story> = {},
): Promise<Story> {
  const annotations = steps.map((one) => (typeof one === 'string' ? step(one) : one));
  const story = lab.story('The herbal', [], { annotations, imagesCount: annotations.length, ...given });
  await screen.open(`/ui/story/editor/${story.uuid}`, shown);
  await isThere(page.getByRole('heading', { level: 1, name: 'The herbal' }));
  return story;
}

const isGone = (locator: Locator) => expect.element(locator).not.toBeInTheDocument();
const isThere = (locator: Locator) => expect.element(locator).toBeVisible();
const isSaid = (text: string) => isThere(page.getByText(text, { exact: true }).first());
const buttonIn = (place: Pick<Locator, 'getByRole'>, name: string) =>
  place.getByRole('button', { name, exact: true });
const dialogOf = (name: string) => page.getByRole('dialog', { name, exact: true });
const list = page.getByRole('list', { name: /^\d+ steps?$/ });
const rows = () => list.bySelector('[data-control="open"]').elements();
const titles = () => rows().map((row) => row.querySelector('[dir]')?.textContent);
const showsTitles = (wanted: readonly string[]) => expect.poll(titles).toEqual(wanted);
const row = (title: string) => list.getByRole('listitem').filter({ hasText: title });
const rowButton = (title: string) => row(title).bySelector('[data-control="open"]');
const titleField = page.getByRole('textbox', { name: words.title, exact: true });
const commentary = page.getByRole('textbox', { name: words.commentary, exact: true });
const saveButton = buttonIn(page, words.save);
const tab = (name: string) => page.getByRole('tab', { name, exact: true });
const menuItem = (name: string) => page.getByRole('menuitem', { name, exact: true });
const actionsOf = (number: number, name: string) => buttonIn(page, filled(words.actionsOf, { number, name }));
const sentSteps = (index = 0): readonly StepGiven[] =>
  screen.answers.asked(calls.updateStory)[index]?.body.annotations ?? [];
const openedTitle = (number: number, total: number) =>
  page.getByRole('heading', { name: filled(words.stepOf, { number, total }), exact: true });

test('[EDIT-01, EDIT-04, EDIT-09, EDIT-10, EDIT-11, EDIT-13, EDIT-27] the editor shows the steps of a story, and the chosen one with its image and texts', async () => {
  const story = await openEditor(['Root', 'Leaf', 'Flower']);
  await isThere(page.getByRole('heading', { name: filled(words.steps_other, { formatted: 3 }) }));
  await showsTitles(['Root', 'Leaf', 'Flower']);
  await isThere(openedTitle(1, 3));
  await expect.element(titleField).toHaveValue('Root');
  expect(row('Root').bySelector('img').element().getAttribute('src')).toContain(
    `/iiif/3/${image.uuid}/100,200,800,600/!144,108/0/default.jpg`,
  );
  const whole = page.getByRole('img', { name: 'Alt of Root' });
  await isThere(whole);
  expect(whole.element().getAttribute('src')).toContain(`/iiif/3/${image.uuid}/full/`);
  await expect.element(commentary).toHaveTextContent('About Root');
  await expect
    .element(page.getByRole('link', { name: words.editArea }))
    .toHaveAttribute('href', `/ui/story/editor/${story.uuid}/selected-area-edit/1`);
  await expect
    .element(page.getByRole('link', { name: words.addStep }))
    .toHaveAttribute('href', `/ui/story/editor/${story.uuid}/cultural-item?canvasId=${image.uuid}`);
  await screen.expectAccessible();
  await rowButton('Leaf').click();
  await isThere(openedTitle(2, 3));
  await expect.element(commentary).toHaveTextContent('About Leaf');
  await expect.element(rowButton('Leaf')).toHaveAttribute('aria-current', 'step');
  await tab(words.tab.settings).click();
  await expect.element(page.getByRole('textbox', { name: words.alt })).toHaveValue('Alt of Leaf');
  await isGone(commentary);
  await screen.expectAccessible();
});

test('the editor is accessible on a dark screen, on a phone and without steps', async () => {
  await openEditor(['Root', 'Leaf'], { width: 390, height: 844, scheme: 'dark' });
  await showsTitles(['Root', 'Leaf']);
  await isGone(titleField);
  await screen.expectAccessible();
  await rowButton('Leaf').click();
  await isThere(openedTitle(2, 2));
  await expect.element(openedTitle(2, 2)).toHaveFocus();
  await isGone(list);
  await screen.expectAccessible();
  await page.getByText(words.pane.text, { exact: true }).click();
  await isThere(commentary);
  await screen.expectAccessible();
  await openedAnew([]);
  await isThere(page.getByRole('heading', { name: words.empty }));
  await screen.expectAccessible();
});

/** Opens another story in place of the one that is shown. */
async function openedAnew(annotations: Step[]): Promise<void> {
  const story = lab.story('Another', [], { annotations });
  screen.goTo(`/ui/story/editor/${story.uuid}`);
  await isThere(page.getByRole('heading', { level: 1, name: 'Another' }));
}

test('[EDIT-03, EDIT-40, EDIT-44] changes of a step are saved as a whole story', async () => {
  const story = await openEditor(['Root', 'Leaf']);
  await expect.element(saveButton).toBeDisabled();
  await titleField.fill('The root');
  await showsTitles(['The root', 'Leaf']);
  await expect.element(saveButton).toBeEnabled();
  await commentary.click();
  await userEvent.keyboard('{Control>}a{/Control}New words');
  await tab(words.tab.settings).click();
  await page.getByRole('textbox', { name: words.alt }).fill('A root');
  (page.getByRole('switch', { name: words.enabled }).element() as HTMLElement).focus();
  await userEvent.keyboard(' ');
  await saveButton.click();
  await isSaid(words.changeSavedSuccessfully);
  await expect.element(saveButton).toBeDisabled();
  await expect.element(saveButton).toHaveFocus();
  const [sent] = screen.answers.asked(calls.updateStory);
  expect(sent?.headers.get('If-Match')).toBe('"1"');
  expect(sentSteps()).toMatchObject([
    {
      '@id': story.annotations[0]?.['@id'],
      label: 'The root',
      alt: 'A root',
      resource: [{ chars: '<p>New words</p>' }],
      transition: { enabled: false },
      on: [{ selector: { default: { value: 'xywh=100,200,800,600' } } }],
    },
    { '@id': story.annotations[1]?.['@id'], label: 'Leaf', resource: [{ chars: '<p>About Leaf</p>' }] },
  ]);
  await rowButton('Leaf').click();
  await titleField.fill('The leaf');
  await userEvent.keyboard('{Control>}s{/Control}');
  await expect.element(saveButton).toBeDisabled();
  expect(screen.answers.asked(calls.updateStory)[1]?.headers.get('If-Match')).toBe('"2"');
  // There is nothing more to be saved.
  await userEvent.keyboard('{Control>}s{/Control}');
  await isThere(openedTitle(2, 2));
  expect(screen.answers.asked(calls.updateStory)).toHaveLength(2);
});

test('[EDIT-30, EDIT-31, EDIT-35] time, easing and speed of a step are set, within what they may be', async () => {
  await openEditor(['Root']);
  await tab(words.tab.settings).click();
  const time = page.getByRole('textbox', { name: words.time });
  await time.fill('7.5');
  await userEvent.keyboard('x');
  await expect.element(time).toHaveValue('7.5');
  // What is shown is what is saved.
  await time.fill('');
  await isThere(page.getByText(filled(words.timeFault, { most: 600 })));
  await userEvent.tab();
  await expect.element(time).toHaveValue('7.5');
  await time.fill('700');
  await userEvent.tab();
  await expect.element(time).toHaveValue('600');
  await isGone(page.getByText(filled(words.timeFault, { most: 600 })));
  await time.fill('7.5');
  const easing = page.getByRole('combobox', { name: words.easingLabel });
  const offered = [...(easing.element() as HTMLSelectElement).options].map(({ value }) => value);
  expect(offered).toEqual([
    'easeOutSine',
    'easeInOutSine',
    'easeOutCubic',
    'easeInOutCubic',
    'easeOutLinear',
    'easeOutBounce',
    'easeInOutBounce',
  ]);
  await easing.selectOptions('easeInOutBounce');
  await isThere(page.getByText(words.low, { exact: true }));
  await isThere(page.getByText(words.high, { exact: true }));
  const speed = page.getByRole('slider', { name: words.speed });
  await expect.element(speed).toHaveAttribute('aria-valuenow', '1');
  (speed.element() as HTMLElement).focus();
  await userEvent.keyboard('{ArrowLeft}');
  await expect.element(speed).toHaveAttribute('aria-valuenow', '1');
  await userEvent.keyboard('{End}{ArrowRight}');
  await expect.element(speed).toHaveAttribute('aria-valuenow', '10');
  await userEvent.keyboard('{ArrowLeft}');
  await isThere(page.getByText(filled(words.moveTakes_other, { formatted: '1.1' })));
  await saveButton.click();
  await isSaid(words.changeSavedSuccessfully);
  expect(sentSteps()[0]?.transition).toMatchObject({ easing: 'easeInOutBounce', delay: 7.5, speed: 9 });
});

test('[EDIT-41, A11Y-06] steps are moved by keys and by their menu, and the focus stays with them', async () => {
  await openEditor(['Root', 'Leaf', 'Flower', 'Seed']);
  await rowButton('Root').click();
  await userEvent.keyboard('{Alt>}{ArrowDown}{/Alt}');
  await showsTitles(['Leaf', 'Root', 'Flower', 'Seed']);
  await expect.element(rowButton('Root')).toHaveFocus();
  await userEvent.keyboard('{Alt>}{ArrowDown}{ArrowDown}{ArrowDown}{/Alt}');
  await showsTitles(['Leaf', 'Flower', 'Seed', 'Root']);
  await expect.element(rowButton('Root')).toHaveFocus();
  await isThere(openedTitle(4, 4));
  await actionsOf(4, 'Root').click();
  await menuItem(words.moveUp).click();
  await showsTitles(['Leaf', 'Flower', 'Root', 'Seed']);
  await expect.element(actionsOf(3, 'Root')).toHaveFocus();
  await actionsOf(3, 'Root').click();
  await screen.expectAccessible();
  await menuItem(words.moveTo).click();
  const dialog = dialogOf(filled(words.moveToTitle, { number: 3 }));
  await dialog.getByRole('textbox').fill('1');
  await screen.expectAccessible();
  await buttonIn(dialog, words.move).click();
  await showsTitles(['Root', 'Leaf', 'Flower', 'Seed']);
  await expect.element(actionsOf(1, 'Root')).toHaveFocus();
  await userEvent.keyboard('{ArrowDown}');
  await actionsOf(1, 'Root').click();
  await userEvent.keyboard('{Escape}');
  await expect.element(actionsOf(1, 'Root')).toHaveFocus();
  await rowButton('Leaf').click();
  await userEvent.keyboard('{ArrowDown}{ArrowDown}');
  await expect.element(rowButton('Seed')).toHaveFocus();
  await expect.element(saveButton).toBeDisabled();
});

test('[EDIT-05] steps are put in order by dragging', async () => {
  await openEditor(['Root', 'Leaf', 'Flower']);
  await showsTitles(['Root', 'Leaf', 'Flower']);
  await userEvent.dragAndDrop(rowButton('Root'), rowButton('Flower'), { steps: 12 });
  await showsTitles(['Leaf', 'Flower', 'Root']);
  await expect.element(saveButton).toBeEnabled();
});

test('[EDIT-07] steps are duplicated and deleted, and brought back', async () => {
  const story = await openEditor(['Root', 'Leaf']);
  await actionsOf(1, 'Root').click();
  await menuItem(words.duplicate).click();
  await showsTitles(['Root', 'Root', 'Leaf']);
  await isThere(openedTitle(2, 3));
  await buttonIn(page, filled(words.deleteOf, { number: 3, name: 'Leaf' })).click();
  await showsTitles(['Root', 'Root']);
  await expect.element(buttonIn(page, filled(words.deleteOf, { number: 2, name: 'Root' }))).toHaveFocus();
  await isThere(page.getByText(filled(words.deleted, { name: 'Leaf' })));
  await buttonIn(page.getByRole('region', { name: /steps?$/ }), words.undo).click();
  await showsTitles(['Root', 'Root', 'Leaf']);
  await expect.element(rowButton('Leaf')).toHaveFocus();
  await saveButton.click();
  await isSaid(words.changeSavedSuccessfully);
  const ids = sentSteps().map((one) => one['@id']);
  expect(new Set(ids).size).toBe(3);
  expect([ids[0], ids[2]]).toEqual([story.annotations[0]?.['@id'], ids[2]]);
  for (let left = 3; left > 0; left -= 1) await list.bySelector('[data-control="delete"]').first().click();
  await isThere(page.getByText(words.empty));
  await expect.element(page.getByRole('link', { name: words.addStep })).toHaveFocus();
});

test('undo and redo by keys take back what was typed at once, in texts too', async () => {
  await openEditor(['Root', 'Leaf']);
  await titleField.fill('The root');
  await commentary.click();
  await userEvent.keyboard('{End} and more');
  await expect.element(commentary).toHaveTextContent('About Root and more');
  await userEvent.keyboard('{Control>}z{/Control}');
  await expect.element(commentary).toHaveTextContent(/^About Root$/);
  await expect.element(titleField).toHaveValue('The root');
  await userEvent.keyboard('{Control>}z{/Control}');
  await expect.element(titleField).toHaveValue('Root');
  await expect.element(saveButton).toBeDisabled();
  await userEvent.keyboard('{Control>}{Shift>}z{/Shift}y{/Control}');
  await expect.element(commentary).toHaveTextContent('About Root and more');
  await buttonIn(page, words.undo).click();
  await expect.element(commentary).toHaveTextContent(/^About Root$/);
});

test('undo by keys that leads to another step keeps the focus in the same field', async () => {
  await openEditor(['Root', 'Leaf']);
  await commentary.click();
  await userEvent.keyboard('{End}!');
  await rowButton('Leaf').click();
  await expect.element(commentary).toHaveTextContent('About Leaf');
  await commentary.click();
  await userEvent.keyboard('{End}?{Control>}z{/Control}');
  await expect.element(commentary).toHaveTextContent(/^About Leaf$/);
  await userEvent.keyboard('{Control>}z{/Control}');
  await isThere(openedTitle(1, 2));
  await expect.element(commentary).toHaveTextContent(/^About Root$/);
  await expect.element(commentary).toHaveFocus();
  await userEvent.keyboard('{Control>}y{/Control}');
  await expect.element(commentary).toHaveTextContent('About Root!');
});

test('[EDIT-28, EDIT-29] the commentary counts what is read, and too much of it is not sent', async () => {
  await openEditor([
    'Root',
    step('Leaf', { resource: [{ chars: `<p><strong>${'x'.repeat(800)}</strong></p>` }] }),
  ]);
  await isThere(page.getByText('10 / 800'));
  await rowButton('Leaf').click();
  await isThere(page.getByText('800 / 800'));
  await commentary.click();
  await userEvent.keyboard('{Control>}{End}{/Control}yz');
  await isThere(page.getByText('802 / 800'));
  await isThere(page.getByText(filled(words.tooLong_other, { count: 2 })));
  await rowButton('Root').click();
  await tab(words.tab.settings).click();
  await saveButton.click();
  await isThere(openedTitle(2, 2));
  await expect.element(commentary).toHaveFocus();
  await isThere(row('Leaf').getByText(words.faulty));
  expect(screen.answers.asked(calls.updateStory)).toEqual([]);
  await screen.expectAccessible();
  await userEvent.keyboard('{Control>}{End}{/Control}{Backspace}{Backspace}{Backspace}');
  await isGone(row('Leaf').getByText(words.faulty));
  await saveButton.click();
  await isSaid(words.changeSavedSuccessfully);
});

test('what is pasted keeps only what a commentary may hold, and words become links', async () => {
  await openEditor(['Root']);
  await commentary.click();
  await userEvent.keyboard('{Control>}a{/Control}{Backspace}');
  const data = new DataTransfer();
  data.setData(
    'text/html',
    '<h2 style="color:red">Head</h2><p>One <b>bold</b> <span onclick="x()">word</span> <a href="javascript:x()">no</a></p><img src="x"><table><tr><td>cell</td><td>beside</td></tr></table><ul><li>item</li></ul>',
  );
  commentary
    .element()
    .dispatchEvent(new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true }));
  await expect.element(commentary).toHaveTextContent('item');
  await userEvent.keyboard('{Control>}a{/Control}');
  await buttonIn(page, words.tool.link).click();
  await page.getByRole('textbox', { name: words.address }).fill('relative');
  await buttonIn(page.getByRole('form', { name: words.tool.link }), words.link).click();
  await isThere(page.getByText(words.addressFault));
  await screen.expectAccessible();
  await page.getByRole('textbox', { name: words.address }).fill('example.org/herbal');
  await userEvent.keyboard('{Enter}');
  await isThere(commentary.bySelector('a').first());
  await saveButton.click();
  await isSaid(words.changeSavedSuccessfully);
  const html = sentSteps()[0]?.resource?.[0]?.chars ?? '';
  expect(html).toContain('cell beside');
  const tags = [...html.matchAll(/<(\w+)/g)].map(([, tag]) => tag);
  expect([...new Set(tags)].sort()).toEqual(['a', 'li', 'p', 'strong', 'ul']);
  expect(html).not.toMatch(/style|onclick|javascript|rel=|target=/);
  expect(html).toContain('href="https://example.org/herbal"');
});

test('what the server refuses is marked at its step, which is opened, and nothing is lost', async () => {
  await openEditor(['Root', 'Leaf']);
  await titleField.fill('The root');
  screen.answers.refuseOnce(calls.updateStory, [
    { name: 'annotations[1].on[0].selector.default.value', code: 'region', message: '' },
  ]);
  await saveButton.click();
  await isThere(openedTitle(2, 2));
  await isThere(page.getByText(words.fault.region));
  await isThere(row('Leaf').getByText(words.faulty));
  await expect.element(page.getByRole('link', { name: words.editArea })).toHaveFocus();
  await screen.expectAccessible();
  await showsTitles(['The root', 'Leaf']);
  await screen.answers.failing(calls.updateStory, 'internal', async () => {
    await saveButton.click();
    await isThere(page.getByText(words.saveFailed));
    await isThere(page.getByText(words.isKept));
  });
  await saveButton.click();
  await isSaid(words.changeSavedSuccessfully);
  await isGone(page.getByText(words.fault.region));
});

test('what somebody else saved meanwhile is taken over beside what was changed here', async () => {
  const story = await openEditor(['Root', 'Leaf']);
  await titleField.fill('The root');
  lab.touch();
  const [root, leaf] = story.annotations;
  if (!root || !leaf) throw new Error('There are no steps.');
  story.annotations = [root, { ...leaf, label: 'Their leaf' }, step('Their flower')];
  await saveButton.click();
  await isSaid(words.takenOver);
  await isSaid(words.changeSavedSuccessfully);
  await showsTitles(['The root', 'Their leaf', 'Their flower']);
  expect(sentSteps(1).map(({ label }) => label)).toEqual(['The root', 'Their leaf', 'Their flower']);
  expect(screen.answers.asked(calls.updateStory)[1]?.headers.get('If-Match')).toBe('"2"');
});

test('steps that both changed are shown side by side, and one of them is chosen', async () => {
  const story = await openEditor(['Root', 'Leaf', 'Flower']);
  await titleField.fill('My root');
  await buttonIn(page, filled(words.deleteOf, { number: 2, name: 'Leaf' })).click();
  lab.touch();
  const [root, leaf, flower] = story.annotations;
  if (!root || !leaf || !flower) throw new Error('There are no steps.');
  story.annotations = [
    { ...root, label: 'Their root', alt: 'Their alt' },
    { ...leaf, label: 'Their leaf' },
    flower,
  ];
  await saveButton.click();
  const dialog = dialogOf(words.conflict.title);
  const choiceOf = (name: string) => dialog.getByRole('radiogroup').filter({ hasText: name });
  await isThere(choiceOf('My root').getByText('Their root'));
  await isThere(choiceOf('Their leaf').getByText(words.conflict.deleted));
  await screen.expectAccessible();
  await expect.element(buttonIn(dialog, words.conflict.save)).toBeDisabled();
  await buttonIn(dialog, words.conflict.allTheirs).click();
  await choiceOf('My root').getByRole('radio', { name: words.conflict.mine }).click();
  await buttonIn(dialog, words.conflict.save).click();
  await isSaid(words.changeSavedSuccessfully);
  await isGone(dialog);
  await showsTitles(['My root', 'Their leaf', 'Flower']);
  expect(sentSteps(1)[0]).toMatchObject({ label: 'My root', alt: 'Their alt' });
  // What was here before is not lost.
  await buttonIn(page, words.undo).click();
  await showsTitles(['My root', 'Flower']);
});

test('commentaries that differ in marks and links alone are shown with these', async () => {
  const story = await openEditor(['Root']);
  await commentary.click();
  await userEvent.keyboard('{Control>}ab{/Control}');
  await isThere(commentary.bySelector('strong'));
  lab.touch();
  const [root] = story.annotations;
  if (!root) throw new Error('There is no step.');
  const theirs = '<p>About <a href="https://example.org/">Root</a></p><p>More</p>';
  story.annotations = [{ ...root, resource: [{ ...root.resource[0], chars: theirs }] }] as Step[];
  await saveButton.click();
  const dialog = dialogOf(words.conflict.title);
  const side = (name: string) =>
    dialog.bySelector('[class*=side]').filter({ has: page.getByRole('radio', { name }) });
  await isThere(side(words.conflict.mine).bySelector('strong').filter({ hasText: 'About Root' }));
  await isThere(side(words.conflict.theirs).getByText('About Root (https://example.org/)'));
  await isThere(side(words.conflict.theirs).bySelector('[data-differs]').filter({ hasText: 'More' }));
  await screen.expectAccessible();
  await buttonIn(dialog, words.conflict.allTheirs).click();
  await buttonIn(dialog, words.conflict.save).click();
  await isGone(dialog);
  await expect.element(commentary.bySelector('a')).toHaveTextContent('Root');
});

test('a story that somebody else deletes is kept as a new one, with its fields', async () => {
  const customMetadataList = [
    { name: 'sgtt', value: 'The herbal' },
    { name: 'autn', value: 'Ada' },
  ];
  await openEditor(['Root', 'Leaf'], {}, { customMetadataList });
  await titleField.fill('The root');
  lab.stories.length = 0;
  await saveButton.click();
  await isThere(page.getByText(words.gone.title));
  expect(page.getByText(words.saveFailed).query()).toBeNull();
  await screen.expectAccessible();
  await screen.answers.failing(calls.createStory, 'internal', async () => {
    await buttonIn(page, words.gone.save).click();
    await isThere(page.getByText(words.gone.failed));
  });
  // A field of it is not valid any more, and can't be changed here.
  screen.answers.refuseOnce(calls.createStory, [
    { name: 'customMetadataList[1].value', template: 'autn', code: 'archived', message: '' },
  ]);
  // What would be typed meanwhile would be in neither story.
  const letGo = screen.answers.hold(calls.createStory);
  await buttonIn(page, words.gone.save).click();
  await expect.poll(() => titleField.query()?.closest('[inert]')).toBeTruthy();
  letGo();
  await isSaid(words.gone.saved);
  await isGone(page.getByText(words.gone.title));
  await showsTitles(['The root', 'Leaf']);
  const [made] = lab.stories;
  expect(made?.customMetadataList).toEqual(customMetadataList.slice(0, 1));
  await isSaid(filled(words.gone.leftOut, { fields: en.catalogue.standardField.autn }));
  expect(location.pathname).toBe(`/ui/story/editor/${made?.uuid}`);
  expect(made).toMatchObject({ sgtt: 'The herbal', annotations: [{ label: 'The root' }, { label: 'Leaf' }] });
  await expect.element(saveButton).toBeDisabled();
  await isGone(dialogOf(words.kept.title));
});

test('where the browser keeps nothing more, that is said while there are unsaved changes', async () => {
  await openEditor(['Root']);
  const keep = vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
    throw new DOMException('full', 'QuotaExceededError');
  });
  await titleField.fill('The root');
  await isThere(page.getByText(words.notKept));
  await screen.expectAccessible();
  await screen.answers.failing(calls.updateStory, 'internal', async () => {
    await saveButton.click();
    await isThere(page.getByText(words.isHere));
  });
  keep.mockRestore();
  await saveButton.click();
  await isSaid(words.changeSavedSuccessfully);
  await isGone(page.getByText(words.notKept));
});

test('[EDIT-42, EDIT-43] unsaved changes are asked about before they are left', async () => {
  await openEditor(['Root']);
  const leave = () => {
    const event = new Event('beforeunload', { cancelable: true });
    window.dispatchEvent(event);
    return event.defaultPrevented;
  };
  expect(leave()).toBe(false);
  await titleField.fill('The root');
  expect(leave()).toBe(true);
  const back = page.getByRole('link', { name: words.back });
  await back.click();
  const dialog = dialogOf(words.leave.title);
  await isThere(dialog.getByText(words.warningBeforeLeave));
  await screen.expectAccessible();
  await buttonIn(dialog, words.leave.stay).click();
  await isGone(dialog);
  await expect.element(titleField).toHaveValue('The root');
  await back.click();
  await buttonIn(dialog, words.leave.discard).click();
  await isThere(page.getByRole('heading', { level: 1, name: labWords.lab }));
  await screen.cardOf('The herbal').getByRole('link').click();
  await expect.element(titleField).toHaveValue('Root');
  await isGone(dialogOf(words.kept.title));
  await page.getByRole('link', { name: words.back }).click();
  await isThere(page.getByRole('heading', { level: 1, name: labWords.lab }));
});

test('changes that were left are offered when the editor is opened again', async () => {
  const story = await openEditor(['Root', 'Leaf']);
  await titleField.fill('The root');
  await showsTitles(['The root', 'Leaf']);
  screen.reopen();
  const dialog = dialogOf(words.kept.title);
  await isThere(dialog);
  await screen.expectAccessible();
  // Nobody has decided: it is still there.
  screen.reopen();
  await buttonIn(dialog, words.kept.restore).click();
  await showsTitles(['The root', 'Leaf']);
  await expect.element(rowButton('The root')).toHaveFocus();
  await expect.element(saveButton).toBeEnabled();

  // Meanwhile somebody else changed the same step, and another one.
  lab.touch();
  const [root, leaf] = story.annotations;
  if (!root || !leaf) throw new Error('There are no steps.');
  story.annotations = [
    { ...root, label: 'Their root' },
    { ...leaf, label: 'Their leaf' },
  ];
  screen.reopen();
  await buttonIn(dialog, words.kept.restore).click();
  const conflict = dialogOf(words.conflict.title);
  await buttonIn(conflict, words.conflict.allMine).click();
  await buttonIn(conflict, words.conflict.take).click();
  await showsTitles(['The root', 'Their leaf']);
  await saveButton.click();
  await isSaid(words.changeSavedSuccessfully);
  screen.reopen();
  await showsTitles(['The root', 'Their leaf']);
  await isGone(dialog);

  await titleField.fill('Again');
  screen.reopen();
  await buttonIn(dialog, words.kept.discard).click();
  await showsTitles(['The root', 'Their leaf']);
  screen.reopen();
  await showsTitles(['The root', 'Their leaf']);
  await isGone(dialog);
});

test('a save that fails while an image is picked is told in the editor', async () => {
  await openEditor(['Root']);
  await titleField.fill('The root');
  await screen.answers.failing(calls.updateStory, 'internal', async () => {
    const letGo = screen.answers.hold(calls.updateStory);
    await saveButton.click();
    await pageLink(words.addStep).click();
    await isThere(buttonIn(page, picking.cancel));
    letGo();
    await expect.poll(() => screen.answers.asked(calls.updateStory).length).toBe(1);
    await buttonIn(page, picking.cancel).click();
    await isThere(page.getByText(words.saveFailed));
  });
});

test('an image that fails to load is loaded again, and is not said to be gone', async () => {
  await screen.answers.failing(findImageByUuid, 'unavailable', async () => {
    await openEditor(['Root']);
    await isThere(buttonIn(page, en.ui.retry));
    expect(page.getByText(words.noImage).query()).toBeNull();
    await screen.expectAccessible();
  });
  await buttonIn(page, en.ui.retry).click();
  await isThere(page.getByRole('img', { name: 'Alt of Root' }));
  await isThere(page.getByRole('link', { name: words.editArea }));
});

test('of two drafts the newer one is offered first, and the other the next time', async () => {
  await openEditor(['Root', 'Leaf']);
  await titleField.fill('Older');
  await showsTitles(['Older', 'Leaf']);
  screen.reopen();
  const dialog = dialogOf(words.kept.title);
  await isThere(dialog);
  const [key = ''] = Object.keys(localStorage).filter((one) => one.includes('story-steps'));
  const older = JSON.parse(localStorage.getItem(key) ?? '{}') as { at: number; changed: { title: string }[] };
  const changed = older.changed.map((one) => ({ ...one, title: 'Newer' }));
  localStorage.setItem(`${key}2`, JSON.stringify({ ...older, at: older.at + 1, changed }));
  screen.reopen();
  await buttonIn(dialog, words.kept.restore).click();
  await showsTitles(['Newer', 'Leaf']);
  await isGone(dialog);
  await saveButton.click();
  await isSaid(words.changeSavedSuccessfully);
  screen.reopen();
  await isThere(dialog);
  await buttonIn(dialog, words.kept.discard).click();
  await isGone(dialog);
  await showsTitles(['Newer', 'Leaf']);
});

test('images that are gone, replaced or not open are marked, with what to do', async () => {
  const gone = newUuid();
  const story = await openEditor([
    step('Gone', { canvasUuid: gone }, 'image-missing'),
    step('Replaced', {}, 'image-replaced'),
    step('Closed', {}, 'image-not-open'),
  ]);
  await isThere(row('Gone').getByText(words.mark['image-missing']));
  await isThere(page.getByText(words.advice['image-missing']));
  await isThere(page.getByText(words.noImage));
  await expect
    .element(page.getByRole('link', { name: words.otherImage }))
    .toHaveAttribute('href', `/ui/story/editor/${story.uuid}/cultural-item?step=1`);
  await screen.expectAccessible();
  await rowButton('Closed').click();
  await isThere(page.getByText(words.advice['image-not-open']));
  await rowButton('Replaced').click();
  await buttonIn(page, words.areaIsRight).click();
  await isGone(page.getByText(words.advice['image-replaced']));
  await expect.element(page.getByRole('link', { name: words.editArea })).toHaveFocus();
  await saveButton.click();
  await isSaid(words.changeSavedSuccessfully);
  expect(sentSteps().map(({ check }) => check)).toEqual(['image-missing', null, 'image-not-open']);
});

test('what to check before publishing is listed, and leads to its step and field', async () => {
  lab.toConfirm.push(other.uuid);
  await openEditor([
    'Root',
    step('', { alt: '' }),
    step('Seed', { on: [{ selector: { default: { value: 'xywh=1,2,30,40' } } }] }),
    step('Verso', { canvasUuid: other.uuid }),
  ]);
  await buttonIn(page, words.check.open).click();
  const dialog = dialogOf(words.check.title);
  // The story is private, and so is the image: whoever publishes it has to agree.
  await isThere(
    dialog.getByRole('heading', { name: filled(words.check['image-not-open_one'], { count: 1 }) }),
  );
  await isThere(dialog.getByRole('heading', { name: filled(words.check['no-title_one'], { count: 1 }) }));
  await isThere(dialog.getByRole('heading', { name: filled(words.check['no-alt_one'], { count: 1 }) }));
  await isThere(dialog.getByRole('heading', { name: filled(words.check.tiny_one, { count: 1 }) }));
  await screen.expectAccessible();
  await buttonIn(dialog, filled(words.check.step, { number: 2, name: 'About' }))
    .last()
    .click();
  await isGone(dialog);
  await isThere(openedTitle(2, 4));
  await expect.element(page.getByRole('textbox', { name: words.alt })).toHaveFocus();
});

test('[EDIT-14, EDIT-15, EDIT-45] the story is read and edited in a dialog, and duplicated', async () => {
  const story = await openEditor(['Root']);
  await titleField.fill('The root');
  await buttonIn(page, words.edit).click();
  const dialog = dialogOf(labWords.story.one);
  await isThere(dialog.getByText('The herbal', { exact: true }));
  await screen.expectAccessible();
  await buttonIn(dialog, editing.form.edit).click();
  await dialog.getByRole('textbox', { name: en.catalogue.standardField.sgtt }).fill('A herbal');
  await isThere(buttonIn(dialog, editing.form.cancel));
  await buttonIn(dialog, editing.form.confirm).click();
  await isThere(page.getByRole('heading', { level: 1, name: 'A herbal' }));
  await userEvent.keyboard('{Escape}');
  await isGone(dialog);
  await buttonIn(page, labWords.story.duplicate).click();
  await isSaid(labWords.storyDuplicatedSuccessfully);
  await isSaid(words.duplicateOfSaved);
  const [made] = screen.answers.asked(calls.createStory);
  // The server takes over what the story has, though its rules may be stricter by now.
  expect(made?.body).toHaveProperty('uuid', story.uuid);
  expect(made?.body).not.toHaveProperty('visibility');
  expect(made?.body.annotations?.map(({ label }) => label)).toEqual(['Root']);
  // The tag that the steps were read with is an old one by now.
  await saveButton.click();
  // The dialog has said that it saved something, too.
  await expect.poll(() => story.annotations[0]?.label).toBe('The root');
});

test('fields of the story that somebody else changed meanwhile are shown beside what was typed', async () => {
  const story = await openEditor(['Root']);
  await buttonIn(page, words.edit).click();
  const dialog = dialogOf(labWords.story.one);
  await buttonIn(dialog, editing.form.edit).click();
  const title = dialog.getByRole('textbox', { name: en.catalogue.standardField.sgtt });
  await isThere(title);
  lab.touch();
  story.customMetadataList = [{ name: 'sgtt', value: 'Herbals' }];
  await title.fill('My herbal');
  await buttonIn(dialog, editing.form.confirm).click();
  await isThere(dialog.getByRole('radio', { name: filled(editing.form.theirs, { value: 'Herbals' }) }));
  await expect.element(title).toHaveValue('My herbal');
  await buttonIn(dialog, editing.form.confirm).click();
  await isSaid(labWords.changeSavedSuccessfully);
  expect(story.sgtt).toBe('My herbal');
});

test('[EDIT-16, EDIT-17] the story is moved to another series, and deleted; its unsaved changes come back with it', async () => {
  const tour = lab.aSeries('Tour');
  const cycle = lab.aSeries('Cycle');
  const story = await openEditor(['Root'], {}, { seriesUuids: [tour.uuid] });
  lab.orders.get(tour.uuid)?.push(story.uuid);
  await buttonIn(page, words.edit).click();
  await buttonIn(dialogOf(labWords.story.one), labWords.story.toSeries).click();
  const dialog = dialogOf(labWords.story.toSeries);
  await expect.element(buttonIn(dialog, labWords.confirm)).toBeDisabled();
  await dialog.getByRole('radio', { name: 'Cycle' }).click();
  await screen.expectAccessible();
  await buttonIn(dialog, labWords.confirm).click();
  await isSaid(labWords.moved);
  expect([lab.titlesIn(tour), lab.titlesIn(cycle)]).toEqual([[], ['The herbal']]);
  await titleField.fill('The root');
  await buttonIn(page, words.edit).click();
  await buttonIn(dialogOf(labWords.story.one), labWords.story.delete).click();
  const read = screen.answers.asked(calls.getStory).length;
  await buttonIn(dialogOf(filled(labWords.deleteTitle_one, { formatted: 1 })), labWords.delete).click();
  await isSaid(labWords.deletedOne);
  await isThere(page.getByText(labWords.empty.title));
  // A story that is gone is not asked for again, neither here nor where the server tells of it.
  await screen.followed();
  screen.tell('record.changed', { uuid: story.uuid, resourceType: 'STORY', etag: null });
  const lists = screen.answers.asked(calls.listStories).length;
  await expect.poll(() => screen.answers.asked(calls.listStories).length).toBeGreaterThan(lists);
  expect(screen.answers.asked(calls.getStory)).toHaveLength(read);
  await isThere(page.getByText(filled(labWords.inTrash_one, { formatted: 1 })));
  await buttonIn(page, labWords.undo).click();
  await screen.cardOf('The herbal').getByRole('link').click();
  await buttonIn(dialogOf(words.kept.title), words.kept.restore).click();
  await showsTitles(['The root']);
});

test('who may not change a story reads it, and a story that is gone is said to be gone', async () => {
  await openEditor(['Root'], { roles: ['ROLE_RESEARCHER'] }, { allowedActions: [] });
  await expect.element(titleField).toHaveAttribute('readonly');
  await expect.element(commentary).toHaveAttribute('contenteditable', 'false');
  for (const name of [words.save, words.undo, labWords.story.duplicate])
    expect(buttonIn(page, name).query()).toBeNull();
  expect(page.getByRole('link', { name: words.addStep }).query()).toBeNull();
  expect(list.bySelector('[data-control="menu"]').query()).toBeNull();
  await screen.expectAccessible();
  screen.goTo(`/ui/story/editor/${newUuid()}`);
  await isThere(page.getByRole('heading', { name: labWords.story.gone }));
});

const pageLink = (name: string) => page.getByRole('link', { name, exact: true });
const isImageOpen = () => isThere(page.bySelector('[data-phase=open]'));
const areaOf = (one: StepGiven | undefined) => one?.on[0]?.selector.default.value;

test('[EDIT-08] what is seen of the image becomes a step by two clicks, behind the chosen one, and its title is typed next', async () => {
  await openEditor(['Root', 'Flower']);
  await pageLink(words.addStep).click();
  await isImageOpen();
  await isThere(page.getByText('Image 1 of 2'));
  await buttonIn(page, picking.fromView).click();
  await isThere(openedTitle(2, 3));
  await expect.element(titleField).toHaveFocus();
  await userEvent.keyboard('The leaf');
  await showsTitles(['Root', 'The leaf', 'Flower']);
  await saveButton.click();
  await isSaid(words.changeSavedSuccessfully);
  expect(sentSteps()[1]).toMatchObject({ label: 'The leaf', canvasUuid: image.uuid });
  expect(areaOf(sentSteps()[1])).toBe('xywh=0,0,4000,3000');

  // On the other image of the item: several are taken at once, and go by one click of undo.
  await pageLink(words.addStep).click();
  for (const [index, { sgtt: name }] of [image, other].entries())
    await page.getByRole('checkbox', { name: filled(picking.choose, { position: index + 1, name }) }).click();
  await buttonIn(page, filled(picking.addSteps_other, { count: 2 })).click();
  await isThere(openedTitle(3, 5));
  await buttonIn(page, words.undo).click();
  await showsTitles(['Root', 'The leaf', 'Flower']);

  // Nothing is picked.
  await pageLink(words.addStep).click();
  await buttonIn(page, picking.cancel).click();
  await expect.element(pageLink(words.addStep)).toHaveFocus();
  await showsTitles(['Root', 'The leaf', 'Flower']);
});

test('[EDIT-12] the area of a step is drawn anew, and the focus comes back to where that began', async () => {
  await openEditor(['Root', 'Flower']);
  await rowButton('Flower').click();
  await pageLink(words.editArea).click();
  await isThere(page.getByRole('heading', { name: filled(picking.editArea, { step: 2 }) }));
  await page.bySelector('[data-area]').click();
  const width = page.getByRole('textbox', { name: area.sides.width, exact: true });
  await expect.element(width).toHaveValue('800');
  await width.fill('1200');
  await userEvent.keyboard('{Enter}');
  await buttonIn(page, picking.confirm).click();
  await isThere(openedTitle(2, 2));
  await expect.element(pageLink(words.editArea)).toHaveFocus();
  await isThere(page.getByText(filled(words.area, { x: 100, y: 200, width: 1200, height: 600 })));
  await pageLink(words.editArea).click();
  await buttonIn(page, picking.cancel).click();
  await expect.element(pageLink(words.editArea)).toHaveFocus();
  await saveButton.click();
  await isSaid(words.changeSavedSuccessfully);
  expect(sentSteps().map(areaOf)).toEqual(['xywh=100,200,800,600', 'xywh=100,200,1200,600']);
});

test('another image is picked for a step whose image is gone; its texts stay', async () => {
  await openEditor(['Root', step('Flower', { canvasUuid: newUuid() }, 'image-missing')]);
  await rowButton('Flower').click();
  await pageLink(words.otherImage).click();
  await isThere(page.getByRole('heading', { name: filled(picking.itemsForStep, { step: 2 }) }));
  await pageLink('Herbal').click();
  await isImageOpen();
  await buttonIn(page, filled(picking.show, { position: 2, name: 'Verso' })).click();
  await isThere(page.getByText('Image 2 of 2'));
  await pageLink(picking.takeImage).click();
  await isThere(page.getByRole('heading', { name: picking.selectArea }));
  // What is not drawn leads back to the image, and still for this step.
  await buttonIn(page, picking.cancel).click();
  await isThere(page.getByText('Image 2 of 2'));
  await pageLink(picking.takeImage).click();
  await buttonIn(page, picking.confirm).click();
  await isThere(openedTitle(2, 2));
  await isGone(page.getByText(words.mark['image-missing']));
  await saveButton.click();
  await isSaid(words.changeSavedSuccessfully);
  expect(sentSteps()).toHaveLength(2);
  expect(sentSteps()[1]).toMatchObject({
    label: 'Flower',
    canvasUuid: other.uuid,
    resource: [{ chars: '<p>About Flower</p>' }],
  });
  expect(areaOf(sentSteps()[1])).toBe('xywh=1750,1350,500,300');
});

test('a page for picking that the address leads to needs its step, and the right to edit', async () => {
  const { uuid } = await openEditor(['Root']);
  screen.goTo(`/ui/story/editor/${uuid}/cultural-item?step=2`);
  await isThere(page.getByRole('heading', { name: filled(picking.stepGone, { step: 2 }) }));
  await pageLink(picking.toEditor).click();
  await isThere(openedTitle(1, 1));
  const read = lab.story('Read only', [], { annotations: [step('Root')], allowedActions: [] });
  screen.goTo(`/ui/story/editor/${read.uuid}/selected-area-edit/1`);
  await isThere(openedTitle(1, 1));
  await isThere(page.getByRole('heading', { level: 1, name: 'Read only' }));
});

test('500 steps: what is typed draws no other row anew', async () => {
  await openEditor(Array.from({ length: 500 }, (_, index) => step(`Step ${index}`)));
  await expect.poll(() => rows().length).toBe(500);
  // A row reads the name of its step each time that it is drawn.
  const drawn: string[] = [];
  const trim = vi.spyOn(String.prototype, 'trim').mockImplementation(function (this: string) {
    if (this.startsWith('Step ')) drawn.push(String(this));
    return this.replace(/^\s+|\s+$/g, '');
  });
  await titleField.click();
  drawn.length = 0;
  await userEvent.keyboard('{End}x');
  // A locator would read all rows.
  await expect.poll(() => document.querySelector('[data-chosen] [dir]')?.textContent).toBe('Step 0x');
  trim.mockRestore();
  expect(drawn).toContain('Step 0x');
  expect(drawn.filter((name) => !name.startsWith('Step 0'))).toEqual([]);
});
