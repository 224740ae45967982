import { IconCheck, IconChevronRight, IconRefresh } from '@tabler/icons-react';
import { useEffect, useId, useRef, useState, type CSSProperties, type KeyboardEvent } from 'react';
import { useTranslation } from 'react-i18next';
import type { Place } from '@armarium/contract/collection-calls';
import { titleOf } from '../../ui/display-title.ts';
import { grouped } from '../../ui/grouped.ts';
import { useCountWords } from '../components/count-words.ts';
import { keyOfPath, treeStep, type PlaceRow } from './place-rows.ts';
import { PlacePath } from './place-path.tsx';
import classes from './place-chooser.module.css';

interface PlaceTreeProps {
  rows: readonly PlaceRow[];
  chosen: Place | undefined;
  /** The row by which it was chosen. */
  chosenKey: string | undefined;
  /** Uuids of the collections that can't be chosen, since what is placed is in them already. */
  takenUuids: readonly string[];
  /** The user is in this collection. */
  startUuid: string | undefined;
  onToggle(row: PlaceRow): void;
  /** A row was pressed that can be chosen, or that loads others. */
  onPress(row: PlaceRow): void;
  /** The user types a character in the tree. */
  onType(): void;
  isOld: boolean;
}

/** A tree of WAI-ARIA in which one collection can be chosen: arrows move the focus, Enter and the space bar choose. */
export function PlaceTree(props: PlaceTreeProps) {
  const { rows, chosen, chosenKey, takenUuids, startUuid, onToggle, onPress, onType, isOld } = props;
  const { t } = useTranslation('catalogue');
  const id = useId();
  const tree = useRef<HTMLDivElement>(null);
  const [active, setActive] = useState<{ key: string; index: number }>();
  const isTaken = (row: PlaceRow) => row.kind === 'place' && takenUuids.includes(row.place.collection.uuid);
  const isOf = (uuid: string | undefined) => (row: PlaceRow) =>
    row.kind === 'place' && row.place.collection.uuid === uuid;
  // A collection may have several rows. One of them is marked: the one that was pressed, or that is on its path.
  const rowsOfChosen = rows.filter(isOf(chosen?.collection.uuid));
  const chosenRow =
    rowsOfChosen.find(({ key }) => key === chosenKey) ??
    rowsOfChosen.find(({ key }) => chosen && key === keyOfPath(chosen)) ??
    rowsOfChosen[0];
  const chosenIndex = chosenRow && rows.indexOf(chosenRow);
  // The rows begin with those that are offered before the rest of the tree, or with what was found.
  const startsAtTop =
    rows[0]?.kind === 'heading' || rows.some((row) => row.kind === 'place' && row.showsPath);
  const startIndex = rows.findIndex((row) =>
    startsAtTop ? row.kind === 'place' && !isTaken(row) : isOf(startUuid)(row),
  );
  const activeIndex = rows.findIndex(({ key }) => key === active?.key);
  if (active && activeIndex >= 0 && activeIndex !== active.index)
    setActive({ key: active.key, index: activeIndex });
  const isGone = active !== undefined && activeIndex < 0;
  /** The row that Tab leads to. In the place of a row that is gone, it is the one that stands there now. */
  const tabIndex = isGone
    ? Math.min(active.index, rows.length - 1)
    : activeIndex >= 0
      ? activeIndex
      : (chosenIndex ?? Math.max(0, startIndex));
  const focus = (index: number) => (tree.current?.children[index] as HTMLElement | undefined)?.focus();
  const hasFocus = useRef(false);
  useEffect(() => {
    if (isGone && hasFocus.current) focus(tabIndex);
  }, [isGone, tabIndex]);
  const scrollIndex = active || startsAtTop ? -1 : startIndex;
  useEffect(() => {
    const row = tree.current?.children[scrollIndex];
    const list = tree.current?.parentElement;
    // The row comes to the middle of the list, so that its neighbours are seen too. The page does not move.
    if (row instanceof HTMLElement) list?.scrollTo({ top: row.offsetTop - list.clientHeight / 2 });
  }, [scrollIndex]);

  const press = (row: PlaceRow) => {
    if (row.kind === 'heading') onToggle(row);
    else if (row.kind !== 'loading' && !isTaken(row)) onPress(row);
  };
  const pressKey = (event: KeyboardEvent, row: PlaceRow, index: number) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const step = treeStep(rows, index, event.key);
    if (step && 'to' in step) focus(step.to);
    else if (step) onToggle(row);
    else if (event.key === 'Enter' || event.key === ' ') press(row);
    else {
      // The browser puts the character into the field, which has the focus by then.
      if (event.key.length === 1) onType();
      return;
    }
    event.preventDefault();
  };

  return (
    <div
      ref={tree}
      role="tree"
      aria-label={t('place.tree')}
      className={classes.tree}
      data-old={isOld || undefined}
      aria-busy={isOld || undefined}
    >
      {rows.map((row, index) => {
        const { isOpen } = row;
        const isPlace = row.kind === 'place';
        const name = `${id}${index}`;
        return (
          <div
            key={row.key}
            role="treeitem"
            className={classes.row}
            style={{ '--level': row.level } as CSSProperties}
            data-kind={row.kind}
            tabIndex={index === tabIndex ? 0 : -1}
            aria-level={row.level}
            aria-posinset={row.position}
            aria-setsize={row.siblings}
            aria-expanded={isOpen}
            aria-selected={isPlace ? index === chosenIndex : undefined}
            aria-disabled={isTaken(row) || undefined}
            aria-busy={row.kind === 'loading' || undefined}
            aria-labelledby={name}
            aria-describedby={isPlace ? `${name}-holds ${name}-path` : undefined}
            onFocus={() => {
              hasFocus.current = true;
              setActive({ key: row.key, index });
            }}
            // A row that is removed while it has the focus says nothing.
            onBlur={() => {
              hasFocus.current = false;
            }}
            onKeyDown={(event) => pressKey(event, row, index)}
            onClick={() => {
              focus(index);
              press(row);
            }}
          >
            {isOpen === undefined ? (
              <span className={classes.toggle}>
                {row.kind === 'failed' && <IconRefresh size={16} aria-hidden />}
              </span>
            ) : (
              <button
                type="button"
                // The arrow keys of the tree do the same.
                tabIndex={-1}
                className={classes.toggle}
                id={`${name}-arrow`}
                aria-label={t(isOpen ? 'place.close' : 'place.open')}
                aria-labelledby={`${name}-arrow ${name}`}
                data-open={isOpen || undefined}
                onClick={(event) => {
                  event.stopPropagation();
                  focus(index);
                  onToggle(row);
                }}
              >
                <IconChevronRight size={16} stroke={1.8} aria-hidden />
              </button>
            )}
            <span className={classes.words}>
              <RowWords {...{ row, name }} isTaken={isTaken(row)} />
            </span>
            {index === chosenIndex && <IconCheck size={18} className={classes.check} aria-hidden />}
          </div>
        );
      })}
    </div>
  );
}

function RowWords({ row, name, isTaken }: { row: PlaceRow; name: string; isTaken: boolean }) {
  const { t } = useTranslation('catalogue');
  const counts = useCountWords();
  if (row.kind !== 'place') {
    const words = {
      heading: t('place.recent'),
      failed: t('place.failed'),
      loading: t('place.loading'),
      more:
        row.kind === 'more'
          ? t('place.more', { count: row.count, formatted: grouped(row.count) })
          : undefined,
    };
    return <span id={name}>{words[row.kind]}</span>;
  }
  const { collection } = row.place;
  return (
    <>
      <span id={name} className="record-title" dir="auto">
        {titleOf(collection, t('untitled'))}
      </span>
      <span id={`${name}-holds`} className={`${classes.more} tabular`}>
        {isTaken && <span className={classes.taken}>{t('place.taken')}</span>}
        {counts.ofCollection(collection)}
      </span>
      <span id={`${name}-path`} className={`${classes.more} ${classes.path}`}>
        <PlacePath place={row.place} namesakes={row.namesakes} hidesPath={!row.showsPath} />
      </span>
    </>
  );
}
