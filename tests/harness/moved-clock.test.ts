import { expect, it } from 'vitest';
import { later, meanwhile } from './moved-clock.ts';

it('moves both clocks while the work is done, and no longer', async () => {
  const [date_ms, now_ms] = [Date.now(), performance.now()];
  await later(3_600_000, async () => {
    expect(Date.now() - date_ms).toBeGreaterThanOrEqual(3_600_000);
    expect(performance.now() - now_ms).toBeGreaterThanOrEqual(3_600_000);
  });
  await expect(later(3_600_000, () => Promise.reject(new Error('failed')))).rejects.toThrow('failed');
  expect(Date.now() - date_ms).toBeLessThan(3_600_000);
  expect(performance.now() - now_ms).toBeLessThan(3_600_000);
});

it('lets time stand still', async () => {
  await meanwhile(async () => {
    const [date_ms, now_ms] = [Date.now(), performance.now()];
    await new Promise((resolve) => {
      setTimeout(resolve, 5);
    });
    expect([Date.now(), performance.now()]).toEqual([date_ms, now_ms]);
  });
});
