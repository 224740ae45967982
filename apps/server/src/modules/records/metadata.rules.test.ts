import { describe, expect, it } from 'vitest';
import type { MetadataEntry } from '@armarium/contract/metadata';
import { editedMetadata, mirrorOf, newMetadata, type FieldTemplate } from './metadata.rules.ts';

const field = (name: string, type = 'STRING', more: Partial<FieldTemplate> = {}): FieldTemplate => ({
  name,
  type,
  required: false,
  repeatable: false,
  enumValues: [],
  ...more,
});
const templates = [
  field('sgtt', 'STRING', { required: true }),
  field('sgti', 'TEXT'),
  field('subject', 'STRING', { repeatable: true }),
  field('pages', 'INTEGER'),
  field('weight', 'NUMBER'),
  field('signed', 'BOOLEAN'),
  field('contact', 'EMAIL'),
  field('made', 'DATE'),
  field('kind', 'ENUM', { enumValues: ['book', 'map'] }),
];
const title = { sgtt: 'T' };

const judge = (list: MetadataEntry[], mirrors: Record<string, string | undefined> = title) =>
  newMetadata(list, mirrors, templates);
const codes = (list: MetadataEntry[], mirrors?: Record<string, string | undefined>) =>
  judge(list, mirrors).problems.map(({ name, code }) => `${name} ${code}`);

describe('the metadata of a new record', () => {
  it('[API-077] holds the mirrors that the list lacks, then the list in its order', () => {
    const list = [
      { name: 'sgti', value: 'd' },
      { name: 'pages', value: 3 },
    ];
    expect(judge(list)).toEqual({ metadata: [{ name: 'sgtt', value: 'T' }, ...list], problems: [] });
    expect(judge([...list, { name: 'sgtt', value: 'T' }]).metadata).toEqual([
      ...list,
      { name: 'sgtt', value: 'T' },
    ]);
  });

  it('[API-080] is cleaned, and keeps no blank value', () => {
    expect(
      judge([
        { name: 'sgti', value: ' Cafe\u0301\r\nb ' },
        { name: 'subject', value: '  ' },
      ]),
    ).toEqual({
      metadata: [
        { name: 'sgtt', value: 'T' },
        { name: 'sgti', value: 'Caf\u00e9\nb' },
      ],
      problems: [],
    });
  });

  it.each([
    ['1480-05-09', []],
    // Before the reform of the calendar every fourth year was a leap year.
    ['1500-02-29', []],
    ['[ca 1480]', []],
    ['sec. XV ex.', []],
    ['44 a.C.', []],
    ['1480-02-30', ['customMetadataList[0] wrong-type']],
    ['1480-13-01', ['customMetadataList[0] wrong-type']],
    ['1480-13-45', ['customMetadataList[0] wrong-type']],
    ['31/02/1480', ['customMetadataList[0] wrong-type']],
    ['31.4.1480', ['customMetadataList[0] wrong-type']],
    ['30 Febbraio 1480', ['customMetadataList[0] wrong-type']],
    ['29/02/1480', []],
    ['12/25/1480', []],
    ['9 maggio 1480', []],
    ['31/02/1480?', []],
    ['1480-00-00', ['customMetadataList[0] wrong-type']],
    [true, ['customMetadataList[0] wrong-type']],
  ])('[META-64] of the date %s is a day or an uncertain date as it was typed', (value, problems) => {
    const list = [{ name: 'made', value }];
    expect(codes(list)).toEqual(problems);
    if (problems.length === 0) expect(judge(list).metadata).toContainEqual(list[0]);
  });

  it('compares a mirror with its entry as they are kept', () => {
    expect(codes([{ name: 'sgtt', value: ' Cafe\u0301' }], { sgtt: 'Café ' })).toEqual([]);
    expect(codes([{ name: 'sgtt', value: 'Other' }])).toEqual(['sgtt mirror-disagrees']);
  });

  it('[API-163] takes a name twice only where its template is repeatable, in order', () => {
    const twice = (name: string) => [
      { name, value: 'b' },
      { name, value: 'a' },
    ];
    expect(judge(twice('subject')).metadata.slice(1)).toEqual(twice('subject'));
    expect(codes(twice('sgti'))).toEqual(['customMetadataList[1] not-repeatable']);
  });

  it('[API-079] names an unknown field and one that is required', () => {
    expect(codes([{ name: 'colour', value: 'red' }])).toEqual(['customMetadataList[0] unknown-field']);
    expect(codes([], {})).toEqual(['sgtt required']);
    expect(codes([{ name: 'sgtt', value: ' ' }], {})).toEqual(['sgtt required']);
    expect(codes([{ name: 'constructor', value: 'x' }])).toEqual(['customMetadataList[0] unknown-field']);
  });

  it.each<[string, MetadataEntry['value'], boolean]>([
    ['pages', 12, true],
    ['pages', '12', true],
    ['pages', -3, true],
    ['pages', 1.5, false],
    ['pages', 'twelve', false],
    ['pages', true, false],
    ['pages', '', true],
    ['weight', 1.5, true],
    ['weight', '1e3', true],
    ['weight', 'heavy', false],
    ['weight', true, false],
    ['signed', true, true],
    ['signed', false, true],
    ['signed', 'true', false],
    ['signed', 1, false],
    ['contact', 'a@b.it', true],
    ['contact', 'a at b', false],
    ['contact', 'a@b', false],
    ['contact', 7, false],
    ['kind', 'map', true],
    ['kind', 'Map', false],
    ['sgti', 'a\tb\nc', true],
    ['sgti', 'a\u0000b', false],
    ['sgti', 'a\u001bb', false],
    ['sgti', 'x'.repeat(20_000), true],
    ['sgti', 'x'.repeat(20_001), false],
    ['subject', '𠀀'.repeat(4_000), true],
    ['subject', 'x'.repeat(4_001), false],
    ['subject', 12, true],
  ])('[API-079] %s may be %j: %j', (name, value, allowed) => {
    const problems = codes([{ name, value }]);
    expect(problems.length).toBe(allowed ? 0 : 1);
    if (!allowed) expect(problems[0]).toMatch(/^customMetadataList\[0\] /);
  });
});

