import type { MediaLimits, Probe } from '../derivation.ts';
import { withPdf } from './open-pdf.ts';
import { pagePixels } from './page-pixels.rules.ts';
import { pdfRefused } from './pdf-refused.ts';

/** Each page becomes an image of its own. */
const maxPages = 1_000;

/**
 * The pages of a PDF, with the sizes at which they will be drawn.
 * @throws MediaRefused where it can't be opened, or has no page that could be drawn
 */
export async function probePdf(path: string, limits: MediaLimits): Promise<Probe> {
  return withPdf(path, async (pdf) => {
    const count = pdf.getPageCount();
    if (count === 0) throw pdfRefused('pdf-no-pages');
    if (count > maxPages) throw pdfRefused('too-many-pages', `${count} pages`);
    const pages: Probe['pages'][number][] = [];
    for (let index = 0; index < count; index++) {
      const { originalWidth, originalHeight } = pdf.getPage(index).getOriginalSize();
      const size = pagePixels(originalWidth, originalHeight, limits.maxPixels);
      if (!size) throw pdfRefused('unreadable', `page ${index + 1} has no size`);
      pages.push({ index, width_px: size.width_px, height_px: size.height_px });
    }
    return { mediaType: 'application/pdf', pages, facts: { pages: count } };
  });
}
