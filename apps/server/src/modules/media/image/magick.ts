import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import type * as Library from '@imagemagick/magick-wasm';

/** Formats that the image library can't open. ImageMagick opens each of them by its own decoder only. */
export type MagickFormat = 'JP2' | 'J2K' | 'BMP' | 'TGA';

type Magick = typeof Library;
let loaded: Promise<Magick> | undefined;

/**
 * ImageMagick in WebAssembly, which isolates the decoders from this process. 15 MB, so it is loaded only when
 * needed.
 */
async function load(): Promise<Magick> {
  const magick = await import('@imagemagick/magick-wasm');
  const program = createRequire(import.meta.url).resolve('@imagemagick/magick-wasm/magick.wasm');
  await magick.initializeImageMagick(await readFile(program));
  // An image that exceeds the memory of WebAssembly is refused by its decoder.
  magick.ResourceLimits.width = 65_535n;
  magick.ResourceLimits.height = 65_535n;
  return magick;
}

/**
 * Decodes a file of such a format to its end, as an uncompressed 8-bit TIFF with its colour profile.
 *
 * Everything is in memory at once: some 25 bytes a pixel.
 * @throws MagickRefused with the message of the decoder
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

/** The decoder could not read the picture. */
export class MagickRefused extends Error {}
