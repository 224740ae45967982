import type { Static } from '@sinclair/typebox';
import * as Type from '@sinclair/typebox/type';
import { closed, defineOperation } from './operation.ts';
import { oneOf, Uuid } from './scalar.ts';

/** The position of a watermark. `repeated` covers the whole image, so that every region has it. */
export const watermarkPlaces = [
  'repeated',
  'centre',
  'north-west',
  'north-east',
  'south-west',
  'south-east',
] as const;
export type WatermarkPlace = (typeof watermarkPlaces)[number];

/** How a watermark stands unless another way is asked for: over the whole image, visible but transparent. */
export const standardWatermark = { place: 'repeated', opacity: 25, width: 30 } as const;

/** The largest file that is accepted as a watermark. */
export const WATERMARK_MAX_BYTES = 10 * 1024 * 1024;

/** Thumbnails have 480 pixels, and the public size may never be smaller than those. */
export const PUBLIC_MIN_PX = 1024;

const place = oneOf(watermarkPlaces);
const opacity = Type.Integer({
  minimum: 5,
  maximum: 100,
  description: 'Percent of what the picture has itself',
});
const width = Type.Integer({ minimum: 5, maximum: 100, description: 'Percent of the width of an image' });
const standing = Type.Object(
  { place: Type.Optional(place), opacity: Type.Optional(opacity), width: Type.Optional(width) },
  closed,
);

/** The images for people without the right to the unchanged ones (decisions §7). */
export const ImageDelivery = Type.Object({
  /** The longest side, in pixels, of public images for visitors; null: full size. */
  publicMaxPx: Type.Union([Type.Integer(), Type.Null()]),
  /** Null where there is none. */
  watermark: Type.Union([
    Type.Object({ place, opacity, width, revision: Type.String({ format: 'uuid' }) }),
    Type.Null(),
  ]),
  /** The number of ready images, and of those with the current watermark. */
  images: Type.Object({ ready: Type.Integer(), watermarked: Type.Integer() }),
  /** The image in which effects are shown: the first one of the newest item that has any. Its size is the full one. */
  example: Type.Union([
    Type.Object({ uuid: Uuid, width_px: Type.Integer(), height_px: Type.Integer() }),
    Type.Null(),
  ]),
});
export type ImageDelivery = Static<typeof ImageDelivery>;

const delivery = { tag: 'Images', access: 'manage' } as const;

export const getImageDelivery = defineOperation({
  ...delivery,
  id: 'getImageDelivery',
  method: 'GET',
  path: '/iam/imageDelivery',
  summary: 'The watermark and the public size of the organisation, and how many images have the watermark',
  responses: { 200: ImageDelivery },
});

export const changeImageDelivery = defineOperation({
  ...delivery,
  id: 'changeImageDelivery',
  method: 'PATCH',
  path: '/iam/imageDelivery',
  summary: 'Change the public size, or how the watermark stands; what is left out stays',
  body: Type.Object(
    {
      publicMaxPx: Type.Optional(
        Type.Union([Type.Integer({ minimum: PUBLIC_MIN_PX, maximum: 1_000_000 }), Type.Null()]),
      ),
      watermark: Type.Optional(standing),
    },
    closed,
  ),
  responses: { 200: ImageDelivery },
});

export const setWatermark = defineOperation({
  ...delivery,
  id: 'setWatermark',
  method: 'PUT',
  path: '/iam/imageDelivery/watermark',
  summary:
    'Set the watermark, or another one: a picture in the part "file", best a PNG that is transparent around it',
  query: standing,
  body: { multipart: 'file' },
  responses: { 200: ImageDelivery },
});

/** The largest side of a preview. */
export const PREVIEW_MAX_PX = 960;

/** Answers a JPEG of at most `PREVIEW_MAX_PX` a side. What is left out is as it is set, or as a new watermark has it. */
export const previewWatermark = defineOperation({
  ...delivery,
  id: 'previewWatermark',
  method: 'POST',
  path: '/iam/imageDelivery/watermark/preview',
  summary:
    'An image of the organisation (JPEG) with the watermark as it would stand in it; without the part "file" with the picture that is set. Saves nothing',
  query: standing,
  body: { multipart: 'file', mayBeAbsent: true },
  responses: { 200: Type.Unknown() },
});

export const removeWatermark = defineOperation({
  ...delivery,
  id: 'removeWatermark',
  method: 'DELETE',
  path: '/iam/imageDelivery/watermark',
  summary: 'Take the watermark away: from then on everybody who sees an image sees it as it is',
  responses: { 204: null },
});
