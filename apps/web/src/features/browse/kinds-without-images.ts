import type { Item } from '@armarium/contract/items';

const kinds = ['hasVideo', 'has3D', 'hasAudio'] as const;

/** What an item has instead of images, what may have a picture of its own first; none where it has images too. Pure. */
export function kindsWithoutImages(media: Item['mediaTypeInfo']): (typeof kinds)[number][] {
  return media.hasImage ? [] : kinds.filter((kind) => media[kind]);
}
