import { audioCalls, modelCalls, videoCalls } from '@armarium/contract/asset-calls';
import { getImportedImage, listImportedImages, retryImageImport } from '@armarium/contract/import-tracking';

/** The kinds of files of an item, in the order in which they are shown. */
export const importKinds = ['images', 'audios', 'videos', 'model3Ds'] as const;
export type ImportKind = (typeof importKinds)[number];

/** The calls that follow and retry the imports of each kind. */
export const importCalls = {
  images: { list: listImportedImages, get: getImportedImage, retry: retryImageImport },
  audios: followingOf(audioCalls),
  videos: followingOf(videoCalls),
  model3Ds: followingOf(modelCalls),
} satisfies Record<ImportKind, unknown>;

function followingOf({ listImports, getImport, retry }: typeof audioCalls) {
  return { list: listImports, get: getImport, retry };
}
