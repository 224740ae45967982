import type { Static } from '@sinclair/typebox';
import * as Type from '@sinclair/typebox/type';
import { byUuid, defineOperation } from './operation.ts';

/** The most characters of a text that is taken from a file, and the most keywords. */
export const EMBEDDED_TEXT_MAX = 2_000;
export const EMBEDDED_KEYWORDS_MAX = 100;

const Text = Type.String({ maxLength: EMBEDDED_TEXT_MAX });

/**
 * What an image file says about itself in EXIF, IPTC and XMP. Members that the file does not have are absent. Nothing
 * here is checked: a camera's clock may be wrong.
 */
export const EmbeddedMetadata = Type.Partial(
  Type.Object({
    cameraMake: Text,
    cameraModel: Text,
    /** For those who may edit the asset. */
    cameraSerial: Text,
    lensModel: Text,
    /** For those who may edit the asset. */
    lensSerial: Text,
    software: Text,
    /** When the picture was taken or scanned: ISO 8601, with an offset only where the file has one. */
    capturedAt: Type.String({
      pattern: '^\\d{4}-\\d{2}-\\d{2}(?:T\\d{2}:\\d{2}:\\d{2}(?:Z|[+-]\\d{2}:\\d{2})?)?$',
    }),
    exposureTime_s: Type.Number({ exclusiveMinimum: 0 }),
    fNumber: Type.Number({ exclusiveMinimum: 0 }),
    iso: Type.Integer({ minimum: 1 }),
    focalLength_mm: Type.Number({ exclusiveMinimum: 0 }),
    /** Where the picture was taken (WGS 84). For those who may edit the asset. */
    location: Type.Object({
      latitude_deg: Type.Number({ minimum: -90, maximum: 90 }),
      longitude_deg: Type.Number({ minimum: -180, maximum: 180 }),
      altitude_m: Type.Optional(Type.Number()),
    }),
    title: Text,
    description: Text,
    creator: Text,
    copyright: Text,
    credit: Text,
    source: Text,
    usageTerms: Text,
    keywords: Type.Array(Text, { maxItems: EMBEDDED_KEYWORDS_MAX }),
  }),
);
export type EmbeddedMetadata = Static<typeof EmbeddedMetadata>;

const confidentialMembers: readonly string[] = [
  'cameraSerial',
  'lensSerial',
  'location',
] satisfies (keyof EmbeddedMetadata)[];

/** Whether only those see a member of `EmbeddedMetadata` who may edit the asset (decisions §15). */
export const isConfidential = (member: string): boolean => confidentialMembers.includes(member);

const Whole = Type.Integer({ minimum: 0 });
const Name = Type.Union([Type.String(), Type.Null()]);
const Figure = Type.Union([Type.Number(), Type.Null()]);

/**
 * Facts about the original file of the current version of an asset. Each kind of file has its own members; null is what
 * the file does not tell.
 */
export const Technical = Type.Partial(
  Type.Object({
    // Images, as libvips names their parts.
    format: Type.String(),
    /** Bits per channel. */
    bitDepth: Whole,
    channels: Figure,
    colourSpace: Type.String(),
    /** The name of the embedded colour profile. */
    iccProfile: Name,
    dpi: Figure,
    /** 1 to 8, as in EXIF; pictures are always shown upright. */
    orientation: Whole,
    hasAlpha: Type.Boolean(),
    compression: Name,
    // Sounds and videos; codecs have FFmpeg's names.
    container: Type.String(),
    videoCodec: Name,
    audioCodec: Name,
    sampleRate_hz: Figure,
    /** Frames a second. */
    frameRate: Figure,
    /** Degrees clockwise. */
    rotation: Figure,
    // 3D models.
    vertices: Whole,
    triangles: Whole,
    faces: Whole,
    materials: Whole,
    textures: Whole,
    /** Absent until it has been read. */
    embedded: EmbeddedMetadata,
  }),
);
export type Technical = Static<typeof Technical>;

export const getTechnical = defineOperation({
  tag: 'Assets',
  access: 'browse',
  id: 'getTechnical',
  method: 'GET',
  path: '/meta/assets/:uuid/technical',
  summary:
    'Technical metadata of the original of an asset. Location and serial numbers are only for those who may edit it.',
  params: byUuid,
  responses: { 200: Technical },
});
