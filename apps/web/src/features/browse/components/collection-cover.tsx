import type { Collection } from '@armarium/contract/collections';
import { useQuery } from '@tanstack/react-query';
import { IconFolder } from '@tabler/icons-react';
import { collectionCoverQuery } from '../api/collection-cover.ts';
import classes from './collections-strip.module.css';

interface CollectionCoverProps {
  collection: Collection;
  /** Whether a picture is looked for. */
  pictured: boolean;
}

/** The picture of the first item of a collection that has one; a folder where there is none. Decorative. */
export function CollectionCover({ collection, pictured }: CollectionCoverProps) {
  const { data: address } = useQuery({
    ...collectionCoverQuery(collection.uuid),
    enabled: pictured && collection.culturalItemsCount > 0,
  });
  return address ? (
    <img className={classes.picture} src={address} alt="" decoding="async" draggable={false} />
  ) : (
    <IconFolder className={classes.icon} size={22} stroke={1.4} aria-hidden />
  );
}
