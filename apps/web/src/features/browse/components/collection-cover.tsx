import type { Collection } from '@armarium/contract/collections';
import { useQuery } from '@tanstack/react-query';
import { IconFolder } from '@tabler/icons-react';
import { collectionCoverQuery } from '../api/collection-cover.ts';
import classes from './collections-strip.module.css';

/** The first pictures of a collection on a mat; a folder where there are none. Decorative. */
export function CollectionCover({ collection }: { collection: Collection }) {
  const cover = useQuery({
    ...collectionCoverQuery(collection.uuid),
    enabled: collection.culturalItemsCount > 0,
  });
  const empty = collection.culturalItemsCount === 0 || cover.isError || cover.data?.length === 0;
  return (
    <span className={classes.cover} aria-hidden>
      {empty && <IconFolder size={44} stroke={0.9} />}
      {cover.data?.map((address) => (
        <img key={address} src={address} alt="" decoding="async" draggable={false} />
      ))}
    </span>
  );
}
