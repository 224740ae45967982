import { tenantInfo } from '@armarium/contract/session';
import { listTenantUsers } from '@armarium/contract/accounts';
import { videoCalls } from '@armarium/contract/asset-calls';
import {
  getImportedImage,
  listImportedImages,
  listTenantImports,
  retryImageImport,
  retryItemImports,
} from '@armarium/contract/import-tracking';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { page, userEvent, type Locator } from 'vitest/browser';
import { en, filled, it } from '../e2e/words.ts';
import { madeImportedFile, MadeImports } from './made-imports.ts';
import { Screen } from './screen.tsx';

let screen: Screen;
let imports: MadeImports;

beforeEach(() => {
  screen = new Screen();
  imports = new MadeImports();
  imports.answer(screen.answers);
});
afterEach(async () => {
  await screen.close();
});

const words = en.imports;
const isThere = (locator: Locator) => expect.element(locator).toBeVisible();
const list = page.getByRole('list', { name: words.title, exact: true });
const opener = (title: string) => list.getByRole('button', { name: `${title} P ${title}` });
const filter = (word: string) =>
  page.getByRole('navigation', { name: words.states }).getByRole('link', { name: word });
const details = page.getByRole('complementary', { name: words.stages });
const fileNamed = (name: string) =>
  list.getByRole('button', { name, exact: false }).filter({ hasText: name });
const asked = () => screen.answers.asked(listTenantImports).map(({ query }) => query);
const search = () => Object.fromEntries(new URLSearchParams(location.search));

test('[MGMT-01, MGMT-04, MGMT-05] the tab Imports is a list of 20 items a page, whose page stands in the address', async () => {
  for (let count = 1; count <= 21; count += 1) imports.item(`Item ${count}`);
  await screen.open('/ui/management');
  await isThere(page.getByRole('tab', { name: words.title, selected: true }));
  await isThere(list.getByText('Item 20', { exact: true }));
  expect(list.getByRole('listitem').elements()).toHaveLength(20);
  expect(asked()).toEqual([{ tenant: 'default', page: 0, size: 20 }]);
  await screen.expectAccessible();
  await page.getByRole('navigation', { name: words.pages }).getByRole('link', { name: 'Page 2' }).click();
  await isThere(list.getByText('Item 21', { exact: true }));
  await expect.poll(search).toEqual({ page: '2' });
});

test('[MGMT-02] no tab is called Report: those of Imports and Users are all there are', async () => {
  await screen.open('/ui/management');
  await isThere(page.getByRole('tab', { name: words.title, selected: true }));
  const tabs = page.getByRole('tab').elements();
  expect(tabs.map((tab) => tab.textContent)).toEqual([words.title, en.users.title]);
});

test('[MGMT-03] nothing is shown until the name of the organisation is known', async () => {
  imports.item('Atlas');
  const release = screen.answers.hold(tenantInfo);
  await screen.open('/ui/management');
  await isThere(page.getByRole('heading', { name: en.app.management }));
  expect(page.getByRole('tab').elements()).toHaveLength(0);
  expect(asked()).toEqual([]);
  release();
  await isThere(list.getByText('Atlas', { exact: true }));
});

test('[MGMT-03, MGMT-16] where the name can’t be learnt it is “default”', async () => {
  imports.item('Atlas');
  screen.answers.fail(tenantInfo, 'internal');
  await screen.open('/ui/management');
  await isThere(list.getByText('Atlas', { exact: true }));
  expect(asked()[0]?.tenant).toBe('default');
});

test('[MGMT-06, MGMT-07, MGMT-08] an item is opened to its images, ten at a time, and stays open in the address', async () => {
  const item = imports.item(
    'Herbal',
    Array.from({ length: 12 }, (_, index) => madeImportedFile(`Page ${index + 1}`)),
  );
  imports.item('Bare');
  await screen.open('/ui/management?tab=imports');
  await expect.element(opener('Herbal')).toHaveAttribute('aria-expanded', 'false');
  // Without files there is nothing to open.
  expect(opener('Bare').elements()).toHaveLength(0);
  await isThere(list.getByText('12 images'));
  await opener('Herbal').click();
  await expect.element(opener('Herbal')).toHaveAttribute('aria-expanded', 'true');
  const images = page.getByRole('region', { name: words.kinds.images });
  await isThere(images.getByText('10 of 12'));
  expect(images.getByRole('listitem').elements()).toHaveLength(10);
  await expect.poll(search).toEqual({ tab: 'imports', item: item.uuid });
  await images.getByRole('button', { name: filled(words.showMoreOf, { kind: words.kinds.images }) }).click();
  await isThere(images.getByText('Page 12'));
  expect(images.getByRole('listitem').elements()).toHaveLength(12);
  const pages = screen.answers.asked(listImportedImages).map(({ query }) => [query.page, query.size]);
  expect(pages).toEqual([
    [0, 10],
    [1, 10],
  ]);
  await screen.expectAccessible();
  await opener('Herbal').click();
  await expect.poll(search).toEqual({ tab: 'imports' });
  await expect.poll(() => images.elements()).toHaveLength(0);
});

