import {
  createTemplate,
  deleteTemplate,
  findTemplateByName,
  findTemplatesByResourceType,
  orderTemplates,
  updateTemplate,
  type Template,
} from '@armarium/contract/templates';
import { getTemplateUsage } from '@armarium/contract/usage';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { page, userEvent, type Locator } from 'vitest/browser';
import { en, filled, it as italian } from '../e2e/words.ts';
import { MadeFields } from './made-fields.ts';
import { Screen } from './screen.tsx';

const { fields: words, configuration } = en;

let screen: Screen;
let made: MadeFields;
let language: Template;

beforeEach(() => {
  screen = new Screen();
  made = new MadeFields(screen.catalogue);
  made.answer(screen.answers);
  screen.catalogue.field('ITEM', 'binding', { label: 'Binding', priority: 'MEDIUM', help: 'What holds it' });
  language = screen.catalogue.field('ITEM', 'lang', {
    label: 'Language',
    labels: { it: 'Lingua' },
    type: 'ENUM',
    enumValues: ['Latin', 'Greek', 'Hebrew'],
    defaultValue: 'Greek',
  });
  made.usage.set(language.uuid, {
    records: 1_234,
    values: [{ value: 'Latin', records: 1_200 }],
  });
});
afterEach(() => screen.close());

const isThere = (locator: Locator) => expect.element(locator).toBeVisible();
const isGone = (locator: Locator) => expect.element(locator).not.toBeInTheDocument();
const main = page.getByRole('main');
const entity = main.getByLabelText(words.entity, { exact: true });
const list = (name: string) => main.getByRole('list', { name, exact: true });
const row = (label: string) => main.bySelector('li[data-uuid]').filter({ hasText: label });
const opener = (label: string) => row(label).getByRole('button', { name: label, exact: true });
const priorityOf = (label: string) => main.getByLabelText(filled(words.priorityOf, { field: label }));
const said = (text: string) =>
  main
    .getByRole('status')
    .getByText(text, { exact: true })
    .or(main.getByRole('status').filter({ hasText: text }));
const dialog = page.getByRole('dialog');
const button = (name: string) => dialog.getByRole('button', { name, exact: true });
const field = (name: string) => dialog.getByRole('textbox', { name, exact: true });
const choice = (name: string) => dialog.getByRole('combobox', { name, exact: true });
const options = dialog.getByRole('list', { name: /^Dictionary options/ });
const shownLists = () =>
  expect.poll(() =>
    ['High', 'Medium', 'Low']
      .map((name) =>
        list(name)
          .bySelector('code')
          .elements()
          .map((element) => element.textContent)
          .join(' '),
      )
      .join(' | '),
  );
const savedLists = () => expect.poll(() => made.lists());
const BEGIN = 'sgtt pressmark | autn binding | sgti lang';

async function open(
  search = '',
  ...shown: Parameters<Screen['open']> extends [string, ...infer S] ? S : never
) {
  await screen.open(`/ui/configuration${search}`, ...shown);
  await expect.element(main.bySelector('li[data-uuid]').first()).toBeVisible();
}
async function openNew() {
  await open();
  await main.getByRole('button', { name: words.add, exact: true }).click();
  await isThere(dialog);
}
async function openField(label: string) {
  await open();
  await opener(label).click();
  await isThere(field(words.part.label));
}

