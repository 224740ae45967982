import type { Browser, Locator } from 'playwright-core';
import { getStory } from '@armarium/contract/story-calls';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import type { HttpClient } from '../harness/http-client.ts';
import { signedIn } from '../harness/importing.ts';
import { eventually } from '../harness/waiting.ts';
import { colouredStory, heading, isShown, storyPage } from './coloured-story.ts';
import { openSite } from './open-site.ts';
import { Person } from './person.ts';
import type { Site } from './site.ts';
import { en, filled } from './words.ts';

const { sharing: words, storyEditor: editorWords } = en;

let armarium: Site;
let browser: Browser;
let client: HttpClient;
let story: string;
let person: Person;
let visitor: Person;

beforeAll(async () => {
  [armarium, browser] = await openSite();
  client = await signedIn(armarium);
  ({ story } = await colouredStory(client));
});
afterAll(() => {
  client.close();
});
beforeEach(async () => {
  person = await Person.signedIn(browser, armarium);
  visitor = await Person.arrive(browser, armarium);
});
afterEach(async () => {
  await Promise.all([person.leave(), visitor.leave()]);
});

const button = (within: Pick<Locator, 'getByRole'>, name: string) =>
  within.getByRole('button', { name, exact: true });

test('[STORY-27, PREV-08, SHARE-24] a story is shared from its preview: the step that is shown, by a link for others, and with everybody', async () => {
  const { page, context } = person;
  await context.grantPermissions(['clipboard-read', 'clipboard-write'], { origin: armarium.origin });
  await page.goto(`/ui/story/editor/${story}/preview`);
  const frame = page.frameLocator('iframe');
  const player = frame.locator('.player[data-phase=shown]');
  await player.waitFor();
  await player.press('ArrowRight');
  await frame.getByRole('heading', { level: 2, name: 'Yellow' }).waitFor();
  await button(page, editorWords.share).click();
  const dialog = page.getByRole('dialog', { name: words.story.title, exact: true });
  const copied = async (copy: Locator) => {
    await page.evaluate(() => navigator.clipboard.writeText(''));
    await copy.click();
    await eventually(() => page.evaluate(() => navigator.clipboard.readText())).not.toBe('');
    return page.evaluate(() => navigator.clipboard.readText());
  };
  const copyOf = (what: string) => button(dialog, filled(words.copyOf, { what }));

  // The frame says which step it shows.
  await dialog.getByLabel(words.story.begin).selectOption(words.story.fromShown);
  const { annotations } = (await client.call(getStory, { params: { uuid: story } })).body;
  const yellow = annotations[1]?.['@id'].replace('urn:uuid:', '');
  const address = `${armarium.origin}${storyPage(story)}`;
  expect(await copied(copyOf(words.story.link))).toBe(`${address}#${yellow}`);

  // By a link, for which its maker agrees to show the private images.
  await dialog.getByRole('checkbox').check();
  await button(dialog, words.links.create).click();
  await dialog.getByText(words.links.made).waitFor();
  await person.expectAccessible();
  const byLink = await copied(copyOf(words.story.linkForOthers));
  await visitor.page.goto(byLink);
  await isShown(visitor.page);
  expect(await heading(visitor.page)).toBe('Yellow');
  await dialog.getByRole('list', { name: words.links.list }).getByRole('button').click();
  const withdrawal = page.getByRole('dialog', { name: words.links.revokeTitle, exact: true });
  await button(withdrawal, words.links.revoke).click();
  await withdrawal.waitFor({ state: 'detached' });
  visitor.expectFailure(404, 'GET', /^\/images\/viewers\/story\/$/);
  await visitor.page.reload();

  // With everybody: the images were agreed to with the link.
  await button(dialog, words.change).click();
  const question = page.getByRole('dialog', { name: words.changeTitle, exact: true });
  await question.getByRole('radio', { name: words.visibility.public }).check();
  expect(await question.getByRole('checkbox').count()).toBe(0);
  await button(question, words.save).click();
  await dialog.getByText(words.visibility.public).waitFor();
  await visitor.page.goto(storyPage(story));
  await isShown(visitor.page);
  expect(await heading(visitor.page)).toBe('Red');

  // Escape closes the dialog, not the preview below it.
  await page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'detached' });
  await player.waitFor();
});
