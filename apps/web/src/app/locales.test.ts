import { describe, expect, it } from 'vitest';
import englishOfChangedFields from '../records/changes/en.json' with { type: 'json' };
import englishOfTechnical from '../records/technical/en.json' with { type: 'json' };
import englishOfContents from '../features/assets/contents/en.json' with { type: 'json' };
import englishOfDownloads from '../features/downloads/dialog/en.json' with { type: 'json' };
import englishOfFilters from '../features/filters/en.json' with { type: 'json' };
import englishOfRecordEntry from '../features/record-entry/en.json' with { type: 'json' };
import englishOfDays from '../ui/days/en.json' with { type: 'json' };
import { englishOfAdministration } from './english-of-administration.ts';
import { englishOfItem } from './english-of-item.ts';
import { englishOfPasswordLinks } from './english-of-password-links.ts';
import { englishOfPages } from './english-of-pages.ts';
import { englishOfPicking } from './english-of-picking.ts';
import { englishOfSecondFactor } from './english-of-second-factor.ts';
import { englishOfSharing } from './english-of-sharing.ts';
import { englishOfSignOn } from './english-of-sign-on.ts';
import { englishOfStories } from './english-of-stories.ts';
import { englishOfStoryEditor } from './english-of-story-editor.ts';
import { english } from './english.ts';

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

describe('wording', () => {
  const matching = (language: 'en' | 'it', pattern: RegExp) =>
    folders.flatMap((folder) =>
      [...read(folder, language)]
        .filter(([, text]) => pattern.test(text))
        .map(([key, text]) => `${folder} ${key}: ${text}`),
    );

  it('Italian quotes are «…», never “…” or "…"', () => {
    expect(matching('it', /[“”"]/)).toEqual([]);
  });

  it('Italian names keys as keyboards there do, and says Rimuovi, not Togli', () => {
    expect(matching('it', /\b(Enter|Return|Shift|Togli)\b/)).toEqual([]);
  });

  it('English keeps away from phrases that had to be read twice', () => {
    const given =
      /put away|takes? away|out of which|what to do with|is not yours|of whom\b|stands? (here|there|in|under)/i;
    expect(matching('en', given)).toEqual([]);
  });
});

it('[I18N-02] the client has the words of every file; the pages for frames have their own', () => {
  const namespaces = folders
    // Those of problems stand in two files.
    .filter((folder) => folder !== '../lib/problem/signed-in')
    .filter((folder) => folder !== '../viewers/framed')
    .flatMap((folder) => Object.keys(files[`${folder}/en.json`]?.default ?? {}));
  const all = [
    english,
    englishOfItem,
    englishOfSharing,
    englishOfStories,
    englishOfStoryEditor,
    englishOfPicking,
    englishOfPages,
    englishOfRecordEntry,
    englishOfContents,
    englishOfDownloads,
    englishOfFilters,
    englishOfChangedFields,
    englishOfTechnical,
    englishOfDays,
    englishOfPasswordLinks,
    englishOfSecondFactor,
    englishOfSignOn,
    englishOfAdministration,
  ].flatMap(Object.keys);
  expect(namespaces.sort()).toEqual(all.sort());
});

it('[I18N-03] the en locale has the labels that the specification quotes, as it quotes them', () => {
  const { app, browse, catalogue, item, problem, session } = english;
  expect(session.invalid).toBe('Invalid username or password');
  expect(browse.moreCollections).toBe('+{{count}} more collections');
  expect(browse.addItem).toBe('add item');
  expect(browse.newItems).toBe('{{count}} new item(s) have been added');
  expect(item.viewAll).toBe('View all metadata');
  expect(catalogue.boolean.false).toBe('Falso');
  expect(catalogue.boolean.true).toBe('Vero');
  expect(app.notFound.title).toBe('Page not found');
  expect(problem['pressmark-taken'].title).toBe('This pressmark ID already exists');
});