describe('the page of the configuration', () => {
  test('[META-01, META-02, PERM-29] only the tabs that there are can be opened, by administrators', async () => {
    await open('?tab=catalog');
    const tabs = main.getByRole('tab').elements();
    expect(tabs.map(({ textContent }) => textContent)).toEqual([
      configuration.metadata,
      configuration.workflows,
    ]);
    await expect
      .element(main.getByRole('tab', { name: configuration.metadata }))
      .toHaveAttribute('aria-selected', 'true');
    await screen.close();
    screen = new Screen();
    await screen.open('/ui/configuration', { roles: ['ROLE_METADATA_EDITOR'] });
    await isThere(main.getByText(en.users.lackingRights));
    await isGone(main.getByRole('tab'));
  });

  test('[META-03, META-04, META-05, META-06] the fields of the chosen kind are shown, which the browser keeps', async () => {
    screen.catalogue.field('SERIES', 'theme');
    await open();
    const kinds = [...(entity.element() as HTMLSelectElement).options].map(({ text }) => text);
    expect(kinds).toEqual(['Item', 'Asset', 'Collection', 'Story', 'Serie']);
    await expect.element(entity).toHaveValue('ITEM');
    await isThere(main.getByRole('status').filter({ hasText: /^6 / }));
    await userEvent.selectOptions(entity, 'Serie');
    await shownLists().toContain('theme');
    screen.reopen();
    await expect.element(entity).toHaveValue('SERIES');
    await shownLists().toContain('theme');
  });

  test('[META-08, META-09, META-11, META-16] three lists with their counts say what each field is', async () => {
    await open('', { language: 'it' });
    const { fields } = italian;
    for (const priority of [fields.priority.HIGH, fields.priority.MEDIUM, fields.priority.LOW])
      await isThere(main.getByRole('heading', { name: `${priority} 2` }));
    const lang = row('lang');
    await expect.element(lang).toHaveTextContent('Lingua Language');
    await expect.element(lang).toHaveTextContent('Dizionario');
    await expect.element(lang).toHaveTextContent('Greek');
    await expect.element(lang.getByRole('combobox')).toHaveValue('LOW');
    await expect.element(row('sgtt')).toHaveTextContent(fields.mark.locked);
    await screen.close();
    screen = new Screen();
    made = new MadeFields(screen.catalogue);
    made.answer(screen.answers);
    screen.catalogue.field('ITEM', 'lang', { type: 'ENUM', enumValues: ['a'] });
    await open();
    await expect.element(row('lang')).toHaveTextContent('Dictionary');
  });

  test('a narrow dark page in Italian is accessible, and so are its dialogs', async () => {
    await open('', { language: 'it', scheme: 'dark', width: 390, height: 844 });
    await screen.expectAccessible();
    expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(390);
    await opener('Lingua').click();
    await isThere(dialog.getByRole('textbox', { name: italian.fields.part.label, exact: true }));
    await screen.expectAccessible();
  });
});

