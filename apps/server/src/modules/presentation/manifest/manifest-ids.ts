import type { ItemThumbnail } from '../../catalogue/public.ts';
import { escaped } from '../../../http/escaped-html.ts';
import { WAVE_PICTURE } from '../../media/public.ts';
import { isHtml } from '../../story/public.ts';
import type { Parent } from './collection-source.ts';
import type { ManifestRecording, ManifestSource, Size } from './manifest-source.ts';

export type Version = 2 | 3;

/** Text of no language that we know of (Presentation 3.0 §4.1). */
export const none = (...values: readonly string[]) => ({ none: values });

/**
 * Begins and ends as HTML does (§4.2), or has a tag or a character reference in it: viewers such as Mirador read every
 * text as HTML.
 */
const looksLikeHtml = (text: string) => isHtml(text) || /<[a-z!/?]|&#?\w+;/i.test(text);

/**
 * A plain text for a property in which HTML is allowed: `summary`, and the values of `metadata` and
 * `requiredStatement` (§4.2; 2.1 §4.4). A text that viewers would take for HTML is written as HTML, so that they show it
 * as it was typed.
 */
export const plainText = (text: string): string =>
  looksLikeHtml(text) ? `<span>${escaped(text)}</span>` : text;

export function manifestId(origin: string, version: Version, uuid: string): string {
  return `${origin}/iiif/presentation/${version}/${uuid}/manifest`;
}

/** @param story its uuid, with what stands behind it */
export function storyManifestId(origin: string, version: Version, story: string): string {
  return `${origin}/iiif/presentation/${version}/story/${story}/manifest`;
}

/** The annotation list of a canvas of a story (2.1). */
export function storyListId(origin: string, story: string, canvas: string): string {
  return `${origin}/iiif/presentation/2/story/${story}/list/${canvas}`;
}

/** The address of the page that shows a manifest. @param manifest its address */
const viewerPage = (origin: string, manifest: string) =>
  `${origin}/images/viewers/iiif/?manifest=${encodeURIComponent(manifest)}`;

/**
 * The address of the page about an item: in the catalogue for those who work in it, else the page that shows its manifest.
 * @param collection the collection in which the catalogue shows the item; undefined where the caller has no session
 */
export function itemPage(origin: string, item: string, collection: string | undefined): string {
  return collection === undefined
    ? viewerPage(origin, manifestId(origin, 3, item))
    : `${origin}/ui/catalog/${collection}/cultural-item/${item}`;
}

export function collectionId(origin: string, version: Version, uuid: string): string {
  return `${origin}/iiif/presentation/${version}/collection/${uuid}`;
}

/** The collections that a record stands in (3.0 §3.3.2); left out where there is none to tell. */
export function partOf3(parents: readonly Parent[], origin: string) {
  return (
    parents.length > 0 && {
      partOf: parents.map(({ uuid, title }) => ({
        id: collectionId(origin, 3, uuid),
        type: 'Collection',
        label: none(title),
      })),
    }
  );
}

/** The same in 2.1 (§3.4). */
export function partOf2(parents: readonly Parent[], origin: string) {
  return parents.length > 0 && { within: parents.map(({ uuid }) => collectionId(origin, 2, uuid)) };
}

/** The address of a thumbnail at exactly its stored size: a file that the image engine hands through. */
function storedSize(service: string, { width_px, height_px }: Size): string {
  return `${service}/full/${width_px},${height_px}/0/default.jpg`;
}

/** A small picture of an image, with its services. */
export function picture3(origin: string, asset: string, size: Size) {
  return {
    id: storedSize(`${origin}/iiif/3/${asset}`, size),
    type: 'Image',
    format: 'image/jpeg',
    width: size.width_px,
    height: size.height_px,
    service: services3(origin, asset),
  };
}

/** Both versions, as viewers of either look for theirs (§3.2, service). */
export function services3(origin: string, asset: string) {
  return [
    { id: `${origin}/iiif/3/${asset}`, type: 'ImageService3', profile: 'level2' },
    {
      '@id': `${origin}/iiif/2/${asset}`,
      '@type': 'ImageService2',
      profile: 'http://iiif.io/api/image/2/level2.json',
    },
  ];
}

export function picture2(origin: string, asset: string, size: Size) {
  return {
    '@id': storedSize(`${origin}/iiif/2/${asset}`, size),
    '@type': 'dctypes:Image',
    format: 'image/jpeg',
    width: size.width_px,
    height: size.height_px,
    service: service2(origin, asset),
  };
}

export function service2(origin: string, asset: string) {
  return {
    '@context': 'http://iiif.io/api/image/2/context.json',
    '@id': `${origin}/iiif/2/${asset}`,
    profile: 'http://iiif.io/api/image/2/level2.json',
  };
}

/** The address of a file of an asset as it is stored. */
export function fileAddress(origin: string, asset: string, part: string): string {
  return `${origin}/media/${asset}/${part}`;
}

/** A picture that is a file, without services. @param part `poster` or `thumbnail` */
export function plainPicture3(origin: string, asset: string, part: string, { width_px, height_px }: Size) {
  return {
    id: fileAddress(origin, asset, part),
    type: 'Image',
    format: 'image/jpeg',
    width: width_px,
    height: height_px,
  };
}

export function plainPicture2(origin: string, asset: string, part: string, { width_px, height_px }: Size) {
  return {
    '@id': fileAddress(origin, asset, part),
    '@type': 'dctypes:Image',
    format: 'image/jpeg',
    width: width_px,
    height: height_px,
  };
}

/** Whether a recording has no picture but its waveform. */
export const isWaveShown = ({ kind, hasPeaks }: ManifestRecording) => kind === 'audio' && hasPeaks;

/** The waveform of a sound as its picture. */
export function wavePicture3(origin: string, asset: string) {
  return {
    ...plainPicture3(origin, asset, 'thumbnail', WAVE_PICTURE),
    format: 'image/png',
  };
}

export function wavePicture2(origin: string, asset: string) {
  return {
    ...plainPicture2(origin, asset, 'thumbnail', WAVE_PICTURE),
    format: 'image/png',
  };
}

/** What stands for an item in a list. */
export function itemPicture3(origin: string, picture: ItemThumbnail) {
  const { asset, kind } = picture;
  return kind === undefined
    ? picture3(origin, asset, picture)
    : plainPicture3(origin, asset, 'thumbnail', picture);
}

export function itemPicture2(origin: string, picture: ItemThumbnail) {
  const { asset, kind } = picture;
  return kind === undefined
    ? picture2(origin, asset, picture)
    : plainPicture2(origin, asset, 'thumbnail', picture);
}

/** The same of all that its manifest tells; undefined where nothing of it has a picture. */
export function firstPicture({ images, recordings, models }: ManifestSource): ItemThumbnail | undefined {
  const [image] = images;
  if (image) return { asset: image.uuid, ...image.thumbnail };
  const others = [
    ...recordings.map(({ uuid, thumbnail }) => ({ uuid, thumbnail, kind: 'video' as const })),
    ...models.map(({ uuid, thumbnail }) => ({ uuid, thumbnail, kind: 'model3d' as const })),
  ];
  for (const { uuid, thumbnail, kind } of others) if (thumbnail) return { asset: uuid, kind, ...thumbnail };
  return undefined;
}
