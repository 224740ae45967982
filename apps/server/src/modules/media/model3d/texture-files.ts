import { open, readFile } from 'node:fs/promises';
import type { Document } from '@gltf-transform/core';
import sharp, { type Sharp } from 'sharp';
import { fileSignature, mediaTypes, signature_bytes } from '../image/file-signature.ts';
import { tiffOf } from '../image/magick.ts';

export type TextureUse = 'colour' | 'normal';

interface Encoded {
  bytes: Uint8Array<ArrayBuffer>;
  mediaType: 'image/webp' | 'image/jpeg';
}

export interface ReadTexture extends Encoded {
  /** The media type of the file that it was read from. */
  sourceType: string;
  isSeeThrough: boolean;
  /** Mostly of the blue of a normal map. */
  looksLikeNormals: boolean;
}

/** The limit of graphics cards of telephones, and detail enough for a close look at a screen. */
const maxSide_px = 4096;
const qualities: Readonly<Record<TextureUse, number>> = { colour: 85, normal: 92 };
/** The size at which a drawing is rendered. */
const svg_px = 2048;
const maxSvg_bytes = 8 * 2 ** 20;
/**
 * For each texture, whatever the limit of images of the catalogue is: modelling programs write up to 16,384
 * px a side.
 */
const maxTexture_pixels = 16_384 ** 2;
/** For a BMP or Targa, which are decoded in memory, some 25 bytes a pixel. */
const maxOld_pixels = 8_192 ** 2;

/**
 * Reads a texture for a model: sRGB of 8 bits, at most 4096 px on a side, as WebP; a JPEG with these
 * properties stays as it is.
 *
 * PNG, TIFF, JPEG, BMP and SVG (spec/catalogue.md §5), WebP and GIF too; by its content, not by its name.
 * @returns null where it is not readable as a picture
 */
export async function readTexture(
  path: string,
  use: TextureUse,
  maxPixels: number,
): Promise<ReadTexture | null> {
  return orNull(async () => {
    const opened = await openTexture(path, Math.min(maxPixels, maxTexture_pixels));
    if (!opened) return null;
    const { image: open, sourceType } = opened;
    const { isOpaque } = await open.clone().stats();
    const small = await open
      .clone()
      .resize(64, 64, { fit: 'fill' })
      .removeAlpha()
      .toColourspace('srgb')
      .png()
      .toBuffer();
    const [red = 0, green = 0, blue = 0] = (await sharp(small).stats()).channels.map(({ mean }) => mean);
    const looksLikeNormals = blue > 170 && Math.abs(red - 128) < 40 && Math.abs(green - 128) < 40;
    const isSeeThrough = use === 'colour' && !isOpaque;
    const kept = isSeeThrough ? open : open.removeAlpha();
    const made = await encode(kept, use, () => readFile(path));
    return { ...made, sourceType, isSeeThrough, looksLikeNormals };
  });
}

/** Scales down the textures of a GLB that exceed the limit, and stores PNG as WebP. */
export async function lightenTextures(document: Document, maxPixels: number): Promise<void> {
  for (const texture of document.getRoot().listTextures()) {
    const bytes = texture.getImage();
    if (!bytes || !/^image\/(png|jpeg|webp)$/.test(texture.getMimeType())) continue;
    const limitInputPixels = Math.min(maxPixels, maxTexture_pixels);
    const image = sharp(bytes, { limitInputPixels, failOn: 'error' });
    // Other parts of the file define what its channels mean: the finer quality is enough for all of them.
    const made = await orNull(() => encode(image, 'normal', () => Promise.resolve(Buffer.from(bytes))));
    if (made) texture.setImage(made.bytes).setMimeType(made.mediaType);
  }
}

