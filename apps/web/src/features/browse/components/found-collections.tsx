import type { AnswerOf } from '@armarium/contract/operation';
import type { searchCollections } from '@armarium/contract/collection-calls';
import type { Collection } from '@armarium/contract/collections';
import { Skeleton } from '@mantine/core';
import type { UseQueryResult } from '@tanstack/react-query';
import { IconArrowRight, IconFolder } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { Link, useSearchParams } from 'react-router';
import { moveFocusByArrows } from '../../../ui/arrow-focus.ts';
import { titleOf } from '../../../ui/display-title.ts';
import { Failed } from '../../../ui/failed.tsx';
import { pageAddress } from '../../../ui/page-window.ts';
import { Pager } from '../../../ui/pager.tsx';
import { useCollectionTotals } from '../../../records/api/collection-totals.ts';
import { useCountWords } from '../../../records/components/count-words.ts';
import layout from '../../../records/components/page-layout.module.css';
import classes from './results-page.module.css';

interface FoundCollectionsProps {
  collections: UseQueryResult<AnswerOf<typeof searchCollections>>;
  onCollection(collection: Collection): void;
}

/** A page of the collections that a search found. */
export function FoundCollections({ collections, onCollection }: FoundCollectionsProps) {
  const { t } = useTranslation(['browse', 'catalogue']);
  const [search] = useSearchParams();
  const counts = useCountWords();
  const found = collections.data?._embedded.culturalItemCollections ?? [];
  const totals = useCollectionTotals(found);
  if (collections.data === undefined) {
    return collections.error ? (
      <Failed error={collections.error} onRetry={() => void collections.refetch()} />
    ) : (
      <div className={classes.awaited}>
        {[1, 2, 3].map((place) => (
          <Skeleton key={place} height={56} mb={8} />
        ))}
      </div>
    );
  }
  const { number, totalPages } = collections.data.page;
  if (found.length === 0) return <p className={layout.nothing}>{t('results.noCollections')}</p>;
  return (
    <>
      <ul className={classes.list} onKeyDown={(event) => moveFocusByArrows(event, 'button')}>
        {found.map((collection) => (
          <FoundCollection
            key={collection.uuid}
            collection={collection}
            counts={counts.ofCollection(collection, totals.get(collection.uuid))}
            onOpen={() => onCollection(collection)}
          />
        ))}
      </ul>
      <Pager
        page={number + 1}
        totalPages={totalPages}
        addressOf={(page) => pageAddress(search, page, 'collectionPage')}
        label={t('catalogue:collectionPages')}
        most={5}
      />
    </>
  );
}

interface FoundCollectionProps {
  collection: Collection;
  /** What it holds, in words. */
  counts: string;
  onOpen(): void;
}

function FoundCollection({ collection, counts, onOpen }: FoundCollectionProps) {
  const { t } = useTranslation(['browse', 'catalogue']);
  const title = titleOf(collection, t('catalogue:untitled'));
  return (
    <li className={classes.row}>
      <button type="button" className={classes.collection} onClick={onOpen}>
        <IconFolder className={classes.folder} size={22} stroke={1.4} aria-hidden />
        <span className={classes.words}>
          <span className="record-title" dir="auto">
            {title}
          </span>
          <span className={`${classes.counts} tabular`}>{counts}</span>
        </span>
      </button>
      <Link
        className={classes.go}
        to={`/catalog/${collection.uuid}`}
        aria-label={t('results.goTo', { title })}
        title={t('results.goTo', { title })}
      >
        <IconArrowRight size={20} stroke={1.6} aria-hidden />
      </Link>
    </li>
  );
}