test('[MGMT-09, MGMT-10, MGMT-11, MGMT-12, MGMT-13, MGMT-14, MGMT-15] a selected image shows its name, author and stages, each with its icon', async () => {
  const running = madeImportedFile('Recto', 'ERROR', {
    autn: 'Maria Sibylla Merian',
    upload: { importState: 'IN_PROGRESS' },
  });
  const item = imports.item('Herbal', [running, madeImportedFile('Verso')]);
  await screen.open('/ui/management');
  await opener('Herbal').click();
  await isThere(details.getByText(words.choose));
  await fileNamed('Recto').click();
  await isThere(details.getByRole('heading', { name: 'Recto' }));
  await isThere(details.getByText('Maria Sibylla Merian'));
  await expect.poll(search).toEqual({ item: item.uuid, kind: 'images', file: running.uuid });
  const stages = details.getByRole('list', { name: words.stages }).getByRole('listitem');
  const { stage, stageState } = words;
  await expect
    .poll(() => stages.elements().map(({ textContent }) => textContent))
    .toEqual([
      stage.metadata + stageState.DONE,
      stage.upload + stageState.IN_PROGRESS,
      stage.processing + stageState.ERROR,
      stage.indexing + stageState.PENDING,
      stage.overall + stageState.ERROR,
    ]);
  const signs = () =>
    stages.elements().map((row) => {
      const icon = row.querySelector('svg');
      const [red = 0, green = 0, blue = 0] = (
        getComputedStyle(icon as Element).color.match(/\d+/g) ?? []
      ).map(Number);
      const colour = green > red && green > blue ? 'green' : red > 1.5 * green ? 'red' : 'quiet';
      return `${/tabler-icon-([\w-]+)/.exec(icon?.getAttribute('class') ?? '')?.[1]} ${colour}`;
    });
  await expect
    .poll(signs)
    .toEqual([
      'circle-check green',
      'progress quiet',
      'alert-circle red',
      'progress quiet',
      'alert-circle red',
    ]);
  await screen.expectAccessible();
});

test('[MGMT-20] the details have the warnings, and of an error the title, the next step and a retry, after which the focus stays', async () => {
  const failed = madeImportedFile('Recto', 'ERROR');
  const small = { code: 'low-resolution', title: 'As the server says it.', width_px: 90, height_px: 60 };
  const unknown = { code: 'never-heard-of', title: 'Words of the server.' };
  const warned = madeImportedFile('Verso');
  warned.overall.warnings = [small, unknown];
  imports.item('Herbal', [failed, warned]);
  await screen.open('/ui/management');
  await opener('Herbal').click();
  await fileNamed('Verso').click();
  const warnings = details.getByRole('region', { name: words.warnings });
  await isThere(warnings.getByText('The image is small: 90 × 60 pixels.'));
  await isThere(warnings.getByText(unknown.title));
  await fileNamed('Recto').click();
  await isThere(details.getByText('The file is incomplete.'));
  await isThere(details.getByText('Copy it again.'));
  const retry = details.getByRole('button', { name: `${words.retry}: Recto` });
  await screen.answers.failing(retryImageImport, 'unavailable', async () => {
    await retry.click();
    await isThere(details.getByText(filled(words.retryFailed, { title: 'Recto' })));
  });
  await retry.click();
  await expect.element(details.getByRole('heading', { name: 'Recto' })).toHaveFocus();
  await isThere(page.getByRole('status').filter({ hasText: 'Recto: 1 file is prepared again' }));
  await expect.poll(() => details.getByText('The file is incomplete.').elements()).toHaveLength(0);
});

