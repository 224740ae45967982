import { sameSize } from './geometry.ts';
import type { DescribedImage, ImageApi, ResolvedSize } from './image-api.ts';
import { EXTRA_FORMATS, namedQuality, writeSizes, writeTiles } from './info-document.ts';
import { ImageRequestError } from './request-error.ts';
import { heightFor, parseScaledSize, type SizeRequest } from './size.ts';

const PROFILE = 'http://iiif.io/api/image/2/level2.json';

/** IIIF Image API 2.1.1, level 2. */
export const imageApi2: ImageApi = {
  profileUri: PROFILE,

  // 2.1.1 gives no status of its own to what `sizeAboveFull`, not advertised, would have allowed.
  enlargementRefused: 400,

  /**
   * §4.2: `full`, `max` and the scaled forms. Forms with exact numbers may enlarge (`sizeAboveFull`), there
   * being no sign for it as in version 3; `!w,h` does not: its scale is the server's choice, and a frame
   * larger than the image is a limit, not a wish.
   */
  parseSize(text: string): SizeRequest {
    if (text === 'full') return { kind: 'unscaled', enlarge: false };
    if (text === 'max') return { kind: 'max', enlarge: false };
    const size = parseScaledSize(text);
    if (size === null) {
      throw new ImageRequestError('size', `“${text}” is none of full, max, w, · ,h · w,h · !w,h · pct:n`);
    }
    return { ...size, enlarge: size.kind !== 'confined' };
  },

  /** §4.7: `full`; `w,` where that alone gives the same size; else `w,h`. */
  canonicalSize({ size, region }: ResolvedSize): string {
    if (sameSize(size, region)) return 'full';
    return heightFor(size.width_px, region) === size.height_px
      ? `${size.width_px},`
      : `${size.width_px},${size.height_px}`;
  },

  /** §5.2 and §5.3. The profile object lists only what level 2 does not contain already. */
  infoDocument({ id, source }: DescribedImage): Record<string, unknown> {
    const enlarges = source.maxArea_px !== undefined;
    return {
      '@context': 'http://iiif.io/api/image/2/context.json',
      '@id': id,
      '@type': 'iiif:Image',
      protocol: 'http://iiif.io/api/image',
      width: source.width_px,
      height: source.height_px,
      sizes: writeSizes(source),
      tiles: writeTiles(source),
      profile: [
        PROFILE,
        {
          formats: EXTRA_FORMATS,
          qualities: source.monochrome ? ['gray'] : ['color', 'gray'],
          ...(enlarges && { maxArea: source.maxArea_px }),
          supports: [
            'canonicalLinkHeader',
            'mirroring',
            'profileLinkHeader',
            'regionSquare',
            'rotationArbitrary',
            ...(enlarges ? ['sizeAboveFull'] : []),
          ],
        },
      ],
    };
  },

  /** §5.1: plain JSON unless JSON-LD is asked for by name. */
  infoMediaType(accept: string | undefined): string {
    const jsonLd = namedQuality(accept, 'application/ld+json');
    return jsonLd > 0 && jsonLd >= namedQuality(accept, 'application/json')
      ? 'application/ld+json'
      : 'application/json';
  },
};
