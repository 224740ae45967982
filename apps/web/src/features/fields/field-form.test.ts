import { describe, expect, it } from 'vitest';
import {
  blankField,
  bodyOf,
  changesOf,
  faultsFrom,
  faultsOf,
  freeId,
  isFixed,
  optionsIn,
  withType,
  type FieldDraft,
} from './field-form.ts';

const draft = (given: Partial<FieldDraft> = {}): FieldDraft => ({
  ...blankField('ITEM'),
  name: 'lang',
  label: 'Language',
  ...given,
});

describe('what is sent of a field', () => {
  it.each([
    ['STRING', ' a ', 'a'],
    ['STRING', '  ', null],
    ['INTEGER', '12', 12],
    ['NUMBER', '1.5', 1.5],
    ['BOOLEAN', 'true', true],
    ['DATE', '09/05/1480', '1480-05-09'],
    ['DATE', '[ca 1480]', '[ca 1480]'],
  ])('has the default of a %s as its type wants it: %j is %j', (type, defaultText, sent) => {
    expect(bodyOf(draft({ type, defaultText })).defaultValue).toBe(sent);
  });

  it('is what was changed, and nothing else', () => {
    const base = draft({ type: 'ENUM', options: ['a', 'b'], defaultText: 'a' });
    expect(changesOf(base, { ...base, label: ' Language ' })).toEqual({});
    expect(changesOf(base, { ...base, it: 'Lingua', options: ['b'], defaultText: '' })).toEqual({
      labels: { en: '', it: 'Lingua' },
      enumValues: ['b'],
      defaultValue: null,
    });
  });

  it('is both labels where one of them was changed', () => {
    const base = draft({ en: 'Language' });
    expect(changesOf(base, { ...base, it: ' Lingua ' })).toEqual({
      labels: { en: 'Language', it: 'Lingua' },
    });
  });

  it('has no options where the type was changed from a dictionary', () => {
    expect(bodyOf(withType(draft({ type: 'ENUM', options: ['a'] }), 'TEXT')).enumValues).toEqual([]);
  });
});

describe('what is wrong with a field', () => {
  it('[META-29] counts characters, not their halves', () => {
    const limit = (defaultText: string) => faultsOf(draft({ defaultText })).defaultText;
    expect([limit('𝔄'.repeat(256)), limit('𝔄'.repeat(257))]).toEqual([undefined, 'tooLong']);
    expect(faultsOf(draft({ type: 'TEXT', defaultText: 'a'.repeat(257) }))).toEqual({});
  });

  it('is shown where the server found it', () => {
    const problems = [
      { name: 'enumValues', code: 'required' },
      { name: 'label', code: 'required' },
      { name: 'defaultValue', code: 'wrong-type' },
      { name: 'searchable', code: 'locked' },
      { name: 'nobody', code: 'required' },
    ];
    expect(faultsFrom(problems, 'DATE')).toEqual({
      options: 'noOptions',
      label: 'missing',
      defaultText: 'day',
      searchable: 'locked',
    });
  });
});

it('reads options a line each, whatever ends the lines', () => {
  expect(optionsIn(' a  b \r\n\nc\rd')).toEqual(['a b', 'c', 'd']);
});

it('takes an option that is still being typed for one', () => {
  const typed = draft({ type: 'ENUM', newOption: ' Gothic ', defaultText: 'Gothic' });
  expect(faultsOf(typed)).toEqual({});
  expect(bodyOf(typed)).toMatchObject({ enumValues: ['Gothic'], defaultValue: 'Gothic' });
  const base = draft({ type: 'ENUM', options: ['Gothic'] });
  expect(changesOf(base, { ...base, newOption: 'Gothic' })).toEqual({});
});

it('[META-22] finds an ID for a copy', () => {
  expect(freeId('lang', ['lang'])).toBe('lang-2');
  expect(freeId('lang-2', ['lang', 'lang-2', 'lang-3'])).toBe('lang-4');
});

it('lets a locked field become required, and the author repeatable', () => {
  const fixed = (name: string, required: boolean) =>
    (['required', 'repeatable', 'searchable'] as const).filter((part) =>
      isFixed({ name, required, locked: true }, part),
    );
  expect(fixed('sgtt', true)).toEqual(['required', 'repeatable', 'searchable']);
  expect(fixed('autn', false)).toEqual(['searchable']);
});
