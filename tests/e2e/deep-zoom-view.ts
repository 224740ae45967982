import type { Page, Request } from 'playwright-core';
import { expect } from 'vitest';
import { eventually } from '../harness/waiting.ts';

/** Whether a part of an image is asked for as it is in the original, not scaled down. */
function isFullResolution(request: Request): boolean {
  const match = /\/iiif\/3\/[^/]+\/(?:\d+,\d+,(\d+),(\d+)\/(\d*),(\d*)|(full)\/(max))\/0\/default\.jpg$/.exec(
    request.url(),
  );
  return match !== null && (match[5] !== undefined || match[1] === match[3] || match[2] === match[4]);
}

/** The whole percentage that the toolbar of the viewer shows. */
async function shownPercentage(page: Page): Promise<number> {
  return Number.parseInt(await page.locator('[data-zoom] [aria-hidden]').innerText(), 10);
}

/**
 * Zooms in from the whole image until one pixel of it fills one of the screen or more, with the given way of
 * zooming, and sees that a tile of the full resolution came and that what is on the screen is a picture.
 */
export async function zoomToTheLastPixel(page: Page, zoomIn: () => Promise<void>): Promise<void> {
  const full: string[] = [];
  page.on('response', (response) => {
    if (response.status() === 200 && isFullResolution(response.request())) full.push(response.url());
  });
  await page.locator('[data-phase=open]').waitFor();
  await page.waitForFunction(() => document.querySelector('[data-zoom] [aria-hidden]')?.textContent !== '');
  for (let step = 0; (await shownPercentage(page)) < 100; step += 1) {
    expect(step).toBeLessThan(40);
    const before = await shownPercentage(page);
    await zoomIn();
    await page.waitForFunction(
      (old) =>
        Number.parseInt(document.querySelector('[data-zoom] [aria-hidden]')?.textContent ?? '', 10) !== old,
      before,
    );
  }
  await eventually(() => full.length).toBeGreaterThan(0);
  // Painted: the canvas shows more than a few colours. Its middle alone may be white paper.
  await page.waitForFunction(() => {
    const canvas = document.querySelector<HTMLCanvasElement>('.openseadragon-canvas canvas');
    const context = canvas?.getContext('2d');
    if (!canvas || !context) return false;
    const { data } = context.getImageData(0, 0, canvas.width, canvas.height);
    const colours = new Set<number>();
    for (let at = 0; at < data.length; at += 4)
      colours.add(((data[at] ?? 0) << 16) + ((data[at + 1] ?? 0) << 8) + (data[at + 2] ?? 0));
    return colours.size > 3;
  });
}
