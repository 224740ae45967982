import { describe, expect, it } from 'vitest';
import type { MetadataEntry } from '@armarium/contract/records';
import { mirrorOf, newMetadata, type FieldTemplate } from './metadata.rules.ts';

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
        { name: 'sgti', value: ' a\r\nb ' },
        { name: 'subject', value: '  ' },
      ]),
    ).toEqual({
      metadata: [
        { name: 'sgtt', value: 'T' },
        { name: 'sgti', value: 'a\nb' },
      ],
      problems: [],
    });
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
