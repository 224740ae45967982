import type { ImageAsset } from '@armarium/contract/images';
import type { Item } from '@armarium/contract/items';
import { useQuery, type UseQueryResult } from '@tanstack/react-query';
import { useLocation, useSearchParams } from 'react-router';
import { pageFrom } from '../../../ui/page-window.ts';
import { itemImagesQuery, IMAGES_PER_PAGE } from '../api/item-images.ts';
import { viewsOf, type ItemView } from './item-views.tsx';

/** What the page shows of an item, as the address says, and the ways to show something else. */
export interface ItemViewing {
  readonly views: readonly ItemView[];
  readonly view: ItemView;
  /** 1-based place of the image among `total`. */
  readonly position: number;
  readonly total: number;
  readonly images: UseQueryResult<unknown>;
  /** The image at the position; undefined until it is known. */
  readonly image: ImageAsset | undefined;
  /** The audio, video or model that was chosen. */
  readonly asset: string | undefined;
  readonly isTextOpen: boolean;
  showImage(position: number): void;
  showView(name: ItemView['name'], asset?: string): void;
  toggleText(): void;
}

export function useItemViewing(item: Item): ItemViewing {
  const [search, setSearch] = useSearchParams();
  // The list that the item was opened from.
  const { state } = useLocation() as { state: unknown };
  const total = item.mediaTypeInfo.imagesCount;
  const position = Math.min(pageFrom(search.get('image')), Math.max(total, 1));
  const page = Math.ceil(position / IMAGES_PER_PAGE);
  const images = useQuery({ ...itemImagesQuery(item.uuid, page), enabled: total > 0 });
  const views = viewsOf(item);
  const view = views.find(({ name }) => name === search.get('show')) ?? views[0];
  // It stays open while pages are turned, and in the address.
  const isTextOpen = view.name === 'images' && search.get('text') !== null;
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
    images,
    image: images.isPlaceholderData
      ? undefined
      : images.data?._embedded.images[position - 1 - (page - 1) * IMAGES_PER_PAGE],
    asset: search.get('asset') ?? undefined,
    isTextOpen,
    // The image that the user chooses is shown, and marked in the list.
    showImage: (to) => change({ image: String(to), show: null, asset: null, assetPage: null }),
    showView: (name, asset) => change({ show: name, asset: asset ?? null }),
    toggleText: () => change({ text: isTextOpen ? null : 'open' }),
  };
}
