import { escaped } from '../../../http/escaped-html.ts';
import type { Picture } from './region-picture.ts';
import { scriptData } from './viewer-page.ts';

/** What search engines and other sites are told of a page. */
export interface PageHead {
  /** The canonical address. */
  readonly address: string;
  readonly title: string;
  /** Empty where there is none. */
  readonly description: string;
  /** The organisation that tells it. */
  readonly publisher: string;
  /** Whether search engines may list it. */
  readonly isPublic: boolean;
  /** Of Open Graph. */
  readonly type: 'article' | 'website';
  readonly picture?: (Picture & { readonly alt: string }) | undefined;
  /** Of schema.org, beside what all pages say. */
  readonly schema: Readonly<Record<string, unknown>>;
}

/** The longest side of the picture that other sites show beside a link. */
export const PREVIEW_px = 1200;
/** Search engines and other sites show no more of a description. */
const DESCRIPTION_MAX = 200;

/** The beginning of a text, in whole words. Pure. */
export function shortened(text: string): string {
  if (text.length <= DESCRIPTION_MAX) return text;
  return `${text.slice(0, DESCRIPTION_MAX).replace(/\s+\S*$/, '')} …`;
}

/** The head of a page: canonical address, Open Graph, schema.org; `noindex` where it is not public. Pure. */
export function headOf(page: PageHead): string {
  const { address, title, description, publisher, isPublic, type, picture, schema } = page;
  const properties = {
    'og:type': type,
    'og:title': title,
    'og:site_name': publisher,
    ...(description !== '' && { 'og:description': description }),
    ...(isPublic && { 'og:url': address }),
    ...(picture && {
      'og:image': picture.address,
      'og:image:width': String(picture.width),
      'og:image:height': String(picture.height),
      'og:image:alt': picture.alt,
    }),
  };
  return [
    isPublic
      ? `<link rel="canonical" href="${escaped(address)}" />`
      : '<meta name="robots" content="noindex" />',
    ...(description === '' ? [] : [`<meta name="description" content="${escaped(description)}" />`]),
    ...Object.entries(properties).map(
      ([property, content]) => `<meta property="${property}" content="${escaped(content)}" />`,
    ),
    ...(isPublic
      ? [
          scriptData('application/ld+json', {
            '@context': 'https://schema.org',
            ...schema,
            ...(description !== '' && { description }),
            publisher: { '@type': 'Organization', name: publisher },
            url: address,
            ...(picture && { image: picture.address }),
          }),
        ]
      : []),
  ].join('\n    ');
}
