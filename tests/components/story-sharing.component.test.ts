import { createShareLink, listShareLinks, type ShareLink } from '@armarium/contract/sharing';
import * as calls from '@armarium/contract/story-calls';
import type { Story } from '@armarium/contract/stories';
import { findImageByUuid } from '@armarium/contract/image-calls';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { page, userEvent, type Locator } from 'vitest/browser';
import { en, filled, it as italian } from '../e2e/words.ts';
import { Refused } from './answers.ts';
import { newUuid, pageBlock } from './made-catalogue.ts';
import { MadeStories, storedStep } from './made-stories.ts';
import { Screen } from './screen.tsx';

const { sharing: words, storyEditor: editorWords } = en;
const TOKEN = '0123456789abcdef0123456789abcdef';

let screen: Screen;
let lab: MadeStories;
let copied: string[];

beforeEach(() => {
  screen = new Screen();
  lab = new MadeStories();
  lab.answer(screen.answers);
  copied = [];
  vi.spyOn(navigator.clipboard, 'writeText').mockImplementation((text) => {
    copied.push(text);
    return Promise.resolve();
  });
  screen.answers.give(findImageByUuid, () => {
    throw new Refused('not-found');
  });
  const links: ShareLink[] = [];
  screen.answers.give(listShareLinks, ({ query }) => ({
    _embedded: { shareLinks: links },
    ...pageBlock(links.length, query),
  }));
  screen.answers.give(createShareLink, ({ body: { expiresAt, note = '', confirmedImages = [] } }) => {
    if (lab.toConfirm.some((one) => !confirmedImages.includes(one)))
      throw new Refused('images-not-confirmed');
    lab.toConfirm = lab.toConfirm.filter((one) => !confirmedImages.includes(one));
    const made = {
      createdDate: new Date().toISOString(),
      createdBy: 'ada',
      revokedDate: null,
      revokedBy: null,
    };
    const link: ShareLink = { uuid: newUuid(), note, ...made, expiresAt, state: 'open' };
    links.push(link);
    return { ...link, token: TOKEN };
  });
});
afterEach(() => screen.close());

const stepOn = (canvasUuid: string, label: string) =>
  storedStep({ label, canvasUuid, on: [{ selector: { default: { value: 'xywh=100,200,800,600' } } }] });
const button = (place: Pick<Locator, 'getByRole'>, name: string) =>
  place.getByRole('button', { name, exact: true });
const dialogOf = (name: string) => page.getByRole('dialog', { name, exact: true });
const isThere = (locator: Locator) => expect.element(locator).toBeVisible();
const isGone = (locator: Locator) => expect.element(locator).not.toBeInTheDocument();
const dialog = dialogOf(words.story.title);
const question = dialogOf(words.changeTitle);
const agreement = (place: Locator, count: number) =>
  place.getByRole('checkbox', {
    name: filled(words.story[count === 1 ? 'agree_one' : 'agree_other'], { count }),
  });
const copy = (what: string) => button(dialog, filled(words.copyOf, { what }));
const sent = () => screen.answers.asked(calls.updateStory).map(({ body }) => body);

/** Opens the share dialog of a story with a step on each of these images. */
async function openSharing(images: readonly string[], given: Partial<Story> = {}): Promise<Story> {
  const annotations = images.map((image, index) => stepOn(image, `Step ${index + 1}`));
  const story = lab.story('The herbal', [], { annotations, imagesCount: images.length, ...given });
  await screen.open(`/ui/story/editor/${story.uuid}`);
  await button(page, editorWords.share).click();
  await isThere(dialog);
  return story;
}

test('[EDIT-02, PREV-04, PREV-05, PREV-06, PREV-07] the header leads to the link and the snippet of a story, to be copied', async () => {
  const { uuid } = await openSharing([newUuid()], { visibility: 'public' });
  const address = `http://armarium.test/images/viewers/story/?storyID=${uuid}`;
  await copy(words.story.link).click();
  await isThere(page.bySelector('.mantine-Notification-root').getByText('copied', { exact: true }));
  await copy(words.snippet).click();
  await expect.poll(() => copied.length).toBe(2);
  expect(copied[0]).toBe(address);
  expect(copied[1]).toContain(`<iframe src="${address}" title="The herbal"`);
  await screen.expectAccessible();
  await userEvent.keyboard('{Escape}');
  await isGone(dialog);
  await expect.element(button(page, editorWords.share)).toHaveFocus();
  await isThere(page.getByRole('heading', { level: 1, name: 'The herbal' }));
  const { stories } = en;
  for (const name of [editorWords.preview.open, editorWords.edit, editorWords.save, stories.story.duplicate])
    await isThere(button(page, name));
  await isThere(page.getByRole('link', { name: editorWords.back, exact: true }));
});

