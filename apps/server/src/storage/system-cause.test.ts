import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { fileInTheWay, systemCause } from './system-cause.ts';

const failure = async (path: string) =>
  readFile(path).then(
    () => new Error('It can be read.'),
    (error: unknown) => error,
  );

test('what the system says is told in words, with what to do', async () => {
  expect(systemCause(await failure('/no/such/place'))).toBe(
    'there is no such file or folder; see that the path is right',
  );
  expect(systemCause(await failure(`${import.meta.filename}/below`))).toContain('is a file and no folder');
  expect(systemCause(await failure('/'))).toBe('it is a folder; name a file');
  // What we have no words for is told as it came, never left out.
  expect(systemCause(Object.assign(new Error('EXOTIC: so it is'), { code: 'EXOTIC' }))).toContain('EXOTIC');
});

test('a fault of ours is not taken for one of the files', async () => {
  expect(fileInTheWay(await failure('/no/such/place'))).toBe(
    "/no/such/place can't be used: there is no such file or folder; see that the path is right.",
  );
  expect(fileInTheWay(new TypeError('x is not a function'))).toBeUndefined();
});
