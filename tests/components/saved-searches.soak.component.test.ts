import {
  createSavedSearch,
  deleteSavedSearch,
  updateSavedSearch,
  type SavedSearch,
} from '@armarium/contract/saved-searches';
import { getSuggestions } from '@armarium/contract/suggestions';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { page, userEvent, type Locator } from 'vitest/browser';
import { en, filled, it } from '../e2e/words.ts';
import { newUuid } from './made-catalogue.ts';
import { Screen } from './screen.tsx';

let screen: Screen;

beforeEach(() => {
  screen = new Screen();
  const { savedSearches } = screen.catalogue;
  screen.answers.give(createSavedSearch, ({ body }) => saved(body));
  screen.answers.give(updateSavedSearch, ({ params, body }) => {
    const place = savedSearches.findIndex(({ uuid }) => uuid === params.uuid);
    const search = { ...savedSearches[place], ...body } as SavedSearch;
    savedSearches[place] = search;
    return search;
  });
  screen.answers.give(deleteSavedSearch, ({ params }) => {
    savedSearches.splice(
      savedSearches.findIndex(({ uuid }) => uuid === params.uuid),
      1,
    );
    return undefined;
  });
});
afterEach(async () => {
  await screen.close();
});

/** Adds a saved search. */
function saved(search: Pick<SavedSearch, 'name' | 'scope' | 'address'>, mayChange = true): SavedSearch {
  const made: SavedSearch = {
    uuid: newUuid(),
    ...search,
    allowedActions: mayChange ? ['edit', 'delete'] : [],
  };
  screen.catalogue.savedSearches.push(made);
  return made;
}

const words = en.savedSearches;
const isThere = (locator: Locator) => expect.element(locator).toBeVisible();
const isAt = (address: string) => expect.poll(() => location.pathname + location.search).toBe(address);
const dialog = page.getByRole('dialog', { name: words.title });
const name = dialog.getByRole('textbox', { name: words.name });
const button = (label: string, place: Locator = dialog) =>
  place.getByRole('button', { name: label, exact: true });
const bodies = () => screen.answers.asked(createSavedSearch).map(({ body }) => body);

test('a search is saved from its results under a name, for oneself or for everybody, and replaced under the same', async () => {
  screen.catalogue.item('Atlas maior', [screen.catalogue.root], { pressmark: 'ATL 1' });
  await screen.open('/ui/catalog/results?searchTerm=atlas&state=Default&page=2&collectionPage=3', {
    roles: ['ROLE_METADATA_EDITOR'],
  });
  await button(words.save, page.getByRole('main')).click();
  await expect.element(name).toHaveValue('atlas');
  await isThere(dialog.getByText(words.none));
  await screen.expectAccessible();
  await name.fill(' ');
  await button(words.save).click();
  await isThere(dialog.getByText(en.ui.named.missing));
  await name.fill('Atlases');
  await userEvent.keyboard('{Enter}');
  await isThere(page.getByText(filled(words.saved, { name: 'Atlases' })));
  await expect.element(name).toHaveValue('');
  await name.fill('Atlases');
  await dialog.getByRole('radio', { name: words.scope.organisation }).click();
  await button(words.save).click();
  await isThere(dialog.getByRole('region', { name: words.heading.organisation }).getByRole('link'));
  const search = { name: 'Atlases', address: '/catalog/results?searchTerm=atlas&state=Default' };
  expect(bodies()).toEqual([
    { ...search, scope: 'own' },
    { ...search, scope: 'organisation' },
  ]);
  // Accents and case don't count, as on the server.
  await name.fill('àtlases');
  await button(words.replace).click();
  await expect
    .poll(() => screen.answers.asked(updateSavedSearch).map(({ body }) => body))
    .toEqual([{ address: search.address }]);
});

test('what was typed stays where a search can’t be saved, and who may not share is not asked for whom it is', async () => {
  const term = 'atlas '.repeat(20);
  await screen.open(`/ui/catalog/results?searchTerm=${term}`, { roles: ['ROLE_RESEARCHER'] });
  await button(words.save, page.getByRole('main')).click();
  await expect.element(name).toHaveValue(term.slice(0, 100));
  await name.fill('Of Mercator');
  await screen.answers.failing(createSavedSearch, 'unavailable', async () => {
    await button(words.save).click();
    await expect.element(dialog.getByRole('alert')).toHaveTextContent(words.failed);
  });
  await expect.element(name).toHaveValue('Of Mercator');
  expect(dialog.getByRole('radio').elements()).toEqual([]);
  for (let count = 1; count <= 200; count += 1)
    saved({ name: `Search ${count}`, scope: 'own', address: '/catalog/results?searchTerm=a' });
  screen.reopen();
  await button(words.save, page.getByRole('main')).click();
  await isThere(dialog.getByRole('link', { name: 'Search 200' }));
  await button(words.save).click();
  await isThere(dialog.getByText(filled(words.full.own, { max: 200 })));
  expect(bodies()).toHaveLength(1);
});