test('[SHARE-24] before it is made public, who publishes it is shown the images that are not public, and agrees', async () => {
  const [first, second, later] = [newUuid(), newUuid(), newUuid()];
  lab.toConfirm.push(first);
  const { uuid } = await openSharing([first, second, later]);
  await button(dialog, words.change).click();
  await question.getByRole('radio', { name: words.visibility.public }).click();
  await isThere(question.getByRole('listitem').filter({ hasText: `Image ${first}` }));
  await button(question, words.save).click();
  await isThere(question.getByText(words.story.agreeMissing));
  await expect.element(agreement(question, 1)).toHaveFocus();
  expect(sent()).toEqual([]);
  await screen.expectAccessible();
  // Another image joins the story while it is looked at: that takes a new agreement.
  lab.toConfirm.push(later);
  await agreement(question, 1).click();
  await button(question, words.save).click();
  await isThere(question.getByRole('alert'));
  await isThere(question.getByRole('listitem').filter({ hasText: `Image ${later}` }));
  await expect.element(agreement(question, 2)).not.toBeChecked();
  await agreement(question, 2).click();
  await button(question, words.save).click();
  await isGone(question);
  await isThere(dialog.getByText(words.visibility.public));
  expect(sent()).toEqual([
    { visibility: 'public', confirmedImages: [first] },
    { visibility: 'public', confirmedImages: [first, later] },
  ]);
  const visibility = () => lab.stories.find((story) => story.uuid === uuid)?.visibility;
  expect(visibility()).toBe('public');
  // And back, in the dialog that is still open.
  await button(dialog, words.change).click();
  await question.getByRole('radio', { name: words.visibility.private }).click();
  await button(question, words.save).click();
  await isGone(question);
  expect(visibility()).toBe('private');
});

test('a series is made public, and its page is passed on', async () => {
  const series = lab.aSeries('Herbals');
  await screen.open(`/ui/story/series/${series.uuid}`);
  await button(page, en.stories.share).click();
  const shares = dialogOf(words.series.title);
  await isThere(shares.getByText(words.series.embedPrivateText));
  await screen.expectAccessible();
  await button(shares, words.change).click();
  await question.getByRole('radio', { name: words.visibility.public }).click();
  await button(question, words.save).click();
  await isGone(question);
  await isThere(shares.getByText(words.linkPublic));
  expect(screen.answers.asked(calls.updateSeries).map(({ body }) => body)).toEqual([
    { visibility: 'public' },
  ]);
  await button(shares, filled(words.copyOf, { what: words.series.link })).click();
  await expect.poll(() => copied).toEqual([series._links.viewer.href]);
  await userEvent.keyboard('{Escape}');
  await expect.element(button(page, en.stories.share)).toHaveFocus();
});

test('a link for others is made once its maker agrees to show the images; the snippet is by that link', async () => {
  const [image, later] = [newUuid(), newUuid()];
  lab.toConfirm.push(image);
  const { uuid } = await openSharing([image, later]);
  await isThere(dialog.getByText(words.embedPrivate));
  await button(dialog, words.links.create).click();
  await isThere(dialog.getByText(words.story.agreeMissing));
  expect(screen.answers.asked(createShareLink)).toEqual([]);
  lab.toConfirm.push(later);
  await agreement(dialog, 1).click();
  await button(dialog, words.links.create).click();
  await isThere(dialog.getByRole('alert', { name: words.links.failed }));
  await agreement(dialog, 2).click();
  await button(dialog, words.links.create).click();
  await isThere(dialog.getByText(words.links.made));
  const asked = screen.answers
    .asked(createShareLink)
    .map(({ body }) => [body.recordUuid, body.confirmedImages]);
  expect(asked).toEqual([
    [uuid, [image]],
    [uuid, [image, later]],
  ]);
  await isThere(dialog.getByText(words.story.embedByLink));
  await copy(words.story.linkForOthers).click();
  await copy(words.snippet).click();
  await expect.poll(() => copied.length).toBe(2);
  const address = `http://armarium.test/images/viewers/story/?storyID=${uuid}`;
  expect(copied[0]).toBe(`${address}&token=${TOKEN}`);
  expect(copied[1]).toContain(`src="${address}&amp;token=${TOKEN}"`);
  // Nothing is left to agree to, until another image joins the story: the link opens it once somebody agrees.
  await isGone(agreement(dialog, 2));
});

test('an image that joined a public story is shown to visitors by a button; its step loses the mark', async () => {
  const image = newUuid();
  lab.toConfirm.push(image);
  const annotations = [{ ...stepOn(image, 'Leaf'), check: 'image-not-open' as const }];
  await openSharing([], { visibility: 'public', annotations, imagesCount: 1 });
  const mark = page.getByText(editorWords.mark['image-not-open']).first();
  await isThere(mark);
  await button(dialog, filled(words.story.showThem_one, { count: 1 })).click();
  await isGone(page.getByText(editorWords.mark['image-not-open']));
  await isGone(button(dialog, filled(words.story.showThem_one, { count: 1 })));
  expect(sent()).toEqual([{ confirmedImages: [image] }]);
  await isThere(dialog.getByRole('img', { name: new RegExp(image) }));
  // The button is gone, the focus is not.
  expect(dialog.element().contains(document.activeElement)).toBe(true);
});

