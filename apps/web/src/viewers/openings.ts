import type { ViewingDirection } from '@armarium/contract/item-presentation';

/** What stands before the reader: one image, or two pages side by side. Places are counted from 1. */
export interface Opening {
  readonly first: number;
  /** The same as `first` where one image stands alone. */
  readonly last: number;
}

/**
 * The opening that an image is in, as IIIF has them (Presentation 3.0, behavior `paged`): the first image alone, then 2–3,
 * 4–5 and so on. Pure. @param position 1-based place of the image among `total`
 */
export function openingAt(position: number, total: number, isTwo: boolean): Opening {
  if (!isTwo || position <= 1) return { first: position, last: position };
  const first = position - (position % 2);
  return { first, last: Math.min(first + 1, total) };
}

/** Where the images of an item go to, and so where the arrow to the next one points. */
export type Onward = 'right' | 'left' | 'down' | 'up';

/** Two pages lie side by side, whatever a scroll would do: there only right to left matters. Pure. */
export function onwardOf(direction: ViewingDirection | null | undefined, isTwo: boolean): Onward {
  if (direction === 'right-to-left') return 'left';
  if (isTwo) return 'right';
  return direction === 'top-to-bottom' ? 'down' : direction === 'bottom-to-top' ? 'up' : 'right';
}

/** Images in the order in which they are read, as they lie from left to right. Pure. */
export function fromLeft<Image>(images: readonly Image[], onward: Onward): readonly Image[] {
  return onward === 'left' ? images.toReversed() : images;
}