describe('a move', () => {
  test('[META-12, META-35] to a full High by the dropdown sends its last to Medium, says so, and is undone', async () => {
    await open();
    // The driver chooses without giving it the focus.
    (priorityOf('Language').element() as HTMLElement).focus();
    await userEvent.selectOptions(priorityOf('Language'), 'High');
    await shownLists().toBe('sgtt lang | pressmark autn binding | sgti');
    await savedLists().toBe('sgtt lang | pressmark autn binding | sgti');
    await isThere(said('Language moved to High. Pressmark moved to Medium, because High has room for two.'));
    await expect.element(priorityOf('Language')).toHaveFocus();
    await main.getByRole('button', { name: words.undo, exact: true }).click();
    await shownLists().toBe(BEGIN);
    await savedLists().toBe(BEGIN);
    await isThere(said('The move of Language was undone.'));
    await expect.element(opener('Language')).toHaveFocus();
  });

  test('[A11Y-04, META-37, META-38, META-39] by keys goes where the rules put it, and takes the focus along', async () => {
    await open();
    (opener('Language').element() as HTMLElement).focus();
    for (const [keys, lists] of [
      ['2', 'sgtt pressmark | autn binding lang | sgti'],
      ['{Alt>}{ArrowUp}{/Alt}', 'sgtt pressmark | autn lang binding | sgti'],
      ['{Alt>}{ArrowUp}{ArrowUp}{/Alt}', 'sgtt pressmark | lang autn binding | sgti'],
      ['{Alt>}{ArrowDown}{/Alt}', 'sgtt pressmark | autn lang binding | sgti'],
      ['1', 'sgtt lang | pressmark autn binding | sgti'],
      ['2', 'sgtt | lang pressmark autn binding | sgti'],
      ['3', 'sgtt | pressmark autn binding | lang sgti'],
    ] as const) {
      await userEvent.keyboard(keys);
      await shownLists().toBe(lists);
      await expect.element(opener('Language')).toHaveFocus();
    }
    await savedLists().toBe('sgtt | pressmark autn binding | lang sgti');
    await isThere(said('Language moved to Low, place 1 of 2.'));
  });

  test('begins from the move before it, also at the moment when that is saved', async () => {
    await open();
    const keys = ['1', '2', '3', '2', '1', '3', '1', '2', '3', '1'];
    for (const [moves, key] of keys.entries()) {
      opener('Language')
        .element()
        .dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true }));
      await vi.waitUntil(() => screen.answers.asked(orderTemplates).length > moves, { interval: 1 });
      // The page gets to know of it a few turns of the event loop later.
      for (let turns = 0; turns < moves; turns += 1) await new Promise((resolve) => setTimeout(resolve));
    }
    await savedLists().toBe('sgtt lang | pressmark autn binding | sgti');
    await screen.answers.settled();
    expect(screen.answers.asked(orderTemplates)).toHaveLength(keys.length);
    await isGone(main.getByRole('alert'));
  });

  test('[A11Y-04] by a button within the list keeps the focus on it, also at the end', async () => {
    await open();
    const down = row('Author').getByRole('button', { name: filled(words.down, { field: 'Author' }) });
    await down.click();
    await savedLists().toBe('sgtt pressmark | binding autn | sgti lang');
    await expect.element(down).toHaveFocus();
    await userEvent.keyboard('{Enter}');
    await isThere(said('Author is the last in Medium.'));
    expect(made.lists()).toBe('sgtt pressmark | binding autn | sgti lang');
  });

  test('[META-10] by dragging goes to the place where it is dropped, and opens no dialog', async () => {
    await open();
    await userEvent.dragAndDrop(opener('Language'), opener('Description'), { steps: 12 });
    await savedLists().toBe('sgtt pressmark | autn binding | lang sgti');
    await userEvent.dragAndDrop(opener('Language'), opener('Binding'), { steps: 12 });
    await savedLists().toBe('sgtt pressmark | autn lang binding | sgti');
    await isGone(dialog);
  });

  test('is not made where somebody else arranged the fields: the page shows their order and says what was not done', async () => {
    await open();
    made.move('binding', 'LOW');
    await userEvent.selectOptions(priorityOf('Language'), 'High');
    const alert = main.getByRole('alert');
    await expect.element(alert).toHaveTextContent(words.overtaken.title);
    await expect.element(alert).toHaveTextContent('Language was not moved to High.');
    await shownLists().toBe('sgtt pressmark | autn | binding sgti lang');
    expect(made.lists()).toBe('sgtt pressmark | autn | binding sgti lang');
    // Upon the new order it can be made.
    await userEvent.selectOptions(priorityOf('Language'), 'High');
    await savedLists().toBe('sgtt lang | pressmark autn | binding sgti');
    await isGone(alert);
  });

  test('that fails is taken back with those after it, each of which is named', async () => {
    await open();
    const letGo = screen.answers.hold(orderTemplates);
    screen.answers.fail(orderTemplates, 'unavailable');
    await userEvent.selectOptions(priorityOf('Language'), 'High');
    await userEvent.selectOptions(priorityOf('Binding'), 'Low');
    await shownLists().toBe('sgtt lang | pressmark autn | binding sgti');
    letGo();
    const alert = main.getByRole('alert');
    await expect.element(alert).toHaveTextContent('Language was not moved to High.');
    await expect.element(alert).toHaveTextContent('Binding was not moved to Low.');
    await shownLists().toBe(BEGIN);
  });
});

