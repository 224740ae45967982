import type { Page } from 'playwright-core';

/**
 * Watches what moves by itself on the pages that are opened from now on.
 * @returns asks for the sum of the shifts of the page that is open: 0 where nothing moved, 1 where the whole window did
 */
export async function watchLayoutShift(page: Page): Promise<() => Promise<number>> {
  await page.addInitScript(() => {
    interface Shift extends PerformanceEntry {
      readonly value: number;
      readonly hadRecentInput: boolean;
    }
    let sum = 0;
    const take = (entries: PerformanceEntryList) => {
      for (const { value, hadRecentInput } of entries as Shift[]) if (!hadRecentInput) sum += value;
    };
    const observer = new PerformanceObserver((list) => take(list.getEntries()));
    observer.observe({ type: 'layout-shift', buffered: true });
    const shifted = () => {
      take(observer.takeRecords());
      return sum;
    };
    Object.assign(window, { shifted });
  });
  return () =>
    page.evaluate(async () => {
      // What moves now is told with the next picture.
      for (let frames = 0; frames < 2; frames += 1) await new Promise(requestAnimationFrame);
      return (window as unknown as { shifted(): number }).shifted();
    });
}
