import { describe, expect, it } from 'vitest';
import { standardPrefixes } from './record-words.ts';
import type { SearchScope } from './search-condition.ts';
import { searchRanks, type SearchRanks } from './search-ranks.ts';

const { sgtt, autn, sgti } = standardPrefixes;
const items: SearchScope = { hasPressmarks: true };
const collections: SearchScope = { hasPressmarks: false };
/** A word of a field that begins so. */
const begins = (field: string, word: string) => `'${field}${word}':*`;
const inTitle = (word: string) => begins(sgtt, word);
const inEither = (word: string) => `(${begins(sgtt, word)} | ${begins(autn, word)})`;
const bare = (word: string) => `'\u0005${word}'`;

describe('what is asked of a title as a whole, and of a pressmark', () => {
  it.each<[text: string, asked: Pick<SearchRanks, 'title' | 'sortTitle' | 'pressmark'>]>([
    [
      'Divina, COMMÉDIA',
      { title: 'divina commedia', sortTitle: 'divina commedia', pressmark: bare('divinacommedia') },
    ],
    ['MS. 2/10', { title: 'ms 2 10', sortTitle: 'ms 012 0210', pressmark: bare('ms210') }],
    [
      'view "of Venice"',
      { title: 'view of venice', sortTitle: 'view of venice', pressmark: bare('viewofvenice') },
    ],
    ['La *Divina', { title: 'la divina', sortTitle: 'la divina', pressmark: bare('ladivina') }],
    ['title:view venice', { title: 'view venice', sortTitle: 'view venice', pressmark: bare('venice') }],
    ['titolo:"view of"', { title: 'view of', sortTitle: 'view of' }],
    ['venice author:turner', { title: 'venice', sortTitle: 'venice', pressmark: bare('venice') }],
    ['author:turner', {}],
    ['pressmark:ms-2 view', { title: 'view', sortTitle: 'view', pressmark: bare('ms2view') }],
    ['venice -dusk', { title: 'venice', sortTitle: 'venice', pressmark: bare('venice') }],
    ['view title:venice OR title:rome', { pressmark: bare('view') }],
    ['venice OR rome', {}],
    [
      'venice author:turner OR author:monet',
      { title: 'venice', sortTitle: 'venice', pressmark: bare('venice') },
    ],
    ['%', {}],
    ['50 %', { title: '50', sortTitle: '0250', pressmark: bare('50') }],
    ['源氏', { title: '源氏', sortTitle: '源氏', pressmark: bare('源氏') }],
  ])('%s', (text, asked) => {
    const { inTitle: _title, inTitleOrAuthor: _author, ...whole } = searchRanks(text, items) ?? {};
    expect(whole).toEqual(asked);
  });
});

describe('what is asked of the words of title and author', () => {
  it.each<[text: string, title: string, titleOrAuthor: string]>([
    ['View', inTitle('view'), inEither('view')],
    [
      'view venice',
      `(${inTitle('view')} & ${inTitle('venice')})`,
      `(${inEither('view')} & ${inEither('venice')})`,
    ],
    [
      '"of venice"',
      `('${sgtt}of' <1> '${sgtt}venice')`,
      `(('${sgtt}of' <1> '${sgtt}venice') | ('${autn}of' <1> '${autn}venice'))`,
    ],
    ['title:view', inTitle('view'), inTitle('view')],
    ['author:turner', begins(autn, 'turner'), begins(autn, 'turner')],
    ['description:oil', begins(sgti, 'oil'), begins(sgti, 'oil')],
    [
      'view OR author:turner',
      `(${inTitle('view')} | ${begins(autn, 'turner')})`,
      `(${inEither('view')} | ${begins(autn, 'turner')})`,
    ],
    ['-leaves:12 view', inTitle('view'), inEither('view')],
    ['view OR view', inTitle('view'), inEither('view')],
    ['view -dusk', inTitle('view'), inEither('view')],
    [
      'view OR -dusk',
      `(${inTitle('view')} | !${inTitle('dusk')})`,
      `(${inEither('view')} | !${inEither('dusk')})`,
    ],
    ['%', inTitle('%'), inEither('%')],
    ["l'arte", `(${inTitle('l')} & ${inTitle('arte')})`, `(${inEither('l')} & ${inEither('arte')})`],
  ])('%s', (text, title, titleOrAuthor) => {
    expect(searchRanks(text, items)).toMatchObject({ inTitle: title, inTitleOrAuthor: titleOrAuthor });
  });
});

it('a search of one field asks the whole title, or the pressmark, of that field alone', () => {
  const only = (field: 'sgtt' | 'autn' | 'pressmark') => searchRanks('venice', { ...items, only: [field] });
  const words = { inTitle: inTitle('venice'), inTitleOrAuthor: inEither('venice') };
  expect(only('sgtt')).toEqual({ title: 'venice', sortTitle: 'venice', ...words });
  expect(only('pressmark')).toEqual({ pressmark: bare('venice'), ...words });
  expect(only('autn')).toEqual(words);
  expect(searchRanks('venice title:view', { ...items, only: ['autn'] })).toMatchObject({ title: 'view' });
});

it('records without pressmarks are asked none, and authors are text', () => {
  expect(searchRanks('MS 2', collections)).toEqual({
    title: 'ms 2',
    sortTitle: 'ms 012',
    inTitle: `(${inTitle('ms')} & ${inTitle('2')})`,
    inTitleOrAuthor: `(${inEither('ms')} & ${inEither('2')})`,
  });
  expect(searchRanks('pressmark:2', collections)?.title).toBe('pressmark 2');
});

it('quotes what is typed as PostgreSQL reads it', () => {
  expect(searchRanks(`"'\\"`, items)?.inTitle).toContain(`'${sgtt}''\\\\'`);
});

it.each(['', ' ', '-', '""', 'OR', '-venice', '-venice -title:dusk', '-venice OR -rome'])(
  'gives records no places where nothing is asked of them: %j',
  (text) => {
    expect(searchRanks(text, items)).toBeUndefined();
  },
);

it('asks a field with numbers for its range, and not for words', () => {
  const leaves = {
    name: 'leaves',
    label: 'Leaves',
    labels: { it: 'Carte' },
    type: 'INTEGER',
    isSearchable: false,
  };
  const ranks = searchRanks('leaves:12 view', { hasPressmarks: true, fields: [leaves] });
  expect(ranks?.inTitle).toContain("'\u001Dleaves\u001F1");
  expect(ranks?.title).toBe('view');
});

it('knows a field by each of its labels', () => {
  const binding = {
    name: 'binding',
    label: 'Binding',
    labels: { it: 'Legatura' },
    type: 'STRING',
    isSearchable: true,
  };
  const of = (text: string) =>
    searchRanks(`${text}:leather view`, { hasPressmarks: true, fields: [binding] });
  expect(of('legatura')).toEqual(of('binding'));
  expect(of('legature')).not.toEqual(of('binding'));
});