describe('a new field', () => {
  test('[META-07, META-40, META-41, META-59] is shown where the server put it, and the list is read again', async () => {
    await openNew();
    await field(words.part.name).fill('shelf');
    await field(words.part.label).fill('Shelf');
    await button(words.part.labels).click();
    await field('Italian').fill('Scaffale');
    for (const part of ['required', 'repeatable', 'searchable'] as const)
      await dialog.getByRole('checkbox', { name: words.part[part], exact: true }).click();
    await field(words.part.help).fill('Where it stands');
    await field(words.part.defaultText).fill(' A 1 ');
    const letGo = screen.answers.hold(findTemplatesByResourceType);
    const before = screen.answers.asked(findTemplatesByResourceType).length;
    await button(words.create).click();
    await isGone(dialog);
    await shownLists().toBe('sgtt pressmark | autn binding shelf | sgti lang');
    await isThere(said('Shelf was added to Medium.'));
    expect(screen.answers.asked(createTemplate).map(({ body }) => body)).toEqual([
      {
        resourceType: 'ITEM',
        name: 'shelf',
        type: 'STRING',
        label: 'Shelf',
        labels: { en: '', it: 'Scaffale' },
        enumValues: [],
        defaultValue: 'A 1',
        required: true,
        repeatable: true,
        searchable: true,
        help: 'Where it stands',
      },
    ]);
    await expect.poll(() => screen.answers.asked(findTemplatesByResourceType).length).toBe(before + 1);
    letGo();
  });

  test('[META-23, META-24, META-25] needs an ID that no other field of these records has, and a name', async () => {
    await openNew();
    await button(words.create).click();
    await expect.poll(() => dialog.getByText('Field is required', { exact: true }).elements().length).toBe(2);
    await expect.element(field(words.part.name)).toHaveFocus();
    await field(words.part.name).fill('lang');
    await isThere(dialog.getByText('This ID already exists', { exact: true }));
    await field(words.part.label).fill('Tongue');
    await button(words.create).click();
    await isThere(dialog.getByText('This ID already exists', { exact: true }));
    expect(screen.answers.asked(createTemplate)).toEqual([]);
    // The same ID in another kind of records is free.
    await userEvent.selectOptions(choice(words.entity), 'Collection');
    await isGone(dialog.getByText('This ID already exists', { exact: true }));
    await button(words.create).click();
    await isGone(dialog);
    await expect.element(entity).toHaveValue('COLLECTION');
    await expect.poll(() => made.lists('COLLECTION')).toContain('lang');
  });

  test('[META-25] whose ID somebody else takes at the same moment is marked, and nothing typed is lost', async () => {
    await openNew();
    await field(words.part.name).fill('shelf');
    await field(words.part.label).fill('Shelf');
    screen.answers.fail(createTemplate, 'duplicate');
    await button(words.create).click();
    await isThere(dialog.getByText('This ID already exists', { exact: true }));
    await expect.element(field(words.part.label)).toHaveValue('Shelf');
  });

  test('[META-43] says that the ID could not be validated where the check fails', async () => {
    await openNew();
    screen.answers.fail(findTemplateByName, 'unavailable');
    await field(words.part.name).fill('shelf');
    await isThere(dialog.getByText(words.idNotChecked, { exact: true }));
  });

  test('[META-17, META-29, META-30, META-31, META-32] has a default value of its type', async () => {
    await openNew();
    await field(words.part.name).fill('mail');
    await field(words.part.label).fill('Mail');
    const type = choice(words.part.type);
    const types = [...(type.element() as HTMLSelectElement).options].map(({ value }) => value);
    expect(types).toEqual(['STRING', 'INTEGER', 'NUMBER', 'DATE', 'TEXT', 'BOOLEAN', 'EMAIL', 'ENUM']);
    const standard = dialog.getByLabelText(words.part.defaultText, { exact: true });
    for (const [named, text, fault] of [
      ['STRING', 'x'.repeat(257), 'Maximum 256 characters allowed'],
      ['EMAIL', 'nobody', words.fault.email],
      ['INTEGER', '1.5', words.fault.wholeNumber],
      ['NUMBER', 'many', words.fault.number],
    ] as const) {
      await userEvent.selectOptions(type, named);
      await standard.fill(text);
      await button(words.create).click();
      await isThere(dialog.getByText(fault, { exact: true }));
    }
    await userEvent.selectOptions(type, 'BOOLEAN');
    await expect.element(standard).toHaveValue('false');
    expect([...(standard.element() as HTMLSelectElement).options].map(({ text }) => text)).toEqual([
      'Falso',
      'Vero',
    ]);
    await button(words.create).click();
    await expect.poll(() => screen.answers.asked(createTemplate).at(-1)?.body.defaultValue).toBe(false);
  });

  test('[META-15, META-33, META-34] of a dictionary takes its default from its options', async () => {
    await openNew();
    const add = field(words.options.new);
    await isGone(add);
    await userEvent.selectOptions(choice(words.part.type), 'Dictionary');
    await field(words.part.name).fill('hand');
    await field(words.part.label).fill('Hand');
    await button(words.create).click();
    await isThere(dialog.getByText(words.fault.noOptions, { exact: true }));
    await add.fill('Carolingian');
    await userEvent.keyboard('{Enter}');
    // Many lines at once; what is there already comes once.
    const lines = new DataTransfer();
    lines.setData('text', 'Gothic\r\n\n Humanist \nGothic\n');
    add
      .element()
      .dispatchEvent(new ClipboardEvent('paste', { clipboardData: lines, bubbles: true, cancelable: true }));
    await isThere(dialog.getByText('2 options added. 1 was already there.', { exact: true }));
    const standard = choice(words.part.defaultText);
    await userEvent.selectOptions(standard, 'Gothic');
    await button(filled(words.options.removeOf, { option: 'Gothic' })).click();
    await expect.element(standard).toHaveValue('');
    await expect.element(button(filled(words.options.removeOf, { option: 'Humanist' }))).toHaveFocus();
    await userEvent.keyboard('{Alt>}{ArrowUp}{/Alt}');
    await expect.element(options).toHaveTextContent(/Humanist.*Carolingian/);
    await button(words.create).click();
    await expect
      .poll(() => screen.answers.asked(createTemplate).at(-1)?.body)
      .toMatchObject({ enumValues: ['Humanist', 'Carolingian'], defaultValue: null });
  });

  test('that is not saved is not lost: Escape asks, and a new page still has it', async () => {
    await openNew();
    await field(words.part.label).fill('Shelf');
    await userEvent.keyboard('{Escape}');
    await isThere(dialog.getByText(words.discardNew));
    await button(words.keepEditing).click();
    await expect.element(field(words.part.label)).toHaveValue('Shelf');
    screen.reopen();
    await main.getByRole('button', { name: words.add, exact: true }).click();
    await isThere(dialog.getByText(words.restored));
    await expect.element(field(words.part.label)).toHaveValue('Shelf');
    await userEvent.keyboard('{Escape}');
    await button(words.discard).click();
    await isGone(dialog);
    await main.getByRole('button', { name: words.add, exact: true }).click();
    await expect.element(field(words.part.label)).toHaveValue('');
  });
});

