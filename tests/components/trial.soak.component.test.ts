import { audioCalls, modelCalls, videoCalls } from '@armarium/contract/asset-calls';
import type { Item } from '@armarium/contract/items';
import type { TemplateResourceType } from '@armarium/contract/record-types';
import { tryTransition, type TransitionTrial, type TrialChange } from '@armarium/contract/transition-trials';
import type { TransitionTemplate } from '@armarium/contract/transitions';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { en, filled } from '../e2e/words.ts';
import { newUuid, pageBlock } from './made-catalogue.ts';
import { MadeWorkflow } from './made-workflow.ts';
import { Screen } from './screen.tsx';

const { trial: words, close, kind } = en.workflowSettings;

let screen: Screen;
let workflow: MadeWorkflow;
let submit: TransitionTemplate;
let atlas: Item;
let breviary: Item;

beforeEach(() => {
  screen = new Screen();
  workflow = new MadeWorkflow();
  workflow.answer(screen.answers);
  submit = workflow.transition('Submit', 'In progress', 'In review');
  atlas = screen.catalogue.item('Atlas', undefined, { state: 'In progress', pressmark: 'MS 1' });
  breviary = screen.catalogue.item('Breviary', undefined, { state: 'In progress', pressmark: 'MS 2' });
});
afterEach(() => screen.close());

const main = page.getByRole('main');
const dialog = page.getByRole('dialog');
const button = (name: string) => dialog.getByRole('button', { name, exact: true });
const run = button(words.run);
const search = (type: TemplateResourceType = 'ITEM') =>
  dialog.getByRole('searchbox', { name: words.find[type], exact: true });
const record = (title: string) => dialog.getByRole('radio', { name: title });
const comment = dialog.getByRole('textbox', { name: words.comment, exact: true });
const heading = (outcome: keyof typeof words.outcome) =>
  dialog.getByRole('heading', { name: words.outcome[outcome], exact: true });
const result = (outcome: keyof typeof words.outcome) =>
  dialog.getByRole('region', { name: words.outcome[outcome], exact: true });
const anyResult = dialog.getByRole('heading', { name: /^The transition would be/ });
const bodies = () => screen.answers.asked(tryTransition).map(({ body }) => body);

/** Opens the trial of a transition as a person does. */
async function open({ name, resourceType }: TransitionTemplate = submit) {
  await screen.open('/ui/configuration?tab=workflows&part=transitions');
  const kinds = main.getByRole('combobox', { name: en.workflowSettings.resourceType, exact: true });
  await userEvent.selectOptions(kinds, kind[resourceType]);
  await main
    .getByRole('list', { name: en.workflowSettings.transitions, exact: true })
    .getByRole('button', { name: new RegExp(name), expanded: false })
    .click();
  await main.getByRole('button', { name: words.open, exact: true }).click();
  await expect.element(search(resourceType)).toHaveFocus();
}

function changeOf(given: Partial<TrialChange>): TrialChange {
  const { name, itemFromState, itemToState } = submit;
  return {
    uuid: newUuid(),
    resourceType: 'ITEM',
    sgtt: 'Atlas',
    transition: { name, itemFromState, itemToState },
    fields: [{ name: 'state', before: [itemFromState], after: [itemToState] }],
    entered: [],
    ...given,
  };
}

function passed(changes: TrialChange[], effects: TransitionTrial['effects'] = []): TransitionTrial {
  const uuid = changes[0]?.uuid ?? '';
  return { records: [{ uuid, outcome: 'done', causes: [], changes }], effects };
}

/** Lets every trial be refused for one cause. */
function refuse(code: string, detail = '', fields: string[] = []): void {
  const cause = { code, detail, fields: fields.map((name) => ({ name, code: 'required', message: '' })) };
  screen.answers.give(tryTransition, ({ body }) => ({
    records: body.uuids.map((uuid) => ({ uuid, outcome: 'refused' as const, causes: [cause], changes: [] })),
    effects: [],
  }));
}

