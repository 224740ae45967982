import { Skeleton } from '@mantine/core';
import { IconCheck, IconChevronRight, IconRefresh } from '@tabler/icons-react';
import { useEffect, useId, useRef, useState, type KeyboardEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { displayTitle } from '../../ui/display-title.ts';
import { grouped } from '../../ui/grouped.ts';
import { useCountWords } from '../components/count-words.ts';
import { treeStep, type PlaceRow } from './place-rows.ts';
import { PlaceWay } from './place-way.tsx';
import classes from './place-chooser.module.css';

interface PlaceTreeProps {
  rows: readonly PlaceRow[];
  /** The uuid of the collection that is chosen. */
  chosen: string | undefined;
  /** Uuids of collections that can't be chosen, since what is placed is in them. */
  here: readonly string[];
  /** The row of this collection has the focus first, where it is shown. */
  near: string | undefined;
  onToggle(row: PlaceRow): void;
  /** A row was pressed. */
  onPress(row: PlaceRow): void;
  /** A character was typed. */
  onType(): void;
  isOld: boolean;
}

/** Collections as a tree of WAI-ARIA, of which one can be chosen: arrows walk in it, Enter and the space bar choose. */
export function PlaceTree({ rows, chosen, here, near, onToggle, onPress, onType, isOld }: PlaceTreeProps) {
  const { t } = useTranslation('catalogue');
  const id = useId();
  const [active, setActive] = useState<{ key: string; index: number }>();
  const tree = useRef<HTMLDivElement>(null);
  const isOf = (uuid: string | undefined) => (row: PlaceRow) =>
    row.kind === 'place' && row.place.collection.uuid === uuid;
  const known = rows.findIndex(({ key }) => key === active?.key);
  const first = [rows.findLastIndex(isOf(chosen)), rows.findLastIndex(isOf(near)), 0].find((at) => at >= 0);
  // A row that is gone hands the focus on to the one that stands in its place.
  const at = known >= 0 ? known : active ? Math.min(active.index, rows.length - 1) : (first ?? 0);
  const focus = (index: number) => (tree.current?.children[index] as HTMLElement | undefined)?.focus();
  const isGone = active !== undefined && known < 0;
  useEffect(() => {
    if (isGone && document.activeElement === document.body) focus(at);
  });

  // Where recent places are offered, they come first.
  const start = active || rows[0]?.kind === 'heading' ? -1 : rows.findLastIndex(isOf(near));
  useEffect(() => {
    const row = tree.current?.children[start];
    const list = tree.current?.parentElement;
    // To the middle of the list, so that what stands around it is seen too; the page stays where it is.
    if (row instanceof HTMLElement && list) list.scrollTop = row.offsetTop - list.clientHeight / 2;
  }, [start]);

  const press = (event: KeyboardEvent, index: number) => {
    const row = rows[index];
    if (!row || event.ctrlKey || event.metaKey || event.altKey) return;
    const step = treeStep(rows, index, event.key);
    if (step && 'to' in step) focus(step.to);
    else if (step) onToggle(row);
    else if (event.key === 'Enter' || event.key === ' ') pressRow(row);
    else {
      // The character comes into the field, which has the focus by then.
      if (event.key.length === 1) onType();
      return;
    }
    event.preventDefault();
  };
  const isHere = (row: PlaceRow) => row.kind === 'place' && here.includes(row.place.collection.uuid);
  const pressRow = (row: PlaceRow) => {
    if (row.kind === 'heading') onToggle(row);
    else if (!isHere(row)) onPress(row);
  };

  return (
    <div
      ref={tree}
      role="tree"
      aria-label={t('place.tree')}
      className={classes.tree}
      data-old={isOld || undefined}
    >
      {rows.map((row, index) => {
        if (row.kind === 'waiting')
          return (
            <Skeleton
              key={row.key}
              role="none"
              height={20}
              my={10}
              w="60%"
              className={classes.waiting}
              style={{ '--level': row.level }}
            />
          );
        const isOpen = 'isOpen' in row ? row.isOpen : undefined;
        const name = `${id}${index}`;
        return (
          <div
            key={row.key}
            role="treeitem"
            className={classes.row}
            style={{ '--level': row.level } as React.CSSProperties}
            data-kind={row.kind}
            tabIndex={index === at ? 0 : -1}
            aria-level={row.level}
            aria-posinset={row.position}
            aria-setsize={row.siblings}
            aria-expanded={isOpen}
            aria-selected={isOf(chosen)(row)}
            aria-disabled={isHere(row) || undefined}
            aria-labelledby={name}
            aria-describedby={row.kind === 'place' ? `${name}-holds ${name}-way` : undefined}
            onFocus={() => setActive({ key: row.key, index })}
            onKeyDown={(event) => press(event, index)}
            onClick={() => {
              focus(index);
              pressRow(row);
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
                aria-label={t(isOpen ? 'place.shut' : 'place.open')}
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
              <RowWords {...{ row, name }} isHere={isHere(row)} />
            </span>
            {isOf(chosen)(row) && <IconCheck size={18} className={classes.check} aria-hidden />}
          </div>
        );
      })}
    </div>
  );
}

function RowWords({ row, name, isHere }: { row: PlaceRow; name: string; isHere: boolean }) {
  const { t } = useTranslation('catalogue');
  const counts = useCountWords();
  switch (row.kind) {
    case 'heading':
      return <span id={name}>{t('place.recent')}</span>;
    case 'more':
      return <span id={name}>{t('place.more', { count: row.left, formatted: grouped(row.left) })}</span>;
    case 'failed':
      return <span id={name}>{t('place.failed')}</span>;
    case 'place': {
      const { collection } = row.place;
      return (
        <>
          <span id={name} className="record-title" dir="auto">
            {displayTitle(collection.sgtt) || t('untitled')}
          </span>
          <span id={`${name}-holds`} className={`${classes.more} tabular`}>
            {isHere && <span className={classes.here}>{t('place.here')}</span>}
            {counts.ofCollection(collection)}
          </span>
          <span id={`${name}-way`} className={`${classes.more} ${classes.way}`}>
            <PlaceWay place={row.place} namesakes={row.namesakes} isBeside={!row.hasWay} />
          </span>
        </>
      );
    }
    default:
      return null;
  }
}
