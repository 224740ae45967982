import { expect, it, test } from 'vitest';
import { withoutParts } from '@armarium/contract/search-grammar';
import type { Template } from '@armarium/contract/templates';
import { searchChips } from './search-chips.ts';

const template = (name: string, type: string, searchable: boolean) =>
  ({ name, label: name, labels: {}, type, searchable }) as Template;
const templates = [
  template('lang', 'STRING', true),
  template('note', 'STRING', false),
  template('made', 'DATE', false),
  template('leaves', 'INTEGER', false),
];
const chipsOf = (text: string) => searchChips(text, templates);

test.each<[text: string, chips: string[]]>([
  ['turner venice', []],
  ['-author:turner  venice', ['-author:turner']],
  ['anno:1840..1850 lang:"old latin"', ['anno:1840..1850', 'lang:"old latin"']],
  ['lang:a OR x OR lang:b y', ['lang:a OR x OR lang:b']],
  ['made:"sec. XV" leaves:12', ['made:"sec. XV"', 'leaves:12']],
  // What the server takes as text is no chip.
  ['note:x MS:12 anno:santo made:unknown', []],
])('the parts of %j that name fields', (text, chips) => {
  expect(chipsOf(text).map(({ start, end }) => text.slice(start, end))).toEqual(chips);
});

it('leaves the rest of a text without some of its parts', () => {
  const text = '  view author:turner   venice  lang:a OR lang:b  ';
  const [author, language] = chipsOf(text);
  if (!author || !language) throw new Error('Two parts were expected.');
  expect(withoutParts(text, [author])).toBe('view venice  lang:a OR lang:b');
  expect(withoutParts(text, [author, language])).toBe('view venice');
  expect(withoutParts('lang:a', chipsOf('lang:a'))).toBe('');
});
