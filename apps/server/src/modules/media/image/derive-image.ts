import { open, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import sharp, { type Sharp, type SharpOptions } from 'sharp';
import type { EmbeddedMetadata } from '@armarium/contract/technical';
import { readEmbedded } from './embedded-metadata.ts';
import { readIccProfile, type IccProfile } from './icc-profile.ts';
import { asTiles, levelsOf, makeThumbnail, writePyramid } from './pyramid-file.ts';
import { decodeJp2 } from './jp2-image.ts';
import { tiffCompressions } from './tiff-directories.ts';
import { inspectJp2, inspectPage, refusalOf, type InspectedPage } from './probe-image.ts';
import { turnUpright, type Turn } from './turn-upright.ts';
import type { Rotation } from '../derivation.ts';

export interface TechnicalMetadata {
  format: InspectedPage['format'];
  /** Bits per channel in the original. */
  bitDepth: number;
  channels: number;
  /** The name in libvips: 'srgb', 'rgb16', 'b-w', 'grey16', 'cmyk', 'lab', … */
  colourSpace: string;
  iccProfile: string | null;
  dpi: number | null;
  /** 1 to 8, as in EXIF; the derivatives are always upright. */
  orientation: number;
  hasAlpha: boolean;
  compression: string | null;
  /** What the file says about itself; empty where it says nothing. */
  embedded: EmbeddedMetadata;
}

export type ImageWarning =
  | { code: 'no-icc-profile'; title: string }
  | { code: 'unusable-icc-profile'; title: string }
  | { code: 'irregular-file'; title: string }
  | { code: 'low-resolution'; title: string; width_px: number; height_px: number };

/** The derivatives of one page, upright and in sRGB (or grey), 8 bits per channel. */
export interface Derived {
  width_px: number;
  height_px: number;
  pyramid: { path: string; size_bytes: number };
  thumbnail: { path: string; width_px: number; height_px: number };
  technical: TechnicalMetadata;
  warnings: ImageWarning[];
}

export interface DeriveOptions {
  maxPixels: number;
  /** Degrees clockwise by which the upright image is rotated. */
  rotation?: Rotation;
  /** Checked between the passes: libvips can't be stopped during one. */
  signal?: AbortSignal;
}

const lowResolution_px = 1000;

/**
 * Makes the tiled pyramid and the thumbnail of one page. The pixels are decoded once, in order, so memory
 * stays bounded for any size; the source is only read.
 *
 * Writes `pyramid.tif` and `thumbnail.jpg` into the folder, over the files of an earlier run; after a failure
 * neither exists. Not fsynced. A page that is not stored upright needs random access: it goes through
 * uncompressed temporary files in the same folder (6 bytes a pixel). Each large page needs another one of 3
 * bytes a pixel (`writePyramid`).
 *
 * @param page an index that `probeImage` gave
 * @param into an existing folder, for this call alone
 * @throws ImageRefused when the file is to blame; the signal's reason when aborted; other errors (no room, no
 * memory) unchanged
 */
export async function deriveImage(
  source: string,
  page: number,
  into: string,
  options: DeriveOptions,
): Promise<Derived> {
  const paths = {
    lying: join(into, 'lying.tif'),
    upright: join(into, 'upright.tif'),
    pyramid: join(into, 'pyramid.tif'),
    thumbnail: join(into, 'thumbnail.jpg'),
    decoded: join(into, 'decoded.tif'),
  };
  try {
    options.signal?.throwIfAborted();
    const original = source;
    const jp2 = await inspectJp2(source, options.maxPixels);
    if (jp2) {
      await writeFile(paths.decoded, await decodeJp2(source, jp2));
      source = paths.decoded;
    }
    const inspected = await inspectPage(source, page, options.maxPixels);
    const embedded = jp2
      ? await readEmbedded(original, page, 'jp2')
      : await readEmbedded(original, page, inspected.format, inspected.header);
    const profile = judgeProfile(inspected);
    const size_px = await buildPyramid(source, page, inspected, profile, paths, options);
    options.signal?.throwIfAborted();
    const thumbnail = await makeThumbnail(paths.pyramid, size_px.levels, paths.thumbnail);
    options.signal?.throwIfAborted();
    const { width_px, height_px } = size_px;
    return {
      width_px,
      height_px,
      pyramid: { path: paths.pyramid, size_bytes: (await stat(paths.pyramid)).size },
      thumbnail: { path: paths.thumbnail, ...thumbnail },
      technical: {
        ...describe(inspected, profile.embedded),
        ...(jp2 && { format: 'jp2', bitDepth: jp2.bitDepth, compression: 'JPEG 2000' }),
        embedded,
      },
      warnings: warningsFor(inspected, profile, size_px),
    };
  } catch (error) {
    await rm(paths.pyramid, { force: true });
    await rm(paths.thumbnail, { force: true });
    throw error;
  } finally {
    await rm(paths.decoded, { force: true });
    await rm(paths.lying, { force: true });
    await rm(paths.upright, { force: true });
  }
}

/** The size to which the JPEG decoder shrinks as it reads: every byte is decoded, but few pixels are made. */
const checked_px = 64;

/**
 * Decodes one page to its end as `deriveImage` does, and writes nothing.
 * @param page an index that `probeImage` gave
 * @throws as `deriveImage`
 */
export async function checkImage(source: string, page: number, options: DeriveOptions): Promise<void> {
  const { maxPixels, signal } = options;
  signal?.throwIfAborted();
  const jp2 = await inspectJp2(source, maxPixels);
  if (jp2) return void (await decodeJp2(source, jp2));
  const inspected = await inspectPage(source, page, maxPixels);
  const profile = judgeProfile(inspected);
  await decodeOnce(source, inspected, (failOn) => {
    const input = { page, failOn, sequentialRead: true, limitInputPixels: maxPixels };
    return toDelivery(source, input, inspected, profile)
      .resize({ width: checked_px, height: checked_px, fit: 'inside', withoutEnlargement: true })
      .raw()
      .toBuffer();
  });
}

/**
 * Reads what one page says about itself, from headers alone.
 * @param page an index that `probeImage` gave
 * @throws ImageRefused for a header that shows no picture; other errors where the file can't be read
 */
export async function describeImage(
  source: string,
  page: number,
  { maxPixels, signal }: Pick<DeriveOptions, 'maxPixels' | 'signal'>,
): Promise<EmbeddedMetadata> {
  signal?.throwIfAborted();
  if (await inspectJp2(source, maxPixels)) return readEmbedded(source, page, 'jp2');
  const { format, header } = await inspectPage(source, page, maxPixels);
  return readEmbedded(source, page, format, header);
}

interface ProfileJudgement {
  embedded: IccProfile | null;
  isPresent: boolean;
  isUsable: boolean;
}

const profileSpaces: Readonly<Record<string, readonly string[]>> = {
  srgb: ['RGB'],
  rgb: ['RGB'],
  rgb16: ['RGB'],
  'b-w': ['GRAY'],
  grey16: ['GRAY'],
  cmyk: ['CMYK'],
  lab: ['Lab'],
  labs: ['Lab'],
};

function judgeProfile({ header }: InspectedPage): ProfileJudgement {
  const embedded = header.icc ? readIccProfile(header.icc) : null;
  const isUsable = embedded !== null && (profileSpaces[header.space] ?? []).includes(embedded.colourSpace);
  return { embedded, isPresent: header.icc !== undefined, isUsable };
}

interface Built {
  width_px: number;
  height_px: number;
  levels: { width_px: number; height_px: number }[];
  /** The decoder had warnings that don't affect the picture. */
  isIrregular: boolean;
}

async function buildPyramid(
  source: string,
  page: number,
  inspected: InspectedPage,
  profile: ProfileJudgement,
  paths: { lying: string; upright: string; pyramid: string },
  options: DeriveOptions,
): Promise<Built> {
  const { turn, isMirrored } = uprightBy(inspected.orientation, options.rotation ?? 0);
  const { width, height } = inspected.header;
  const decode = (failOn: 'warning' | 'error'): Promise<unknown> => {
    const input = { page, failOn, sequentialRead: true, limitInputPixels: options.maxPixels };
    const delivered = toDelivery(source, input, inspected, profile);
    return turn
      ? asTiles(delivered, 'none', width, height).toFile(paths.lying)
      : writePyramid(isMirrored ? delivered.flop() : delivered, width, height, paths.pyramid);
  };
  const isIrregular = await decodeOnce(source, inspected, decode);
  if (turn) {
    options.signal?.throwIfAborted();
    await turnUpright(paths.lying, paths.upright, turn, options.signal);
    const upright = keepGrey(sharp(paths.upright, { limitInputPixels: false }), inspected);
    const isLying = turn.degrees % 180 !== 0;
    await writePyramid(upright, isLying ? height : width, isLying ? width : height, paths.pyramid);
  }
  const levels = await levelsOf(paths.pyramid);
  const [whole] = levels;
  if (!whole) throw new Error('The pyramid has no level.');
  return { ...whole, levels, isIrregular };
}

/** Runs the decoding pass. @returns true where it succeeded only after harmless warnings were allowed */
async function decodeOnce(
  source: string,
  inspected: InspectedPage,
  decode: (failOn: 'warning' | 'error') => Promise<unknown>,
): Promise<boolean> {
  try {
    // At the lower levels a JPEG with broken data comes out half grey, without a warning.
    await decode('warning');
    return false;
  } catch (error) {
    if (inspected.format === 'jpeg' && error instanceof Error && isHarmless(error.message)) {
      await asRefusal(source, inspected, decode('error'));
      return true;
    }
    return await asRefusal(source, inspected, Promise.reject(error as Error));
  }
}

async function asRefusal<T>(
  source: string,
  { format, directory }: InspectedPage,
  work: Promise<T>,
): Promise<T> {
  try {
    return await work;
  } catch (error) {
    const file = await open(source, 'r');
    try {
      throw await refusalOf(error, format, file, (await file.stat()).size, directory);
    } finally {
      await file.close();
    }
  }
}

/**
 * Faults that libjpeg warns of and every program ignores: scan parameters that a sequential file doesn't use, an
 * unknown transform in the Adobe segment (APP14), and a few bytes of padding before the end mark. More than a
 * few bytes would be lost picture data.
 */
function isHarmless(message: string): boolean {
  return message.split('\n').every((line) => {
    const padding = /(\d+) extraneous bytes before marker 0xd9/.exec(line);
    return padding
      ? Number(padding[1]) <= 16
      : /Invalid SOS parameters for sequential JPEG|Unknown Adobe color transform code/.test(line);
  });
}

function isGrey({ header }: InspectedPage): boolean {
  return header.space === 'b-w' || header.space === 'grey16';
}

/** Without transparency, 8 bit, sRGB or grey; not yet upright. */
function toDelivery(
  source: string,
  input: SharpOptions,
  inspected: InspectedPage,
  profile: ProfileJudgement,
): Sharp {
  const ignoreIcc = !profile.isUsable || profile.embedded?.isSrgb === true;
  const flat = sharp(source, { ...input, ignoreIcc }).flatten({ background: '#ffffff' });
  // sharp converts 16-bit RGB with a profile to Display P3 and leaves it there unless it gets a target.
  if (inspected.header.space === 'rgb16' && !ignoreIcc) return flat.withIccProfile('srgb', { attach: false });
  return keepGrey(flat, inspected);
}

function keepGrey(image: Sharp, inspected: InspectedPage): Sharp {
  return isGrey(inspected) ? image.toColourspace('b-w') : image;
}

/**
 * The mirroring and rotation that make an image of this EXIF orientation upright and rotate it further. They
 * may be nothing at all for a mirrored one.
 */
function uprightBy(orientation: number, further: Rotation): { isMirrored: boolean; turn: Turn | null } {
  const upright = [0, 0, 0, 180, 180, 270, 90, 90, 270][orientation] ?? 0;
  const degrees = ((upright + further) % 360) as Rotation;
  const isMirrored = [2, 4, 5, 7].includes(orientation);
  return { isMirrored, turn: degrees === 0 ? null : { mirror: isMirrored, degrees } };
}

const ownCompressions = { jp2: 'JPEG 2000', jpeg: 'JPEG', png: 'Deflate', gif: 'LZW', webp: 'WebP' } as const;

function describe(inspected: InspectedPage, profile: IccProfile | null): Omit<TechnicalMetadata, 'embedded'> {
  const { format, header, directory, orientation } = inspected;
  return {
    format,
    bitDepth: directory?.bitsPerSample ?? header.bitsPerSample ?? 8,
    channels: directory?.samplesPerPixel ?? header.channels,
    colourSpace: header.space,
    iccProfile: profile?.name ?? null,
    dpi: header.density ?? null,
    orientation,
    hasAlpha: header.hasAlpha,
    compression:
      format === 'tiff' ? (tiffCompressions[directory?.compression ?? 0] ?? null) : ownCompressions[format],
  };
}

function warningsFor(inspected: InspectedPage, profile: ProfileJudgement, built: Built): ImageWarning[] {
  const warnings: ImageWarning[] = [];
  const { width_px, height_px } = built;
  const needsNone = isGrey(inspected) || inspected.header.space.startsWith('lab');
  if (profile.isPresent && !profile.isUsable)
    warnings.push({
      code: 'unusable-icc-profile',
      title: 'The image’s colour profile can’t be used: its colours may be shown a little off.',
    });
  else if (!profile.isPresent && !needsNone)
    warnings.push({
      code: 'no-icc-profile',
      title: 'The image has no colour profile: its colours may be shown a little off.',
    });
  if (Math.max(width_px, height_px) < lowResolution_px)
    warnings.push({
      code: 'low-resolution',
      title: `The image is small: ${width_px} × ${height_px} pixels.`,
      width_px,
      height_px,
    });
  if (built.isIrregular)
    warnings.push({
      code: 'irregular-file',
      title: 'The file has small irregularities; the picture is complete.',
    });
  return warnings;
}