test('[A11Y-05] a trial tells what would change, what goes along and what would be sent', async () => {
  const mail = {
    recipients: ['ada@example.org', 'bo@example.org'],
    subject: 'Atlas was submitted',
    // So long that it scrolls.
    text: `Dear all,\n\nsee Atlas.${'\n'.repeat(60)}Yours`,
    obstacle: 'smtp-not-set' as const,
  };
  const call = { recipients: ['https://example.org/hook'], subject: null, obstacle: null };
  const text = '{"event":"transition","records":[{"title":"Atlas"}]}';
  const isAbout = { taskUuid: newUuid(), recordsCount: 1 };
  screen.answers.give(tryTransition, ({ body }) =>
    passed(
      [
        changeOf({
          uuid: body.uuids[0] ?? '',
          fields: [
            { name: 'state', before: ['In progress'], after: ['In review'] },
            { name: 'autn', before: [], after: ['Lent to Bo'] },
          ],
          entered: [{ uuid: newUuid(), sgtt: 'Loans' }],
        }),
        changeOf({ sgtt: 'Folio 1', resourceType: 'MEDIA' }),
        changeOf({ sgtt: 'Folio 2', resourceType: 'MEDIA', fields: [] }),
      ],
      [
        { ...isAbout, templateName: 'SEND_EMAIL', messages: [mail] },
        { ...isAbout, taskUuid: newUuid(), templateName: 'WEBHOOK', messages: [{ ...call, text }] },
      ],
    ),
  );
  await open();
  await expect.element(record('Breviary')).toBeInTheDocument();
  await screen.expectAccessible();
  await record('Atlas').click();
  await comment.fill(' As agreed ');
  await run.click();
  await expect.element(heading('done')).toHaveFocus();
  await expect.element(heading('done')).toBeInViewport();
  expect(screen.answers.asked(tryTransition).map(({ params, body }) => [params.uuid, body])).toEqual([
    [submit.uuid, { uuids: [atlas.uuid], comment: 'As agreed' }],
  ]);
  const told = result('done');
  const changed = told.bySelector('dl').first().getByRole('definition');
  await expect.element(changed.first()).toHaveTextContent(/In progress.*In review/);
  await expect.element(told.getByRole('term').nth(1)).toHaveTextContent('Author');
  await expect.element(changed.nth(1)).toHaveTextContent('Lent to Bo');
  await expect.element(told).toHaveTextContent(filled(words.entered, { titles: 'Loans' }));
  await expect
    .element(told.getByRole('heading', { name: filled(words.others_other, { formatted: '2' }), exact: true }))
    .toBeVisible();
  const others = told.getByRole('listitem');
  await expect.element(others).toHaveLength(2);
  await expect.element(others.first()).toHaveTextContent(/Folio 1 Asset.*In progress.*In review/);
  await expect.element(others.last()).toHaveTextContent(`Folio 2 Asset${words.unchanged}`);
  const [first, second] = [told.getByRole('article').first(), told.getByRole('article').last()];
  await expect.element(first).toHaveTextContent(`${words.mail} ada@example.org, bo@example.org`);
  await expect.element(first).toHaveTextContent('Atlas was submitted');
  await expect.element(first).toHaveTextContent('Dear all, see Atlas. Yours');
  const obstacle = `${words.obstacle} ${en.delivery.outcome['smtp-not-set']}`;
  await expect.element(first.getByText(obstacle, { exact: true })).toBeVisible();
  await expect.element(second).toHaveTextContent(`${words.call} https://example.org/hook`);
  await expect.element(second).not.toHaveTextContent(words.obstacle);
  const json = second.bySelector('pre').element().textContent;
  expect(json).toBe(JSON.stringify(JSON.parse(text), null, 2));
  await screen.expectAccessible();
});

test('a trial that would be refused says why', async () => {
  await open();
  await record('Atlas').click();
  refuse('metadata-missing', 'Author is empty. Fill it, and try again.', ['autn', 'sgti']);
  await run.click();
  await expect.element(heading('refused')).toHaveFocus();
  const { title } = en.problem['metadata-missing'];
  await expect
    .element(result('refused').getByText(`${title}: Author, Description.`, { exact: true }))
    .toBeVisible();
  await screen.expectAccessible();
  refuse('state-changed', 'It is in the state Default.');
  await run.click();
  const other = filled(words.otherState, { state: 'In progress' });
  await expect.element(result('refused').getByText(other, { exact: true })).toBeVisible();
  await expect.element(result('refused')).not.toHaveTextContent(title);
  refuse('task-impossible', 'Author can’t be set.');
  await run.click();
  await expect.element(result('refused')).toHaveTextContent(en.problem['task-impossible'].title);
  await expect.element(result('refused')).toHaveTextContent(`${words.detail} Author can’t be set.`);
});

