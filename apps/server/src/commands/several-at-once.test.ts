import { setImmediate as nextTurn } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { severalAtOnce } from './several-at-once.ts';

async function* numbers(upTo: number) {
  for (let number = 1; number <= upTo; number += 1) yield number;
}

test('results come in the order of the source, however long each takes, and so many run at once', async () => {
  let running = 0;
  let most = 0;
  const results: number[] = [];
  for await (const result of severalAtOnce(numbers(20), 4, async (number) => {
    running += 1;
    most = Math.max(most, running);
    for (let turns = (number * 7) % 5; turns >= 0; turns -= 1) await nextTurn();
    running -= 1;
    return number * 10;
  })) {
    results.push(result);
  }
  expect(results).toEqual(Array.from({ length: 20 }, (_, index) => (index + 1) * 10));
  expect(most).toBe(4);
});

test('after a failure nothing more is begun, and what was begun has ended', async () => {
  const begun: number[] = [];
  let ended = 0;
  const run = async () => {
    for await (const _ of severalAtOnce(numbers(100), 3, async (number) => {
      begun.push(number);
      for (let turns = number === 2 ? 0 : 20; turns >= 0; turns -= 1) await nextTurn();
      ended += 1;
      if (number === 2) throw new Error('the second fails');
    }));
  };
  await expect(run()).rejects.toThrow('the second fails');
  expect(begun.length).toBeLessThan(10);
  expect(ended).toBe(begun.length);
});
