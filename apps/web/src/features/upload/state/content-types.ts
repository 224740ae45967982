import type { AssetType, FileKind } from './upload-record.ts';

/** What the wizard offers, in its order (catalogue §2). */
export const contentTypes = ['image', 'model3D', 'pdf', 'audio', 'video'] as const;
export type ContentType = (typeof contentTypes)[number];

/** The lists in which files are chosen: a model has one for its package and one for its separate files. */
export type ListKind = Exclude<ContentType, 'model3D'> | 'zip' | 'separate';

/** What a picker offers: media types with their extensions. */
type Accepted = Readonly<Record<string, string[]>>;

const textures: Accepted = {
  'image/png': ['.png'],
  'image/tiff': ['.tif', '.tiff'],
  'image/jpeg': ['.jpg', '.jpeg'],
  'image/bmp': ['.bmp'],
  'image/svg+xml': ['.svg'],
};

/** Images by media type, so that .jpg and .tif pass; all else by its name. The server decides by content. */
export const accepted: Readonly<Record<ListKind, Accepted>> = {
  image: {
    'image/png': ['.png'],
    'image/tiff': ['.tif', '.tiff'],
    'image/jpeg': ['.jpg', '.jpeg'],
    'image/gif': ['.gif'],
  },
  pdf: { 'application/pdf': ['.pdf'] },
  audio: {
    'audio/mpeg': ['.mp3'],
    'audio/aac': ['.aac'],
    'audio/mp4': ['.m4a'],
    'audio/wav': ['.wav'],
    'audio/ogg': ['.ogg'],
    'audio/flac': ['.flac'],
    'audio/amr': ['.amr'],
    'audio/opus': ['.opus'],
  },
  video: {
    'video/mp4': ['.mp4'],
    'video/mpeg': ['.mpeg', '.mpg'],
    'video/x-msvideo': ['.avi'],
    'video/quicktime': ['.mov'],
    'video/x-matroska': ['.mkv'],
    'video/x-flv': ['.flv'],
    'video/webm': ['.webm'],
    'video/3gpp': ['.3gp'],
  },
  zip: { 'application/zip': ['.zip'] },
  separate: { 'model/obj': ['.obj'], 'model/mtl': ['.mtl'], ...textures },
};

function extensionOf(name: string): string {
  return /\.[^./]+$/.exec(name)?.[0].toLowerCase() ?? '';
}

const extensionsOf = (kinds: Accepted) => Object.values(kinds).flat();

/** Whether a list takes a file. */
export function accepts(list: ListKind, file: { name: string; type: string }): boolean {
  if (list === 'image' && file.type !== '') return Object.hasOwn(accepted.image, file.type);
  // Systems differ in the media types that they know: some have none for TIFF, most none for OBJ.
  return extensionsOf(accepted[list]).includes(extensionOf(file.name));
}

/** What is taken from folders as well (docs/ingest.md); the wizard's picker has a closed list (UPL-33). */
const moreImages = ['.jpe', '.webp', '.jp2', '.j2k', '.jpx', '.jpf'];
const droppedLists = ['image', 'pdf', 'audio', 'video', 'zip'] as const;

/** The list that a dropped file goes to; undefined where none takes it. */
export function acceptsDropped(file: { name: string; type: string }): ListKind | undefined {
  if (moreImages.includes(extensionOf(file.name))) return 'image';
  return droppedLists.find((list) => accepts(list, file));
}

/** The call that stores a file of a list. */
export function kindOf(list: ListKind, name: string): FileKind {
  if (list !== 'separate') return list;
  const extension = extensionOf(name);
  return extension === '.obj' ? 'object' : extension === '.mtl' ? 'material' : 'texture';
}

/** What a picker offers for one file of a kind, as the `accept` of an input. */
export function pickable(kind: FileKind): string {
  if (kind === 'image' || kind === 'pdf' || kind === 'audio' || kind === 'video' || kind === 'zip') {
    return extensionsOf(accepted[kind]).join(',');
  }
  return extensionsOf(accepted.separate)
    .filter((extension) => kindOf('separate', extension) === kind)
    .join(',');
}

/** The assets that the files of a list become. */
export const assetTypeOf: Readonly<Record<ListKind, AssetType>> = {
  image: 'images',
  pdf: 'pdf',
  audio: 'audios',
  video: 'videos',
  zip: 'model3Ds',
  separate: 'model3Ds',
};
