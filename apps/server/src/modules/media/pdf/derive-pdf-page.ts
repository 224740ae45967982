import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import sharp from 'sharp';
import type { Derived, DeriveTask } from '../derivation.ts';
import { deriveImage } from '../image/derive-image.ts';
import { withPdf } from './open-pdf.ts';
import { pagePixels } from './page-pixels.rules.ts';
import { pdfRefused } from './pdf-refused.ts';

/** More text than on any page of a book; a newspaper's page has some 60,000 characters. */
const maxText = 1_000_000;

/**
 * Draws one page of a PDF, makes pyramid and thumbnail of it as of any image, and reads its text.
 * @throws MediaRefused where the PDF is to blame
 */
export async function derivePdfPage({ source, page, into, limits, rotation }: DeriveTask): Promise<Derived> {
  const picture = join(into, 'page.tif');
  try {
    const drawn = await withPdf(source, async (pdf) => {
      const opened = pdf.getPage(page);
      const { originalWidth, originalHeight } = opened.getOriginalSize();
      const size = pagePixels(originalWidth, originalHeight, limits.maxPixels);
      if (!size) throw pdfRefused('unreadable', `page ${page + 1} has no size`);
      // Before drawing, which closes the page.
      const text = opened.getText();
      const { width_px: width, height_px: height, dpi } = size;
      const { data } = await opened.render({
        width,
        height,
        scale: 1,
        render: 'bitmap',
        renderFormFields: true,
      });
      await sharp(data, { raw: { width, height, channels: 4 }, limitInputPixels: false })
        .removeAlpha()
        .withIccProfile('srgb')
        .withMetadata({ density: dpi })
        .tiff({ compression: 'none', xres: dpi / 25.4, yres: dpi / 25.4 })
        .toFile(picture);
      return { text };
    });
    const { technical, ...derived } = await deriveImage(picture, 0, into, { ...limits, rotation });
    return {
      ...derived,
      technical: { ...technical, format: 'pdf', compression: null, page: page + 1 },
      page_text: storable(drawn.text),
    };
  } finally {
    await rm(picture, { force: true });
  }
}

/** Text that the database can store: without NUL and lone surrogates; line ends are kept. */
function storable(text: string): string {
  return text
    .replaceAll('\0', '')
    .replace(/\r\n?/g, '\n')
    .toWellFormed()
    .normalize('NFC')
    .trim()
    .slice(0, maxText);
}
