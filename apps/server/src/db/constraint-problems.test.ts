import { expect, it } from 'vitest';
import { isDatabaseAway } from './constraint-problems.ts';

it.each([
  ['a server that panics because its disk fails', '58030', true],
  ['a server that recovers', '57P03', true],
  ['a value that is refused', '22001', false],
  ['a relation that is missing', '42P01', false],
])('%s: the database is away or not', (_, code, isAway) => {
  expect(isDatabaseAway(Object.assign(new Error('could not fdatasync file'), { code }))).toBe(isAway);
});
