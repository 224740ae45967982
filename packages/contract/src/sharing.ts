import type { Static } from '@sinclair/typebox';
import * as Type from '@sinclair/typebox/type';
import { ConfirmedImages } from './confirmed-images.ts';
import { pageOf, pageQuery } from './hal.ts';
import { byUuid, closed, defineOperation } from './operation.ts';
import { Count, oneOf, Timestamp, Uuid } from './scalar.ts';
import { Visibility } from './visibility.ts';

/** The longest time for which a share link may open its record. */
export const SHARE_LINK_MAX_DAYS = 366;

export const SHARE_LINK_NOTE_MAX = 200;

/** The most open links of one record. */
export const SHARE_LINKS_MAX = 100;

/**
 * A link that opens one record to everybody who has it (decisions §4); without its token, which is shown only
 * once.
 */
export const ShareLink = Type.Object({
  uuid: Uuid,
  /** The maker's note on whom it is for; may be empty. */
  note: Type.String(),
  createdDate: Timestamp,
  createdBy: Type.String(),
  expiresAt: Timestamp,
  /** Null unless somebody has withdrawn it. */
  revokedDate: Type.Union([Timestamp, Type.Null()]),
  revokedBy: Type.Union([Type.String(), Type.Null()]),
  state: oneOf(['open', 'expired', 'revoked']),
});
export type ShareLink = Static<typeof ShareLink>;

const sharing = { tag: 'Sharing', access: 'publish' } as const;

export const listShareLinks = defineOperation({
  ...sharing,
  id: 'listShareLinks',
  method: 'GET',
  path: '/meta/shareLinks/search/findByRecord',
  summary:
    'The share links of an item, a collection or a story, those that are over too; the open ones, then the newest, first',
  query: pageQuery({ recordUuid: Uuid }),
  responses: { 200: pageOf('shareLinks', ShareLink) },
});

export const createShareLink = defineOperation({
  ...sharing,
  id: 'createShareLink',
  method: 'POST',
  path: '/meta/shareLinks',
  summary: 'Make a link that opens an item, a collection or a story to whoever has it, until a moment',
  body: Type.Object(
    {
      /** An item, a collection or a story, not a restricted one. */
      recordUuid: Uuid,
      /** Later than now, at most 366 days. */
      expiresAt: Timestamp,
      note: Type.Optional(Type.String({ maxLength: SHARE_LINK_NOTE_MAX })),
      /** Of a story. */
      confirmedImages: ConfirmedImages,
    },
    closed,
  ),
  responses: {
    201: Type.Object({
      ...ShareLink.properties,
      /** Follows the record's uuid in IIIF paths, `{uuid}~{token}`, and is `token` of the viewer pages. */
      token: Type.String(),
    }),
  },
});

export const revokeShareLink = defineOperation({
  ...sharing,
  id: 'revokeShareLink',
  method: 'DELETE',
  path: '/meta/shareLinks/:uuid',
  summary: 'Withdraw a share link: it is refused from then on',
  params: byUuid,
  responses: { 204: null },
});

const Sides = Type.Object({ width_px: Type.Integer(), height_px: Type.Integer() });

/** An image, as stored and as the public gets it. */
const PublicImage = Type.Object({
  uuid: Uuid,
  label: Type.String(),
  /** For signed-in people. */
  thumb: Type.String(),
  whole: Sides,
  given: Sides,
});

/** What visitors see of a public item, and people with a share link of any other. */
export const PublicView = Type.Object({
  visibility: Visibility,
  /** The longest side, in pixels, of images for the public; null: full size. */
  publicMaxPx: Type.Union([Type.Integer(), Type.Null()]),
  hasWatermark: Type.Boolean(),
  images: Type.Object({
    total: Count,
    ready: Count,
    /** The first ready images, in order. */
    first: Type.Array(PublicImage),
  }),
  /** Ready sounds. */
  audiosCount: Count,
  videosCount: Count,
  model3DsCount: Count,
  /** PDFs that can be downloaded whole. */
  documentsCount: Count,
  /** The collections of the item; the public sees only the public ones. */
  parents: Type.Array(Type.Object({ uuid: Uuid, sgtt: Type.String(), visibility: Visibility })),
});
export type PublicView = Static<typeof PublicView>;

export const getPublicView = defineOperation({
  tag: 'Sharing',
  access: 'browse',
  id: 'getPublicView',
  method: 'GET',
  path: '/meta/culturalItems/:uuid/publicView',
  summary: 'What the public sees of an item, or would see if it were public',
  params: byUuid,
  responses: { 200: PublicView },
});

/** An image that a story shows. */
const StoryImage = Type.Object({
  uuid: Uuid,
  /** The titles of its item and of the image. */
  title: Type.String(),
  /** Of its item. */
  visibility: Visibility,
  /** For signed-in people; null until the image is ready. */
  thumb: Type.Union([Type.String(), Type.Null()]),
  /** The size that visitors get; null until it is known. */
  given: Type.Union([Sides, Type.Null()]),
  /** Whether visitors see it in the story: it is public, or somebody who may publish has agreed to show it. */
  isOpen: Type.Boolean(),
});

/** What visitors see of a public story, and people with a share link of any other. */
export const StoryPublicView = Type.Object({
  visibility: Visibility,
  /** As in `PublicView`. */
  publicMaxPx: Type.Union([Type.Integer(), Type.Null()]),
  hasWatermark: Type.Boolean(),
  stepsCount: Count,
  /** Steps whose image is gone, or is hidden from the caller. */
  stepsWithoutImageCount: Count,
  /** Each image once, in the order of the steps. */
  images: Type.Array(StoryImage),
});
export type StoryPublicView = Static<typeof StoryPublicView>;

export const getStoryPublicView = defineOperation({
  tag: 'Sharing',
  access: 'browse',
  id: 'getStoryPublicView',
  method: 'GET',
  path: '/meta/storyboards/:uuid/publicView',
  summary: 'What the public sees of a story, or would see if it were public',
  params: byUuid,
  responses: { 200: StoryPublicView },
});
