import {
  fileAddress,
  firstPicture,
  itemPicture2,
  manifestId,
  partOf2,
  picture2,
  plainPicture2,
  service2,
} from './manifest-ids.ts';
import { bodySize, type ManifestImage, type ManifestSource, type Size } from './manifest-source.ts';

const CONTEXT = 'http://iiif.io/api/presentation/2/context.json';

/**
 * A manifest of the IIIF Presentation API 2.1: one sequence with a canvas for each image, in order. It knows neither
 * time nor models: sounds, videos, models and PDFs are its `rendering`. An item without images has a canvas with the
 * picture of each, or an empty one, since a sequence has to have canvases. Pure.
 * @param origin of the request, such as `https://catalogue.example.org`
 */
export function manifest2(source: ManifestSource, origin: string): Record<string, unknown> {
  const base = `${origin}/iiif/presentation/2/${source.uuid}`;
  const picture = firstPicture(source);
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
    ...(picture && { thumbnail: itemPicture2(origin, picture) }),
    // The same in the version after, which says more.
    seeAlso: {
      '@id': manifestId(origin, 3, source.uuid),
      format: 'application/ld+json;profile="http://iiif.io/api/presentation/3/context.json"',
      profile: 'http://iiif.io/api/presentation/3/context.json',
    },
    ...rendering(source, origin),
    ...partOf2(source.parents, origin),
    sequences: [
      {
        '@id': `${base}/sequence/normal`,
        '@type': 'sc:Sequence',
        canvases:
          source.images.length > 0
            ? source.images.map((image) => canvas(image, base, origin))
            : pictureCanvases(source, base, origin),
      },
    ],
  };
}

/** What can be had beside the canvases (§3.4); left out where there is nothing. */
function rendering({ recordings, models, documents }: ManifestSource, origin: string) {
  const files = [
    ...recordings.map(({ uuid, label, mediaType }) => ({
      '@id': fileAddress(origin, uuid, 'playable'),
      label,
      format: mediaType,
    })),
    ...models.map(({ uuid, label }) => ({
      '@id': fileAddress(origin, uuid, 'model'),
      label,
      format: 'model/gltf-binary',
    })),
    ...documents.map(({ image, filename }) => ({
      '@id': fileAddress(origin, image, 'pdf'),
      label: filename,
      format: 'application/pdf',
    })),
  ];
  return files.length > 0 && { rendering: files };
}

/** Of a canvas on which nothing is painted: it has to have one. */
const unknownSize: Size = { width_px: 1200, height_px: 1200 };

function pictureCanvases({ recordings, models }: ManifestSource, base: string, origin: string) {
  const shown = [
    ...recordings.map(({ uuid, label, poster }) => ({ uuid, label, part: 'poster', size: poster })),
    ...models.map(({ uuid, label, thumbnail }) => ({ uuid, label, part: 'thumbnail', size: thumbnail })),
  ];
  return shown.map(({ uuid, label, part, size }) => {
    const { width_px: width, height_px: height } = size ?? unknownSize;
    const id = `${base}/canvas/${uuid}`;
    const picture = size && plainPicture2(origin, uuid, part, size);
    return {
      '@id': id,
      '@type': 'sc:Canvas',
      label,
      width,
      height,
      images: picture ? [painting(id, picture)] : [],
    };
  });
}

function painting(canvas: string, resource: Record<string, unknown>) {
  return {
    '@id': `${canvas}/image`,
    '@type': 'oa:Annotation',
    motivation: 'sc:painting',
    resource,
    on: canvas,
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
      painting(id, {
        '@id': `${origin}/iiif/2/${image.uuid}/full/max/0/default.jpg`,
        '@type': 'dctypes:Image',
        format: 'image/jpeg',
        ...bodySize(image),
        service: service2(origin, image.uuid),
      }),
    ],
  };
}
