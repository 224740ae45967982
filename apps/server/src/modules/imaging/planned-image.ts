import { LRUCache } from 'lru-cache';
import { parseImageRequest, type ParsedRequest } from '../../iiif-image/parse.ts';
import { planImage, type ImagePlan } from '../../iiif-image/plan.ts';
import { storedTile, type StoredTile } from '../../iiif-image/stored-tile.ts';
import type { ImageApiVersion } from '../../iiif-image/image-api.ts';
import { ProblemError } from '../../problem-error.ts';
import { heldAgainstImage } from './image-refusal.ts';
import type { ImageSource } from './image-source.ts';

/** They take one or two megabytes at most. */
const PLANS = 2_000;
const NAME_MAX_characters = 200;

/** The part of the path after the identifier of the image. */
export interface AskedPart {
  readonly region: string;
  readonly size: string;
  readonly rotation: string;
  /** Quality and format. */
  readonly file: string;
}

/** A parsed request, with its name in the cache. */
export interface ReadPart {
  readonly name: string;
  readonly parsed: ParsedRequest;
}

export interface PlannedImage {
  readonly plan: ImagePlan;
  /** Set where the request is for exactly one stored tile. */
  readonly tile: StoredTile | undefined;
  /** Whether the stored thumbnail is exactly what was requested, so that its file is sent. */
  readonly isStoredThumbnail: boolean;
  /** The name of its bytes in the cache. */
  readonly key: string;
  readonly etag: string;
}

/**
 * Parses and plans requests, and caches the last ones: many viewers of one image request the same parts, and images of
 * one size are requested in the same parts.
 */
export class PlannedImages {
  readonly #read = new LRUCache<string, ReadPart>({ max: PLANS });
  readonly #plans = new LRUCache<string, PlannedImage>({ max: PLANS });

  /** @throws ProblemError 400 where the request is not well-formed, 501 for what is not offered */
  read(version: ImageApiVersion, { region, size, rotation, file }: AskedPart): ReadPart {
    const name = `${version} ${region}/${size}/${rotation}/${file}`;
    return remembered(this.#read, name, () => {
      const dot = file.lastIndexOf('.');
      if (dot < 0)
        throw new ProblemError('invalid-image-request', 'format: the last part must be quality.format.');
      const parts = { region, size, rotation, quality: file.slice(0, dot), format: file.slice(dot + 1) };
      return { name, parsed: heldAgainstImage(() => parseImageRequest(version, parts)) };
    });
  }

  /** @throws ProblemError where the image has no such part */
  plan({ name, parsed }: ReadPart, source: ImageSource): PlannedImage {
    const { fileTag, info } = source;
    const whole = `${fileTag} ${info.firstLevel ?? 0} ${info.width_px} ${info.height_px}`;
    return remembered(this.#plans, `${whole} ${name}`, () => planned(parsed, source));
  }
}

/** Caches a value, unless its name is long. */
function remembered<Value extends object>(
  memory: LRUCache<string, Value>,
  name: string,
  make: () => Value,
): Value {
  const known = memory.get(name);
  if (known) return known;
  const made = make();
  if (name.length <= NAME_MAX_characters) memory.set(name, made);
  return made;
}

function planned(parsed: ParsedRequest, source: ImageSource): PlannedImage {
  const plan = heldAgainstImage(() => planImage(parsed, source.info));
  const { firstLevel = 0, width_px, height_px } = source.info;
  // Images of different public sizes may be drawn from the same levels.
  const what = `${firstLevel} ${width_px},${height_px} ${plan.canonicalPath}`;
  return {
    plan,
    tile: storedTile(plan, source.info),
    isStoredThumbnail: isStoredThumbnail(plan, source),
    key: `${source.pyramidKey} ${what}`,
    // It names the file, the levels that may be used, the size that is told and the part, so another watermark or public
    // size has another tag.
    etag: `"${source.fileTag}-${what.replaceAll(/[ ,]/g, '-')}"`,
  };
}

function isStoredThumbnail(
  { region, size, rotation, quality, format }: ImagePlan,
  { thumbnail, info }: ImageSource,
): boolean {
  return (
    format === 'jpg' &&
    quality === 'color' &&
    !rotation.mirror &&
    rotation.degrees === 0 &&
    region.width_px === info.width_px &&
    region.height_px === info.height_px &&
    size.width_px === thumbnail.width_px &&
    size.height_px === thumbnail.height_px
  );
}