describe('the metadata of an edited record', () => {
  const entry = (name: string, value: MetadataEntry['value']) => ({ name, value });
  const before = [
    entry('old', 'first'),
    entry('sgtt', 'T'),
    entry('gone', 1),
    entry('gone', 2),
    entry('pages', 'many'),
    entry('subject', 'a'),
    entry('subject', 'b'),
  ];
  const edited = (list: MetadataEntry[] | undefined, mirrors: Record<string, string | undefined> = {}) =>
    editedMetadata(before, { list, mirrors }, templates);
  const problemsOf = (...given: Parameters<typeof edited>) =>
    edited(...given).problems.map(({ name, code }) => `${name} ${code}`);

  it('is as it was where nothing is said, and where it is sent back', () => {
    expect(edited(undefined)).toEqual({ metadata: before, problems: [] });
    expect(edited(before, { sgtt: 'T', sgti: '' })).toEqual({ metadata: before, problems: [] });
  });

  it('[API-030] keeps the values of archived fields in their places where a list leaves them out', () => {
    const list = [entry('sgtt', 'U'), entry('subject', 'c')];
    expect(edited(list)).toEqual({
      metadata: [
        entry('old', 'first'),
        entry('sgtt', 'U'),
        entry('gone', 1),
        entry('gone', 2),
        entry('subject', 'c'),
      ],
      problems: [],
    });
    expect(edited([entry('sgtt', 'T'), entry('gone', 2)]).metadata).toEqual([
      entry('old', 'first'),
      entry('sgtt', 'T'),
      entry('gone', 2),
    ]);
  });

  it('[API-078, API-166] is checked where it changes, and nowhere else', () => {
    expect(problemsOf([...before, entry('sgti', 'new')])).toEqual([]);
    expect(problemsOf([entry('sgtt', 'T'), entry('pages', 'more')])).toEqual([
      'customMetadataList[1] wrong-type',
    ]);
    expect(problemsOf([entry('sgtt', 'T'), entry('gone', 3)])).toEqual([
      'customMetadataList[1] unknown-field',
    ]);
    // A third one of a value that stood twice is new.
    expect(problemsOf([entry('sgtt', 'T'), ...[1, 1].map((value) => entry('gone', value))])).toEqual([
      'customMetadataList[2] unknown-field',
    ]);
    expect(problemsOf([entry('pages', 'many')])).toEqual(['sgtt required']);
  });

  it('[API-165] has mirrors that say what the list says', () => {
    expect(problemsOf([entry('sgtt', 'U')], { sgtt: 'T' })).toEqual(['sgtt mirror-disagrees']);
    expect(problemsOf([entry('sgtt', 'U')], { sgti: 'x' })).toEqual(['sgti mirror-disagrees']);
    expect(problemsOf([entry('sgtt', ' U')], { sgtt: 'U ' })).toEqual([]);
  });

  it('changes the first value of a name by its mirror', () => {
    expect(edited(undefined, { subject: 'z' }).metadata.slice(-2)).toEqual([
      entry('subject', 'z'),
      entry('subject', 'b'),
    ]);
    expect(edited(undefined, { sgti: 'd' }).metadata[0]).toEqual(entry('sgti', 'd'));
    expect(problemsOf(undefined, { sgtt: ' ' })).toEqual(['sgtt required']);
  });
});

describe('a mirror', () => {
  it('is the first value of its name as text, empty where there is none', () => {
    const list = [
      { name: 'a', value: 1 },
      { name: 'a', value: 2 },
      { name: 'b', value: false },
    ];
    expect([mirrorOf(list, 'a'), mirrorOf(list, 'b'), mirrorOf(list, 'c')]).toEqual(['1', 'false', '']);
  });
});
