import type { FieldChange } from '@armarium/contract/field-changes';
import type { MetadataEntry } from '@armarium/contract/metadata';
import { describe, expect, it } from 'vitest';
import { type FieldTemplate } from '../records/public.ts';
import { changedMetadata, changeProblems } from './field-change.rules.ts';

const template = (name: string, more: Partial<FieldTemplate> = {}): [string, FieldTemplate] => [
  name,
  { name, type: 'STRING', required: false, repeatable: false, enumValues: [], ...more },
];
const templates = new Map([
  template('sgtt', { required: true }),
  template('pressmark', { required: true }),
  template('autn'),
  template('keyword', { repeatable: true }),
  template('leaves', { type: 'INTEGER' }),
  template('language', { type: 'ENUM', enumValues: ['lat', 'ita'] }),
]);
const before: MetadataEntry[] = [
  { name: 'sgtt', value: 'Book of (hours)' },
  { name: 'keyword', value: 'psalm' },
  { name: 'leaves', value: 12 },
  { name: 'keyword', value: 'Psalter' },
];
const after = (...changes: FieldChange[]) => changedMetadata(before, changes, templates);
const keywords = (list: readonly MetadataEntry[]) =>
  list.flatMap(({ name, value }) => (name === 'keyword' ? [value] : []));

describe('a change of a field', () => {
  it('that would multiply a text far past what its field takes is refused before the text is made', () => {
    const list = [{ name: 'autn', value: 'e'.repeat(3_000) }];
    const change = { name: 'autn', change: 'find', find: 'e', replacement: 'ee'.repeat(5_000) } as const;
    expect(() => changedMetadata(list, [change], templates)).toThrow(
      expect.objectContaining({
        code: 'invalid',
        fields: [
          { name: 'autn', template: 'autn', code: 'too-long', message: 'At most 4000 characters fit.' },
        ],
      }),
    );
    expect(changedMetadata(list, [{ ...change, replacement: 'a' }], templates)).toEqual([
      { name: 'autn', value: 'a'.repeat(3_000) },
    ]);
  });

  it('replaces all values, where the first one stood', () => {
    expect(after({ name: 'keyword', change: 'replace', values: ['one'] })).toEqual([
      { name: 'sgtt', value: 'Book of (hours)' },
      { name: 'keyword', value: 'one' },
      { name: 'leaves', value: 12 },
    ]);
    expect(after({ name: 'autn', change: 'replace', values: ['Anon.'] }).at(-1)).toEqual({
      name: 'autn',
      value: 'Anon.',
    });
  });

  it('appends a value to a repeatable field, unless it has it', () => {
    expect(keywords(after({ name: 'keyword', change: 'append', value: 'office ' }))).toEqual([
      'psalm',
      'Psalter',
      'office',
    ]);
    expect(after({ name: 'keyword', change: 'append', value: 'psalm' })).toEqual(before);
  });

  it('appends text after a single value, with what stands between', () => {
    const [title] = after({ name: 'sgtt', change: 'append', value: 'fragment', separator: ', ' });
    expect(title?.value).toBe('Book of (hours), fragment');
    expect(after({ name: 'autn', change: 'append', value: 'Anon.', separator: '; ' }).at(-1)?.value).toBe(
      'Anon.',
    );
  });

  it('clears a field, and leaves the others', () => {
    expect(keywords(after({ name: 'keyword', change: 'clear' }))).toEqual([]);
    expect(after({ name: 'keyword', change: 'clear' })).toHaveLength(2);
  });

  it('finds letter by letter: no pattern, and none in what comes instead', () => {
    const [title] = after({ name: 'sgtt', change: 'find', find: '(hours)', replacement: '$& $1 days' });
    expect(title?.value).toBe('Book of $& $1 days');
    expect(after({ name: 'sgtt', change: 'find', find: '.', replacement: 'x' })).toEqual(before);
  });

  it('finds with upper and lower case or without, in each value where it stands', () => {
    const found = (matchCase?: boolean) =>
      after({
        name: 'keyword',
        change: 'find',
        find: 'psal',
        replacement: 'Ps',
        ...(matchCase !== undefined && { matchCase }),
      });
    expect(keywords(found())).toEqual(['Psm', 'Psalter']);
    expect(keywords(found(false))).toEqual(['Psm', 'Pster']);
    expect(found(false).map(({ name }) => name)).toEqual(['sgtt', 'keyword', 'leaves', 'keyword']);
  });

  it('makes one change after the other', () => {
    expect(
      keywords(
        after(
          { name: 'keyword', change: 'clear' },
          { name: 'keyword', change: 'append', value: 'new' },
          { name: 'keyword', change: 'find', find: 'n', replacement: 'N' },
        ),
      ),
    ).toEqual(['New']);
  });
});

describe('what no record could take', () => {
  const problems = (change: FieldChange) =>
    changeProblems([change], templates, 'changes').map(({ name, code }) => [name, code]);

  it.each<[FieldChange, [string, string]]>([
    [{ name: 'nobody', change: 'clear' }, ['changes[0].name', 'unknown-field']],
    [{ name: 'pressmark', change: 'find', find: 'MS', replacement: 'Ms' }, ['changes[0].name', 'read-only']],
    [{ name: 'leaves', change: 'append', value: 'x' }, ['changes[0].change', 'not-repeatable']],
    [{ name: 'leaves', change: 'replace', values: ['many'] }, ['changes[0].values[0]', 'wrong-type']],
    [
      { name: 'language', change: 'replace', values: ['lat', 'ita'] },
      ['changes[0].values[1]', 'not-repeatable'],
    ],
    [{ name: 'language', change: 'replace', values: ['deu'] }, ['changes[0].values[0]', 'not-in-dictionary']],
    [{ name: 'sgtt', change: 'clear' }, ['changes[0].change', 'required']],
    [{ name: 'sgtt', change: 'replace', values: [' '] }, ['changes[0].change', 'required']],
  ])('%j', (change, expected) => {
    expect(problems(change)).toEqual([expected]);
  });

  it('is nothing where records may take it', () => {
    expect(problems({ name: 'keyword', change: 'replace', values: ['a', 'b'] })).toEqual([]);
    expect(problems({ name: 'autn', change: 'append', value: 'x' })).toEqual([]);
  });
});
