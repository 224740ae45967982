import { sameSize } from './geometry.ts';
import type { DescribedImage, ImageApi, ResolvedSize } from './image-api.ts';
import { EXTRA_FORMATS, namedQuality, writeSizes, writeTiles } from './info-document.ts';
import { ImageRequestError } from './request-error.ts';
import { maxSize, parseScaledSize, type SizeRequest } from './size.ts';

const CONTEXT = 'http://iiif.io/api/image/3/context.json';

/** IIIF Image API 3.0, level 2. */
export const imageApi3: ImageApi = {
  profileUri: 'http://iiif.io/api/image/3/level2.json',

  // §4.2 wants 501, not 400, from a server that does not enlarge.
  enlargementRefused: 501,

  /** §4.2: `max`, the scaled forms, and each of them with `^` before it. */
  parseSize(text: string): SizeRequest {
    const enlarge = text.startsWith('^');
    const form = enlarge ? text.slice(1) : text;
    if (form === 'max') return { kind: 'max', enlarge };
    const size = parseScaledSize(form);
    if (size === null) {
      throw new ImageRequestError(
        'size',
        `“${text}” is none of max, w, · ,h · w,h · !w,h · pct:n, with or without a ^ before it`,
      );
    }
    if (size.kind === 'percent' && size.percent > 100 && !enlarge) {
      throw new ImageRequestError('size', 'more than 100 percent is asked for with ^');
    }
    return { ...size, enlarge };
  },

  /** §4.8: `max`, `^max`, else `w,h` or `^w,h`. */
  canonicalSize({ size, region, maxArea_px }: ResolvedSize): string {
    if (sameSize(size, maxSize(region, maxArea_px, false))) return 'max';
    const enlarged = size.width_px > region.width_px || size.height_px > region.height_px;
    if (!enlarged) return `${size.width_px},${size.height_px}`;
    return sameSize(size, maxSize(region, maxArea_px, true)) ? '^max' : `^${size.width_px},${size.height_px}`;
  },

  /** §5.2 to §5.7. */
  infoDocument({ id, source }: DescribedImage): Record<string, unknown> {
    const enlarges = source.maxArea_px !== undefined;
    return {
      '@context': CONTEXT,
      id,
      type: 'ImageService3',
      protocol: 'http://iiif.io/api/image',
      profile: 'level2',
      width: source.width_px,
      height: source.height_px,
      ...(enlarges && { maxArea: source.maxArea_px }),
      sizes: writeSizes(source),
      tiles: writeTiles(source),
      extraFormats: EXTRA_FORMATS,
      // Unlike formats and features, §4.4 wants every quality but `default` listed, whatever the level.
      extraQualities: source.monochrome ? ['gray', 'bitonal'] : ['color', 'gray', 'bitonal'],
      extraFeatures: [
        'canonicalLinkHeader',
        'mirroring',
        'profileLinkHeader',
        'rotationArbitrary',
        ...(enlarges ? ['sizeUpscaling'] : []),
      ],
    };
  },

  /** §5.1: JSON-LD with the context as its profile, plain JSON for those who would rather have that. */
  infoMediaType(accept: string | undefined): string {
    return namedQuality(accept, 'application/json') > namedQuality(accept, 'application/ld+json')
      ? 'application/json'
      : `application/ld+json;profile="${CONTEXT}"`;
  },
};
