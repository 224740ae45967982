import { useQuery } from '@tanstack/react-query';
import type { Opening } from '../../../viewers/openings.ts';
import { IMAGES_PER_PAGE, itemImagesQuery } from './item-images.ts';

const pageOf = (position: number): number => Math.ceil(position / IMAGES_PER_PAGE);

/**
 * The images of an opening, which may stand on two pages of the list.
 * @param position 1-based place of the one that the address names
 * @returns `shown` in the order in which they are read, undefined until all are known
 */
export function useOpeningImages(uuid: string, { first, last }: Opening, position: number, total: number) {
  const [page, furtherPage] = [pageOf(first), pageOf(last)];
  const near = useQuery({ ...itemImagesQuery(uuid, page), enabled: total > 0 });
  const far = useQuery({ ...itemImagesQuery(uuid, furtherPage), enabled: furtherPage !== page });
  const further = furtherPage === page ? near : far;
  const imageAt = (place: number) => {
    const { data, isPlaceholderData } = pageOf(place) === page ? near : further;
    return isPlaceholderData ? undefined : data?._embedded.images[(place - 1) % IMAGES_PER_PAGE];
  };
  const found = (first === last ? [first] : [first, last]).flatMap((place) => imageAt(place) ?? []);
  return {
    /** The page of the list that could not be read, where one of them could not. */
    images: near.data === undefined ? near : further,
    shown: found.length === last - first + 1 ? found : undefined,
    image: imageAt(position),
  };
}
