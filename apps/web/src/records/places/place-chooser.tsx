import type { Place } from '@armarium/contract/collection-calls';
import { Skeleton, Text, TextInput } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import { useEffect, useRef, useState, type RefObject } from 'react';
import { useTranslation } from 'react-i18next';
import { Failed } from '../../ui/failed.tsx';
import { PageTurner } from '../../ui/page-turner.tsx';
import { makeCollection } from '../api/edit-records.ts';
import { useCountWords } from '../components/count-words.ts';
import { usePagedSearch } from '../components/use-paged-search.ts';
import { NewPlace } from './new-place.tsx';
import { keyOfPath, type PlaceRow } from './place-rows.ts';
import { PlaceTree } from './place-tree.tsx';
import { usePathWords } from './place-path.tsx';
import { usePlaceTree } from './use-place-tree.ts';
import classes from './place-chooser.module.css';

interface PlaceChooserProps {
  chosen: Place | undefined;
  /** @param place undefined while the title of a new collection is being typed */
  onChoose(place: Place | undefined): void;
  /** The user is in this collection: the tree is open there. */
  startUuid?: string | undefined;
  /** Uuids of the collections that can't be chosen, since what is placed is in them already. */
  takenUuids?: readonly string[];
  /** This collection is not shown, nor what is below it in the tree. */
  leftOutUuid?: string;
  /** A new collection can be made here. */
  canCreate?: boolean;
}

/**
 * The choice of a collection, wherever something is moved, linked, uploaded or looked for: a tree with a search through
 * all collections (COLL-14 to COLL-17), the places that were used last or most often, and new collections made in place.
 */
export function PlaceChooser(props: PlaceChooserProps) {
  const { chosen, onChoose, startUuid, takenUuids = [], leftOutUuid, canCreate = true } = props;
  const { t } = useTranslation('catalogue');
  const pathOf = usePathWords();
  const counts = useCountWords();
  const paged = usePagedSearch();
  // What is chosen afterwards must not open or close rows.
  const [start] = useState(startUuid);
  const tree = usePlaceTree({ search: paged.search, page: paged.page, startUuid: start, leftOutUuid });
  const [chosenKey, setChosenKey] = useState<string>();
  const field = useRef<HTMLInputElement>(null);
  const list = useRef<HTMLDivElement>(null);
  const isSettled = paged.text.trim() === paged.search && !tree.isLoading && !tree.isOld;
  const leaveField = useLeavingField(list, isSettled);
  // While the title of a new collection is being typed, nothing is chosen, so that nothing can be confirmed.
  const [making, setMaking] = useState<{ parent: Place; chosenBefore: Place | undefined }>();
  const isMaking = useRef(false);
  const endMaking = (place: Place | undefined) => {
    setMaking(undefined);
    onChoose(place);
  };
  const make = async ({ collection, above }: Place, sgtt: string) => {
    isMaking.current = true;
    try {
      const made = await makeCollection([{ name: 'sgtt', value: sgtt }], collection.uuid);
      // The parent may be a row of the search. The tree shows the new collection too.
      const parentKey = chosenKey ?? keyOfPath({ collection, above });
      for (const key of [parentKey, keyOfPath({ collection, above })]) tree.open(key);
      setChosenKey(`${parentKey}/${made.uuid}`);
      const step = { uuid: collection.uuid, sgtt: collection.sgtt };
      endMaking({ collection: made, above: [...above, step] });
    } finally {
      isMaking.current = false;
    }
  };
  const press = (row: PlaceRow) => {
    if (row.kind === 'more') tree.loadMore(row.of);
    if (row.kind === 'failed') tree.retry(row.of);
    if (row.kind !== 'place' || isMaking.current) return;
    setChosenKey(row.key);
    if (making) setMaking({ ...making, parent: row.place });
    else onChoose(row.place);
  };
  const offered = chosen ?? tree.startPlace;
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
          leaveField.cancel();
          paged.setText(event.currentTarget.value);
        }}
        onBlur={leaveField.cancel}
        onKeyDown={(event) => {
          if ((event.key !== 'ArrowDown' && event.key !== 'Enter') || event.nativeEvent.isComposing) return;
          // Enter searches. It must not send the form around the field.
          event.preventDefault();
          leaveField.start();
        }}
        data-autofocus
        mb="sm"
      />
      <div ref={list} className={classes.list}>
        {tree.isLoading && [1, 2, 3, 4].map((row) => <Skeleton key={row} height={32} mb={8} />)}
        {tree.error && <Failed error={tree.error} onRetry={() => tree.retry()} />}
        {!tree.isLoading && !tree.error && tree.rows.length === 0 && (
          <Text c="dimmed" role="status">
            {t('place.none')}
          </Text>
        )}
        {!tree.isLoading && tree.rows.length > 0 && (
          <PlaceTree
            // Another search begins at its first row.
            key={`${paged.search} ${paged.page}`}
            rows={tree.rows}
            chosen={making?.parent ?? chosen}
            chosenKey={chosenKey}
            isOld={tree.isOld}
            startUuid={start}
            // A new collection may be made in a place that can't be chosen itself.
            takenUuids={making ? [] : takenUuids}
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
      <p className="visually-hidden" role="status">
        {isSettled && tree.totalFound !== undefined && counts.collections(tree.totalFound)}
      </p>
      <p role="status" className={classes.chosen} dir="auto">
        {making
          ? t('place.notMade')
          : chosen
            ? t('place.chosen', { path: pathOf([...chosen.above, chosen.collection]) })
            : t('place.notChosen')}
      </p>
      {canCreate && offered && (
        <NewPlace
          offered={offered}
          parent={making?.parent}
          onStart={() => {
            setMaking({ parent: offered, chosenBefore: chosen });
            onChoose(undefined);
          }}
          onCancel={() => endMaking(making?.chosenBefore)}
          onMake={(title) => make(making?.parent ?? offered, title)}
        />
      )}
    </>
  );
}

const focusRows = (list: HTMLElement | null) =>
  list?.querySelector<HTMLElement>('[role="treeitem"][tabindex="0"]')?.focus();

/** Moves the focus from the search field to the rows, at once or when what was typed is found. */
function useLeavingField(list: RefObject<HTMLElement | null>, isSettled: boolean) {
  const isWanted = useRef(false);
  useEffect(() => {
    if (!isSettled || !isWanted.current) return;
    isWanted.current = false;
    focusRows(list.current);
  }, [isSettled, list]);
  return {
    start: () => {
      if (isSettled) focusRows(list.current);
      else isWanted.current = true;
    },
    cancel: () => {
      isWanted.current = false;
    },
  };
}
