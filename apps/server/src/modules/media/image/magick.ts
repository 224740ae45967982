import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import type * as Library from '@imagemagick/magick-wasm';

/** What the image library itself can't open and is opened by ImageMagick, each by its own decoder alone. */
export type MagickFormat = 'JP2' | 'J2K' | 'BMP' | 'TGA';

type Magick = typeof Library;
let loaded: Promise<Magick> | undefined;

/** In WebAssembly: whatever a file does to its decoder, it does it in a box. 15 MB, so only when it is needed. */
async function load(): Promise<Magick> {
  const magick = await import('@imagemagick/magick-wasm');
  const program = createRequire(import.meta.url).resolve('@imagemagick/magick-wasm/magick.wasm');
  await magick.initializeImageMagick(await readFile(program));
  // What doesn't fit into the box's memory is refused by its decoder.
  magick.ResourceLimits.width = 65_535n;
  magick.ResourceLimits.height = 65_535n;
  return magick;
}

/**
 * Decodes a file of such a format to its end, as an uncompressed TIFF of 8 bits with its colour profile.
 *
 * Everything is in memory at once: some 25 bytes a pixel.
 * @throws MagickRefused with what the decoder said
 */
export async function tiffOf(path: string, format: MagickFormat): Promise<Buffer> {
  const { ImageMagick, MagickFormat, MagickReadSettings } = await (loaded ??= load());
  const settings = new MagickReadSettings({ format: formats[format](MagickFormat) });
  const bytes = await readFile(path);
  try {
    return ImageMagick.read(bytes, settings, (image) =>
      image.write(MagickFormat.Tiff, (made) => Buffer.from(made)),
    );
  } catch (error) {
    throw new MagickRefused(error instanceof Error ? error.message : String(error));
  }
}

type Formats = Magick['MagickFormat'];
const formats = {
  JP2: (all: Formats) => all.Jp2,
  J2K: (all: Formats) => all.J2k,
  BMP: (all: Formats) => all.Bmp,
  TGA: (all: Formats) => all.Tga,
} as const satisfies Record<MagickFormat, (all: Formats) => string>;

/** The decoder got no picture out of the file. */
export class MagickRefused extends Error {}
