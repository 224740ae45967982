import type { Template } from '@armarium/contract/templates';
import { expect, test } from 'vitest';
import { listColumns } from './list-columns.ts';

const template = (name: string, priority: Template['priority'], type = 'TEXT', order = 0) =>
  ({ uuid: name, name, priority, type, order }) as Template;
const templates = [
  template('copy', 'LOW'),
  template('printed', 'MEDIUM', 'DATE', 3),
  template('sgti', 'MEDIUM', 'TEXT', 1),
  template('place', 'MEDIUM', 'TEXT', 2),
  template('acquired', 'MEDIUM', 'DATE', 4),
  template('sgtt', 'HIGH'),
  template('pressmark', 'HIGH', 'TEXT', 1),
  template('autn', 'MEDIUM'),
  template('language', 'HIGH', 'ENUM', 5),
];
const namesOf = (chosen: readonly string[] | null, of = templates) => {
  const { date, fields, choice } = listColumns(of, chosen);
  return { date: date?.name, fields: fields.map(({ name }) => name), choice: choice.map(({ name }) => name) };
};

test('a compact list begins with the first date and the first two other fields', () => {
  expect(namesOf(null)).toEqual({
    date: 'printed',
    fields: ['language', 'sgti'],
    choice: ['language', 'sgti', 'place', 'acquired', 'copy'],
  });
});

test('it shows the fields that were chosen, in their order, as far as they still exist', () => {
  expect(namesOf(['copy', 'gone']).fields).toEqual(['copy']);
  expect(namesOf(['place', 'language']).fields).toEqual(['place', 'language']);
  expect(namesOf([]).fields).toEqual([]);
});

test('its date is the year of an import where the organisation has no field for dates, else there is none', () => {
  const imported = [template('sgtt', 'HIGH'), template('year', 'LOW', 'INTEGER'), template('note', 'LOW')];
  expect(namesOf(null, imported)).toEqual({ date: 'year', fields: ['note'], choice: ['note'] });
  expect(namesOf(null, imported.slice(2)).date).toBeUndefined();
});
