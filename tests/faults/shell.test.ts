import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { Person } from '../e2e/person.ts';
import { eventually } from '../harness/waiting.ts';
import { en } from '../e2e/words.ts';
import { openBrowser } from '../harness/browser.ts';
import { RunningArmarium } from '../harness/start-armarium.ts';

let armarium: RunningArmarium;
let browser: Browser;

beforeAll(async () => {
  [armarium, browser] = await Promise.all([RunningArmarium.start(), openBrowser()]);
});
afterAll(async () => {
  await browser?.close();
  await armarium?.close();
});

test('[SHELL-28] a default image stands in the place of an avatar that does not load', async () => {
  const person = await Person.signedIn(browser, armarium);
  const { page, words } = person;
  await page.route('**/iam/jarvisUsers/search/self', async (route) => {
    const answer = await route.fetch();
    const self = (await answer.json()) as object;
    await route.fulfill({
      response: answer,
      json: { ...self, avatarUrl: `${armarium.origin}/no/such/picture` },
    });
  });
  const asked = page.waitForResponse('**/no/such/picture');
  await page.goto('/ui/catalog');
  expect((await asked).status()).toBe(404);
  const user = page.getByRole('navigation', { name: words.app.menu }).locator('[data-user]');
  await user.locator('svg').waitFor();
  expect(await user.locator('img').count()).toBe(0);
  await person.expectFault(/404 \(Not Found\) \(\S+\/no\/such\/picture/);
  await person.leave();
});

test('[TENANT-18] where the tenant-info call fails the tenant is called `default`', async () => {
  const person = await Person.signedIn(browser, armarium);
  const { page } = person;
  await page.route('**/iam/tenants/info', (route) => route.fulfill({ status: 500, body: '' }));
  await page.goto('/ui/catalog');
  await page.getByRole('heading', { level: 1 }).waitFor();
  const menu = page.getByRole('navigation', { name: en.app.menu });
  await eventually(() => menu.getByText('default', { exact: true }).count()).toBe(1);
  await page.getByRole('banner').getByText('default', { exact: true }).waitFor();
  await person.expectFault(/500/);
  await person.leave();
});
