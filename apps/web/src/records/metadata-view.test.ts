import type { Template } from '@armarium/contract/templates';
import { describe, expect, it } from 'vitest';
import { allFields, cardTemplates, valuesOf } from './metadata-view.ts';

const words = { true: 'Vero', false: 'Falso' };

function template(
  name: string,
  priority: Template['priority'],
  order: number,
  over: Partial<Template> = {},
): Template {
  return {
    uuid: '00000000-0000-4000-8000-000000000000',
    name,
    label: name.toUpperCase(),
    labels: {},
    type: 'TEXT',
    resourceType: 'ITEM',
    priority,
    order,
    enumValues: [],
    defaultValue: null,
    locked: false,
    required: false,
    repeatable: false,
    searchable: false,
    help: '',
    _links: { self: { href: '' } },
    ...over,
  };
}

describe('cardTemplates', () => {
  it('[GRID-11, GRID-12, GRID-13] takes two HIGH templates of ITEM, sgtt before pressmark', () => {
    const templates = [
      template('low', 'LOW', 0),
      template('shelf', 'HIGH', 0),
      template('pressmark', 'HIGH', 1),
      template('medium', 'MEDIUM', 1),
      template('sgtt', 'HIGH', 2),
      template('sgtt', 'HIGH', 0, { resourceType: 'COLLECTION' }),
    ];
    const chosen = cardTemplates(templates);
    expect(chosen.map(({ name }) => name)).toEqual(['sgtt', 'pressmark']);
    expect(chosen.every(({ resourceType }) => resourceType === 'ITEM')).toBe(true);
  });

  it('[GRID-13] falls to the next HIGH template by order where a standard one is not HIGH', () => {
    expect(
      cardTemplates([template('b', 'HIGH', 2), template('a', 'HIGH', 1), template('sgtt', 'HIGH', 3)]).map(
        ({ name }) => name,
      ),
    ).toEqual(['sgtt', 'a']);
  });
});

describe('values', () => {
  it('keeps repeated values in order and shows booleans and dates as the field asks', () => {
    const list = [
      { name: 'who', value: 'Anna' },
      { name: 'bound', value: true },
      { name: 'who', value: 'Bea' },
      { name: 'when', value: '1480-05-09' },
      { name: 'sgtt', value: 'La *Divina commedia' },
    ];
    expect(valuesOf(list, { name: 'who', type: 'TEXT' }, words)).toEqual(['Anna', 'Bea']);
    expect(valuesOf(list, { name: 'bound', type: 'BOOLEAN' }, words)).toEqual(['Vero']);
    expect(valuesOf(list, { name: 'when', type: 'DATE' }, words)).toEqual(['09/05/1480']);
    expect(valuesOf(list, { name: 'sgtt', type: 'TEXT' }, words)).toEqual(['La Divina commedia']);
  });

  it('shows every template by priority, and a value without template as archived', () => {
    const fields = allFields(
      [{ name: 'gone', value: 7 }],
      [template('c', 'LOW', 0), template('b', 'HIGH', 1), template('a', 'HIGH', 0)],
      words,
    );
    expect(fields.map(({ name, archived }) => [name, archived])).toEqual([
      ['a', false],
      ['b', false],
      ['c', false],
      ['gone', true],
    ]);
    expect(fields.at(-1)?.values).toEqual(['7']);
  });
});