test('the home page leads to saved searches, which are renamed and deleted where that is allowed', async () => {
  const address = '/catalog/results?searchTerm=atlas&sort=pressmark%2Cdesc';
  saved({ name: 'All maps', scope: 'organisation', address }, false);
  saved({ name: 'Atlases', scope: 'own', address });
  saved({ name: 'Globes', scope: 'own', address });
  await screen.open('/ui/catalog', { language: 'it', scheme: 'dark', width: 390, height: 844 });
  const strip = page.getByRole('region', { name: it.savedSearches.title });
  await expect
    .poll(() =>
      strip
        .getByRole('link')
        .elements()
        .map(({ textContent }) => textContent),
    )
    .toEqual(['Atlases', 'Globes', `All maps${it.savedSearches.shared}`]);
  await screen.expectAccessible();
  expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(390);
  await button(it.savedSearches.manage, strip).click();
  const manage = page.getByRole('dialog', { name: it.savedSearches.title });
  await isThere(manage.getByRole('link', { name: 'All maps' }));
  expect(
    manage.getByRole('button', { name: filled(it.ui.named.renameOf, { name: 'All maps' }) }).query(),
  ).toBeNull();
  await manage.getByRole('button', { name: filled(it.ui.named.renameOf, { name: 'Atlases' }) }).click();
  const newName = manage.getByRole('textbox', { name: filled(it.ui.named.newName, { name: 'Atlases' }) });
  await newName.fill('globes');
  await userEvent.keyboard('{Enter}');
  await isThere(manage.getByText(it.ui.named.taken));
  await newName.fill('Old atlases');
  await userEvent.keyboard('{Enter}');
  await isThere(manage.getByRole('link', { name: 'Old atlases' }));
  await manage.getByRole('button', { name: filled(it.ui.named.deleteOf, { name: 'Globes' }) }).click();
  await manage.getByRole('button', { name: filled(it.ui.named.reallyDeleteOf, { name: 'Globes' }) }).click();
  await expect.element(manage.getByRole('link', { name: 'Globes' })).not.toBeInTheDocument();
  await expect.element(manage.getByRole('link', { name: 'All maps' })).toHaveFocus();
  await manage.getByRole('link', { name: 'All maps' }).click();
  await isAt(`/ui${address}`);
});

test('the dialog stays when its last search is deleted, and gives the focus to the page when it is closed', async () => {
  saved({ name: 'Atlases', scope: 'own', address: '/catalog/results?searchTerm=atlas' });
  await screen.open('/ui/catalog');
  await button(words.manage, page.getByRole('main')).click();
  await dialog.getByRole('button', { name: filled(en.ui.named.deleteOf, { name: 'Atlases' }) }).click();
  await dialog.getByRole('button', { name: filled(en.ui.named.reallyDeleteOf, { name: 'Atlases' }) }).click();
  await isThere(dialog.getByText(words.none));
  await userEvent.keyboard('{Escape}');
  await expect.element(page.getByRole('main')).toHaveFocus();
  expect(page.getByRole('region', { name: words.title }).query()).toBeNull();
});

test('the search box offers recent and saved searches before anything is typed, and those that fit what is', async () => {
  saved({ name: 'Atlases', scope: 'organisation', address: '/catalog/results?searchTerm=atlas' });
  screen.answers.give(getSuggestions, ({ query }) => ({
    words: [],
    records: [],
    collections: [],
    savedSearches: query.text === 'mai' ? screen.catalogue.savedSearches : [],
  }));
  await screen.open('/ui/catalog');
  await isThere(page.getByRole('heading', { level: 1 }));
  const list = page.getByRole('listbox', { name: en.browse.search.suggestions });
  const options = () =>
    expect.poll(() =>
      list
        .getByRole('option')
        .elements()
        .map(({ textContent }) => textContent),
    );
  const shared = `Atlases${words.shared}`;
  await userEvent.keyboard('/');
  await options().toEqual([shared]);
  await userEvent.keyboard('maior{Enter}');
  await isAt('/ui/catalog/results?searchTerm=maior');
  await isThere(page.getByRole('banner').getByRole('button', { name: en.catalogue.search }));
  await userEvent.keyboard('/{Backspace}');
  await options().toEqual(['maior', en.browse.search.forget, shared]);
  await screen.expectAccessible();
  await userEvent.keyboard('mai');
  await options().toEqual(['maior', shared]);
  await userEvent.keyboard('{ArrowDown}{ArrowDown}{Enter}');
  await isAt('/ui/catalog/results?searchTerm=atlas');
  await isThere(page.getByRole('banner').getByRole('button', { name: en.catalogue.search }));
  await userEvent.keyboard('/{Backspace}');
  await options().toEqual(['maior', en.browse.search.forget, shared]);
  await userEvent.keyboard('{ArrowDown}{ArrowDown}{Enter}');
  await options().toEqual([shared]);
  await userEvent.keyboard('{Escape}');
  await expect.element(list).not.toBeInTheDocument();
});
