import { expect, it } from 'vitest';
import type { QueryExecutorProvider } from 'kysely';
import { CatalogueMemory } from './catalogue-memory.ts';

const db = {} as QueryExecutorProvider;
const asked = (question: string, version: string) => ({ tenantId: 1, db, question, version, seesAll: true });

/** Asks a memory, and says which questions had to be worked out. */
function asking(memory: CatalogueMemory) {
  const workedOut: string[] = [];
  const ask = (question: string, answer: unknown = 1, version = 'v1') =>
    memory.answer(asked(question, version), () => {
      workedOut.push(question);
      return Promise.resolve(answer);
    });
  return { ask, workedOut };
}

it('works an answer out once for each version', async () => {
  const { ask, workedOut } = asking(new CatalogueMemory());
  await ask('a');
  await ask('a');
  await ask('a', 2, 'v2');
  expect(workedOut).toEqual(['a', 'a']);
});

it('forgets what was asked for longest ago where the answers become too long together', async () => {
  const { ask, workedOut } = asking(new CatalogueMemory(1_000));
  const long = 'x'.repeat(400);
  await ask('a', long);
  await ask('b', long);
  await ask('a', long);
  await ask('c', long);
  expect(workedOut.splice(0)).toEqual(['a', 'b', 'c']);
  await ask('a', long);
  await ask('c', long);
  expect(workedOut.splice(0)).toEqual([]);
  await ask('b', long);
  expect(workedOut).toEqual(['b']);
});

it('tells long questions apart, and does not keep their texts', async () => {
  const { ask, workedOut } = asking(new CatalogueMemory(1_000));
  const long = 'x'.repeat(2_000);
  expect([await ask(`${long}a`, 1), await ask(`${long}b`, 2)]).toEqual([1, 2]);
  expect([await ask(`${long}a`, 3), await ask(`${long}b`, 4)]).toEqual([1, 2]);
  expect(workedOut).toHaveLength(2);
});

it('counts anew after another version, and forgets a failure', async () => {
  const { ask, workedOut } = asking(new CatalogueMemory(1_000));
  for (let version = 0; version < 10; version += 1) await ask('a', 'x'.repeat(400), `v${version}`);
  await ask('b', 'x'.repeat(400));
  workedOut.length = 0;
  await ask('a', 1, 'v9');
  await ask('b');
  expect(workedOut).toEqual([]);
  const memory = new CatalogueMemory();
  const fail = memory.answer(asked('f', 'v1'), () => Promise.reject(new Error('no')));
  await expect(fail).rejects.toThrow('no');
  expect(await memory.answer(asked('f', 'v1'), () => Promise.resolve(2))).toBe(2);
});
