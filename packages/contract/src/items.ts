import type { Static } from '@sinclair/typebox';
import * as Type from '@sinclair/typebox/type';
import { allowed, AvailableTransition, itemActions } from './allowed-actions.ts';
import { links, pageOf } from './hal.ts';
import { MetadataEntry } from './metadata.ts';
import { Count, Timestamp, Uuid } from './scalar.ts';
import { Visibility } from './visibility.ts';

/** A cultural item (catalogue §3, wire.md). */
export const Item = Type.Object({
  uuid: Uuid,
  resourceType: Type.Literal('ITEM'),
  sgtt: Type.String(),
  label: Type.String(),
  autn: Type.String(),
  sgti: Type.String(),
  pressmark: Type.String(),
  customMetadataList: Type.Array(MetadataEntry),
  parentCollectionsUuids: Type.Array(Uuid),
  state: Type.String(),
  visibility: Visibility,
  createdDate: Timestamp,
  lastModifiedDate: Timestamp,
  /** The address of the thumbnail for cards, null until an image is ready. */
  thumbnail: Type.Union([Type.String(), Type.Null()]),
  mediaTypeInfo: Type.Object({
    imagesCount: Count,
    audiosCount: Count,
    videosCount: Count,
    model3DsCount: Count,
    hasImage: Type.Boolean(),
    hasAudio: Type.Boolean(),
    hasVideo: Type.Boolean(),
    has3D: Type.Boolean(),
  }),
  isLinkedToDziImage: Type.Boolean(),
  /** The asset of the manifest's first canvas, where that is an image or a video. */
  canvasUuid: Type.Union([Uuid, Type.Null()]),
  notReadyImagesCount: Count,
  /** Images whose import failed; they count as ready in the percentage. */
  failedImagesCount: Count,
  allowedActions: allowed(itemActions),
  availableTransitions: Type.Array(AvailableTransition),
  _links: links(
    ['self', 'images', 'default_list_of_images', 'parentCollections'],
    [
      'thumb',
      'thumbnail',
      'manifest',
      'viewer_dzi',
      'viewer_iiif',
      'history',
      'audios',
      'videos',
      'model3Ds',
      'viewer_3d',
      'player_audio',
      'player_video',
    ],
  ),
});
export type Item = Static<typeof Item>;

export const ItemsPage = pageOf('culturalItems', Item);
