import * as Type from '@sinclair/typebox/type';
import { arrangeCall } from './asset-order.ts';
import { deletionReason } from './deletions.ts';
import { links, pageOf, pageQuery, readOnly } from './hal.ts';
import { ImageAsset } from './images.ts';
import { MetadataList } from './metadata.ts';
import { byUuid, closed, defineOperation } from './operation.ts';
import { Uuid } from './scalar.ts';

export const listItemImages = defineOperation({
  tag: 'Items',
  access: 'browse',
  id: 'listItemImages',
  method: 'GET',
  path: '/meta/culturalItems/:uuid/images',
  summary: 'The images of an item in their order',
  params: byUuid,
  query: pageQuery({}),
  responses: { 200: pageOf('images', ImageAsset) },
});

export const getImage = defineOperation({
  tag: 'Assets',
  access: 'browse',
  id: 'getImage',
  method: 'GET',
  path: '/meta/images/:uuid',
  summary: 'One image',
  params: byUuid,
  responses: { 200: ImageAsset },
});

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

export const arrangeImages = arrangeCall('arrangeImages', 'images', 'images');

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
  query: Type.Object(deletionReason),
  responses: { 204: null },
});
