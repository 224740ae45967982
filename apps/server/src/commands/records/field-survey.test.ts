import { expect, test } from 'vitest';
import { labelOf } from './field-name.ts';
import { FieldSurvey, valueForType } from './field-survey.ts';
import { pathText } from '../../modules/spreadsheets/public.ts';
import { pathOf } from './path-text.ts';
import { RepeatedPressmarks } from './repeated-pressmarks.ts';

function typeOf(textual: boolean, values: readonly (string | number | boolean)[]) {
  const survey = new FieldSurvey(textual);
  for (const value of values) survey.note([{ name: 'a', value }]);
  return survey.templates().get('a')?.type;
}

test.each([
  ['INTEGER', [1, -20, 0]],
  ['NUMBER', [1, 2.5]],
  ['BOOLEAN', [true, false]],
  // Written as text it is text: a leading zero means something.
  ['STRING', ['1', '2']],
  ['STRING', [1, 2, 'ca 1480']],
  ['STRING', [1, true]],
  ['STRING', ['x'.repeat(255)]],
  ['TEXT', ['short', 'x'.repeat(256)]],
  ['TEXT', [1, 'two\nlines']],
])('a field of JSON is %s by all of its values', (type, values) => {
  expect(typeOf(false, values)).toBe(type);
});

test.each([
  ['INTEGER', ['1', '-20', '0']],
  ['NUMBER', ['1', '2.5']],
  ['BOOLEAN', ['TRUE', 'false']],
  // Written again as numbers these would not be the same.
  ['STRING', ['0051', '1']],
  ['STRING', ['2.50']],
  ['STRING', ['12345678901234567890']],
  ['STRING', ['1e3']],
  ['STRING', ['1', 'true']],
])('a column of CSV is %s by all of its values', (type, values) => {
  expect(typeOf(true, values)).toBe(type);
});

test('what stands twice in one record is repeatable', () => {
  const survey = new FieldSurvey(false);
  survey.note([
    { name: 'a', value: 1 },
    { name: 'b', value: 1 },
    { name: 'a', value: 2 },
  ]);
  survey.note([{ name: 'b', value: 1 }]);
  expect(
    [...survey.templates().values()].map(({ name, repeatable, priority }) => [name, repeatable, priority]),
  ).toEqual([
    ['a', true, 'LOW'],
    ['b', false, 'LOW'],
  ]);
});

test.each([
  ['12', 'INTEGER', 12],
  ['012', 'INTEGER', '012'],
  ['twelve', 'INTEGER', 'twelve'],
  ['TRUE', 'BOOLEAN', true],
  ['si', 'BOOLEAN', 'si'],
  [12, 'STRING', '12'],
  [true, 'TEXT', 'true'],
])('%j in a field of type %s is kept as %j', (value, type, kept) => {
  expect(valueForType(value, type)).toBe(kept);
});

test.each([
  ['year', 'Year'],
  ['date.notBefore', 'Date: not before'],
  ['creditLine', 'Credit line'],
  ['shelf_mark-old', 'Shelf mark old'],
  ['ISBN', 'ISBN'],
  ['Old shelf mark (until 1900)', 'Old shelf mark (until 1900)'],
  ['作者', '作者'],
])('%s is labelled %s', (name, label) => {
  expect(labelOf(name)).toBe(label);
});

test.each([
  [['A'], 'A'],
  [['Sicily', 'Palermo'], 'Sicily / Palermo'],
  [['Photos / Fotos', 'A/B'], 'Photos \\/ Fotos / A/B'],
  [['/'], '\\/'],
  [['A /', '/ B', '\\/'], 'A \\/ / \\/ B / \\\\/'],
  [[], '/'],
])('the path %j is written %s and read back', (path, text) => {
  expect(pathText(path)).toBe(text);
  expect(pathOf(text)).toEqual(path);
});

test('pressmarks that stand twice are found, and the first row keeps them', () => {
  const repeated = new RepeatedPressmarks();
  const marks = Array.from({ length: 50_000 }, (_, index) => `ms ${index}`);
  for (const mark of [...marks, 'ms 7', 'ms 49999']) repeated.note(mark);
  expect(marks.filter((mark, index) => repeated.take(mark, index) !== undefined)).toEqual([]);
  expect(repeated.take('ms 7', 60_000)).toBe(7);
  expect(repeated.take('ms 49999', 60_001)).toBe(49_999);
  expect(repeated.take('ms 7', 7)).toBe(7);
});