test('without a record nothing is asked; a search leaves the chosen record chosen', async () => {
  screen.answers.give(tryTransition, ({ body }) => passed([changeOf({ uuid: body.uuids[0] ?? '' })]));
  await open();
  await expect.element(record('Breviary')).toBeInTheDocument();
  await run.click();
  await expect.element(dialog.getByRole('alert')).toHaveTextContent(words.lacking);
  await search().fill('brev');
  await expect.element(record('Atlas')).not.toBeInTheDocument();
  await record('Breviary').click();
  await expect.element(dialog.getByRole('alert')).not.toBeInTheDocument();
  await search().fill('nothing like it');
  // Enter searches, and tries nothing.
  await userEvent.keyboard('{Enter}');
  await expect.element(dialog.getByRole('status')).toHaveTextContent(words.none);
  await expect.element(record('Breviary')).toBeChecked();
  await run.click();
  await expect.element(heading('done')).toHaveFocus();
  expect(bodies()).toEqual([{ uuids: [breviary.uuid] }]);
});

test('a trial that failed keeps what was chosen and written; another comment takes the result away', async () => {
  screen.answers.give(tryTransition, ({ body }) => passed([changeOf({ uuid: body.uuids[0] ?? '' })]));
  await open();
  await record('Atlas').click();
  await comment.fill('As agreed');
  await screen.answers.failing(tryTransition, 'trial-too-long', async () => {
    await run.click();
    await expect.element(dialog.getByRole('alert')).toHaveTextContent(words.failed);
    await expect.element(dialog.getByRole('alert')).toHaveTextContent(en.problem['trial-too-long'].next);
  });
  await expect.element(anyResult).not.toBeInTheDocument();
  await expect.element(record('Atlas')).toBeChecked();
  await expect.element(comment).toHaveValue('As agreed');
  await run.click();
  await expect.element(heading('done')).toHaveFocus();
  await expect.element(dialog.getByRole('alert')).not.toBeInTheDocument();
  const body = { uuids: [atlas.uuid], comment: 'As agreed' };
  expect(bodies()).toEqual([body, body]);
  await comment.fill('As agreed with Bo');
  await expect.element(anyResult).not.toBeInTheDocument();
  // What is answered to the comment before is not shown with the new one.
  const letGo = screen.answers.hold(tryTransition);
  await run.click();
  await expect.poll(() => bodies().length).toBe(3);
  await comment.fill('As agreed with Cy');
  letGo();
  await expect.element(run).toHaveAttribute('aria-disabled', 'false');
  await expect.element(anyResult).not.toBeInTheDocument();
  await run.click();
  await expect.element(heading('done')).toHaveFocus();
  expect(bodies().at(-1)?.comment).toBe('As agreed with Cy');
  await button(close).last().click();
  await expect.element(main.getByRole('button', { name: words.open, exact: true })).toHaveFocus();
});

test('for assets an item is chosen first, then one of its files', async () => {
  const digitize = workflow.transition('Digitize', 'Default', 'Approved', { resourceType: 'MEDIA' });
  screen.catalogue.image('Folio 1', breviary);
  const folio = screen.catalogue.image('Folio 2', breviary, { state: 'Approved' });
  screen.answers.give(audioCalls.list, { _embedded: { audios: [] }, ...pageBlock(0, {}) });
  screen.answers.give(videoCalls.list, { _embedded: { videos: [] }, ...pageBlock(0, {}) });
  screen.answers.give(modelCalls.list, { _embedded: { model3Ds: [] }, ...pageBlock(0, {}) });
  screen.answers.give(tryTransition, ({ body }) => passed([changeOf({ uuid: body.uuids[0] ?? '' })]));
  await open(digitize);
  const files = dialog.getByRole('combobox', { name: words.file, exact: true });
  await record('Atlas').click();
  await expect.element(dialog.getByText(words.noFiles, { exact: true })).toBeVisible();
  await record('Breviary').click();
  await expect.element(files).toHaveTextContent('1. Folio 1 (Default)2. Folio 2 (Approved)');
  await run.click();
  await expect.element(dialog.getByRole('alert')).toHaveTextContent(words.lackingAsset);
  await userEvent.selectOptions(files, '2. Folio 2 (Approved)');
  await run.click();
  await expect.element(heading('done')).toHaveFocus();
  expect(bodies()).toEqual([{ uuids: [folio.uuid] }]);
  // The file was of the item that was chosen before.
  await record('Atlas').click();
  await expect.element(anyResult).not.toBeInTheDocument();
  await run.click();
  await expect.element(dialog.getByRole('alert')).toHaveTextContent(words.lackingAsset);
  expect(bodies()).toHaveLength(1);
});