test('all failed files of an item are tried again at once; it stays where it is while it is open', async () => {
  imports.item('Herbal', [madeImportedFile('Recto', 'ERROR'), madeImportedFile('Verso', 'ERROR')]);
  imports.item('Atlas', [madeImportedFile('Map', 'ERROR')]);
  await screen.open('/ui/management?state=ERROR');
  await opener('Herbal').click();
  const retry = list.getByRole('button', { name: 'Retry all 2 failed: Herbal' });
  await screen.answers.failing(retryItemImports, 'unavailable', async () => {
    await retry.click();
    await isThere(list.getByRole('alert'));
  });
  await retry.click();
  await expect.element(opener('Herbal')).toHaveFocus();
  await isThere(list.getByText('0 of 2 ready'));
  const titles = () =>
    list
      .getByRole('heading', { level: 2 })
      .elements()
      .map(({ textContent }) => textContent);
  // It does not belong to this list any more, and goes with the next look at it.
  await expect.poll(titles).toEqual(['HerbalP Herbal', 'AtlasP Atlas']);
  await expect.element(filter(words.state.ERROR)).toHaveTextContent('Failed 1');
  await opener('Herbal').click();
  await expect.poll(titles).toEqual(['AtlasP Atlas']);
});

test('of many files only those that failed are shown, where this is asked for', async () => {
  const files = Array.from({ length: 30 }, (_, index) => madeImportedFile(`Page ${index + 1}`));
  const item = imports.item('Herbal', [...files, madeImportedFile('Torn page', 'ERROR')]);
  await screen.open('/ui/management');
  await opener('Herbal').click();
  const images = page.getByRole('region', { name: words.kinds.images });
  await isThere(images.getByText('10 of 31'));
  await page.getByRole('switch', { name: words.onlyFailed }).click();
  await fileNamed('Torn page').click();
  expect(images.getByRole('listitem').elements()).toHaveLength(1);
  await expect.poll(search).toMatchObject({ item: item.uuid, files: 'failed' });
  await details.getByRole('button', { name: `${words.retry}: Torn page` }).click();
  await isThere(list.getByText(words.noneFailed));
  // What becomes of it is still followed.
  await expect.element(details.getByRole('heading', { name: 'Torn page' })).toHaveFocus();
  await page.getByRole('switch', { name: words.onlyFailed }).click();
  await isThere(images.getByText('10 of 31'));
});

test('the list is filtered by state with counts and by person; back restores it', async () => {
  const ada = imports.person('ada.r', 'Ada', 'Rossi');
  imports.item('Herbal', [madeImportedFile('Recto', 'ERROR')], [], ada.id);
  imports.item('Atlas', [madeImportedFile('Map', 'IN_PROGRESS')]);
  imports.item('Bare');
  await screen.open('/ui/management?tab=imports');
  const { state } = words;
  for (const [word, count] of [
    [state.all, 3],
    [state.ERROR, 1],
    [state.IN_PROGRESS, 1],
    [state.DONE, 1],
  ] as const)
    await expect.element(filter(word)).toHaveTextContent(`${word} ${count}`);
  await filter(state.IN_PROGRESS).click();
  await isThere(list.getByText('0 of 1 ready'));
  await expect.element(filter(state.IN_PROGRESS)).toHaveAttribute('aria-current', 'true');
  await expect.poll(search).toEqual({ tab: 'imports', state: 'IN_PROGRESS' });
  const person = page.getByRole('combobox', { name: words.person });
  await person.fill('ross');
  await page.getByRole('option', { name: 'Rossi Ada (ada.r)' }).click();
  await isThere(page.getByRole('heading', { name: words.none.IN_PROGRESS }));
  await expect.poll(() => asked().at(-1)).toMatchObject({ state: 'IN_PROGRESS', account: ada.id });
  await filter(state.ERROR).click();
  await isThere(list.getByText('Herbal', { exact: true }));
  history.back();
  history.back();
  await isThere(list.getByText('Atlas', { exact: true }));
  await expect.poll(search).toEqual({ tab: 'imports', state: 'IN_PROGRESS' });
});

test('[MGMT-19] who follows own imports is offered no choice of a person', async () => {
  imports.item('Herbal');
  await screen.open('/ui/management', { roles: ['ROLE_CCC'] });
  await isThere(list.getByText('Herbal', { exact: true }));
  expect(page.getByRole('combobox', { name: words.person }).elements()).toHaveLength(0);
  expect(screen.answers.asked(listTenantUsers)).toEqual([]);
});

