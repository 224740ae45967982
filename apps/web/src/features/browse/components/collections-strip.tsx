import type { Collection } from '@armarium/contract/collections';
import { Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { IconLink } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { Link, useSearchParams } from 'react-router';
import { moveFocusByArrows } from '../../../ui/arrow-focus.ts';
import { pageFrom } from '../../../ui/page-window.ts';
import { Pager } from '../../../ui/pager.tsx';
import { useCollectionTotals } from '../../../records/api/collection-totals.ts';
import { subcollectionsQuery } from '../../../records/api/subcollections.ts';
import { titleOf } from '../../../ui/display-title.ts';
import { CollectionCover } from './collection-cover.tsx';
import { useCountWords } from '../../../records/components/count-words.ts';
import { resultsPath } from '../../../records/search-address.ts';
import { grouped } from '../../../ui/grouped.ts';
import { Failed } from '../../../ui/failed.tsx';
import classes from './collections-strip.module.css';

const SHOWN_FIRST = 9;
const PER_PAGE = 20;
const TILE_HEIGHT = 76;

/**
 * The child collections: the first 9, or all of them in pages of 20 while the address has `collectionPage`
 * (HOME-09 to HOME-12). Nothing where there are none.
 */
export function CollectionsStrip({ collection }: { collection: Collection }) {
  const { t } = useTranslation(['browse', 'catalogue']);
  const [search] = useSearchParams();
  const expanded = search.has('collectionPage');
  const page = expanded ? pageFrom(search.get('collectionPage')) : 1;
  const children = useQuery({
    ...subcollectionsQuery(collection.uuid, page, expanded ? PER_PAGE : SHOWN_FIRST),
    enabled: collection.collectionsCount > 0,
  });
  const shown = children.data?._embedded.culturalItemCollections;
  const counts = useCountWords();
  const totals = useCollectionTotals(shown ? [collection, ...shown] : []);
  if (collection.collectionsCount === 0) return null;

  // Where there are no items to look at, the collections show theirs.
  const pictured = collection.culturalItemsCount === 0;
  const total = children.data?.page.totalElements ?? collection.collectionsCount;
  const below = totals.get(collection.uuid);
  const address = (collectionPage: number | undefined) => {
    const to = new URLSearchParams(search);
    if (collectionPage === undefined) to.delete('collectionPage');
    else to.set('collectionPage', String(collectionPage));
    return { search: to.toString() };
  };
  const awaited = Math.min(expanded ? PER_PAGE : SHOWN_FIRST, total);

  return (
    <section className={classes.strip} aria-labelledby="collections-heading">
      <div className={classes.head}>
        <h2 id="collections-heading" className={classes.heading}>
          {t('collections')} <span className="tabular">{grouped(total)}</span>
        </h2>
        {below && below.culturalItems > collection.culturalItemsCount && (
          <Link
            className={`${classes.below} tabular`}
            to={resultsPath(collection.parentCollectionsUuids.length === 0 ? undefined : collection.uuid)}
          >
            {counts.itemsInAll(below.culturalItems)}
          </Link>
        )}
        {total > SHOWN_FIRST && (
          <Link className={classes.toggle} to={address(expanded ? undefined : 1)} replace preventScrollReset>
            {expanded ? t('showLess') : t('showAll')}
          </Link>
        )}
      </div>
      {children.data === undefined && children.error && (
        <Failed error={children.error} onRetry={() => void children.refetch()} />
      )}
      <ul
        className={classes.list}
        data-expanded={expanded || undefined}
        onKeyDown={(event) => moveFocusByArrows(event, 'a')}
      >
        {shown
          ? shown.map((child) => (
              <li key={child.uuid}>
                <ChildCollection
                  parentUuid={collection.uuid}
                  child={child}
                  counts={counts.ofCollection(child, totals.get(child.uuid))}
                  pictured={pictured}
                />
              </li>
            ))
          : Array.from({ length: children.error ? 0 : awaited }, (_, index) => (
              <li key={index} aria-hidden>
                <Skeleton height={TILE_HEIGHT} />
              </li>
            ))}
        {!expanded && total > SHOWN_FIRST && (
          <li>
            <Link className={classes.more} to={address(1)} replace preventScrollReset>
              {t('moreCollections', { count: total - SHOWN_FIRST })}
            </Link>
          </li>
        )}
      </ul>
      {expanded && (
        <Pager
          page={page}
          totalPages={children.data?.page.totalPages ?? Math.ceil(total / PER_PAGE)}
          addressOf={address}
          label={t('catalogue:collectionPages')}
        />
      )}
    </section>
  );
}

interface ChildCollectionProps {
  parentUuid: string;
  child: Collection;
  /** What it holds, in words. */
  counts: string;
  /** Whether the picture of its first item is shown. */
  pictured: boolean;
}

function ChildCollection({ parentUuid, child, counts, pictured }: ChildCollectionProps) {
  const { t } = useTranslation(['browse', 'catalogue']);
  const title = titleOf(child, t('catalogue:untitled'));
  return (
    <Link className={classes.collection} to={`/catalog/${child.uuid}?parentId=${parentUuid}`}>
      <CollectionCover collection={child} pictured={pictured} />
      <span className={classes.words}>
        <span className={`${classes.title} record-title`} dir="auto" title={title}>
          {title}
        </span>
        <span className={`${classes.counts} tabular`}>{counts}</span>
      </span>
      {child.parentCollectionsUuids.length > 1 && (
        <span className={classes.linked} title={t('linked')}>
          <IconLink size={15} stroke={1.6} aria-hidden />
          <span className="visually-hidden">{t('linked')}</span>
        </span>
      )}
    </Link>
  );
}
