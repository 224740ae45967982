import { describe, expect, it } from 'vitest';
import {
  blankAction,
  changedParts,
  cleanedChips,
  isAddress,
  keptAction,
  missingParameters,
  sentParameters,
  valueOf,
  type ActionDraft,
} from './action-form.ts';

const parameter = (name: string, type: string, required = true) => ({
  name,
  label: name,
  type,
  required,
  options: [],
});
const template = {
  parameters: [
    parameter('field', 'ENUM'),
    parameter('fields', 'ARRAY'),
    parameter('value', 'TEXT'),
    parameter('odd', 'COLOUR'),
    parameter('onlyIfEmpty', 'BOOLEAN'),
    parameter('note', 'TEXT', false),
  ],
};
const action = (parameters: ActionDraft['parameters']): ActionDraft => ({
  template: 'SET_METADATA',
  parameters,
});
const filled = { field: 'autn', fields: ['sgtt'], value: 'x', odd: 'red' };

describe('the form of an action', () => {
  it('[WFCONF-42, WFCONF-43, WFCONF-44] has chips that are trimmed, without empty and duplicate ones', () => {
    expect(cleanedChips([' sgtt', 'autn ', '', '  ', 'sgtt'])).toEqual(['sgtt', 'autn']);
  });

  it.each([
    [filled, []],
    [{ ...filled, value: ' ' }, ['value']],
    [{ ...filled, field: '' }, ['field']],
    [{ ...filled, odd: '' }, ['odd']],
  ])('[WFCONF-40] with %j misses %j', (parameters, missing) => {
    expect(missingParameters(action(parameters), template)).toEqual(missing);
  });

  it.each([[[]], [[' ']]])('[WFCONF-41] misses a list of %j', (fields) => {
    expect(missingParameters(action({ ...filled, fields }), template)).toEqual(['fields']);
  });

  it('sends no empty values', () => {
    const parameters = { value: ' x ', fields: [' '], onlyIfEmpty: false, note: '' };
    expect(sentParameters(action(parameters))).toEqual({ value: 'x' });
  });

  it('sends nothing that was filled in for another template', () => {
    const parameters = { field: 'autn', value: 'x', visibility: 'public' };
    expect(sentParameters(action(parameters), template)).toEqual({ field: 'autn', value: 'x' });
    expect(sentParameters(action(parameters), { parameters: [] })).toEqual({});
  });

  it.each([
    ['a secret that is there is kept', { url: 'u', hasSecret: true }, { url: 'u', hasSecret: true }],
    ['another one replaces it', { url: 'u', hasSecret: true, secret: ' s ' }, { url: 'u', secret: 's' }],
    ['blanks do not', { url: 'u', hasSecret: true, secret: ' ' }, { url: 'u', hasSecret: true }],
    ['it is removed', { url: 'u', hasSecret: false }, { url: 'u' }],
    ['one that is missing stays so', { url: 'u', secretMissing: true }, { url: 'u', secretMissing: true }],
    [
      'one that was missing is given',
      { url: 'u', secretMissing: true, secret: 's' },
      { url: 'u', secret: 's' },
    ],
  ])('sends of a webhook: %s', (_what, parameters, sent) => {
    const webhook = { parameters: [parameter('url', 'TEXT'), parameter('secret', 'TEXT', false)] };
    expect(sentParameters(action(parameters), webhook)).toEqual(sent);
    expect(sentParameters(action(parameters), { parameters: [] })).toEqual({});
  });

  it('keeps all but a secret in the tab', () => {
    expect(keptAction(action({ url: 'u', secret: 's', hasSecret: true }))).toEqual(
      action({ url: 'u', hasSecret: true }),
    );
  });

  it.each([
    ['ada@example.org', true],
    ['ada', false],
    ['ada@example', false],
    [`${'a'.repeat(250)}@example.org`, false],
  ])('[WFCONF-45] takes %s for an address: %s', (text, expected) => {
    expect(isAddress(text)).toBe(expected);
  });

  it('is changed by its template and by its values, whatever their order', () => {
    const one = action({ field: 'autn', value: 'x', onlyIfEmpty: false });
    expect(changedParts(one, action({ value: 'x ', field: 'autn' }))).toEqual([]);
    expect(changedParts(one, action({ value: 'y', field: 'autn' }))).toEqual(['template', 'parameters']);
    expect(changedParts(blankAction, { ...blankAction, template: 'REQUIRE_COMMENT' })).toEqual([
      'template',
      'parameters',
    ]);
  });

  it('[WFCONF-38] shows a stored value as one of the type of its parameter, and any other type as a text', () => {
    const stored = { fields: 'sgtt', onlyIfEmpty: 'yes', odd: 'red', value: 7 };
    expect(template.parameters.map((one) => valueOf(one, stored))).toEqual(['', [], '', 'red', false, '']);
  });
});
