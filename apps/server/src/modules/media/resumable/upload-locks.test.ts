import { expect, test } from 'vitest';
import { UploadLocks } from './upload-locks.ts';

const never = new AbortController().signal;

test('one after the other has its turn, and who holds it is asked to let go', async () => {
  const turns = new UploadLocks(20_000);
  const [first, second, third] = [turns.newLock('a'), turns.newLock('a'), turns.newLock('a')];
  let asked = 0;
  await first.lock(never, () => {
    asked += 1;
  });
  const order: string[] = [];
  const waiting = [
    second.lock(never, () => undefined).then(() => order.push('second')),
    third.lock(never, () => undefined).then(() => order.push('third')),
  ];
  await turns.newLock('b').lock(never, () => undefined);
  expect([asked, order]).toEqual([2, []]);
  await first.unlock();
  await waiting[0];
  expect(order).toEqual(['second']);
  await second.unlock();
  await waiting[1];
  expect(order).toEqual(['second', 'third']);
});

test('whoever waits too long is told to come again', async () => {
  const turns = new UploadLocks(30);
  const holder = turns.newLock('a');
  await holder.lock(never, () => undefined);
  await expect(turns.newLock('a').lock(never, () => undefined)).rejects.toMatchObject({
    code: 'unavailable',
    headers: { 'retry-after': '5' },
  });
  await holder.unlock();
  await turns.newLock('a').lock(never, () => undefined);
});