test('the manifest of a story is saved as a file, which lacks what is not saved', async () => {
  const { uuid } = await openSharing([newUuid()], { sgtt: 'Herbal: the leaves' });
  expect(dialog.getByText(words.story.fileUnsaved).query()).toBeNull();
  const made = vi.spyOn(URL, 'createObjectURL');
  const saved: string[] = [];
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function save(this: HTMLAnchorElement) {
    saved.push(this.download);
  });
  const path = `/iiif/presentation/3/story/${uuid}/manifest`;
  // Where the session has ended the user signs in again first: a visitor's manifest would say less.
  const reads = () => screen.answers.asked(calls.getStory).length;
  const before = reads();
  screen.answers.documents.set(path, '{"type":"Manifest"}');
  await button(dialog, words.story.saveManifest).click();
  await expect.poll(() => saved).toEqual(['Herbal- the leaves.json']);
  expect(reads()).toBe(before + 1);
  expect(await (made.mock.calls[0]![0] as Blob).text()).toBe('{"type":"Manifest"}');
  await expect.element(button(dialog, words.story.saveManifest)).toHaveFocus();
});

test('a manifest in a file becomes a story, and what of it needs a look is told', async () => {
  const { stories } = en;
  const steps = ['Leaf', 'Root', 'Seed', 'Fruit'].map((label) => stepOn(newUuid(), label));
  lab.toImport = {
    annotations: steps.map((step, index) => ({ ...step, check: index < 2 ? 'image-missing' : null })),
    stepsWithoutRegion: [2, 4],
  };
  await screen.open('/ui/story');
  const opener = page.getByRole('main').getByRole('button', { name: stories.import.title }).first();
  await opener.click();
  const imports = dialogOf(stories.import.title);
  await isThere(imports);
  await screen.expectAccessible();
  const choose = (text: string) =>
    userEvent.upload(imports.bySelector('input[type=file]'), new File([text], 'herbal.json'));
  await choose('{"type":');
  await isThere(imports.getByRole('alert').getByText(stories.import.cause['no-json'].title));
  const letGo = screen.answers.hold(calls.importStory);
  await choose('{"type":"Manifest"}');
  await isThere(
    imports.getByRole('status').getByText(filled(stories.import.working, { file: 'herbal.json' })),
  );
  await isGone(imports.getByRole('alert'));
  await userEvent.keyboard('{Escape}');
  letGo();
  const result = imports.getByRole('status');
  await isThere(
    result.getByText(filled(stories.import.done_other, { title: 'Imported story', formatted: 4 })),
  );
  await isThere(result.getByText(filled(stories.import.look.missing_other, { steps: '1–2' })));
  await isThere(result.getByText(filled(stories.import.look.whole_one, { steps: '4' })));
  expect(result.getByRole('listitem').elements()).toHaveLength(2);
  const link = imports.getByRole('link', { name: stories.import.openStory, exact: true });
  await expect.element(link).toHaveFocus();
  await isThere(page.getByRole('heading', { level: 3, name: 'Imported story' }));
  await screen.expectAccessible();
  expect(screen.answers.asked(calls.importStory).map(({ body }) => body)).toEqual([{ type: 'Manifest' }]);
  await userEvent.keyboard('{Enter}');
  await isThere(page.getByRole('heading', { level: 1, name: 'Imported story' }));
});

test('who may not publish gets the addresses alone, and is told of what is not saved; in Italian, narrow and dark', async () => {
  const { sharing, storyEditor } = italian;
  const image = newUuid();
  lab.toConfirm.push(image);
  const annotations = [stepOn(image, 'Foglia')];
  const story = lab.story('Erbario', [], {
    annotations,
    imagesCount: 1,
    visibility: 'public',
    allowedActions: ['edit'],
  });
  const shown = { language: 'it', scheme: 'dark', width: 390, height: 844 } as const;
  await screen.open(`/ui/story/editor/${story.uuid}`, shown);
  await page.getByText(storyEditor.pane.step, { exact: true }).click();
  await page.getByRole('textbox', { name: storyEditor.title, exact: true }).fill('La foglia');
  await button(page, storyEditor.share).click();
  const shares = dialogOf(sharing.story.title);
  await isThere(shares.getByText(sharing.story.unsaved));
  await isThere(shares.getByText(sharing.story.fileUnsaved));
  await isThere(shares.getByText(filled(sharing.story.closed_one, { count: 1 })));
  expect(shares.getByRole('button', { name: sharing.change }).length).toBe(0);
  expect(shares.getByRole('region', { name: sharing.links.title }).length).toBe(0);
  expect(shares.getByRole('region', { name: sharing.story.closedTitle }).length).toBe(0);
  await screen.expectAccessible();
});
