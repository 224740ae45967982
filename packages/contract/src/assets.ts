import type { Static } from '@sinclair/typebox';
import * as Type from '@sinclair/typebox/type';
import { links } from './hal.ts';
import { ImageAsset } from './images.ts';

/** An asset of any kind (wire.md); properties that its kind lacks are null. */
export const MediaAsset = Type.Object({
  ...ImageAsset.properties,
  duration_s: Type.Union([Type.Number({ minimum: 0 }), Type.Null()]),
  _links: links(
    ['self', 'culturalItem'],
    [
      'import',
      'thumb',
      'iiif',
      'history',
      'original',
      'text',
      'technical',
      'playable',
      'peaks',
      'poster',
      'model',
      'player_audio',
      'player_video',
      'viewer_3d',
      'captions',
    ],
  ),
});
export type MediaAsset = Static<typeof MediaAsset>;
