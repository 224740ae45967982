/** Points in a PDF are 72 to the inch. */
const points = 72;
/** The usual resolution of scans in PDFs; text is legible at it. */
const wanted_dpi = 200;
/** The pixels of a page are in the library's memory, four bytes each; A0 at 200 dpi has 62 million. */
const library_px = 100e6;
const maxSide_px = 65_535;

/**
 * The size in pixels at which a page is drawn: 200 dpi, or less where that would exceed the limit.
 * @returns undefined for a page without a size
 */
export function pagePixels(
  width_pt: number,
  height_pt: number,
  maxPixels: number,
): { width_px: number; height_px: number; dpi: number } | undefined {
  if (!(width_pt > 0 && height_pt > 0 && Number.isFinite(width_pt * height_pt))) return undefined;
  const scale = Math.min(
    wanted_dpi / points,
    Math.sqrt(Math.min(maxPixels, library_px) / (width_pt * height_pt)),
    maxSide_px / Math.max(width_pt, height_pt),
  );
  const px = (length_pt: number) => Math.max(1, Math.floor(length_pt * scale));
  return { width_px: px(width_pt), height_px: px(height_pt), dpi: Math.round(scale * points) };
}
