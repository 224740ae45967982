import { describe, expect, it } from 'vitest';
import { changedFields, draftOf, fieldOfProblem, hasContent, listOf, newDraft } from './record-form.ts';
import { draftOfSeveral, mergeDrafts } from './draft-merge.ts';
import { faultsOf, newRecordFaults } from './record-faults.ts';

const field = (name: string, type = 'STRING', more: object = {}) => ({
  name,
  type,
  required: false,
  repeatable: false,
  defaultValue: null,
  enumValues: [],
  ...more,
});
const templates = [
  field('sgtt'),
  field('year', 'INTEGER'),
  field('made', 'DATE'),
  field('bound', 'BOOLEAN'),
  field('subject', 'STRING', { repeatable: true }),
];
const list = [
  { name: 'subject', value: 'botany' },
  { name: 'old', value: 'kept' },
  { name: 'sgtt', value: 'Herbal' },
  { name: 'subject', value: 'medicine' },
  { name: 'year', value: '1480' },
  { name: 'made', value: '1480-03-01' },
];

describe('the list that is sent', () => {
  it('is the one that was read as long as nothing was touched', () => {
    const single = list.filter(({ value }) => value !== 'medicine');
    expect(listOf(draftOf(single, templates), single, templates)).toEqual(single);
  });

  it('keeps archived fields, writes values by their type, and leaves blank ones out', () => {
    const draft = {
      ...draftOf(list, templates),
      year: ['1481'],
      made: ['2/4/1481'],
      bound: ['true'],
      subject: ['medicine', ' ', 'plants'],
    };
    expect(listOf(draft, list, templates)).toEqual([
      { name: 'subject', value: 'medicine' },
      { name: 'subject', value: 'plants' },
      { name: 'old', value: 'kept' },
      { name: 'sgtt', value: 'Herbal' },
      { name: 'year', value: 1481 },
      { name: 'made', value: '1481-04-02' },
      { name: 'bound', value: true },
    ]);
    expect(listOf({ ...draft, made: ['[ca 1480]'] }, list, templates)).toContainEqual({
      name: 'made',
      value: '[ca 1480]',
    });
  });
});

describe('what speaks against sending', () => {
  const began = draftOf([...list, { name: 'year', value: 'mid-century' }], templates);

  it('is a blank title, and what was changed to something that the field does not take', () => {
    expect(faultsOf({ ...began, sgtt: [' '], year: ['soon'] }, began, templates)).toEqual({
      sgtt: 'required',
      year: 'wholeNumber',
    });
  });

  it('is nothing that stood before the template changed', () => {
    expect(faultsOf(began, began, templates)).toEqual({});
    const required = templates.map((template) => ({ ...template, required: true }));
    expect(faultsOf(began, began, required)).toEqual({});
    expect(faultsOf({ ...began, made: [''] }, began, required)).toEqual({ made: 'required' });
  });
});

it('[COLL-03] a new record has content once something is neither blank nor its default', () => {
  const withDefault = [field('sgtt'), field('kind', 'STRING', { defaultValue: 'Fonds' })];
  const blank = newDraft(withDefault);
  expect(blank).toEqual({ sgtt: [''], kind: ['Fonds'] });
  expect(hasContent(blank, withDefault)).toBe(false);
  expect(hasContent({ ...blank, sgtt: ['  '] }, withDefault)).toBe(false);
  expect(hasContent({ ...blank, kind: [''] }, withDefault)).toBe(false);
  expect(hasContent({ ...blank, kind: ['Series'] }, withDefault)).toBe(true);
});

describe('[STORY-22] a new story or series has content', () => {
  const fields = [
    field('sgtt'),
    field('kind', 'STRING', { defaultValue: 'Tour' }),
    field('room', 'ENUM', { enumValues: ['Hall', 'Tower'], defaultValue: 'Hall' }),
    field('stops', 'INTEGER', { defaultValue: 3 }),
    field('guided', 'BOOLEAN', { defaultValue: true }),
  ];
  const blank = newDraft(fields);
  it.each([
    ['with a text', { sgtt: ['The herbal'] }, true],
    ['not with defaults alone', {}, false],
    ['[STORY-23] not with blanks', { sgtt: [' \t'] }, false],
    ['[STORY-23] not with blanks around a default', { kind: ['  Tour '] }, false],
    ['[STORY-24] with another value of a dictionary', { room: ['Tower'] }, true],
    ['[STORY-24] not without a value of the dictionary', { room: [''] }, false],
    ['[STORY-25] with the number 0', { stops: ['0'] }, true],
    ['[STORY-25] with a no', { guided: ['false'] }, true],
  ])('%s', (_, typed, expected) => {
    expect(hasContent({ ...blank, ...typed }, fields)).toBe(expected);
  });
});

it('two that changed a record at once meet only in the fields that both changed', () => {
  const began = { a: ['1'], b: ['1'], c: ['1'], d: ['1'] };
  const mine = { a: ['2'], b: ['2'], c: ['1'], d: ['2'] };
  const theirs = { a: ['3'], b: ['1'], c: ['3'], d: ['2'] };
  expect(mergeDrafts(began, mine, theirs)).toEqual({
    draft: { a: ['2'], b: ['2'], c: ['3'], d: ['2'] },
    conflicts: [{ name: 'a', mine: ['2'], theirs: ['3'] }],
  });
  expect(changedFields(began, mine)).toEqual(['a', 'b', 'd']);
});

it('a problem is shown at its field, wherever that stood in the list', () => {
  expect(fieldOfProblem('customMetadataList[3].value', list)).toBe('subject');
  expect(fieldOfProblem('pressmark', list)).toBe('pressmark');
});

it('[ASSET-13] of several records a field in which they differ is blank and named, the others are as they all have them', () => {
  const one = { sgtt: ['a'], autn: ['x'], subject: ['1', '2'] };
  const other = { sgtt: ['b'], autn: ['x'], subject: ['1', '2'] };
  expect(draftOfSeveral([one, other])).toEqual({
    draft: { sgtt: [''], autn: ['x'], subject: ['1', '2'] },
    differing: new Set(['sgtt']),
  });
});

it('[ASSET-09, ASSET-10, ASSET-11] what is never blank is missed from the beginning, and only where the form has it', () => {
  const fields = [field('sgtt'), field('autn'), field('note')];
  const blank = { sgtt: ['a'], autn: [' '], note: [''] };
  const never = ['sgtt', 'autn', 'pressmark'];
  expect(faultsOf(blank, blank, fields, never)).toEqual({ autn: 'required' });
  const withPressmark = { ...blank, autn: ['x'], pressmark: [''] };
  expect(faultsOf(withPressmark, withPressmark, [...fields, field('pressmark')], never)).toEqual({
    pressmark: 'required',
  });
});

it('a new record has to have what is required, also where nobody typed in the field', () => {
  const required = [field('sgtt'), field('pressmark', 'STRING', { required: true })];
  const draft = { ...newDraft(required), sgtt: ['Herbal'] };
  expect(newRecordFaults(draft, required)).toEqual({ pressmark: 'required' });
  expect(newRecordFaults({ ...draft, pressmark: ['MS 1'] }, required)).toEqual({});
});
