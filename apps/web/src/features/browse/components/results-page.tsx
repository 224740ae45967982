import type { ItemQuery } from '@armarium/contract/item-query';
import type { AnswerOf } from '@armarium/contract/operation';
import type { Collection, searchCollections, searchItems } from '@armarium/contract/records';
import { Button, Skeleton, Tabs } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { useQuery, type UseQueryResult } from '@tanstack/react-query';
import { IconArrowRight, IconFolder, IconSearchOff } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useLocation, useNavigate, useParams, useSearchParams } from 'react-router';
import { moveFocusByArrows } from '../../../ui/arrow-focus.ts';
import { titleOf } from '../../../ui/display-title.ts';
import { useDocumentTitle } from '../../../ui/document-title.ts';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { pageFrom } from '../../../ui/page-window.ts';
import { Pager } from '../../../ui/pager.tsx';
import { collectionQuery } from '../../../records/api/collection.ts';
import { foundCollectionsQuery, foundItemsQuery } from '../../../records/api/search.ts';
import { fieldFrom, itemQueryOf, resultsAddress } from '../../../records/search-address.ts';
import type { SelectionAction } from '../../operations/actions.ts';
import { usePicking, type Picking } from '../../../records/selection/picking.ts';
import { ChosenItemsBar } from './chosen-items-bar.tsx';
import { useCountWords } from '../../../records/components/count-words.ts';
import { grouped } from '../../../ui/grouped.ts';
import { Failed } from '../../../ui/failed.tsx';
import { ItemsExport } from './items-export.tsx';
import { PageHead } from '../../../records/components/page-head.tsx';
import { ItemsSkeleton } from '../../../records/components/items-skeleton.tsx';
import { ItemsFailed, ItemsShown, useItemsView, type ItemsView } from './items-view.tsx';
import { SelectAll } from './select-all.tsx';
import { useFilters } from './use-filters.tsx';
import layout from '../../../records/components/page-layout.module.css';
import classes from './results-page.module.css';

interface ResultsPageProps {
  /** What the user may do with chosen items. */
  actions: readonly SelectionAction[];
  /** Items that came since the results were loaded. */
  newItems: ReactNode;
  /** Opens the dialog of a collection that was found (SEARCH-24). */
  onCollection(collection: Collection): void;
  /** Whether the user may take the items along as a table. */
  mayExport: boolean;
}

/**
 * `/catalog/results`: what a search found, items and collections (catalogue §2, Search results); with a collection, the
 * items that stand in it and below.
 */
