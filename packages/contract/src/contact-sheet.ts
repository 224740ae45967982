import type { Static } from '@sinclair/typebox';
import * as Type from '@sinclair/typebox/type';
import { allowed, imageActions } from './allowed-actions.ts';
import { links } from './hal.ts';
import { ImportState } from './import-state.ts';
import { byUuid, closed, defineOperation } from './operation.ts';
import { Count, Uuid } from './scalar.ts';

const Side = Type.Union([Type.Integer(), Type.Null()]);

/** An image of an item, with the properties that an overview of all its images shows. */
export const SheetImage = Type.Object({
  uuid: Uuid,
  /** The label of its canvas in manifests. */
  sgtt: Type.String(),
  originalFilename: Type.String(),
  sha256: Type.String(),
  /**
   * The index of the page in its file: two pages of one file have the same checksum, and are no duplicates.
   */
  page: Type.Integer({ minimum: 0 }),
  width_px: Side,
  height_px: Side,
  importState: ImportState,
  /** Whether another version is being prepared, which will replace this one. */
  isChanging: Type.Boolean(),
  /** Whether the preparation of the latest requested version failed; the previous one is still shown. */
  lastChangeFailed: Type.Boolean(),
  allowedActions: allowed(imageActions),
  _links: links(['self'], ['thumb']),
});
export type SheetImage = Static<typeof SheetImage>;

/** All images of an item, in order. */
export const ContactSheet = Type.Object({
  uuid: Uuid,
  sgtt: Type.String(),
  pressmark: Type.String(),
  allowedActions: allowed(['arrange', 'rotate']),
  images: Type.Array(SheetImage),
  _links: links(['self', 'culturalItem', 'images'], []),
});
export type ContactSheet = Static<typeof ContactSheet>;

export const getContactSheet = defineOperation({
  id: 'getContactSheet',
  tag: 'Assets',
  access: 'browse',
  method: 'GET',
  path: '/meta/culturalItems/:uuid/contactSheet',
  summary: 'All images of an item at once, each in short; its tag is the item’s',
  params: byUuid,
  responses: { 200: ContactSheet },
});

/** The most images of one call; an item may have more. */
const AT_ONCE = 10_000;

export const labelImages = defineOperation({
  id: 'labelImages',
  tag: 'Assets',
  access: 'editAssets',
  method: 'PATCH',
  path: '/meta/culturalItems/:uuid/imageLabels',
  summary:
    'Set the titles of images of an item, by which their canvases are called in manifests, all or none; honours If-Match of the item',
  params: byUuid,
  body: Type.Object(
    {
      labels: Type.Array(
        Type.Object(
          {
            uuid: Uuid,
            sgtt: Type.String(),
            /** The title that the caller saw; 412 where it has changed. */
            before: Type.Optional(Type.String()),
          },
          closed,
        ),
        { minItems: 1, maxItems: AT_ONCE },
      ),
    },
    closed,
  ),
  responses: { 200: Type.Object({ changed: Count }) },
});

export const rotateImages = defineOperation({
  id: 'rotateImages',
  tag: 'Upload and import',
  access: 'upload',
  method: 'POST',
  path: '/meta/culturalItems/:uuid/imageRotations',
  summary:
    'Turn images of an item: each gets a version of its file that is turned so much further, shown when it is ready; one that there was before is shown at once. What was asked for last counts, or what is shown where that failed. Honours If-Match of the item',
  params: byUuid,
  body: Type.Object(
    {
      images: Type.Array(Uuid, { minItems: 1, maxItems: AT_ONCE }),
      /** Clockwise. */
      degrees: Type.Union([Type.Literal(90), Type.Literal(180), Type.Literal(270)]),
      /** Whether this undoes the last rotation: an image whose rotation failed stays as it is shown. */
      takesBack: Type.Optional(Type.Boolean()),
    },
    closed,
  ),
  responses: {
    202: Type.Object({
      /** The number of images that are being prepared. */
      preparing: Count,
      /** The number of images that are already shown rotated. */
      shown: Count,
    }),
  },
});
