import { describe, expect, it } from 'vitest';

/** Every locale file of the client by its path; reading them by pattern means that a new feature is covered. */
const files = import.meta.glob<{ default: Tree }>('../**/{en,it}.json', { eager: true });

interface Tree {
  readonly [key: string]: string | Tree;
}

function leaves(tree: Tree, path = ''): Map<string, string> {
  const found = new Map<string, string>();
  for (const [key, value] of Object.entries(tree)) {
    if (typeof value === 'string') found.set(path + key, value);
    else for (const [below, text] of leaves(value, `${path}${key}.`)) found.set(below, text);
  }
  return found;
}

const folders = [...new Set(Object.keys(files).map((path) => path.replace(/\/(en|it)\.json$/, '')))];
const read = (folder: string, language: 'en' | 'it') =>
  leaves(files[`${folder}/${language}.json`]?.default ?? {});
/** Languages have different plural forms (Italian has one for millions), so keys are compared without them. */
const plural = /_(zero|one|two|few|many|other)$/;
const bases = (messages: Map<string, string>) =>
  [...new Set([...messages.keys()].map((key) => key.replace(plural, '')))].sort();
const variables = (text: string) => [...text.matchAll(/\{\{\s*(\w+)/g)].map((match) => match[1] ?? '').sort();

describe.each(folders)('the locales of %s', (folder) => {
  const en = read(folder, 'en');
  const it_ = read(folder, 'it');

  it('[I18N-01] stand in English and in Italian, no message empty', () => {
    for (const messages of [en, it_]) {
      expect(messages.size).toBeGreaterThan(0);
      for (const [key, text] of messages) expect(text.trim(), key).not.toBe('');
    }
  });

  it('[I18N-02] have the same keys, each with the plural forms of its language', () => {
    expect(bases(it_)).toEqual(bases(en));
    for (const [language, messages] of [
      ['en', en],
      ['it', it_],
    ] as const) {
      const forms = new Intl.PluralRules(language).resolvedOptions().pluralCategories;
      const plurals = [...messages.keys()]
        .filter((key) => plural.test(key))
        .map((key) => key.replace(plural, ''));
      for (const key of plurals)
        for (const form of forms) expect(messages.has(`${key}_${form}`), `${key}_${form}`).toBe(true);
    }
  });

  it('fill the same variables in both languages', () => {
    for (const [key, text] of en) expect(variables(it_.get(key) ?? ''), key).toEqual(variables(text));
  });
});

it('[I18N-02] covers the features that are known today', () => {
  expect(folders.length).toBeGreaterThanOrEqual(7);
});

it('[I18N-03] the en locale has the labels that the specification quotes, as it quotes them', () => {
  const en = (folder: string) => read(folder, 'en');
  expect(en('../features/session').get('invalid')).toBe('Invalid username or password');
  expect(en('../features/catalogue').get('moreCollections')).toBe('+{{count}} more collections');
  expect(en('../features/catalogue').get('addItem')).toBe('add item');
  expect(en('../features/catalogue').get('newItems')).toBe('{{count}} new item(s) have been added');
  expect(en('../features/catalogue').get('item.viewAll')).toBe('View all metadata');
  expect(en('../features/catalogue').get('boolean.false')).toBe('Falso');
  expect(en('../features/catalogue').get('boolean.true')).toBe('Vero');
  expect(en('.').get('notFound.title')).toBe('Page not found');
  expect(en('../lib/problem/records').get('pressmark-taken.title')).toBe('This pressmark ID already exists');
});