export function ResultsPage({ actions, mayExport, newItems, onCollection }: ResultsPageProps) {
  const { t } = useTranslation(['browse', 'catalogue']);
  const [search] = useSearchParams();
  const navigate = useNavigate();
  const location = useLocation();
  const wide = useMediaQuery('(min-width: 64em)', true, { getInitialValueInEffect: false });
  const term = search.get('searchTerm') ?? '';
  const findBy = fieldFrom(search.get('findBy'));
  const { collectionUuid: belowUuid } = useParams();
  const below = useQuery({ ...collectionQuery(belowUuid), enabled: belowUuid !== undefined }).data;
  const query = itemQueryOf(search, { belowUuid });
  const view = useItemsView();
  const items = useQuery(foundItemsQuery(query, pageFrom(search.get('page')), view.sort));
  const filter = useFilters(query);
  const collections = useQuery(foundCollectionsQuery(term, pageFrom(search.get('collectionPage'))));
  const { fromCollection = false, narrowed = 0 } = (location.state ?? {}) as {
    fromCollection?: boolean;
    /** How often the filters were changed since. */
    narrowed?: number;
  };
  useDocumentTitle(term === '' ? t('results.title') : `${term} · ${t('results.title')}`);

  const itemsCount = items.data?.page.totalElements;
  const collectionsCount = collections.data?.page.totalElements;
  const picking = usePicking(query, itemsCount ?? 0);
  const shown = items.data?._embedded.culturalItems.map(({ uuid }) => uuid) ?? [];
  // Those that are shown until the others arrive may not match any more.
  const uuids = items.isPlaceholderData ? [] : shown;
  const itemsWords =
    itemsCount === undefined
      ? t('items')
      : t('results.items', { count: itemsCount, formatted: grouped(itemsCount) });
  const collectionsWords =
    collectionsCount === undefined
      ? t('collections')
      : t('results.collections', { count: collectionsCount, formatted: grouped(collectionsCount) });
  const addressOf = (name: 'page' | 'collectionPage') => (page: number) => {
    const next = new URLSearchParams(search);
    next.set(name, String(page));
    return { search: next.toString() };
  };
  const heading = [
    term === '' ? t('results.everything') : t('results.for', { term }),
    findBy && t('results.in', { field: t(`catalogue:standardField.${findBy}`) }),
    below && t('results.below', { title: titleOf(below, t('catalogue:untitled')) }),
  ]
    .filter(Boolean)
    .join(' · ');
  const itemsSide = (
    <FoundItems
      {...{
        view,
        query,
        heading,
        items,
        // Without collections the items have the width of both sides: what is drawn before that is known would jump.
        waiting: wide && collections.isPending,
        term,
        narrowed: findBy !== undefined,
        addressOf,
        nothing: filter.nothing,
      }}
      picking={actions.length > 0 ? picking : undefined}
    />
  );
  const selectAll = actions.length > 0 && itemsCount !== 0 && <SelectAll {...{ picking, uuids }} />;
  const exporting = mayExport && itemsCount !== undefined && itemsCount > 0 && (
    <ItemsExport {...{ query, view }} />
  );
  const barEnd = (
    <>
      <div aria-live="polite">{newItems}</div>
      <div className={classes.filter}>
        {itemsCount !== 0 && view.buttons}
        {filter.button}
        {exporting}
      </div>
    </>
  );
  const collectionsSide = <FoundCollections {...{ collections, addressOf, onCollection }} />;

  return (
    <div className={layout.page}>
      <PageHead
        back={{
          to: belowUuid === undefined ? '/catalog' : `/catalog/${belowUuid}`,
          word: t('results.back'),
          replace: true,
          onClick: (event) => {
            if (!fromCollection || event.ctrlKey || event.metaKey || event.shiftKey) return;
            // Going back in history restores the page, and the place in it.
            event.preventDefault();
            void navigate(-1 - narrowed);
          },
        }}
        title={t('results.title')}
        text={heading}
      />
      {wide ? (
        <div
          className={classes.sides}
          data-table={view.isTable || undefined}
          data-waiting={collections.isPending || undefined}
          data-alone={collectionsCount === 0 || undefined}
        >
          <section aria-labelledby="found-items">
            <div className={classes.bar}>
              {selectAll}
              <h2 id="found-items" className={`${classes.count} tabular`}>
                {itemsWords}
              </h2>
              {barEnd}
            </div>
            {filter.panel}
            {itemsSide}
          </section>
          <section className={classes.collections} aria-labelledby="found-collections">
            <h2 id="found-collections" className={`${classes.count} tabular`}>
              {collectionsWords}
            </h2>
            {collectionsSide}
          </section>
        </div>
      ) : (
        <Tabs defaultValue="items" keepMounted={false}>
          <Tabs.List grow mb="md">
            <Tabs.Tab value="items">{itemsWords}</Tabs.Tab>
            <Tabs.Tab value="collections">{collectionsWords}</Tabs.Tab>
          </Tabs.List>
          <Tabs.Panel value="items">
            <h2 className="visually-hidden">{itemsWords}</h2>
            <div className={classes.bar}>
              {selectAll}
              {barEnd}
            </div>
            {filter.panel}
            {itemsSide}
          </Tabs.Panel>
          <Tabs.Panel value="collections">
            <h2 className="visually-hidden">{collectionsWords}</h2>
            {collectionsSide}
          </Tabs.Panel>
        </Tabs>
      )}
      {actions.length > 0 && <ChosenItemsBar {...{ picking, actions, uuids }} collectionUuid={undefined} />}
      <p className="visually-hidden" role="status">
        {itemsCount !== undefined && collectionsCount !== undefined && `${itemsWords}, ${collectionsWords}`}
      </p>
    </div>
  );
}

