import { listEffects, retryEffect, retryFailedEffects, type Effect } from '@armarium/contract/effects';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { en, filled } from '../e2e/words.ts';
import { MadeEffects } from './made-effects.ts';
import { MadeWorkflow } from './made-workflow.ts';
import { Screen } from './screen.tsx';

const words = en.workflowSettings.effects;

let screen: Screen;
let workflow: MadeWorkflow;
let effects: MadeEffects;

beforeEach(() => {
  screen = new Screen();
  workflow = new MadeWorkflow();
  workflow.answer(screen.answers);
  effects = new MadeEffects(
    workflow.transition('Publish', 'Approved', 'Published', { label: 'Make public' }),
  );
  effects.answer(screen.answers);
});
afterEach(() => screen.close());

const main = page.getByRole('main');
const list = main.getByRole('list', { name: words.list, exact: true });
const rows = () => [...(document.querySelectorAll('main [data-uuid]') ?? [])];
const row = (effect: Effect) => list.bySelector(`[data-uuid="${effect.uuid}"]`);
const filter = (name: keyof typeof words.filter) =>
  main
    .getByRole('navigation', { name: words.states, exact: true })
    .getByRole('link', { name: words.filter[name] });
const again = (effect: Effect) => row(effect).getByRole('button');
const search = () => Object.fromEntries(new URLSearchParams(location.search));
const open = (more = '') => screen.open(`/ui/configuration?tab=workflows&part=effects${more}`);

test('effects are listed with their state, their records and what came of each recipient', async () => {
  const mail = effects.make('SEND_EMAIL', 'ERROR', [
    ['ada@example.org', 'DONE', 'mail-sent'],
    ['nobody@example.org', 'ERROR', 'mail-refused'],
  ]);
  const call = effects.make('WEBHOOK', 'DONE', [['https://example.org/hook', 'DONE', 'webhook-taken']]);
  await open();
  await expect.element(row(call)).toHaveTextContent('Call after Make public (Approved > Published)');
  expect(rows().map((one) => one.getAttribute('data-uuid'))).toEqual([call.uuid, mail.uuid]);
  await expect.element(row(call)).toHaveTextContent(words.progress.sent);
  expect(again(call).elements()).toHaveLength(0);
  await expect.element(row(mail)).toHaveTextContent(words.progress.failed);
  await expect.element(row(mail)).toHaveTextContent('Atlas');
  await expect.element(row(mail)).toHaveTextContent('and 11 more');
  await expect.element(row(mail)).toHaveTextContent('Ada Lovelace');
  const recipients = row(mail).getByRole('list', { name: words.recipients }).getByRole('listitem');
  await expect.element(recipients.first()).toHaveTextContent(`${words.progress.sent}ada@example.org`);
  const refused = recipients.last();
  await expect.element(refused).toHaveTextContent(en.delivery.outcome['mail-refused']);
  await expect.element(refused).toHaveTextContent(words.next.recipient);
  await expect.element(refused).toHaveTextContent('said by the other server');
  await expect.element(refused).toHaveTextContent('1 attempt');
  await screen.expectAccessible();
});

test('one that waits says when its next attempt is', async () => {
  const mail = effects.make('SEND_EMAIL', 'PENDING', [['later@example.org', 'PENDING', 'mail-deferred']]);
  await open();
  await expect.element(row(mail)).toHaveTextContent(words.progress.waiting);
  await expect.element(row(mail)).toHaveTextContent(/1 attempt; the next one is at \d/);
});

test('the list is filtered by state and turned by pages, which stand in the address', async () => {
  for (let count = 1; count <= 21; count += 1)
    effects.make('WEBHOOK', 'DONE', [['https://example.org/hook', 'DONE', 'webhook-taken']]);
  effects.make('WEBHOOK', 'ERROR', [['https://example.org/hook', 'ERROR', 'http-status']]);
  await open();
  await expect.poll(() => rows().length).toBe(20);
  await main
    .getByRole('navigation', { name: words.pages, exact: true })
    .getByRole('link', { name: 'Page 2' })
    .click();
  await expect.poll(() => rows().length).toBe(2);
  await expect.element(filter('ERROR')).toHaveTextContent('Failed 1');
  await filter('ERROR').click();
  await expect.poll(() => rows().length).toBe(1);
  expect(search()).toEqual({ tab: 'workflows', part: 'effects', state: 'ERROR' });
  await filter('PENDING').click();
  await expect.element(main.getByText(words.none.PENDING, { exact: true })).toBeVisible();
  await main.getByRole('link', { name: words.showAll, exact: true }).click();
  await expect.poll(() => rows().length).toBe(20);
  expect(search()).toEqual({ tab: 'workflows', part: 'effects' });
});

