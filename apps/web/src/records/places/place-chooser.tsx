import type { Place } from '@armarium/contract/collection-calls';
import { Skeleton, Text, TextInput } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { Failed } from '../../ui/failed.tsx';
import { PageTurner } from '../../ui/page-turner.tsx';
import { usePagedSearch } from '../components/use-paged-search.ts';
import { NewPlace } from './new-place.tsx';
import type { PlaceRow } from './place-rows.ts';
import { PlaceTree } from './place-tree.tsx';
import { useWayWords } from './place-way.tsx';
import { usePlaceTree } from './use-place-tree.ts';
import classes from './place-chooser.module.css';

interface PlaceChooserProps {
  chosen: Place | undefined;
  onChoose(place: Place): void;
  /** The uuid of the collection in which the user is: the tree is open there. */
  near?: string | undefined;
  /** Uuids of the collections that can't be chosen, since what is placed is in them. */
  here?: readonly string[];
  /** The uuid of a collection that is left out with all that is shown below it. */
  leftOut?: string;
  /** Whether a new collection can be made there. */
  creates?: boolean;
}

/**
 * The choice of a collection, wherever something is moved, linked, uploaded or looked for: a tree with a search through
 * all collections (COLL-14 to COLL-17), the places that were used last or most often, and new collections made in place.
 */
export function PlaceChooser({
  chosen,
  onChoose,
  near,
  here = [],
  leftOut,
  creates = true,
}: PlaceChooserProps) {
  const { t } = useTranslation('catalogue');
  const paged = usePagedSearch();
  const tree = usePlaceTree({ search: paged.search, page: paged.page, near, leftOut });
  const field = useRef<HTMLInputElement>(null);
  const list = useRef<HTMLDivElement>(null);
  const wayOf = useWayWords();
  const toRows = () => list.current?.querySelector<HTMLElement>('[role="treeitem"][tabindex="0"]')?.focus();
  // Whether the field hands the focus on when what was typed is found.
  const leavesField = useRef(false);
  const isSettled = paged.text.trim() === paged.search && !tree.isWaiting && !tree.isOld;
  useEffect(() => {
    if (!isSettled || !leavesField.current) return;
    leavesField.current = false;
    toRows();
  }, [isSettled]);
  const press = (row: PlaceRow) => {
    if (row.kind === 'place') onChoose(row.place);
    else if (row.kind === 'more') tree.askForMore(row.of);
    else if (row.kind === 'failed') tree.retry(row.of);
  };
  const parent = chosen ?? tree.near ?? (tree.root && { collection: tree.root, above: [] });
  return (
    <>
      <TextInput
        ref={field}
        type="search"
        aria-label={t('place.search')}
        placeholder={t('place.search')}
        leftSection={<IconSearch size={17} stroke={1.7} aria-hidden />}
        value={paged.text}
        onChange={(event) => {
          leavesField.current = false;
          paged.setText(event.currentTarget.value);
        }}
        onBlur={() => {
          leavesField.current = false;
        }}
        onKeyDown={(event) => {
          if (event.key !== 'ArrowDown' && event.key !== 'Enter') return;
          // Enter searches, and sends no form around the field.
          event.preventDefault();
          if (isSettled) toRows();
          else leavesField.current = true;
        }}
        data-autofocus
        mb="sm"
      />
      <div ref={list} className={classes.list}>
        {tree.isWaiting && [1, 2, 3, 4].map((row) => <Skeleton key={row} height={32} mb={8} />)}
        {tree.error && <Failed error={tree.error} onRetry={() => tree.retry()} />}
        {!tree.isWaiting && !tree.error && tree.rows.length === 0 && (
          <Text c="dimmed" role="status">
            {t('place.none')}
          </Text>
        )}
        {!tree.isWaiting && tree.rows.length > 0 && (
          <PlaceTree
            // Another search begins at its first row.
            key={`${paged.search} ${paged.page}`}
            rows={tree.rows}
            chosen={chosen?.collection.uuid}
            isOld={tree.isOld}
            {...{ here, near }}
            onToggle={tree.toggle}
            onPress={press}
            onType={() => field.current?.focus()}
          />
        )}
      </div>
      <PageTurner
        page={paged.page}
        totalPages={tree.totalPages}
        onTurn={paged.turnTo}
        label={t('collectionPages')}
      />
      <p role="status" className={classes.chosen} dir="auto">
        {chosen
          ? t('place.chosen', { path: wayOf([...chosen.above, chosen.collection]) })
          : t('place.notChosen')}
      </p>
      {creates && parent && <NewPlace parent={parent} onMade={onChoose} />}
    </>
  );
}
