import { manifestId, partOf2, picture2, service2 } from './manifest-ids.ts';
import { bodySize, type ManifestImage, type ManifestSource } from './manifest-source.ts';

const CONTEXT = 'http://iiif.io/api/presentation/2/context.json';

/**
 * A manifest of the IIIF Presentation API 2.1: one sequence with a canvas for each image, in order. Pure.
 * @param origin of the request, such as `https://catalogue.example.org`
 */
export function manifest2(source: ManifestSource, origin: string): Record<string, unknown> {
  const base = `${origin}/iiif/presentation/2/${source.uuid}`;
  return {
    '@context': CONTEXT,
    '@id': `${base}/manifest`,
    '@type': 'sc:Manifest',
    label: source.title,
    ...(source.description !== '' && { description: source.description }),
    metadata: source.metadata.map(({ label, values }) => ({
      label,
      value: values.length === 1 ? values[0] : values,
    })),
    attribution: source.provider,
    ...(source.rights !== null && { license: source.rights }),
    thumbnail: picture2(origin, source.images[0].uuid, source.images[0].thumbnail),
    // The same in the version after, which says more.
    seeAlso: {
      '@id': manifestId(origin, 3, source.uuid),
      format: 'application/ld+json;profile="http://iiif.io/api/presentation/3/context.json"',
      profile: 'http://iiif.io/api/presentation/3/context.json',
    },
    ...partOf2(source.parents, origin),
    sequences: [
      {
        '@id': `${base}/sequence/normal`,
        '@type': 'sc:Sequence',
        canvases: source.images.map((image) => canvas(image, base, origin)),
      },
    ],
  };
}

function canvas(image: ManifestImage, base: string, origin: string) {
  const id = `${base}/canvas/${image.uuid}`;
  const size = { width: image.width_px, height: image.height_px };
  return {
    '@id': id,
    '@type': 'sc:Canvas',
    label: image.label,
    ...size,
    thumbnail: picture2(origin, image.uuid, image.thumbnail),
    images: [
      {
        '@id': `${id}/image`,
        '@type': 'oa:Annotation',
        motivation: 'sc:painting',
        resource: {
          '@id': `${origin}/iiif/2/${image.uuid}/full/max/0/default.jpg`,
          '@type': 'dctypes:Image',
          format: 'image/jpeg',
          ...bodySize(image),
          service: service2(origin, image.uuid),
        },
        on: id,
      },
    ],
  };
}
