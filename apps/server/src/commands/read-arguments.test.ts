import { expect, test } from 'vitest';
import { readArguments, UsageError } from './command.ts';

const options = {
  tenant: { type: 'string' },
  'dry-run': { type: 'boolean' },
} as const;

test.each([
  [['--dry-rum'], 'There is no option --dry-rum. Is --dry-run meant?'],
  [['--colour', 'red'], 'There is no option --colour.'],
  [['-x'], 'There is no option -x.'],
  [['--tenant'], '--tenant needs a value.'],
  [['--tenant', '--dry-run'], '--tenant needs a value; one that begins with - is written --tenant=-….'],
  [['--dry-run=yes'], '--dry-run takes no value.'],
])('%j is refused in words', (args, message) => {
  expect(() => readArguments(args, options)).toThrow(new UsageError(message));
});

test('what is understood is given', () => {
  const { values, positionals } = readArguments(['a', '--tenant=-b', '--', '-c'], options);
  expect({ ...values, positionals }).toEqual({ tenant: '-b', positionals: ['a', '-c'] });
});
