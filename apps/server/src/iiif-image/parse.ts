import type { ImageApiVersion } from './image-api.ts';
import { parseRegion, type RegionRequest } from './region.ts';
import { ImageRequestError, type RequestPart } from './request-error.ts';
import { parseRotation, type Rotation } from './rotation.ts';
import type { SizeRequest } from './size.ts';
import { imageApis } from './versions.ts';

/** The formats answered and their media types (§4.5 of both versions). */
export const FORMAT_MEDIA_TYPES = {
  jpg: 'image/jpeg',
  png: 'image/png',
  webp: 'image/webp',
  gif: 'image/gif',
  tif: 'image/tiff',
} as const;

export type ImageFormat = keyof typeof FORMAT_MEDIA_TYPES;

const QUALITIES = ['default', 'color', 'gray', 'bitonal'] as const;

/** A quality as it may be asked for; `default` is `color`, all the colour there is. */
export type ImageQuality = (typeof QUALITIES)[number];

/** The five parameters of an image request, each as it stands in the path, percent-encoded or not. */
export type RequestSegments = Record<RequestPart, string>;

/** A well-formed request, not yet held against an image. */
export interface ParsedRequest {
  version: ImageApiVersion;
  region: RegionRequest;
  size: SizeRequest;
  rotation: Rotation;
  quality: ImageQuality;
  format: ImageFormat;
}

/**
 * Reads `{region}/{size}/{rotation}/{quality}.{format}` (Image API 3.0 §2.1 and §4, 2.1.1 likewise). Pure;
 * the image is not needed yet, so that a malformed request is refused before anything is looked up.
 *
 * @throws ImageRequestError 400 at the first part that is malformed or unsupported.
 */
export function parseImageRequest(version: ImageApiVersion, segments: RequestSegments): ParsedRequest {
  return {
    version,
    region: parseRegion(decode('region', segments.region)),
    size: imageApis[version].parseSize(decode('size', segments.size)),
    rotation: parseRotation(decode('rotation', segments.rotation)),
    quality: parseQuality(decode('quality', segments.quality)),
    format: parseFormat(decode('format', segments.format)),
  };
}

/** Clients may write `!`, `^`, `,` and `:` percent-encoded (§9 of both versions). */
function decode(part: RequestPart, segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    throw new ImageRequestError(part, 'its percent-encoding is broken');
  }
}

function parseQuality(text: string): ImageQuality {
  const quality = QUALITIES.find((known) => known === text);
  if (quality === undefined) {
    throw new ImageRequestError('quality', `“${text}” is none of ${QUALITIES.join(', ')}`);
  }
  return quality;
}

function parseFormat(text: string): ImageFormat {
  if (!isFormat(text)) {
    throw new ImageRequestError(
      'format',
      `“${text}” is none of ${Object.keys(FORMAT_MEDIA_TYPES).join(', ')}`,
    );
  }
  return text;
}

function isFormat(text: string): text is ImageFormat {
  return Object.hasOwn(FORMAT_MEDIA_TYPES, text);
}
