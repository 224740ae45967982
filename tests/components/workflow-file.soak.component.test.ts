import { exportWorkflow, importWorkflow, type WorkflowOutcome } from '@armarium/contract/workflow-file';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { en, filled, it as italian } from '../e2e/words.ts';
import { Refused } from './answers.ts';
import { MadeWorkflow } from './made-workflow.ts';
import { Screen } from './screen.tsx';

const { workflowSettings: words } = en;

const outcome: WorkflowOutcome = {
  dryRun: true,
  changes: [
    { what: 'field', resourceType: 'ITEM', name: 'hand', change: 'add', parts: [] },
    { what: 'state', resourceType: null, name: 'Lent', change: 'change', parts: ['color', 'labels'] },
    {
      what: 'transition',
      resourceType: 'ITEM',
      name: 'Lend',
      itemFromState: 'Default',
      itemToState: 'Lent',
      change: 'add',
      parts: [],
    },
  ],
  left: [{ what: 'state', resourceType: null, name: 'Approved', why: 'not-in-file' }],
};

let screen: Screen;
/** The version of what the organisation has. */
let version: string;

beforeEach(() => {
  screen = new Screen();
  version = '"1"';
  new MadeWorkflow().answer(screen.answers);
  screen.answers.give(exportWorkflow, () => ({
    version: 1,
    fields: [],
    states: [{ name: 'Lent', color: '#123456', labels: { it: 'In prestito' } }],
    transitions: [],
  }));
  screen.answers.give(
    importWorkflow,
    ({ query: { dryRun = false, prune = false }, headers }) => {
      const seen = headers.get('If-Match');
      if (seen !== null && seen !== version) throw new Refused('stale');
      const left = prune ? [] : outcome.left;
      return { ...outcome, dryRun, left };
    },
    {
      headers: {
        get ETag() {
          return version;
        },
      },
    },
  );
});
afterEach(() => screen.close());

const main = page.getByRole('main');
const button = (name: string) => main.getByRole('button', { name, exact: true });
const told = (text: string) => page.getByText(text, { exact: true }).first();
const alert = main.getByRole('alert');
const asked = () => screen.answers.asked(importWorkflow);

const open = (...shown: Parameters<Screen['open']> extends [string, ...infer S] ? S : never) =>
  screen.open('/ui/configuration?tab=workflows&part=file', ...shown);
async function choose(text: string, name = 'workflow.yaml') {
  await open();
  await expect.element(button(words.file.choose)).toBeVisible();
  await userEvent.upload(main.bySelector('input[type=file]'), new File([text], name));
}
const lines = (title: string) =>
  main.bySelector('h4').filter({ hasText: title }).element().parentElement?.querySelectorAll('li');
const textsOf = (title: string) => [...(lines(title) ?? [])].map(({ textContent }) => textContent);

test('the workflow is downloaded as YAML', async () => {
  const made = vi.spyOn(URL, 'createObjectURL');
  await open();
  await button(words.file.download).click();
  await expect.poll(() => made.mock.calls.length).toBe(1);
  expect(await (made.mock.calls[0]![0] as Blob).text()).toBe(
    'version: 1\nfields: []\nstates:\n  - name: Lent\n    color: "#123456"\n    labels:\n      it: In prestito\ntransitions: []\n',
  );
});

test('a file shows what it would change before it is imported', async () => {
  await choose('version: 1\nstates:\n  - name: Lent\n    color: "#654321"\n');
  await expect.element(main.getByText(words.file.list.add, { exact: true })).toBeVisible();
  expect(textsOf(words.file.list.add)).toEqual([
    'Field hand (Item)',
    'Transition Lend (Item: Default > Lent)',
  ]);
  expect(textsOf(words.file.list.change)).toEqual(['State Lent: colour, labels']);
  expect(textsOf(words.file.list['not-in-file'])).toEqual(['State Approved']);
  await screen.expectAccessible();
  const prune = main.getByRole('checkbox', { name: words.file.prune, exact: true });
  await prune.click();
  await expect.element(main.getByText(words.file.list['not-in-file'])).not.toBeInTheDocument();
  await expect.element(prune).toHaveFocus();
  await button(words.file.takeOver).click();
  await expect.element(told(filled(words.file.done_other, { formatted: '3' }))).toBeVisible();
  await expect.element(main.getByRole('heading', { name: 'workflow.yaml' })).toHaveFocus();
  expect(textsOf(words.file.doneList.add)).toHaveLength(2);
  await button(words.file.close).click();
  await expect.element(button(words.file.choose)).toHaveFocus();
  expect(asked().map(({ query }) => query)).toEqual([
    { dryRun: true, prune: false },
    { dryRun: true, prune: true },
    { prune: true },
  ]);
  expect(asked().at(-1)?.body).toEqual({ version: 1, states: [{ name: 'Lent', color: '#654321' }] });
});