test('[A11Y-05] one that failed is sent again; the focus stays in the list, and the outcome is said', async () => {
  const other = effects.make('WEBHOOK', 'ERROR', [['https://example.org/b', 'ERROR', 'http-status']]);
  const call = effects.make('WEBHOOK', 'ERROR', [['https://example.org/a', 'ERROR', 'http-status']]);
  await open('&state=ERROR');
  await expect
    .element(row(call))
    .toHaveTextContent(filled(en.delivery.outcome['http-status'], { status: '503' }));
  await again(call).click();
  await expect.element(main.getByText(/is being sent again\.$/)).toBeVisible();
  expect(screen.answers.asked(retryEffect).map(({ params }) => params.uuid)).toEqual([call.uuid]);
  // It waits now, and has left the list of those that failed.
  await expect.poll(() => rows().length).toBe(1);
  await expect.element(row(other)).toHaveFocus();
});

test('[A11Y-05] one that arrives by itself is shown so, and the focus stays on its row', async () => {
  const call = effects.make('WEBHOOK', 'PENDING', []);
  await open();
  await expect.element(row(call)).toHaveTextContent(words.collecting);
  again(call).element().focus();
  effects.change(call.uuid, 'DONE', [['https://example.org/a', 'DONE', 'webhook-taken']]);
  await expect.element(row(call)).toHaveTextContent(words.progress.sent);
  await expect.element(row(call)).toHaveFocus();
});

test('one that can’t be sent again says why', async () => {
  const call = effects.make('WEBHOOK', 'ERROR', [['https://example.org/a', 'ERROR', 'url-timeout']]);
  await open();
  await screen.answers.failing(retryEffect, 'unavailable', async () => {
    await again(call).click();
    await expect.element(main.getByText(words.notSentAgain, { exact: true })).toBeVisible();
  });
  await again(call).click();
  await expect.element(main.getByText(words.notSentAgain)).not.toBeInTheDocument();
});

test('all that failed are sent again after a question that says how many', async () => {
  effects.make('WEBHOOK', 'ERROR', [['https://example.org/a', 'ERROR', 'url-timeout']]);
  effects.make('SEND_EMAIL', 'ERROR', [['nobody@example.org', 'ERROR', 'mail-refused']]);
  effects.make('WEBHOOK', 'DONE', [['https://example.org/a', 'DONE', 'webhook-taken']]);
  await open();
  await main.getByRole('button', { name: words.sendAllAgain, exact: true }).click();
  const dialog = page.getByRole('dialog', {
    name: filled(words.sendAllQuestion_other, { formatted: '2' }),
    exact: true,
  });
  const confirm = dialog.getByRole('button', { name: words.sendAllAgain, exact: true });
  await screen.answers.failing(retryFailedEffects, 'unavailable', async () => {
    await confirm.click();
    await expect.element(dialog.getByText(words.notAllSentAgain, { exact: true })).toBeVisible();
  });
  await confirm.click();
  await expect
    .element(main.getByText(filled(words.allSentAgain_other, { formatted: '2' }), { exact: true }))
    .toBeVisible();
  await expect.element(main.getByRole('button', { name: words.sendAllAgain })).not.toBeInTheDocument();
  await expect.element(filter('all')).toHaveFocus();
});

test('a list without effects says what it is for; one that can’t be read says so', async () => {
  screen.answers.fail(listEffects, 'unavailable');
  await open();
  await expect.element(main.getByRole('alert')).toBeVisible();
  effects.answer(screen.answers);
  await main.getByRole('alert').getByRole('button').click();
  await expect.element(main.getByText(words.none.all, { exact: true })).toBeVisible();
  await screen.expectAccessible();
});
