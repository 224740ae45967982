import { importImage, listImportedImages, retryImageImport } from '@armarium/contract/imports';
import { audioCalls, importPdf, modelCalls, videoCalls } from '@armarium/contract/media';
import { getImage } from '@armarium/contract/records';
import type { AssetType } from '../state/upload-record.ts';

const images = { get: getImage, import: importImage, list: listImportedImages, retry: retryImageImport };

/** The calls of each kind of asset. The pages of a PDF are images. */
export const mediaCalls = {
  images,
  pdf: { ...images, import: importPdf },
  audios: callsOf(audioCalls),
  videos: callsOf(videoCalls),
  model3Ds: callsOf(modelCalls),
} satisfies Record<AssetType, unknown>;

function callsOf(calls: typeof audioCalls) {
  return { get: calls.get, import: calls.import, list: calls.listImports, retry: calls.retry };
}
