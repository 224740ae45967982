import type { ImageAsset } from '@armarium/contract/images';
import type { PlacedEntry } from '@armarium/contract/item-presentation';
import type { Item } from '@armarium/contract/items';
import { useQuery, type UseQueryResult } from '@tanstack/react-query';
import { useLocation, useSearchParams } from 'react-router';
import { itemPresentationQuery } from '../../../records/api/item-presentation.ts';
import { pageFrom } from '../../../ui/page-window.ts';
import { onwardOf, openingAt, type Onward, type Opening } from '../../../viewers/openings.ts';
import { useOpeningImages } from '../api/opening-images.ts';
import { viewsOf, type ItemView } from './item-views.tsx';

/** What the page shows of an item, as the address says, and the ways to show something else. */
export interface ItemViewing {
  readonly views: readonly ItemView[];
  readonly view: ItemView;
  /** 1-based place of the image among `total`. */
  readonly position: number;
  readonly total: number;
  /** The images that are shown together; the one at the position is one of them. */
  readonly opening: Opening;
  readonly onward: Onward;
  readonly images: UseQueryResult<unknown>;
  /** Those of the opening, in the order in which they are read; undefined until all of them are known. */
  readonly shown: readonly ImageAsset[] | undefined;
  /** The image at the position; undefined until it is known. */
  readonly image: ImageAsset | undefined;
  /** The audio, video or model that was chosen. */
  readonly asset: string | undefined;
  readonly isTextOpen: boolean;
  /** The table of contents; empty where there is none, and where none of its images is there. */
  readonly contents: readonly PlacedEntry[];
  readonly isContentsOpen: boolean;
  /** Whether two pages are shown side by side. */
  readonly isTwo: boolean;
  showImage(position: number): void;
  showView(name: ItemView['name'], asset?: string): void;
  toggleText(): void;
  toggleContents(): void;
  /** Undefined where there are too few images for two pages. */
  readonly togglePages: (() => void) | undefined;
}

const nothing: readonly PlacedEntry[] = [];

export function useItemViewing(item: Item): ItemViewing {
  const [search, setSearch] = useSearchParams();
  // The list that the item was opened from.
  const { state } = useLocation() as { state: unknown };
  const total = item.mediaTypeInfo.imagesCount;
  const position = Math.min(pageFrom(search.get('image')), Math.max(total, 1));
  const asked = useQuery({ ...itemPresentationQuery(item.uuid), enabled: total > 0 });
  const presentation = asked.data?.presentation;
  const mayPair = total > 2;
  const chosen = search.get('pages');
  const isPaged = presentation?.behavior === 'paged';
  const isTwo = mayPair && (chosen === 'two' || (chosen !== 'one' && isPaged));
  const opening = openingAt(position, total, isTwo);
  const { images, shown, image } = useOpeningImages(item.uuid, opening, position, total);
  // A single image that became an opening a moment later would be read for nothing. Without an answer each stands alone.
  const isAwaited = mayPair && chosen === null && asked.isPending && asked.failureCount === 0;
  const views = viewsOf(item);
  const view = views.find(({ name }) => name === search.get('show')) ?? views[0];
  const isOfImages = view.name === 'images';
  const contents = presentation?.contents.some(({ firstPosition }) => firstPosition !== null)
    ? presentation.contents
    : nothing;
  // Both stay open while pages are turned, and in the address.
  const isTextOpen = isOfImages && search.get('text') !== null;
  const isContentsOpen = isOfImages && contents.length > 0 && search.get('contents') !== null;
  /** Null takes a parameter out of the address. */
  const change = (parameters: Readonly<Record<string, string | null>>) => {
    const next = new URLSearchParams(search);
    for (const [name, value] of Object.entries(parameters)) {
      if (value === null) next.delete(name);
      else next.set(name, value);
    }
    setSearch(next, { replace: true, preventScrollReset: true, state });
  };
  return {
    views,
    view,
    position,
    total,
    opening,
    onward: onwardOf(presentation?.viewingDirection, isTwo),
    images,
    shown: isAwaited ? undefined : shown,
    image,
    asset: search.get('asset') ?? undefined,
    isTextOpen,
    contents,
    isContentsOpen,
    isTwo,
    // The image that the user chooses is shown, and marked in the list.
    showImage: (to) => change({ image: String(to), show: null, asset: null, assetPage: null }),
    showView: (name, asset) => change({ show: name, asset: asset ?? null }),
    toggleText: () => change({ text: isTextOpen ? null : 'open' }),
    toggleContents: () => change({ contents: isContentsOpen ? null : 'open' }),
    // What the item says itself needs no word in the address.
    togglePages: mayPair
      ? () => change({ pages: isTwo === isPaged ? (isTwo ? 'one' : 'two') : null })
      : undefined,
  };
}