describe('the dialog of a field', () => {
  test('[META-13, META-14, META-27, META-28] opens by a click on its entry; its ID, type and entity stay', async () => {
    await open();
    await row('Binding').click({ position: { x: 250, y: 10 } });
    await expect.element(field(words.part.label)).toHaveValue('Binding');
    for (const name of [words.part.name, words.part.type, words.entity])
      await expect.element(field(name)).toHaveAttribute('readonly');
    await field(words.part.label).fill('Cover');
    await userEvent.keyboard('{Control>}s{/Control}');
    await isGone(dialog);
    await isThere(opener('Cover'));
    expect(screen.answers.asked(updateTemplate).map(({ body }) => body)).toEqual([{ label: 'Cover' }]);
  });

  test('is saved though somebody moved fields meanwhile, and with an option that was typed but not added', async () => {
    await openField('Language');
    await field(words.options.new).fill('Coptic');
    made.change(language.uuid, { order: 7 });
    await button(words.save).click();
    await isGone(dialog);
    expect(made.of('ITEM').find(({ name }) => name === 'lang')?.enumValues).toEqual([
      'Latin',
      'Greek',
      'Hebrew',
      'Coptic',
    ]);
  });

  test('[META-19, META-21] deletes it after a question that says what becomes of the values', async () => {
    await openField('Language');
    await screen.expectAccessible();
    await button(words.delete).click();
    const question = dialog.getByRole('alert');
    await expect.element(question).toHaveTextContent('1 234 records have a value of this field.');
    await expect.element(question).toHaveTextContent(words.deleteText);
    expect(screen.answers.asked(deleteTemplate)).toEqual([]);
    await button(words.delete).click();
    await isGone(dialog);
    await shownLists().toBe('sgtt pressmark | autn binding | sgti');
    await isThere(said('Language was deleted.'));
  });

  test('[META-20] of a locked field has no deletion, and says why', async () => {
    await openField('Author');
    await isThere(dialog.getByText(words.lockedText));
    await isGone(button(words.delete));
    await expect.element(dialog.getByRole('checkbox', { name: words.part.searchable })).toBeDisabled();
    await expect.element(dialog.getByRole('checkbox', { name: words.part.repeatable })).toBeEnabled();
  });

  test('[META-22] duplicates it into a new field with a free ID', async () => {
    screen.catalogue.field('ITEM', 'lang-2');
    await openField('Language');
    await button(words.duplicate).click();
    await expect.element(field(words.part.name)).toHaveValue('lang-3');
    await button(words.create).click();
    await isGone(dialog);
    await expect
      .poll(() => screen.answers.asked(createTemplate).at(-1)?.body)
      .toMatchObject({ name: 'lang-3', enumValues: ['Latin', 'Greek', 'Hebrew'], defaultValue: 'Greek' });
  });

  test('removes an option that records hold only after it said how many', async () => {
    await openField('Language');
    const remove = (option: string) => button(filled(words.options.removeOf, { option }));
    await remove('Hebrew').click();
    await isGone(remove('Hebrew'));
    await remove('Latin').click();
    await expect.element(options.getByRole('alert')).toHaveTextContent('1 200 records use this option.');
    await button(words.options.keep).click();
    await expect.element(remove('Latin')).toHaveFocus();
    await remove('Latin').click();
    await button(words.options.remove).click();
    await button(words.save).click();
    await isGone(dialog);
    expect(screen.answers.asked(updateTemplate).at(-1)?.body).toEqual({ enumValues: ['Greek'] });
  });

  test('asks before an option goes where the records could not be counted', async () => {
    screen.answers.fail(getTemplateUsage, 'unavailable');
    await openField('Language');
    await isThere(dialog.getByText(words.notCounted));
    await button(filled(words.options.removeOf, { option: 'Greek' })).click();
    await expect.element(options.getByRole('alert')).toHaveTextContent(words.notCounted);
  });

  test('keeps what was typed where somebody else changed it, shows what they changed, and saves upon it', async () => {
    await openField('Language');
    await field(words.part.label).fill('Tongue');
    made.change(language.uuid, { label: 'Idiom', help: 'As a code' });
    await button(words.save).click();
    const alert = dialog.getByRole('alert');
    await expect.element(alert).toHaveTextContent(/Field name was changed to: Idiom\./);
    await expect.element(alert).toHaveTextContent('Help text was changed to: As a code');
    await expect.element(field(words.part.label)).toHaveValue('Tongue');
    await expect.element(field(words.part.help)).toHaveValue('As a code');
    await button(words.save).click();
    await isGone(dialog);
    expect(made.of('ITEM').find(({ name }) => name === 'lang')).toMatchObject({
      label: 'Tongue',
      help: 'As a code',
    });
  });
});

test('the preview follows the lists, and what is typed into its form stands on the card', async () => {
  await open();
  const preview = main.getByRole('region', { name: words.preview.title });
  const order = () =>
    preview
      .bySelector('[data-field]')
      .elements()
      .map((one) => one.getAttribute('name'));
  await expect.poll(order).toEqual(['sgtt', 'pressmark', 'autn', 'binding', 'sgti', 'lang']);
  await preview.getByRole('textbox', { name: 'Title' }).fill('La *Divina commedia');
  await isThere(preview.getByText('La Divina commedia', { exact: true }));
  await userEvent.selectOptions(priorityOf('Language'), 'High');
  await expect.poll(order).toEqual(['sgtt', 'lang', 'pressmark', 'autn', 'binding', 'sgti']);
  await isThere(preview.getByRole('paragraph').filter({ hasText: /^Greek$/ }));
});
