import { arrangeImages, getImage, listItemImages } from '@armarium/contract/image-calls';
import { getImportedImage, listImportedImages, retryImageImport } from '@armarium/contract/import-tracking';
import { audioCalls, modelCalls, videoCalls, type AssetCalls } from '@armarium/contract/asset-calls';
import { getImageHistory } from '@armarium/contract/history';
import type { AssetKind } from './kinds.ts';

interface KindCalls {
  /** The list's name in answers and paths. */
  readonly many: string;
  /** The parameter of a path: `imageUuid`. */
  readonly one: string;
  /** The word for people, in problems. */
  readonly theWord: string;
  /** The operations that links refer to. */
  readonly at: Readonly<
    Record<'list' | 'get' | 'history' | 'listImports' | 'getImport' | 'retry' | 'arrange', { path: string }>
  >;
}

/** The names and links of each kind of asset. */
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

/** The kinds beside images, with their names and links. */
export const furtherKinds: readonly { readonly kind: AssetKind; readonly calls: AssetCalls }[] = [
  { kind: 'audio', calls: audioCalls },
  { kind: 'video', calls: videoCalls },
  { kind: 'model3d', calls: modelCalls },
];
