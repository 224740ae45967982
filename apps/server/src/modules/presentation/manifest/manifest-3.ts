import {
  fileAddress,
  firstPicture,
  isWaveShown,
  itemPage,
  itemPicture3,
  manifestId,
  none,
  partOf3,
  plainText,
  picture3,
  plainPicture3,
  services3,
  wavePicture3,
} from './manifest-ids.ts';
import {
  bodySize,
  layoutOf,
  type ManifestImage,
  type ManifestModel,
  type ManifestRecording,
  type ManifestSource,
  type Size,
} from './manifest-source.ts';
import { navDate } from './nav-date.ts';
import { provider3 } from './provider.ts';
import type { RangeNode } from './structures.ts';

const CONTEXT = 'http://iiif.io/api/presentation/3/context.json';

/**
 * A manifest of the IIIF Presentation API 3.0: a canvas for each image, then one for each video and sound, in order.
 * Models and PDFs are what 3.0 has no canvases for: they are its `rendering`; an item that has only models shows their
 * pictures. Pure.
 * @param origin of the request, such as `https://catalogue.example.org`
 */
export function manifest3(source: ManifestSource, origin: string): Record<string, unknown> {
  const base = `${origin}/iiif/presentation/3/${source.uuid}`;
  const picture = firstPicture(source);
  const layout = layoutOf(source);
  const day = source.day === null ? undefined : navDate(source.day);
  const sound = source.recordings.find(isWaveShown);
  const thumbnail = picture ? itemPicture3(origin, picture) : sound && wavePicture3(origin, sound.uuid);
  const canvases = [
    ...source.images.map((image) => canvas(image, base, origin)),
    ...source.recordings.map((recording) => recordingCanvas(recording, base, origin)),
  ];
  return {
    '@context': CONTEXT,
    id: `${base}/manifest`,
    type: 'Manifest',
    label: none(source.title),
    ...(source.description !== '' && { summary: none(plainText(source.description)) }),
    metadata: source.metadata.map(({ values, ...field }) => ({
      label: fieldLabel(field),
      value: none(...values.map(plainText)),
    })),
    ...provider3(source.provider, origin),
    ...(source.rights !== null && { rights: source.rights }),
    ...(thumbnail && { thumbnail: [thumbnail] }),
    ...(day !== undefined && { navDate: day }),
    ...(source.viewingDirection !== null && { viewingDirection: source.viewingDirection }),
    ...(layout !== undefined && { behavior: [layout] }),
    homepage: [
      {
        id: itemPage(origin, source.uuid, source.shownIn),
        type: 'Text',
        label: none(source.title),
        format: 'text/html',
      },
    ],
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
    ...rendering(source, origin),
    ...partOf3(source.parents, origin),
    items: canvases.length > 0 ? canvases : source.models.map((model) => modelCanvas(model, base, origin)),
    ...(source.structures.length > 0 && {
      structures: [
        {
          id: `${base}/range/contents`,
          type: 'Range',
          label: { en: ['Table of contents'], it: ['Indice'] },
          items: source.structures.map((node) => range(node, source.images, base)),
        },
      ],
    }),
  };
}

/** An entry of the table of contents, with its images and the entries in it (§5.4). */
function range({ uuid, label, items }: RangeNode, images: readonly ManifestImage[], base: string): Ranged {
  return {
    id: `${base}/range/${uuid}`,
    type: 'Range',
    label: none(label),
    items: items.map((item) =>
      typeof item === 'number'
        ? { id: `${base}/canvas/${images[item]?.uuid ?? ''}`, type: 'Canvas' }
        : range(item, images, base),
    ),
  };
}

interface Ranged {
  readonly id: string;
  readonly type: string;
  readonly label?: ReturnType<typeof none>;
  readonly items?: readonly Ranged[];
}

/**
 * The label of a field as a language map (§4.1). Its label for all languages stands under `none`, which viewers show
 * to readers of any other language, unless it is the label in one of the languages.
 */
function fieldLabel({ label, labels }: Omit<ManifestSource['metadata'][number], 'values'>) {
  const languages = Object.entries(labels).map(([language, text]) => [language, [text]] as const);
  const isOfLanguage = Object.values(labels).includes(label);
  return { ...(!isOfLanguage && none(label)), ...Object.fromEntries(languages) };
}

