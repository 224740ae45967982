import type { FileToImport } from '@armarium/contract/imports';
import type { AssetType, Stored, UploadAsset } from './upload-record.ts';

/** How each kind calls its link and its file's name (catalogue §3). */
const words: Readonly<Record<AssetType, { link?: string; name?: string }>> = {
  images: {},
  audios: { link: 'audioLink', name: 'audioOriginalName' },
  videos: { link: 'videoLink', name: 'videoOriginalName' },
  model3Ds: {},
  pdf: { link: 'pdfLink' },
};

/** What an import call sends of a stored file. */
export function fileToImport(asset: UploadAsset & { stored: Stored }): FileToImport {
  const { uuid, imageLink, originalFilename } = asset.stored;
  const { link, name } = words[asset.assetType];
  return {
    uuid,
    // The title of an asset is its file's name until somebody gives it a better one.
    sgtt: withoutExtension(originalFilename),
    autn: '',
    imageLink,
    originalFilename,
    ...(link !== undefined && { [link]: imageLink }),
    ...(name !== undefined && { [name]: originalFilename }),
    ...(asset.assetType === 'model3Ds' && {
      [asset.kind === 'object' ? 'objectLink' : 'zipLink']: imageLink,
      ...partsToImport(asset),
    }),
  };
}

/** The links of what goes beside a model. */
export function partsToImport({ parts = [] }: UploadAsset): Record<string, string> {
  return Object.fromEntries(
    parts.flatMap(({ kind, stored }) => {
      if (stored === undefined) return [];
      const { imageLink, originalFilename } = stored;
      return kind === 'material'
        ? [['materialLink', imageLink]]
        : [
            ['textureLink', imageLink],
            ['textureOriginalName', originalFilename],
          ];
    }),
  );
}

function withoutExtension(fileName: string): string {
  return fileName.replace(/(?<=.)\.[a-z0-9]{1,5}$/i, '');
}
