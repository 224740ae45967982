import { bodySize, thumbnailId, type ManifestImage, type ManifestSource } from './manifest-source.ts';

const CONTEXT = 'http://iiif.io/api/presentation/3/context.json';

/** Text of no language that we know of (Presentation 3.0 §4.1). */
const none = (...values: readonly string[]) => ({ none: values });

/**
 * A manifest of the IIIF Presentation API 3.0: a canvas for each image, in order. Pure.
 * @param origin of the request, such as `https://catalogue.example.org`
 */
export function manifest3(source: ManifestSource, origin: string): Record<string, unknown> {
  const base = `${origin}/iiif/presentation/3/${source.uuid}`;
  return {
    '@context': CONTEXT,
    id: `${base}/manifest`,
    type: 'Manifest',
    label: none(source.title),
    ...(source.description !== '' && { summary: none(source.description) }),
    metadata: source.metadata.map(({ label, values }) => ({ label: none(label), value: none(...values) })),
    requiredStatement: {
      label: { en: ['Provided by'], it: ['Fornito da'] },
      value: none(source.provider),
    },
    thumbnail: [thumbnail(source.images[0], origin)],
    items: source.images.map((image) => canvas(image, base, origin)),
  };
}

function canvas(image: ManifestImage, base: string, origin: string) {
  const id = `${base}/canvas/${image.uuid}`;
  const size = { width: image.width_px, height: image.height_px };
  return {
    id,
    type: 'Canvas',
    label: none(image.label),
    ...size,
    thumbnail: [thumbnail(image, origin)],
    items: [
      {
        id: `${id}/page`,
        type: 'AnnotationPage',
        items: [
          {
            id: `${id}/image`,
            type: 'Annotation',
            motivation: 'painting',
            body: {
              id: `${origin}/iiif/3/${image.uuid}/full/max/0/default.jpg`,
              type: 'Image',
              format: 'image/jpeg',
              ...bodySize(image),
              service: services(image, origin),
            },
            target: id,
          },
        ],
      },
    ],
  };
}

function thumbnail(image: ManifestImage, origin: string) {
  return {
    id: thumbnailId(`${origin}/iiif/3/${image.uuid}`, image),
    type: 'Image',
    format: 'image/jpeg',
    width: image.thumbnail.width_px,
    height: image.thumbnail.height_px,
    service: services(image, origin),
  };
}

/** Both versions, as viewers of either look for theirs (§3.2, service). */
function services({ uuid }: ManifestImage, origin: string) {
  return [
    { id: `${origin}/iiif/3/${uuid}`, type: 'ImageService3', profile: 'level2' },
    {
      '@id': `${origin}/iiif/2/${uuid}`,
      '@type': 'ImageService2',
      profile: 'http://iiif.io/api/image/2/level2.json',
    },
  ];
}
