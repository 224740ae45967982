import type { MediaAsset } from '@armarium/contract/assets';
import type { Item } from '@armarium/contract/items';

/** The asset types (catalogue §9), in the order of their tabs. */
export const assetKinds = ['images', 'audios', 'videos', 'model3Ds'] as const;
export type AssetKind = (typeof assetKinds)[number];

/** An asset as the lists of every kind have it; what only some kinds have is absent in images. */
export type Asset = Omit<MediaAsset, 'duration_s'> & Partial<Pick<MediaAsset, 'duration_s'>>;

/** How an asset is named where it is moved: `imageUuid`. */
export const uuidNames = {
  images: 'imageUuid',
  audios: 'audioUuid',
  videos: 'videoUuid',
  model3Ds: 'model3DUuid',
} as const satisfies Record<AssetKind, string>;

/** The view of the item page that shows files of a kind; images have the page's own. */
export const viewOf = { audios: 'audio', videos: 'video', model3Ds: 'model' } as const;

/** How many assets of a kind an item has. */
export function countOf({ mediaTypeInfo: has }: Pick<Item, 'mediaTypeInfo'>, kind: AssetKind): number {
  return has[`${kind}Count`];
}
