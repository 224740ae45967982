import type { Static } from '@sinclair/typebox';
import * as Type from '@sinclair/typebox/type';
import { pageOf, pageQuery } from './hal.ts';
import { defineOperation } from './operation.ts';
import { languages } from './preferences.ts';
import { oneOf, Timestamp, Uuid } from './scalar.ts';

/**
 * The version of the program's own agreement for downloads (catalogue §2), in force where the organisation has none
 * of its own. It changes with the text, which the client has.
 */
export const standardAgreement = '2026-1';

/** The formats of downloaded images, by their extensions: JPEG, and PNG, which loses nothing and is several times larger. */
export const downloadFormats = ['jpg', 'png'] as const;
export type DownloadFormat = (typeof downloadFormats)[number];

/** The pixels per inch that files at the sizes for A4 and A3 state. */
export const PRINT_dpi = 300;

/** Region and size as in the Image API 2.1.1: `full` or `x,y,w,h`; `full`, `pct:50`, `!w,h`, `w,h` … */
const variant = {
  region: Type.String({ maxLength: 100 }),
  size: Type.String({ maxLength: 100 }),
};

const query = Type.Object({
  /** The accepted version, as the page showed it; any other than the one in force is 409 `agreement-changed`. */
  agreement: Type.Optional(Type.String({ maxLength: 20 })),
});

/** Further answers for a stored file (RFC 9110 §14 and §15): a part, not modified, range not satisfiable. */
const partial = { 206: Type.Unknown(), 304: null, 416: null };

export const downloadImage = defineOperation({
  id: 'downloadImage',
  tag: 'Downloads',
  access: 'download',
  method: 'GET',
  path: '/image-download/db/snippet/:imageUuid/:region/:size/0/default.:format',
  summary: 'An image, or a part of it, at a size, as a JPEG or PNG file; never enlarged',
  params: Type.Object({ imageUuid: Uuid, ...variant, format: oneOf(downloadFormats) }),
  query: Type.Object({
    ...query.properties,
    /**
     * The pixels per inch that the file states. Default: 300 at the sizes for A4 and A3; at others those of the
     * original, scaled with the image, or 72 where the original states none.
     */
    dpi: Type.Optional(Type.Integer({ minimum: 1, maximum: 10_000 })),
  }),
  responses: { 200: Type.Unknown() },
});

/** With 202: how many images of the archive are made, of how many: `7/20`. */
export const archiveProgressHeader = 'x-progress';

/**
 * With the archive, where images of the item are not in it: their number and the titles of the first ones, encoded as in
 * addresses: `2 c.%201r c.%201v`. Its READ-ME.txt names all and says why.
 */
export const archiveLeftOutHeader = 'x-left-out';

export const downloadArchive = defineOperation({
  id: 'downloadArchive',
  tag: 'Downloads',
  access: 'download',
  method: 'GET',
  path: '/image-download/db/culturalItem/:uuid/:region/:size/0/default.zip',
  summary:
    'All images of an item as a zip; 202 with Retry-After and X-Progress (7/20) while it is being made; answers ranges; X-Left-Out (2 c.%201r c.%201v) where images are not in it',
  params: Type.Object({ uuid: Uuid, ...variant }),
  query: Type.Object({
    ...query.properties,
    /** Of the images in it; default `jpg`. */
    format: Type.Optional(oneOf(downloadFormats)),
  }),
  responses: { 200: Type.Unknown(), 202: null, ...partial },
});

export const downloadOriginal = defineOperation({
  id: 'downloadOriginal',
  tag: 'Downloads',
  access: 'downloadOriginal',
  method: 'GET',
  path: '/image-download/db/original/:imageUuid',
  summary: 'The file of an image as it was uploaded, byte for byte; answers ranges',
  params: Type.Object({ imageUuid: Uuid }),
  query: Type.Object({
    ...query.properties,
    /** The number of a version; default the one that is shown. */
    version: Type.Optional(Type.Integer({ minimum: 1, maximum: 1_000_000 })),
  }),
  responses: { 200: Type.Unknown(), ...partial },
});

export const getDownloadAgreement = defineOperation({
  id: 'getDownloadAgreement',
  tag: 'Downloads',
  access: 'session',
  method: 'GET',
  path: '/meta/downloadAgreement',
  summary: 'The agreement in force for downloads',
  responses: {
    200: Type.Object({
      version: Type.String(),
      /** Null for the program's own text, which each client has. */
      own: Type.Union([Type.Object({ text: Type.String(), language: oneOf(languages) }), Type.Null()]),
    }),
  },
});
export type DownloadAgreement = Static<(typeof getDownloadAgreement)['responses'][200]>;

export const downloadKinds = ['image', 'archive', 'original'] as const;

/** One logged download, with the names of that moment. */
export const Download = Type.Object({
  /** Grows with time within a tenant; no other property is guaranteed. */
  id: Type.String(),
  date: Timestamp,
  user: Type.String(),
  userUuid: Uuid,
  kind: oneOf(downloadKinds),
  culturalItemUuid: Uuid,
  /** Null for an archive. */
  imageUuid: Type.Union([Uuid, Type.Null()]),
  title: Type.String(),
  pressmark: Type.String(),
  /** Region and size, and `png` behind them for a PNG: `full/!1080,1080/png`; `original` for an original. */
  variant: Type.String(),
  /** Whether it had no watermark although the organisation has one. */
  unwatermarked: Type.Boolean(),
  agreement: Type.String(),
});
export type Download = Static<typeof Download>;

export const listDownloads = defineOperation({
  id: 'listDownloads',
  tag: 'Downloads',
  access: 'manage',
  method: 'GET',
  path: '/meta/downloads',
  summary: 'Who downloaded what, when, and under which version of the agreement; the newest first',
  query: pageQuery({ culturalItemUuid: Type.Optional(Uuid), userUuid: Type.Optional(Uuid) }),
  responses: { 200: pageOf('downloads', Download) },
});
