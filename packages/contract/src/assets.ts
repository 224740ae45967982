import * as Type from '@sinclair/typebox/type';
import { links } from './hal.ts';
import { defineOperation } from './operation.ts';
import { MetadataList, readOnly } from './record-edits.ts';
import { ImageAsset } from './records.ts';
import { Uuid } from './scalar.ts';

const closed = { additionalProperties: false } as const;
const byUuid = Type.Object({ uuid: Uuid });

export const findImageByUuid = defineOperation({
  id: 'findImageByUuid',
  tag: 'Assets',
  access: 'browse',
  method: 'GET',
  path: '/meta/images/search/findByUuid',
  summary: 'One image by its uuid',
  query: byUuid,
  responses: { 200: ImageAsset },
});

export const getImageText = defineOperation({
  id: 'getImageText',
  tag: 'Assets',
  access: 'browse',
  method: 'GET',
  path: '/meta/images/:uuid/text',
  summary: 'What is written on the page of a PDF that an image is of; empty for all other images',
  params: byUuid,
  responses: { 200: Type.Object({ text: Type.String(), _links: links(['self', 'image'], []) }) },
});

const imageFields = {
  /** Replaces the whole list; only changed values are checked. */
  customMetadataList: Type.Optional(MetadataList),
  sgtt: Type.Optional(Type.String()),
  autn: Type.Optional(Type.String()),
};

export const updateImage = defineOperation({
  id: 'updateImage',
  tag: 'Assets',
  access: 'editAssets',
  method: 'PATCH',
  path: '/meta/images/:uuid',
  summary: 'Change the metadata of an image; honours If-Match',
  params: byUuid,
  body: Type.Object({ ...readOnly(ImageAsset, Object.keys(imageFields)), ...imageFields }, closed),
  responses: { 200: ImageAsset },
});

export const arrangeImages = defineOperation({
  id: 'arrangeImages',
  tag: 'Assets',
  access: 'arrangeItems',
  method: 'PUT',
  path: '/meta/culturalItems/:uuid/images',
  summary:
    'Set the order of the images of an item: exactly those that it has (else 409), by their self links; honours If-Match of the item',
  params: byUuid,
  /** One link per line; as JSON a list of them. */
  body: Type.Array(Type.String(), { maxItems: 100_000, contentMediaType: 'text/uri-list', default: [] }),
  responses: { 204: null },
});

/** In the query or in the body; the body wins. */
const named = { imageUuid: Type.Optional(Uuid) };

export const addImage = defineOperation({
  id: 'addImage',
  tag: 'Assets',
  access: 'arrangeItems',
  method: 'PATCH',
  path: '/meta/culturalItems/:uuid/addImage',
  summary:
    'Move an image to this item from the one that it is in, or to another place within it; honours If-Match of the item',
  params: byUuid,
  query: Type.Object({ ...named, position: Type.Optional(Type.Integer({ minimum: 1 })) }),
  body: Type.Object(
    {
      ...named,
      /** 1-based; the last position where absent or greater than that. */
      position: Type.Optional(Type.Integer({ minimum: 1 })),
    },
    { ...closed, default: {} },
  ),
  responses: { 200: ImageAsset },
});

export const removeImage = defineOperation({
  id: 'removeImage',
  tag: 'Assets',
  access: 'arrangeItems',
  method: 'PATCH',
  path: '/meta/culturalItems/:uuid/removeImage',
  summary:
    'Take an image out of an item, to the trash, which takes that right; of one that was moved to another item nothing is left to do',
  params: byUuid,
  query: Type.Object(named),
  body: Type.Object(named, { ...closed, default: {} }),
  responses: { 204: null },
});

export const deleteImage = defineOperation({
  id: 'deleteImage',
  tag: 'Assets',
  access: 'trash',
  method: 'DELETE',
  path: '/meta/images/:uuid',
  summary: 'Move an image to the trash; honours If-Match',
  params: byUuid,
  query: Type.Object({
    /** For people who find it in the trash or miss it later. */
    reason: Type.Optional(Type.String({ maxLength: 1_000 })),
  }),
  responses: { 204: null },
});