type AddressOf = (name: 'page' | 'collectionPage') => (page: number) => { search: string };

interface FoundItemsProps {
  view: ItemsView;
  query: ItemQuery;
  /** What was asked for, in words. */
  heading: string;
  items: UseQueryResult<AnswerOf<typeof searchItems>>;
  /** Whether they are kept back for a moment yet. */
  waiting: boolean;
  term: string;
  /** The search looks through one field only. */
  narrowed: boolean;
  addressOf: AddressOf;
  /** What stands in place of the items where filters leave none; undefined where none is set. */
  nothing: ReactNode;
  picking: Picking | undefined;
}

function FoundItems({
  view,
  query,
  heading,
  items,
  waiting,
  term,
  narrowed,
  addressOf,
  nothing,
  picking,
}: FoundItemsProps) {
  const { t } = useTranslation('browse');
  if (items.data === undefined || waiting) {
    return items.error ? (
      <div className={classes.awaited}>
        <ItemsFailed view={view} error={items.error} onRetry={() => void items.refetch()} />
      </div>
    ) : (
      // Drawn anew, not moved, where it turns out wider.
      <div key={String(waiting)} className={classes.awaited}>
        <ItemsSkeleton isTable={view.isTable} count={10} />
      </div>
    );
  }
  const { number, totalPages, totalElements } = items.data.page;
  if (items.data._embedded.culturalItems.length === 0) {
    if (totalElements === 0 && nothing) return nothing;
    const first = totalElements > 0 ? addressOf('page')(1) : undefined;
    const to = first ?? (narrowed ? resultsAddress(term, undefined) : undefined);
    return (
      <EmptyState
        icon={<IconSearchOff size={40} stroke={1.2} />}
        title={first ? t('empty.pastEnd') : t('results.none')}
        action={
          to && (
            <Button variant="default" component={Link} to={to}>
              {first ? t('empty.firstPage') : t('results.everywhere')}
            </Button>
          )
        }
      >
        {first ? t('empty.pastEndText') : t('results.noneText')}
      </EmptyState>
    );
  }
  return (
    <>
      <ItemsShown
        {...{ view, query, heading }}
        total={totalElements}
        items={items.data._embedded.culturalItems}
        busy={items.isPlaceholderData}
        picking={picking}
      />
      <div className={layout.pager}>
        <Pager
          page={number + 1}
          totalPages={totalPages}
          addressOf={addressOf('page')}
          label={t('itemPages')}
        />
      </div>
    </>
  );
}

interface FoundCollectionsProps {
  collections: UseQueryResult<AnswerOf<typeof searchCollections>>;
  addressOf: AddressOf;
  onCollection(collection: Collection): void;
}

function FoundCollections({ collections, addressOf, onCollection }: FoundCollectionsProps) {
  const { t } = useTranslation(['browse', 'catalogue']);
  const counts = useCountWords();
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
  const found = collections.data._embedded.culturalItemCollections;
  if (found.length === 0) return <p className={layout.nothing}>{t('results.noCollections')}</p>;
  return (
    <>
      <ul className={classes.list} onKeyDown={(event) => moveFocusByArrows(event, 'button')}>
        {found.map((collection) => {
          const title = titleOf(collection, t('catalogue:untitled'));
          return (
            <li key={collection.uuid} className={classes.row}>
              <button type="button" className={classes.collection} onClick={() => onCollection(collection)}>
                <IconFolder className={classes.folder} size={22} stroke={1.4} aria-hidden />
                <span className={classes.words}>
                  <span className="record-title" dir="auto">
                    {title}
                  </span>
                  <span className={`${classes.counts} tabular`}>{counts.ofCollection(collection)}</span>
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
        })}
      </ul>
      <Pager
        page={number + 1}
        totalPages={totalPages}
        addressOf={addressOf('collectionPage')}
        label={t('catalogue:collectionPages')}
        most={5}
      />
    </>
  );
}
