import { describe, expect, it } from 'vitest';
import { RenderTurns } from './render-turns.ts';

function held() {
  let release: () => void = () => undefined;
  const until = new Promise<void>((resolve) => {
    release = resolve;
  });
  return { until, release };
}

describe('turns', () => {
  it('lets only so many work at once, in order, and each in the end', async () => {
    const turns = new RenderTurns(2);
    const gates = [held(), held(), held(), held()];
    const begun: number[] = [];
    const done = gates.map((gate, index) =>
      turns.take(
        async () => {
          begun.push(index);
          await gate.until;
          return index;
        },
        () => false,
      ),
    );
    await Promise.resolve();
    expect(begun).toEqual([0, 1]);
    gates[1]?.release();
    expect(await done[1]).toBe(1);
    await Promise.resolve();
    expect(begun).toEqual([0, 1, 2]);
    for (const gate of gates) gate.release();
    expect(await Promise.all(done)).toEqual([0, 1, 2, 3]);
  });

  it('gives the turn on when work fails or nobody waits for it any more', async () => {
    const turns = new RenderTurns(1);
    const failing = turns.take(
      () => Promise.reject(new Error('broken')),
      () => false,
    );
    const gone = turns.take(
      () => Promise.resolve('rendered for nobody'),
      () => true,
    );
    const last = turns.take(
      () => Promise.resolve('rendered'),
      () => false,
    );
    await expect(failing).rejects.toThrow('broken');
    expect(await gone).toBeUndefined();
    expect(await last).toBe('rendered');
  });

  it('turns away with 503 whom it would keep waiting too long', async () => {
    const turns = new RenderTurns(1);
    const gate = held();
    const work = Array.from({ length: 129 }, () =>
      turns.take(
        () => gate.until,
        () => false,
      ),
    );
    await expect(
      turns.take(
        () => gate.until,
        () => false,
      ),
    ).rejects.toMatchObject({ code: 'unavailable', headers: { 'retry-after': '2' } });
    gate.release();
    await Promise.all(work);
  });
});