test('a failed video is found under its own heading, and an item by its link', async () => {
  const film = madeImportedFile('Procession', 'ERROR');
  const item = imports.item('Feast', [madeImportedFile('Poster')], [film]);
  await screen.open(`/ui/management?item=${item.uuid}&kind=videos&file=${film.uuid}`);
  await isThere(list.getByText('1 image, 1 other file, 1 failed'));
  await isThere(page.getByRole('region', { name: words.kinds.videos }).getByText('Procession'));
  expect(page.getByRole('region', { name: words.kinds.audios }).elements()).toHaveLength(0);
  await details.getByRole('button', { name: `${words.retry}: Procession` }).click();
  await expect.poll(() => screen.answers.asked(videoCalls.retry)).toHaveLength(1);
  const link = list.getByRole('link', { name: filled(words.openItem, { title: 'Feast' }) });
  await expect
    .element(link)
    .toHaveAttribute('href', `/ui/catalog/${screen.catalogue.root.uuid}/cultural-item/${item.uuid}`);
});

test('what runs is followed live, without the rows moving', async () => {
  const file = madeImportedFile('Map', 'IN_PROGRESS');
  const item = imports.item('Atlas', [file, madeImportedFile('Title page')]);
  imports.item('Herbal', [madeImportedFile('Recto')]);
  await screen.open(`/ui/management?item=${item.uuid}&kind=images&file=${file.uuid}`);
  await screen.followed();
  await expect.element(list.getByRole('progressbar')).toHaveAttribute('aria-valuenow', '50');
  await isThere(details.getByRole('heading', { name: 'Map' }));
  const before = list.element();
  Object.assign(file, madeImportedFile('Map', 'DONE', { uuid: file.uuid }));
  screen.tell('import.progress', {
    itemUuid: item.uuid,
    assetUuid: file.uuid,
    stage: 'overall',
    importState: 'DONE',
    notReadyImagesCount: 0,
    imagesCount: 2,
  });
  await isThere(list.getByText('2 images'));
  await expect
    .poll(() => details.getByRole('list', { name: words.stages }).getByText(words.stageState.DONE).elements())
    .toHaveLength(5);
  expect(list.element()).toBe(before);
});

test('on a phone, in Italian, the details are in a drawer that gives the focus back', async () => {
  imports.item('Herbal', [madeImportedFile('Recto', 'ERROR')]);
  await screen.open('/ui/management', { width: 390, height: 844, language: 'it', scheme: 'dark' });
  const rows = page.getByRole('list', { name: it.imports.title, exact: true });
  await rows.getByRole('button', { name: 'Herbal P Herbal' }).click();
  const file = rows.getByRole('button', { name: `Recto ${it.imports.stageState.ERROR}` });
  await file.click();
  const drawer = page.getByRole('dialog', { name: it.imports.stages });
  // The server's words are English; the causes have their own in Italian.
  await isThere(drawer.getByText('Il file è incompleto: manca la fine.'));
  await screen.expectAccessible();
  await userEvent.keyboard('{Escape}');
  await expect.element(file).toHaveFocus();
  await expect.poll(() => search()['file']).toBeUndefined();
});

test('a failure shows in place and is tried again; an empty list says what it is for', async () => {
  screen.answers.fail(listTenantImports, 'internal');
  await screen.open('/ui/management');
  const alert = page.getByRole('main').getByRole('alert');
  await isThere(alert);
  imports.answer(screen.answers);
  await alert.getByRole('button', { name: en.ui.retry }).click();
  await isThere(page.getByRole('heading', { name: words.noItems }));
  await screen.expectAccessible();
});

test('a file whose details can’t be loaded says so where they would be', async () => {
  const item = imports.item('Herbal', [madeImportedFile('Recto')]);
  screen.answers.fail(getImportedImage, 'not-found');
  await screen.open(`/ui/management?item=${item.uuid}&kind=images&file=00000000-0000-4000-8000-00000000ffff`);
  await isThere(details.getByRole('alert'));
});

test('the header’s uploads lead to all imports', async () => {
  imports.item('Herbal');
  await screen.open('/ui/catalog');
  await page.getByRole('button', { name: en.upload.widget.label }).click();
  await page.getByRole('link', { name: en.upload.widget.allImports }).click();
  await isThere(list.getByText('Herbal', { exact: true }));
  await expect.poll(() => location.pathname + location.search).toBe('/ui/management?tab=imports');
});
