import { expect, test } from 'vitest';
import { columnForKey, refusedColumns, repeatedTargets } from './column-faults.ts';

const mappingOf = (...targets: (string | null)[]) => ({
  columns: targets.map((target, index) => ({ heading: `Column ${index}`, target, clears: false })),
  dayFirst: true,
  decimalComma: false,
});

test('what may stand once is wrong in each of several columns; fields, collections and nothing may be repeated', () => {
  const mapping = mappingOf(
    'field:pressmark',
    null,
    'field:pressmark',
    'paths',
    'paths',
    null,
    'field:autn',
    'field:autn',
  );
  expect([...repeatedTargets(mapping)]).toEqual([
    [0, 'twice'],
    [2, 'twice'],
  ]);
  expect([...repeatedTargets(mappingOf('version', 'uuid', 'version', 'field:pressmark')).keys()]).toEqual([
    0, 2,
  ]);
});

test('the server names columns by their place', () => {
  const problems = [
    { name: 'mapping.columns[12].target', code: 'unknown-field', message: '' },
    { name: 'mapping.columns', code: 'no-key', message: '' },
  ];
  expect([...refusedColumns(problems)]).toEqual([[12, 'unknown-field']]);
});

test('without pressmark and UUID the first column that is not imported comes first', () => {
  expect(columnForKey(mappingOf('field:sgtt', null, 'field:pressmark'))).toBeUndefined();
  expect(columnForKey(mappingOf('uuid'))).toBeUndefined();
  expect(columnForKey(mappingOf('field:sgtt', 'version', null, null))).toBe(2);
  expect(columnForKey(mappingOf('field:sgtt', 'version'))).toBe(0);
});
