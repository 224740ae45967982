import {
  fileAddress,
  firstPicture,
  isWaveShown,
  itemPage,
  itemPicture2,
  manifestId,
  partOf2,
  plainText,
  picture2,
  plainPicture2,
  service2,
  wavePicture2,
} from './manifest-ids.ts';
import { bodySize, layoutOf, type ManifestImage, type ManifestSource, type Size } from './manifest-source.ts';
import { navDate } from './nav-date.ts';
import { provider2 } from './provider.ts';
import type { RangeNode } from './structures.ts';

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
  const sound = source.recordings.find(isWaveShown);
  const layout = layoutOf(source);
  const day = source.day === null ? undefined : navDate(source.day);
  return {
    '@context': CONTEXT,
    '@id': `${base}/manifest`,
    '@type': 'sc:Manifest',
    label: source.title,
    ...(source.description !== '' && { description: plainText(source.description) }),
    metadata: source.metadata.map(({ label, values }) => ({
      label,
      value: values.length === 1 ? plainText(values[0] ?? '') : values.map(plainText),
    })),
    ...provider2(source.provider, origin),
    ...(source.rights !== null && { license: source.rights }),
    ...(picture && { thumbnail: itemPicture2(origin, picture) }),
    ...(!picture && sound && { thumbnail: wavePicture2(origin, sound.uuid) }),
    ...(day !== undefined && { navDate: day }),
    ...(source.viewingDirection !== null && { viewingDirection: source.viewingDirection }),
    // 2.1 has no word for what is unordered.
    ...(layout !== undefined && layout !== 'unordered' && { viewingHint: layout }),
    related: {
      '@id': itemPage(origin, source.uuid, source.shownIn),
      format: 'text/html',
      label: source.title,
    },
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
    ...(source.structures.length > 0 && {
      structures: [
        {
          '@id': `${base}/range/contents`,
          '@type': 'sc:Range',
          viewingHint: 'top',
          label: [
            { '@value': 'Table of contents', '@language': 'en' },
            { '@value': 'Indice', '@language': 'it' },
          ],
          ranges: source.structures.map(({ uuid }) => `${base}/range/${uuid}`),
        },
        ...source.structures.flatMap((node) => ranges(node, source.images, base)),
      ],
    }),
  };
}

/** An entry of the table of contents and those in it, one after the other (§5.7). */
function ranges(
  { uuid, label, items }: RangeNode,
  images: readonly ManifestImage[],
  base: string,
): Record<string, unknown>[] {
  const within = items.filter((item) => typeof item !== 'number');
  const members = items.map((item) => {
    if (typeof item !== 'number')
      return { '@id': `${base}/range/${item.uuid}`, '@type': 'sc:Range', label: item.label };
    const image = images[item];
    return { '@id': `${base}/canvas/${image?.uuid ?? ''}`, '@type': 'sc:Canvas', label: image?.label ?? '' };
  });
  const ids = members.map((member) => member['@id']);
  return [
    {
      '@id': `${base}/range/${uuid}`,
      '@type': 'sc:Range',
      label,
      // Two lists would lose the order of both together.
      ...(within.length === 0
        ? { canvases: ids }
        : within.length === items.length
          ? { ranges: ids }
          : { members }),
    },
    ...within.flatMap((node) => ranges(node, images, base)),
  ];
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
    ...recordings.map((recording) => ({
      ...recording,
      part: 'poster',
      size: recording.poster,
      wave: isWaveShown(recording),
    })),
    ...models.map((model) => ({ ...model, part: 'thumbnail', size: model.thumbnail, wave: false })),
  ];
  return shown.map(({ uuid, label, part, size, wave }) => {
    const { width_px: width, height_px: height } = size ?? unknownSize;
    const id = `${base}/canvas/${uuid}`;
    const picture = size && plainPicture2(origin, uuid, part, size);
    return {
      '@id': id,
      '@type': 'sc:Canvas',
      label,
      width,
      height,
      ...(wave && { thumbnail: wavePicture2(origin, uuid) }),
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
