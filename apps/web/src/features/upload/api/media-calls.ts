import { listImportedImages, retryImageImport } from '@armarium/contract/import-tracking';
import { importImage, importPdf } from '@armarium/contract/imports';
import { audioCalls, modelCalls, videoCalls } from '@armarium/contract/asset-calls';
import { getImage } from '@armarium/contract/image-calls';
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
