import { expect, it } from 'vitest';
import { later } from '../../../../../../tests/harness/moved-clock.ts';
import { RememberedCounts } from './image-counts.ts';

/** Time stands still but for what a test lets go by. */
function counting() {
  const remembered = new RememberedCounts();
  const began: ((fault?: Error) => void)[] = [];
  const ask = async (question = '1 first') => {
    const { ready } = await remembered.get(
      question,
      () =>
        new Promise((resolve, reject) => {
          const ready = began.length + 1;
          began.push((fault) => (fault ? reject(fault) : resolve({ ready, watermarked: 0 })));
        }),
    );
    return ready;
  };
  return { began, ask };
}

it('counts once for all who ask meanwhile, and remembers it twenty times as long as it took', async () => {
  const { began, ask } = counting();
  const first = ask();
  await later(2_000, async () => {
    const second = ask();
    began[0]?.();
    expect(await Promise.all([first, second])).toEqual([1, 1]);
  });
  await later(30_000, async () => {
    const again = ask();
    expect(began).toHaveLength(1);
    expect(await again).toBe(1);
  });
  await later(60_000, async () => {
    const anew = ask();
    began[1]?.();
    expect(await anew).toBe(2);
  });
});

it('counts anew for another organisation or revision, and after a failure', async () => {
  const { began, ask } = counting();
  const failed = ask();
  began[0]?.(new Error('away'));
  await expect(failed).rejects.toThrow('away');
  const all = [ask(), ask('1 second'), ask('2 first')];
  for (const end of began) end();
  expect(await Promise.all(all)).toEqual([2, 3, 4]);
});
