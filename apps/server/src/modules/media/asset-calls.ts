import { arrangeImages } from '@armarium/contract/assets';
import { getImportedImage, listImportedImages, retryImageImport } from '@armarium/contract/imports';
import { audioCalls, modelCalls, videoCalls, type AssetCalls } from '@armarium/contract/media';
import { getImage, listItemImages } from '@armarium/contract/records';
import { getImageHistory } from '@armarium/contract/trash';
import type { AssetKind } from './kinds.ts';

interface KindCalls {
  /** The list's name in answers and paths. */
  readonly many: string;
  /** In parameters: `imageUuid`. */
  readonly one: string;
  /** For people, in problems. */
  readonly theWord: string;
  /** Where links lead. */
  readonly at: Readonly<
    Record<'list' | 'get' | 'history' | 'listImports' | 'getImport' | 'retry' | 'arrange', { path: string }>
  >;
}

/** What each kind of asset is called, and where its links lead. */
export const kindCalls: Readonly<Record<AssetKind, KindCalls>> = {
  image: {
    many: 'images',
    one: 'image',
    theWord: 'The image',
    at: {
      list: listItemImages,
      get: getImage,
      history: getImageHistory,
      listImports: listImportedImages,
      getImport: getImportedImage,
      retry: retryImageImport,
      arrange: arrangeImages,
    },
  },
  audio: { many: 'audios', one: 'audio', theWord: 'The sound recording', at: audioCalls },
  video: { many: 'videos', one: 'video', theWord: 'The video', at: videoCalls },
  model3d: { many: 'model3Ds', one: 'model3D', theWord: 'The 3D model', at: modelCalls },
};

/** The kinds beside images, with their calls. */
export const furtherKinds: readonly { readonly kind: AssetKind; readonly calls: AssetCalls }[] = [
  { kind: 'audio', calls: audioCalls },
  { kind: 'video', calls: videoCalls },
  { kind: 'model3d', calls: modelCalls },
];