async function encode(image: Sharp, use: TextureUse, original: () => Promise<Buffer>): Promise<Encoded> {
  const { format, width, height, space, icc, orientation = 1 } = await image.clone().metadata();
  const fits = Math.max(width, height) <= maxSide_px;
  const isPlain = (space === 'srgb' || space === 'b-w') && !icc && orientation === 1;
  if (format === 'jpeg' && fits && isPlain)
    return { bytes: new Uint8Array(await original()), mediaType: 'image/jpeg' };
  const made = await image
    .rotate()
    .resize({ width: maxSide_px, height: maxSide_px, fit: 'inside', withoutEnlargement: true })
    .toColourspace('srgb')
    .webp({ quality: qualities[use] })
    .toBuffer();
  return { bytes: new Uint8Array(made), mediaType: 'image/webp' };
}

async function openTexture(
  path: string,
  maxPixels: number,
): Promise<{ image: Sharp; sourceType: string } | null> {
  const { head, size_bytes } = await headOf(path);
  const old = oldFormat(head);
  if (old && pixelsOf(old, head) > maxOld_pixels) return null;
  if (old) return { image: sharp(await tiffOf(path, old)), sourceType: oldTypes[old] };
  const signature = fileSignature(head);
  if (signature.format !== null)
    return {
      image: sharp(path, { limitInputPixels: maxPixels, failOn: 'error' }),
      sourceType: mediaTypes[signature.format],
    };
  if (!/SVG/.test(signature.seemsToBe) || size_bytes > maxSvg_bytes) return null;
  // Read from memory it has no folder, so that it can't refer to other files.
  const drawing = await readFile(path);
  const { width, height } = await sharp(drawing).metadata();
  const density = Math.min(2400, Math.max(1, (72 * svg_px) / Math.max(width, height)));
  const drawn = await sharp(drawing, { density, limitInputPixels: maxPixels })
    .resize(svg_px, svg_px, { fit: 'inside' })
    .png()
    .toBuffer();
  return { image: sharp(drawn), sourceType: 'image/svg+xml' };
}

const oldTypes = { BMP: 'image/bmp', TGA: 'image/x-tga' } as const;

/**
 * Texture formats of old models. A Targa has no signature: it is recognised by its name and the form of its
 * header.
 */
function oldFormat(head: Buffer): keyof typeof oldTypes | null {
  if (head.toString('latin1', 0, 2) === 'BM') return 'BMP';
  const [colourMap = 9, kind = 0, bits = 0] = [head[1], head[2], head[16]];
  const isTarga = colourMap <= 1 && [1, 2, 3, 9, 10, 11].includes(kind) && [8, 15, 16, 24, 32].includes(bits);
  return isTarga && head.length > 18 && head.readUInt16LE(12) > 0 && head.readUInt16LE(14) > 0 ? 'TGA' : null;
}

/** The number of pixels in the header; the height of a BMP is negative where it begins at the top. */
function pixelsOf(format: keyof typeof oldTypes, head: Buffer): number {
  if (format === 'TGA') return head.readUInt16LE(12) * head.readUInt16LE(14);
  if (head.length < 26) return Infinity;
  // The oldest header has two bytes for each side.
  if (head.readUInt32LE(14) === 12) return head.readUInt16LE(18) * head.readUInt16LE(20);
  return Math.abs(head.readInt32LE(18) * head.readInt32LE(22));
}

async function headOf(path: string): Promise<{ head: Buffer; size_bytes: number }> {
  const file = await open(path, 'r');
  try {
    const size_bytes = (await file.stat()).size;
    const head = Buffer.alloc(Math.min(signature_bytes, size_bytes));
    await file.read(head, 0, head.length, 0);
    return { head, size_bytes };
  } finally {
    await file.close();
  }
}

/** Null where the picture is not readable; errors of the machine pass unchanged. */
async function orNull<T>(work: () => Promise<T>): Promise<T | null> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof Error) || 'syscall' in error) throw error;
    if (/out of memory|no space left|too many open files/i.test(error.message)) throw error;
    return null;
  }
}
