import type { Static } from '@sinclair/typebox';
import * as Type from '@sinclair/typebox/type';
import { allowed } from './allowed-actions.ts';
import { links } from './hal.ts';
import { byUuid, closed, defineOperation } from './operation.ts';
import { oneOf, Uuid } from './scalar.ts';
import { CONTENTS_ENTRIES, ContentsEntry } from './table-of-contents.ts';

/** The direction in which the images of an item follow each other (Presentation 3.0 §3.2, viewingDirection). */
export const viewingDirections = [
  'left-to-right',
  'right-to-left',
  'top-to-bottom',
  'bottom-to-top',
] as const;
export type ViewingDirection = (typeof viewingDirections)[number];

/** How viewers lay out the images of an item (Presentation 3.0 §3.2, behavior). */
export const behaviors = ['individuals', 'paged', 'continuous', 'unordered'] as const;
export type Behavior = (typeof behaviors)[number];

/** An entry with where its images stand among all images of the item, counted from 1; null where its first image is gone. */
const PlacedEntry = Type.Object({
  ...ContentsEntry.properties,
  /** Null where the image is no longer in the item, to those who may not arrange it. */
  first: Type.Union([Uuid, Type.Null()]),
  firstPosition: Type.Union([Type.Integer({ minimum: 1 }), Type.Null()]),
  lastPosition: Type.Union([Type.Integer({ minimum: 1 }), Type.Null()]),
});
export type PlacedEntry = Static<typeof PlacedEntry>;

const Direction = Type.Union([oneOf(viewingDirections), Type.Null()]);
const Layout = Type.Union([oneOf(behaviors), Type.Null()]);

/** How the images of an item are presented by viewers. Null: nothing is said, and each viewer does what it does. */
export const ItemPresentation = Type.Object({
  uuid: Uuid,
  viewingDirection: Direction,
  behavior: Layout,
  contents: Type.Array(PlacedEntry),
  allowedActions: allowed(['arrange']),
  _links: links(['self', 'culturalItem'], []),
});
export type ItemPresentation = Static<typeof ItemPresentation>;

const path = '/meta/culturalItems/:uuid/presentation';

export const getItemPresentation = defineOperation({
  id: 'getItemPresentation',
  tag: 'Assets',
  access: 'browse',
  method: 'GET',
  path,
  summary: 'How viewers present the images of an item, and its table of contents; its tag is the item’s',
  params: byUuid,
  responses: { 200: ItemPresentation },
});

export const changeItemPresentation = defineOperation({
  id: 'changeItemPresentation',
  tag: 'Assets',
  access: 'arrangeItems',
  method: 'PATCH',
  path,
  summary:
    'Change how viewers present the images of an item, and its table of contents (structures in manifests); what is left out stays as it is. Honours If-Match of the item',
  params: byUuid,
  body: Type.Object(
    {
      viewingDirection: Type.Optional(Direction),
      behavior: Type.Optional(Layout),
      /** All entries, in order. The images have to be images of the item, or those that the entry had before. */
      contents: Type.Optional(Type.Array(ContentsEntry, { maxItems: CONTENTS_ENTRIES })),
    },
    { ...closed, minProperties: 1 },
  ),
  responses: { 200: ItemPresentation },
});
