import { describe, expect, it } from 'vitest';
import { MoveQueue } from './move-queue.ts';

describe('moves one after the other', () => {
  it('begins one when the one before it is done, and counts those that are not', async () => {
    const moves = new MoveQueue();
    const said: string[] = [];
    let end = () => {};
    const ended = new Promise<void>((resolve) => {
      end = resolve;
    });
    const waited = moves.add(async () => {
      said.push('first begins');
      await ended;
      said.push('first ends');
    });
    void moves.add(async () => void said.push('second'));
    await Promise.resolve();
    expect([moves.waiting, said]).toEqual([2, ['first begins']]);
    end();
    await waited;
    expect(moves.waiting).toBe(1);
    await moves.settled();
    expect([moves.waiting, said]).toEqual([0, ['first begins', 'first ends', 'second']]);
  });

  it('drops those that were waiting when one fails, and makes those that come later', async () => {
    const moves = new MoveQueue();
    const made: string[] = [];
    void moves.add(() => Promise.reject(new Error('stale')));
    void moves.add(async () => void made.push('waiting'));
    await moves.settled();
    void moves.add(async () => void made.push('later'));
    await moves.settled();
    expect([moves.waiting, made]).toEqual([0, ['later']]);
  });
});
