import type { Browser } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import { operations } from '@armarium/contract/operations';
import { drawnImage } from '../harness/drawn-image.ts';
import { Person } from './person.ts';
import { openSite } from './open-site.ts';
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
