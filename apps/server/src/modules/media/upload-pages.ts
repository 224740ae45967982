import type { Probe } from './derivation.ts';

/** One asset's part of a file. Sizes of an image in px, upright. */
export interface Page {
  readonly index: number;
  readonly width_px: number | null;
  readonly height_px: number | null;
}

/** Of a file that gives one asset and no images. */
const wholeFile: Page = { index: 0, width_px: null, height_px: null };

/** The assets that an upload gives, in order: one a page, or one. */
export function pagesOf({ pages }: { pages: unknown }): readonly Page[] {
  const given = pages as Probe['pages'];
  return given.length === 0 ? [wholeFile] : given;
}
