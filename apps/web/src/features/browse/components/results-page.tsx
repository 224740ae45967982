import type { Collection } from '@armarium/contract/collections';
import { useMediaQuery } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation, useNavigate, useParams, useSearchParams } from 'react-router';
import { isForNewTab } from '../../../ui/new-tab.ts';
import { titleOf } from '../../../ui/display-title.ts';
import { useDocumentTitle } from '../../../ui/document-title.ts';
import { grouped } from '../../../ui/grouped.ts';
import { pageFrom } from '../../../ui/page-window.ts';
import { collectionQuery } from '../../../records/api/collection.ts';
import { foundCollectionsQuery, foundItemsQuery } from '../../../records/api/search.ts';
import { PageHead } from '../../../records/components/page-head.tsx';
import { useSearchFieldChoice } from '../../../records/components/search-field-choice.ts';
import { fieldFrom, itemQueryOf } from '../../../records/search-address.ts';
import type { SelectionAction } from '../../operations/actions.ts';
import { SaveSearchButton } from '../../saved-searches/components/save-search-button.tsx';
import { ChosenItemsBar } from './chosen-items-bar.tsx';
import { FoundCollections } from './found-collections.tsx';
import { FoundItems, FoundItemsBar } from './found-items.tsx';
import { useItemsView } from './items-view.tsx';
import { NarrowResults, WideResults } from './results-sides.tsx';
import { useItemsList } from './use-items-list.ts';
import layout from '../../../records/components/page-layout.module.css';

interface ResultsPageProps {
  /** What the user may do with chosen items. */
  actions: readonly SelectionAction[];
  /** Items that came since the results were loaded. */
  newItems: ReactNode;
  /** Opens the dialog of a collection that was found (SEARCH-24). */
  onCollection(collection: Collection): void;
  /** Whether the user may save searches for everybody in the organisation. */
  mayShareSearches: boolean;
}

/**
 * `/catalog/results`: what a search found, items and collections (catalogue §2, Search results); with a collection, the
 * items in it and below it, and the collections.
 */
export function ResultsPage({ actions, mayShareSearches, newItems, onCollection }: ResultsPageProps) {
  const { t } = useTranslation('browse');
  const [search] = useSearchParams();
  const wide = useMediaQuery('(min-width: 64em)', true, { getInitialValueInEffect: false });
  const term = search.get('searchTerm') ?? '';
  const { collectionUuid: belowUuid } = useParams();
  const query = itemQueryOf(search, { belowUuid });
  const view = useItemsView(undefined);
  const items = useQuery(foundItemsQuery(query, pageFrom(search.get('page')), view.sort));
  const collections = useQuery(foundCollectionsQuery(query, pageFrom(search.get('collectionPage'))));
  const itemsCount = items.data?.page.totalElements;
  const collectionsCount = collections.data?.page.totalElements;
  // While another search is read the page keeps its shape, so that what has the focus is not hidden.
  const [isAlone, setAlone] = useState<boolean>();
  if (collectionsCount !== undefined && isAlone !== (collectionsCount === 0))
    setAlone(collectionsCount === 0);
  const list = useItemsList({ query, view, items, total: itemsCount ?? 0 }, actions.length > 0);
  const { picking, uuids } = list;
  const heading = useHeading(belowUuid);
  useDocumentTitle(term === '' ? t('results.title') : `${term} · ${t('results.title')}`);

  const itemsSide = {
    words:
      itemsCount === undefined
        ? t('items')
        : t('results.items', { count: itemsCount, formatted: grouped(itemsCount) }),
    bar: (title?: ReactNode) => (
      <FoundItemsBar {...{ list, newItems }} heading={title} mayExport={actions.includes('export')} />
    ),
    content: (
      <FoundItems
        {...{ list, heading }}
        // Without collections the items have the width of both sides, and a list has more than cards: what is drawn
        // before that is known would jump.
        waiting={wide && (collections.isPending || view.name === undefined)}
      />
    ),
  };
  const collectionsSide = {
    words:
      collectionsCount === undefined
        ? t('collections')
        : t('results.collections', { count: collectionsCount, formatted: grouped(collectionsCount) }),
    content: <FoundCollections {...{ collections, onCollection }} />,
  };
  return (
    <div className={layout.page}>
      <ResultsHead
        {...{ heading, belowUuid }}
        end={<SaveSearchButton name={term || heading} mayShare={mayShareSearches} {...{ belowUuid }} />}
      />
      {wide ? (
        <WideResults
          items={itemsSide}
          collections={collectionsSide}
          isWideList={view.name === 'list' || view.name === 'table'}
          isWaiting={view.name === undefined || (isAlone === undefined && !collections.isError)}
          isAlone={isAlone === true}
        />
      ) : (
        <NarrowResults items={itemsSide} collections={collectionsSide} />
      )}
      {picking && <ChosenItemsBar {...{ picking, actions, view, uuids }} collectionUuid={undefined} />}
      <p className="visually-hidden" role="status">
        {itemsCount !== undefined &&
          collectionsCount !== undefined &&
          `${itemsSide.words}, ${collectionsSide.words}`}
      </p>
    </div>
  );
}

/** What was searched for, in words. @param belowUuid the collection that was searched */
function useHeading(belowUuid: string | undefined): string {
  const { t } = useTranslation(['browse', 'catalogue']);
  const [search] = useSearchParams();
  const term = search.get('searchTerm') ?? '';
  const findBy = fieldFrom(search.get('findBy'));
  const choice = useSearchFieldChoice(findBy?.startsWith('field:'));
  const field = choice.find((one) => one.field === findBy)?.label;
  const place = useQuery({ ...collectionQuery(belowUuid), enabled: belowUuid !== undefined }).data;
  // Without a collection the query is that of the root, which may be known.
  const below = belowUuid === undefined ? undefined : place;
  return [
    term === '' ? t('results.everything') : t('results.for', { term }),
    field && t('results.in', { field }),
    below && t('results.below', { title: titleOf(below, t('catalogue:untitled')) }),
  ]
    .filter(Boolean)
    .join(' · ');
}

interface ResultsHeadProps {
  heading: string;
  belowUuid: string | undefined;
  end: ReactNode;
}

/** The head of the page, with the way back to where the search began. */
function ResultsHead({ heading, belowUuid, end }: ResultsHeadProps) {
  const { t } = useTranslation('browse');
  const navigate = useNavigate();
  const location = useLocation();
  const { fromCollection = false, narrowed = 0 } = (location.state ?? {}) as {
    fromCollection?: boolean;
    /** How often the filters were changed since. */
    narrowed?: number;
  };
  return (
    <PageHead
      back={{
        to: belowUuid === undefined ? '/catalog' : `/catalog/${belowUuid}`,
        word: t('results.back'),
        replace: true,
        onClick: (event) => {
          if (!fromCollection || isForNewTab(event)) return;
          // Going back in history restores the page, and the place in it.
          event.preventDefault();
          void navigate(-1 - narrowed);
        },
      }}
      title={t('results.title')}
      text={heading}
      end={end}
    />
  );
}
