import { Type } from '@sinclair/typebox';
import { Value } from '@sinclair/typebox/value';
import { ORIGINAL, type Original } from '../manifest-properties.ts';
import type { Size } from '../regions.ts';
import { listOf, propertiesOf, stringOf } from './json-values.ts';

/** A canvas of a manifest, with all that may tell which image of ours it shows. */
export interface FileCanvas {
  readonly id: string;
  readonly size: Size;
  /** The uuids in the addresses of the canvas, of its images and of their services. The image is most likely the first. */
  readonly uuids: readonly string[];
  readonly originals: readonly Original[];
}

/** More images than these are not tried for one canvas. */
const TRIED_MAX = 10;

/** Reads a canvas. Pure. */
export function readCanvas(canvas: Readonly<Record<string, unknown>>): FileCanvas {
  const painted = listOf(canvas['items'])
    .flatMap((page) => listOf(propertiesOf(page)['items']))
    .flatMap((annotation) => listOf(propertiesOf(annotation)['body']))
    // A choice of images has them as its items.
    .flatMap((body) => [body, ...listOf(propertiesOf(body)['items'])])
    .map(propertiesOf);
  const services = painted.flatMap((body) => listOf(body['service'])).map(propertiesOf);
  const addresses = [canvas, ...painted, ...services].flatMap((one) => [one['id'], one['@id']]);
  const uuids = addresses.flatMap((address) => imageUuid.exec(stringOf(address))?.[1]?.toLowerCase() ?? []);
  const originals = painted.map((body) => body[ORIGINAL]).filter((value) => Value.Check(OriginalForm, value));
  return {
    id: stringOf(canvas['id']),
    size: [canvas, ...painted].map(sizeOf).find((size) => size !== undefined) ?? { width: 1, height: 1 },
    uuids: [...new Set(uuids)].slice(0, TRIED_MAX),
    originals: originals.slice(0, TRIED_MAX),
  };
}

/** The uuid of an image in the address of a canvas, or in that of an image service, of an Armarium. */
const imageUuid = /\/(?:canvas|iiif\/[23])\/([\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12})/i;

const OriginalForm = Type.Object({
  sha256: Type.String({ pattern: '^[0-9a-f]{64}$' }),
  page: Type.Integer({ minimum: 0, maximum: 1_000_000 }),
});

/** Larger than any canvas, and an integer of the database. */
const LENGTH_MAX_px = 9_999_999;

function sizeOf({ width, height }: Readonly<Record<string, unknown>>): Size | undefined {
  const isLength = (value: unknown): value is number =>
    typeof value === 'number' && value >= 1 && value <= LENGTH_MAX_px;
  if (!isLength(width) || !isLength(height)) return undefined;
  return { width: Math.round(width), height: Math.round(height) };
}