test('what is used by the time of the import is named', async () => {
  await choose('version: 1');
  await main.getByRole('checkbox', { name: words.file.prune, exact: true }).click();
  await expect.element(main.getByText(words.file.list['not-in-file'])).not.toBeInTheDocument();
  const done: WorkflowOutcome = {
    ...outcome,
    dryRun: false,
    left: [{ what: 'state', resourceType: null, name: 'Approved', why: 'used' }],
  };
  screen.answers.give(importWorkflow, () => done);
  await button(words.file.takeOver).click();
  await expect.element(main.getByText(words.file.doneList.used, { exact: true })).toBeVisible();
  expect(textsOf(words.file.doneList.used)).toEqual(['State Approved']);
});

test('a file stays chosen while the states are looked at', async () => {
  await choose('version: 1');
  await expect.element(main.getByText(words.file.list.add, { exact: true })).toBeVisible();
  const tab = (name: string) => main.getByRole('tab', { name, exact: true });
  await tab(words.states).click();
  await expect.element(main.getByText(words.file.list.add, { exact: true })).not.toBeInTheDocument();
  await tab(words.file.title).click();
  await expect.element(main.getByText(words.file.list.add, { exact: true })).toBeVisible();
  expect(asked().length).toBe(1);
});

test('a file that changes nothing can’t be imported', async () => {
  screen.answers.give(importWorkflow, () => ({ dryRun: true, changes: [], left: [] }));
  await choose('{"version": 1}', 'workflow.json');
  await expect.element(main.getByText(words.file.nothing, { exact: true })).toBeVisible();
  await expect.element(button(words.file.takeOver)).toHaveAttribute('aria-disabled', 'true');
  await button(words.cancel).click();
  await expect.element(button(words.file.takeOver)).not.toBeInTheDocument();
  await expect.element(button(words.file.choose)).toHaveFocus();
});

test.each([
  ['a picture', '\u0089PNG\r\n\u001a\n\0\0', words.file.unread['no-text']],
  ['an empty file', '# nothing', words.file.unread.empty],
  ['a huge file', '#'.repeat(4_000_001), filled(words.file.unread['too-large'], { size: 4 })],
])('%s is not sent', async (_, text, why) => {
  await choose(text);
  await expect.element(alert).toHaveTextContent(why);
  expect(asked()).toEqual([]);
});

test.each([
  ['version: 1\nstates: [\n  - x: {\n', 4],
  ['version: 1\nstates: *none\n', 2],
])('a file that is neither YAML nor JSON says at which line', async (text, line) => {
  await choose(text);
  await expect.element(alert).toHaveTextContent(filled(words.file.unread.fault, { line }));
  expect(asked()).toEqual([]);
});

test('a file with faults names all of them with their places', async () => {
  screen.answers.refuseOnce(importWorkflow, [
    { name: 'fields[0].type', code: 'read-only', message: 'refused' },
    { name: 'transitions[0].tasks[0].parameters.collection', code: 'unknown-collection', message: 'refused' },
    { name: 'states[1].color', code: 'never heard of', message: 'refused' },
    { name: 'states[1].colour', code: 'unknown-field', message: 'refused' },
  ]);
  const lines = [
    'version: 1',
    'fields:',
    '  - { name: hand, label: Hand, resourceType: ITEM,',
    '      type: STRING }',
    'states: []',
    'transitions:',
    '  - { name: Lend, itemFromState: Default, itemToState: Lent, resourceType: ITEM,',
    '      tasks: [{ templateName: LINK_TO_COLLECTION }] }',
  ];
  await choose(lines.join('\n'));
  await expect.element(alert).toHaveTextContent(words.file.faulty);
  const texts = alert
    .getByRole('listitem')
    .elements()
    .map(({ textContent }) => textContent);
  expect(texts).toEqual([
    `Line 4: fields[0].type: STRING ${words.fault['read-only']}`,
    `Line 8: transitions[0].tasks[0].parameters.collection ${words.fault['unknown-collection']}`,
    // The file has no such state: the line of the section.
    `Line 5: states[1].color ${words.fault.other}`,
    `Line 5: states[1].colour ${words.fault['unknown-key']}`,
  ]);
  await expect.element(button(words.file.takeOver)).toHaveAttribute('aria-disabled', 'true');
  await screen.expectAccessible();
});

test('what somebody else changed since the look is looked at again', async () => {
  await choose('version: 1');
  await expect.element(main.getByText(words.file.list.add, { exact: true })).toBeVisible();
  version = '"2"';
  await button(words.file.takeOver).click();
  await expect.element(alert).toHaveTextContent(words.file.stale);
  await expect.element(button(words.file.lookAgain)).toHaveFocus();
  await button(words.file.lookAgain).click();
  await expect.element(alert).not.toBeInTheDocument();
  await expect.element(main.getByRole('heading', { name: 'workflow.yaml' })).toHaveFocus();
  await button(words.file.takeOver).click();
  await expect.element(told(filled(words.file.done_other, { formatted: '3' }))).toBeVisible();
});

test('in Italian, on a small screen, in the dark, it can be read', async () => {
  await open({ language: 'it', scheme: 'dark', width: 390, height: 844 });
  await expect.element(button(italian.workflowSettings.file.choose)).toBeVisible();
  await userEvent.upload(main.bySelector('input[type=file]'), new File(['version: 1'], 'w.yaml'));
  await expect.element(main.getByText(italian.workflowSettings.file.list.add, { exact: true })).toBeVisible();
  await screen.expectAccessible();
});
