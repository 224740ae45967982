import type { StoredUpload } from '@armarium/contract/uploads';
import { call } from '../../../lib/api-client.ts';
import { isProblem } from '../../../lib/api-problem.ts';
import { sendInPieces } from '../../../lib/resumable-upload.ts';
import { callsOf } from '../asset-calls.ts';
import type { AssetKind } from '../asset-kinds.ts';

/** Which files may take the place of an asset's, by their extensions: those that may be uploaded as well. */
export const acceptedFiles: Readonly<Record<AssetKind, readonly string[]>> = {
  images: ['png', 'tif', 'tiff', 'jpg', 'jpeg', 'jpe', 'gif', 'jp2', 'j2k', 'jpx', 'jpf', 'webp'],
  audios: ['mp3', 'aac', 'm4a', 'wav', 'ogg', 'flac', 'amr', 'opus'],
  videos: ['mp4', 'mpeg', 'mpg', 'avi', 'mov', 'mkv', 'flv', 'webm', '3gp'],
  model3Ds: ['zip', 'obj'],
};

export const extensionOf = (name: string) => /\.([^.]+)$/.exec(name)?.[1]?.toLowerCase() ?? '';

const storedAs = { images: 'image', audios: 'audio', videos: 'video' } as const;

/**
 * Stores a file of a kind in pieces.
 * @param options `url` is the address of an earlier attempt, as `onBegun` got it
 * @returns the uuid of the upload
 * @throws ApiProblem; the signal's reason when it is aborted
 */
export async function storeFile(
  kind: AssetKind,
  file: File,
  options: {
    url: string | undefined;
    onBegun(url: string): void;
    onProgress(sent_bytes: number): void;
    signal: AbortSignal;
  },
): Promise<string> {
  const modelKind = extensionOf(file.name) === 'zip' ? 'zip' : 'object';
  let { url = '' } = options;
  const stored = await sendInPieces<StoredUpload>(file, {
    ...options,
    metadata: { filename: file.name, kind: kind === 'model3Ds' ? modelKind : storedAs[kind] },
    onBegun: (begun) => {
      url = begun;
      options.onBegun(begun);
    },
  });
  // Where the last answer got lost: the upload has the uuid that its address ends with.
  return stored?.uuid ?? url.split('/').at(-1) ?? '';
}

/** Lets a stored file take the place of an asset's, which keeps its uuid, place and metadata. */
export async function replaceFile(kind: AssetKind, itemUuid: string, assetUuid: string, uploadUuid: string) {
  const body = { culturalItemUuid: itemUuid, uuid: uploadUuid, replaces: assetUuid };
  try {
    await call(callsOf[kind].import, { body });
  } catch (error) {
    // Nobody else knows of the upload: an earlier call took it, whose answer got lost.
    if (!isProblem(error, 'upload-claimed')) throw error;
  }
}
