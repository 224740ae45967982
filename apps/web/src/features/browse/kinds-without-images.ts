import type { Item } from '@armarium/contract/items';

const kinds = [
  ['hasVideo', 'videosCount'],
  ['has3D', 'model3DsCount'],
  ['hasAudio', 'audiosCount'],
] as const;

interface KindWithout {
  readonly kind: (typeof kinds)[number][0];
  /** How many files of it the item has. */
  readonly count: number;
}

/** What an item has instead of images, what may have a picture of its own first; none where it has images too. Pure. */
export function kindsWithoutImages(media: Item['mediaTypeInfo']): KindWithout[] {
  if (media.hasImage) return [];
  return kinds.flatMap(([kind, counted]) => (media[kind] ? [{ kind, count: media[counted] }] : []));
}
