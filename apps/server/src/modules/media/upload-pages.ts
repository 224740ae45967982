import type { Probe } from './derivation.ts';

/** One asset's part of a file. Sizes of an image in px, upright. */
export interface Page {
  readonly index: number;
  readonly width_px: number | null;
  readonly height_px: number | null;
}

/** For a file that gives one asset and no images. */
const wholeFile: Page = { index: 0, width_px: null, height_px: null };

/** The pages of an upload, in order, one asset each; a file without pages gives one asset. */
export function pagesOf({ pages }: { pages: unknown }): readonly Page[] {
  const given = pages as Probe['pages'];
  return given.length === 0 ? [wholeFile] : given;
}
