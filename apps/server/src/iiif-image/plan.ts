import { area_px, type Box, type Size } from './geometry.ts';
import type { ImageFormat, ParsedRequest } from './parse.ts';
import { canonicalRegion, resolveRegion } from './region.ts';
import { ImageRequestError } from './request-error.ts';
import { canonicalRotation, type Rotation } from './rotation.ts';
import { resolveSize } from './size.ts';
import type { PyramidLevel, SourceInfo } from './source-info.ts';
import { imageApis } from './versions.ts';

/**
 * All that is needed to make the answer, in the order of its making: decode `levelRegion` of `level`, bring
 * it to exactly `size`, mirror, rotate, reduce to `quality`, write as `format` (3.0 §4.6).
 *
 * The way round decoding (a stored tile's bytes handed through) will attach here: a plan whose
 * `levelRegion` has the size asked for, starts at multiples of the source's tile side and ends there or at
 * the level's edge, unrotated, in colour, as jpg, is a stored tile, or the used part of one; nothing else
 * need be known.
 */
export interface ImagePlan {
  /** The region in pixels of the full image, cut at its edges. */
  region: Box;
  /** Index of the level to decode from, counted in the file. */
  level: number;
  /** The region in pixels of that level: never empty, never beyond what is stored. */
  levelRegion: Box;
  /** The exact size of the answer before rotation. */
  size: Size;
  rotation: Rotation;
  quality: 'color' | 'gray' | 'bitonal';
  format: ImageFormat;
  /** `{region}/{size}/{rotation}/{quality}.{format}` in the version's one canonical form. */
  canonicalPath: string;
}

/**
 * Holds a request against an image. Pure.
 *
 * @throws ImageRequestError where the image has no such region or may not be answered at such a size.
 */
export function planImage(request: ParsedRequest, source: SourceInfo): ImagePlan {
  const api = imageApis[request.version];
  const { maxArea_px } = source;
  const region = resolveRegion(request.region, source);
  const size = resolveSize(request.size, region, { maxArea_px, enlargementRefused: api.enlargementRefused });
  refuseBeyondFormat(request.format, size, request.rotation);
  const chosen = chooseLevel(region, size, source);
  const quality = request.quality === 'default' ? 'color' : request.quality;
  return {
    region,
    levelRegion: chosen.levelRegion,
    level: chosen.level + (source.firstLevel ?? 0),
    size,
    rotation: request.rotation,
    quality,
    format: request.format,
    canonicalPath: [
      canonicalRegion(region, source),
      api.canonicalSize({ size, region, maxArea_px }),
      canonicalRotation(request.rotation),
      `${quality === 'color' ? 'default' : quality}.${request.format}`,
    ].join('/'),
  };
}

/**
 * The coarsest level that still has enough pixels, and the region within it.
 *
 * Enough allows for one pixel, and 2 %, too few: at an odd edge a level holds 255 columns where a viewer,
 * rounding up, asks for 256, and going to the next finer level for that would decode four times the
 * pixels. Edges thinner than that, and such as the coarse level has dropped altogether, do come from a
 * finer one.
 */
function chooseLevel(region: Box, size: Size, source: SourceInfo): { level: number; levelRegion: Box } {
  const { decoded } = source;
  let chosen = { level: 0, levelRegion: decoded?.[0] ? nearest(region, decoded[0], source) : region };
  for (const [level, stored] of (decoded ?? source.levels).entries()) {
    const levelRegion = withinLevel(region, stored, source);
    if (levelRegion === null) break;
    const enough =
      suffices(levelRegion.width_px, size.width_px) && suffices(levelRegion.height_px, size.height_px);
    // A size grotesquely out of shape (`20000,1`) would need all of a fine level. What is never decoded
    // for an honest size, whose sides are at most halved, is not decoded for this one either.
    const tooMany = source.maxArea_px !== undefined && area_px(chosen.levelRegion) > 4 * source.maxArea_px;
    if (enough || tooMany) chosen = { level, levelRegion };
  }
  return chosen;
}

function suffices(have_px: number, need_px: number): boolean {
  return have_px >= need_px || (have_px + 1 >= need_px && have_px * 1.02 >= need_px);
}

/**
 * A region of the full image in pixels of a level, to the nearest whole one; null where nothing of it is
 * stored there. A level's pixel covers exactly scale × scale pixels, also where the level's width is not
 * the full one divided by the scale: the last one covers fewer, or was dropped by libvips in old files.
 */
function withinLevel(region: Box, stored: PyramidLevel, full: Size): Box | null {
  const [left_px, right_px] = span(
    region.left_px,
    region.left_px + region.width_px,
    stored.scale,
    stored.width_px,
    full.width_px,
  );
  const [top_px, bottom_px] = span(
    region.top_px,
    region.top_px + region.height_px,
    stored.scale,
    stored.height_px,
    full.height_px,
  );
  if (right_px <= left_px || bottom_px <= top_px) return null;
  return { left_px, top_px, width_px: right_px - left_px, height_px: bottom_px - top_px };
}

/** As `withinLevel`, at least one pixel: a level coarser than the image has no whole one for a thin region. */
function nearest(region: Box, stored: PyramidLevel, full: Size): Box {
  const within = withinLevel(region, stored, full);
  if (within) return within;
  const at = (place_px: number, stored_px: number) =>
    Math.min(Math.floor(place_px / stored.scale), stored_px - 1);
  const length = (length_px: number) => Math.max(1, Math.floor(length_px / stored.scale));
  const left_px = at(region.left_px, stored.width_px);
  const top_px = at(region.top_px, stored.height_px);
  return {
    left_px,
    top_px,
    width_px: Math.min(length(region.width_px), stored.width_px - left_px),
    height_px: Math.min(length(region.height_px), stored.height_px - top_px),
  };
}

function span(
  from_px: number,
  to_px: number,
  scale: number,
  stored_px: number,
  full_px: number,
): [from_px: number, to_px: number] {
  const end_px = to_px === full_px ? stored_px : Math.min(Math.round(to_px / scale), stored_px);
  return [Math.round(from_px / scale), end_px];
}

/** Most pixels along a side that the format (GIF, WebP) or its encoder (libjpeg) can write. */
const MAX_SIDE_px: Partial<Record<ImageFormat, number>> = { jpg: 65_500, gif: 65_535, webp: 16_383 };

function refuseBeyondFormat(format: ImageFormat, size: Size, rotation: Rotation): void {
  const most_px = MAX_SIDE_px[format];
  if (most_px === undefined) return;
  const turned = boundingBox(size, rotation.degrees);
  if (turned.width_px > most_px || turned.height_px > most_px) {
    throw new ImageRequestError('format', `${format} cannot hold more than ${most_px} pixels along a side`);
  }
}

/** The size an image has once turned (3.0 implementation notes §5), rounded up. */
function boundingBox(size: Size, degrees: number): Size {
  if (degrees % 180 === 0) return size;
  if (degrees % 90 === 0) return { width_px: size.height_px, height_px: size.width_px };
  const cos = Math.abs(Math.cos((degrees * Math.PI) / 180));
  const sin = Math.abs(Math.sin((degrees * Math.PI) / 180));
  return {
    width_px: Math.ceil(size.width_px * cos + size.height_px * sin),
    height_px: Math.ceil(size.width_px * sin + size.height_px * cos),
  };
}
