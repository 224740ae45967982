import { LRUCache } from 'lru-cache';
import { parseImageRequest, type ParsedRequest } from '../../iiif-image/parse.ts';
import { planImage, type ImagePlan } from '../../iiif-image/plan.ts';
import { storedTile, type StoredTile } from '../../iiif-image/stored-tile.ts';
import type { ImageApiVersion } from '../../iiif-image/image-api.ts';
import { ProblemError } from '../../problem-error.ts';
import { heldAgainstImage } from './image-refusal.ts';
import type { ImageSource } from './image-source.ts';

/** At most one megabyte or two of them. */
const PLANS = 2_000;
const NAME_MAX_characters = 200;

/** The part of a path behind the image, as it was asked for. */
export interface AskedPart {
  readonly region: string;
  readonly size: string;
  readonly rotation: string;
  /** Quality and format. */
  readonly file: string;
}

/** A well-formed request, with its name among those of one version. */
export interface ReadPart {
  readonly name: string;
  readonly parsed: ParsedRequest;
}

export interface PlannedImage {
  readonly plan: ImagePlan;
  /** The stored tile that it is, where it is one. */
  readonly tile: StoredTile | undefined;
  /** Whether it is the picture on cards, asked for at exactly its stored size: a file to be handed through. */
  readonly isStoredThumbnail: boolean;
  /** The name under which its bytes are kept. */
  readonly key: string;
  readonly etag: string;
}

/**
 * Reads and plans requests, remembering the last ones: an image that many look at is asked for the same parts by each,
 * and images of one size for the same parts each.
 */
export class PlannedImages {
  readonly #read = new LRUCache<string, ReadPart>({ max: PLANS });
  readonly #plans = new LRUCache<string, PlannedImage>({ max: PLANS });

  /** @throws ProblemError 400 where it is no image request, 501 for what is not offered */
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

/** What has a long name is not kept. */
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
  const what = `${source.info.firstLevel ?? 0} ${plan.canonicalPath}`;
  return {
    plan,
    tile: storedTile(plan, source.info),
    isStoredThumbnail: isStoredThumbnail(plan, source),
    key: `${source.pyramidKey} ${what}`,
    // Says which file, how much of it and what of that: another watermark or another public size has another tag.
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
