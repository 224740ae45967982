import { describe, expect, it } from 'vitest';
import { PreviewTurns } from './preview-turns.ts';

const refused = { code: 'unavailable', headers: { 'retry-after': '2' } };

/** Turns of which the first is taken by somebody until `release` is called, and what was begun since. */
function takenTurns() {
  const turns = new PreviewTurns();
  const begun: string[] = [];
  let release: () => void = () => undefined;
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  const first = turns.take('first', new AbortController().signal, () => held);
  const take = (account: string, name = account, signal = new AbortController().signal) =>
    turns.take(account, signal, async () => {
      begun.push(name);
      if (name === 'broken') throw new Error('broken');
      return name;
    });
  return { begun, take, first, release };
}

describe('the turns of previews', () => {
  it('come one after the other, in the order of the calls, after a failure too', async () => {
    const { begun, take, first, release } = takenTurns();
    const failing = take('a', 'broken');
    const others = [take('b'), take('c')];
    expect(begun).toEqual([]);
    release();
    await first;
    await expect(failing).rejects.toThrow('broken');
    expect(await Promise.all(others)).toEqual(['b', 'c']);
    expect(begun).toEqual(['broken', 'b', 'c']);
    expect(await take('d')).toBe('d');
  });

  it('are one for each account that waits: an earlier call gives its place up for a later one', async () => {
    const { take, begun, release } = takenTurns();
    const earlier = take('a', 'earlier');
    const other = take('b');
    const later = take('a', 'later');
    await expect(earlier).rejects.toMatchObject(refused);
    release();
    expect(await Promise.all([later, other])).toEqual(['later', 'b']);
    expect(begun).toEqual(['later', 'b']);
  });

  it('are refused with 503 where ten wait, and free again for what nobody waits for any more', async () => {
    const { take, begun, release } = takenTurns();
    const left = new AbortController();
    const leaving = take('0', '0', left.signal);
    const waiting = Array.from({ length: 9 }, (_, index) => take(`${index + 1}`));
    await expect(take('late')).rejects.toMatchObject(refused);
    left.abort(new Error('gone'));
    await expect(leaving).rejects.toThrow('gone');
    const last = take('last');
    await expect(take('late')).rejects.toMatchObject(refused);
    await expect(take('gone before', 'gone before', left.signal)).rejects.toThrow('gone');
    release();
    await Promise.all([...waiting, last]);
    expect(begun).toEqual(['1', '2', '3', '4', '5', '6', '7', '8', '9', 'last']);
  });
});