/** What can be had beside the canvases (§3.3.1); left out where there is nothing. */
function rendering({ models, documents }: ManifestSource, origin: string) {
  const files = [
    ...models.map(({ uuid, label }) => ({
      id: fileAddress(origin, uuid, 'model'),
      type: 'Model',
      label: none(label),
      format: 'model/gltf-binary',
    })),
    ...documents.map(({ image, filename }) => ({
      id: fileAddress(origin, image, 'pdf'),
      type: 'Text',
      label: none(filename),
      format: 'application/pdf',
    })),
  ];
  return files.length > 0 && { rendering: files };
}

function recordingCanvas(recording: ManifestRecording, base: string, origin: string) {
  const { kind, uuid, label, duration_s: duration, size, played, poster, thumbnail, mediaType } = recording;
  const id = `${base}/canvas/${uuid}`;
  return {
    id,
    type: 'Canvas',
    label: none(label),
    ...(size && sides(size)),
    duration,
    ...(thumbnail && { thumbnail: [plainPicture3(origin, uuid, 'thumbnail', thumbnail)] }),
    ...(isWaveShown(recording) && { thumbnail: [wavePicture3(origin, uuid)] }),
    // What is shown before it plays.
    ...(poster && {
      placeholderCanvas: paintedCanvas(
        `${id}/placeholder`,
        sides(poster),
        plainPicture3(origin, uuid, 'poster', poster),
      ),
    }),
    ...(recording.hasPeaks && {
      seeAlso: [
        {
          id: fileAddress(origin, uuid, 'peaks'),
          type: 'Dataset',
          label: { en: ['Waveform'], it: ['Forma d’onda'] },
          format: 'application/json',
        },
      ],
    }),
    items: painting(id, {
      id: fileAddress(origin, uuid, 'playable'),
      type: kind === 'video' ? 'Video' : 'Sound',
      format: mediaType,
      ...(played && sides(played)),
      duration,
    }),
    ...(recording.captions.length > 0 && { annotations: [captionPage(id, recording.captions, origin)] }),
  };
}

/** What is said in it, as WebVTT (IIIF cookbook 0219). */
function captionPage(canvas: string, captions: ManifestRecording['captions'], origin: string) {
  return {
    id: `${canvas}/captions`,
    type: 'AnnotationPage',
    items: captions.map(({ uuid, language, label }) => ({
      id: `${canvas}/captions/${uuid}`,
      type: 'Annotation',
      motivation: 'supplementing',
      body: {
        id: fileAddress(origin, uuid, 'captions'),
        type: 'Text',
        format: 'text/vtt',
        label: { [language]: [label] },
        language,
      },
      target: canvas,
    })),
  };
}

/** The picture of a model, which is had as a `rendering`. */
function modelCanvas({ uuid, label, thumbnail }: ManifestModel, base: string, origin: string) {
  const id = `${base}/canvas/${uuid}`;
  const size = sides(thumbnail ?? unknownSize);
  const picture = thumbnail && plainPicture3(origin, uuid, 'thumbnail', thumbnail);
  const painted = picture ? paintedCanvas(id, size, picture) : { id, type: 'Canvas', ...size };
  return { ...painted, label: none(label), ...(picture && { thumbnail: [picture] }) };
}

/** Of a canvas on which nothing is painted: it has to have one. */
const unknownSize: Size = { width_px: 1200, height_px: 1200 };

const sides = ({ width_px, height_px }: Size) => ({ width: width_px, height: height_px });

function paintedCanvas(id: string, size: { width: number; height: number }, body: Body) {
  return { id, type: 'Canvas', ...size, items: painting(id, body) };
}

/** What is painted. */
interface Body {
  readonly id: string;
  readonly type: string;
  readonly [property: string]: unknown;
}

/** A page with the one annotation that paints a canvas. */
function painting(canvas: string, body: Body) {
  return [
    {
      id: `${canvas}/page`,
      type: 'AnnotationPage',
      items: [
        {
          id: `${canvas}/${body.type.toLowerCase()}`,
          type: 'Annotation',
          motivation: 'painting',
          body,
          target: canvas,
        },
      ],
    },
  ];
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
    items: painting(id, {
      id: `${origin}/iiif/3/${image.uuid}/full/max/0/default.jpg`,
      type: 'Image',
      format: 'image/jpeg',
      ...bodySize(image),
      service: services3(origin, image.uuid),
    }),
  };
}
