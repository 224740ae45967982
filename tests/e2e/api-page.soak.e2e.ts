import type { Browser } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import { operations } from '@armarium/contract/operations';
import { accessibilityFaults } from '../harness/accessibility.ts';
import { drawnImage } from '../harness/drawn-image.ts';
import { openSite } from './open-site.ts';
import { Person } from './person.ts';
import type { Site } from './site.ts';

let armarium: Site;
let browser: Browser;

beforeAll(async () => {
  [armarium, browser] = await openSite();
});

test('[RUN-35] the API page shows every call, and tries one out with the session and its token', async () => {
  const person = await Person.signedIn(browser, armarium);
  const { page } = person;
  const hosts = new Set<string>();
  page.on('request', (request) => {
    if (!request.url().startsWith('data:')) hosts.add(new URL(request.url()).origin);
  });
  const opened = await page.goto('/api/');
  expect(opened?.headers()['content-security-policy']).toMatch(/script-src 'self'(;|$)/);
  await page.getByRole('heading', { name: 'Armarium' }).waitFor();
  expect(await page.title()).toBe('Armarium API');
  const shown = await page.locator('.opblock-summary-operation-id').allTextContents();
  expect(shown).toEqual(expect.arrayContaining(operations.map(({ id }) => id)));
  const upload = page.locator('[id$="-uploadFile"]');
  await upload.locator('.opblock-summary-control').click();
  await upload.getByRole('button', { name: 'Try it out' }).click();
  await upload.locator('input[type=file]').setInputFiles({
    name: 'tried out.png',
    mimeType: 'image/png',
    buffer: await drawnImage('png', 40, 30),
  });
  const answer = page.waitForResponse('**/ccc/uploadFile');
  await upload.getByRole('button', { name: 'Execute' }).click();
  expect((await answer).status()).toBe(201);
  await upload.locator('.live-responses-table').getByText('tried out.png').waitFor();

  expect([...hosts]).toEqual([armarium.origin]);
  await person.leave();
});

/**
 * What the library breaks by how it is built: a whole line that unfolds holds a link and a button, and the links'
 * targets are as low as their text.
 */
const ofTheLibrary = ['nested-interactive', 'target-size'];
/**
 * An unfolded call: signs without a name to copy and to download, a field whose name is in a table's other cell, an
 * example longer than its frame that no key moves.
 */
const ofItsTrial = [
  ...ofTheLibrary,
  ...['button-name', 'label', 'color-contrast', 'scrollable-region-focusable'],
];

test('the API page is accessible but for what its library breaks', async () => {
  const person = await Person.signedIn(browser, armarium);
  const { page } = person;
  await page.goto('/api/');
  await page.getByRole('heading', { name: 'Armarium' }).waitFor();
  // The library draws all calls alike: to judge each of hundreds took most of a minute on a slow machine.
  await page.locator('.opblock:not([id$="-uploadFile"])').evaluateAll((calls) => {
    for (const call of calls.slice(3)) call.remove();
  });
  expect(await accessibilityFaults(page, ofTheLibrary)).toEqual([]);
  const upload = page.locator('[id$="-uploadFile"]');
  await upload.locator('.opblock-summary-control').click();
  await upload.getByRole('button', { name: 'Try it out' }).click();
  await upload.getByRole('button', { name: 'Execute' }).waitFor();
  expect(await accessibilityFaults(page, ofItsTrial)).toEqual([]);
  await person.leave();
});
