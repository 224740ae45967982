import { manifestId, none, partOf3, picture3, services3 } from './manifest-ids.ts';
import { bodySize, type ManifestImage, type ManifestSource } from './manifest-source.ts';

const CONTEXT = 'http://iiif.io/api/presentation/3/context.json';

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
    ...(source.rights !== null && { rights: source.rights }),
    thumbnail: [picture3(origin, source.images[0].uuid, source.images[0].thumbnail)],
    // The same for viewers that read the version before.
    seeAlso: [
      {
        id: manifestId(origin, 2, source.uuid),
        type: 'Manifest',
        label: none(source.title),
        format: 'application/ld+json',
        profile: 'http://iiif.io/api/presentation/2/context.json',
      },
    ],
    ...partOf3(source.parents, origin),
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
    thumbnail: [picture3(origin, image.uuid, image.thumbnail)],
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
              service: services3(origin, image.uuid),
            },
            target: id,
          },
        ],
      },
    ],
  };
}
