import type { Static } from '@sinclair/typebox';
import * as Type from '@sinclair/typebox/type';
import { allowed, AvailableTransition, imageActions } from './allowed-actions.ts';
import { links } from './hal.ts';
import { ImportState } from './import-state.ts';
import { MetadataEntry } from './metadata.ts';
import { Count, Uuid } from './scalar.ts';
import { Visibility } from './visibility.ts';

/** An image of an item (catalogue §3, wire.md). */
export const ImageAsset = Type.Object({
  uuid: Uuid,
  resourceType: Type.Literal('MEDIA'),
  sgtt: Type.String(),
  autn: Type.String(),
  customMetadataList: Type.Array(MetadataEntry),
  state: Type.String(),
  visibility: Visibility,
  /** 1-based position among the images of its item. */
  position: Type.Integer({ minimum: 1 }),
  width_px: Type.Union([Type.Integer(), Type.Null()]),
  height_px: Type.Union([Type.Integer(), Type.Null()]),
  originalFilename: Type.String(),
  size_bytes: Count,
  sha256: Type.String(),
  importState: ImportState,
  allowedActions: allowed(imageActions),
  availableTransitions: Type.Array(AvailableTransition),
  /** `original` is the file as it was sent, for those who may download it; `text` the text of a PDF page. */
  _links: links(
    ['self', 'culturalItem'],
    ['import', 'thumb', 'iiif', 'viewer_dzi', 'history', 'original', 'text', 'technical'],
  ),
});
export type ImageAsset = Static<typeof ImageAsset>;
