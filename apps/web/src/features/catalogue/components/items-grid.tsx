import type { Item } from '@armarium/contract/records';
import { Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState, type KeyboardEvent, type MouseEvent, type PointerEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigationType } from 'react-router';
import { moveFocusByArrows } from '../../../ui/arrow-focus.ts';
import { isLetterKey } from '../../../ui/letter-keys.ts';
import { ITEMS_PER_PAGE } from '../api/collection-items.ts';
import { itemTemplatesQuery } from '../api/templates.ts';
import { cardTemplates } from '../metadata-view.ts';
import '../messages.ts';
import type { Picking } from '../selection/picking.ts';
import { choose, isChosen, rangeOf } from '../selection/selection.ts';
import { ItemCard } from './item-card.tsx';
import classes from './items-grid.module.css';

interface ItemsGridProps {
  /** The collection that is looked at; without one each item is opened in its first. */
  collectionUuid?: string;
  items: readonly Item[];
  /** An older page is shown until the one asked for arrives. */
  busy: boolean;
  /** Absent where there is nothing that the user may do with chosen items. */
  picking: Picking | undefined;
}

const LONG_PRESS_ms = 500;
/** A finger is never quite still. */
const STILL_px = 10;

/** The card that was opened last: going back puts the focus on it. */
let openedLast: string | undefined;

function rememberOpened(uuid: string): void {
  openedLast = uuid;
}

/**
 * The items of a page. A click opens one, or chooses it while any is chosen; the shift key extends, `x` chooses. By
 * touch the first tap highlights, the second opens, and a long press chooses (GRID-19 to GRID-23).
 */
export function ItemsGrid({ collectionUuid, items, busy, picking }: ItemsGridProps) {
  const { t } = useTranslation('catalogue');
  const templates = useQuery(itemTemplatesQuery);
  const navigation = useNavigationType();
  const list = useRef<HTMLUListElement>(null);
  const [highlighted, setHighlighted] = useState<string>();
  /** Where the shift key extends from. */
  const anchor = useRef<string>(undefined);
  const press = useRef<{ touch: boolean; x: number; y: number; timer?: ReturnType<typeof setTimeout> }>(
    undefined,
  );
  const long = useRef(false);
  const shown = cardTemplates(templates.data ?? []);
  const uuids = items.map(({ uuid }) => uuid);
  const choosing = picking !== undefined && picking.count > 0;

  useEffect(() => {
    if (navigation !== 'POP' || openedLast === undefined) return;
    list.current?.querySelector<HTMLElement>(`[data-card="${openedLast}"]`)?.focus({ preventScroll: true });
    openedLast = undefined;
  }, [navigation]);
  useEffect(() => () => clearTimeout(press.current?.timer), []);

  // Older items may be none of those that are chosen among: they are opened, not chosen.
  const toggle = (uuid: string) => {
    if (busy) return;
    anchor.current = uuid;
    picking?.change(choose(picking.selection, [uuid], !isChosen(picking.selection, uuid)));
  };
  /** Where nothing is chosen any more, or another page is shown, there is nothing to extend from. */
  const begin = (uuid: string) => {
    if (!choosing || anchor.current === undefined || !uuids.includes(anchor.current)) anchor.current = uuid;
    return anchor.current;
  };
  const extend = (uuid: string) => {
    if (!busy) picking?.change(choose(picking.selection, rangeOf(uuids, begin(uuid), uuid), true));
  };

  const onClick = (event: MouseEvent, uuid: string) => {
    // The keyboard's click, and one that opens another tab, mean the link.
    const byHand = event.detail > 0 && !event.ctrlKey && !event.metaKey;
    if (byHand && long.current) event.preventDefault();
    else if (byHand && picking && (choosing || event.shiftKey)) {
      event.preventDefault();
      if (event.shiftKey) extend(uuid);
      else toggle(uuid);
    } else if (byHand && press.current?.touch && highlighted !== uuid) {
      event.preventDefault();
      setHighlighted(uuid);
    } else rememberOpened(uuid);
    long.current = false;
  };

  const onTick = (uuid: string, withShift: boolean) => {
    // The click that ends a long press on the checkbox, which was its choice already.
    if (!long.current) (withShift ? extend : toggle)(uuid);
    long.current = false;
  };

  const onKeyDown = (event: KeyboardEvent<HTMLUListElement>) => {
    long.current = false;
    const cardOf = (element: Element | null | undefined) =>
      element?.closest('li')?.querySelector<HTMLElement>('[data-card]')?.dataset['card'];
    const from = cardOf(document.activeElement);
    const to = cardOf(moveFocusByArrows(event, '[data-card]', picking !== undefined));
    if (!picking || from === undefined) return;
    if (to !== undefined && event.shiftKey) {
      if (busy) return;
      const start = begin(from);
      const before = choose(picking.selection, rangeOf(uuids, start, from), false);
      picking.change(choose(before, rangeOf(uuids, start, to), true));
    } else if (isLetterKey(event.nativeEvent, 'x')) toggle(from);
  };

  const onPointerDown = (event: PointerEvent) => {
    const card = event.target instanceof Element ? event.target.closest('li') : null;
    const uuid = card?.querySelector<HTMLElement>('[data-card]')?.dataset['card'];
    long.current = false;
    clearTimeout(press.current?.timer);
    press.current = { touch: event.pointerType === 'touch', x: event.clientX, y: event.clientY };
    if (!press.current.touch || !picking || uuid === undefined) return;
    press.current.timer = setTimeout(() => {
      long.current = true;
      toggle(uuid);
    }, LONG_PRESS_ms);
  };
  const release = () => clearTimeout(press.current?.timer);

  if (templates.data === undefined && templates.isPending) return <ItemsGridSkeleton />;
  return (
    <ul
      ref={list}
      className={classes.grid}
      aria-label={t('items')}
      aria-busy={busy}
      data-choosing={choosing || undefined}
      onKeyDown={onKeyDown}
      onPointerDown={onPointerDown}
      onPointerMove={({ clientX, clientY }) => {
        const { x = 0, y = 0 } = press.current ?? {};
        if (Math.hypot(clientX - x, clientY - y) > STILL_px) release();
      }}
      onPointerUp={release}
      onPointerCancel={release}
      onContextMenu={(event) => {
        if (press.current?.touch) event.preventDefault();
      }}
    >
      {items.map((item, index) => (
        <li key={item.uuid}>
          <ItemCard
            item={item}
            templates={shown}
            address={`/catalog/${collectionUuid ?? item.parentCollectionsUuids[0]}/cultural-item/${item.uuid}`}
            first={index < 12}
            chosen={picking && isChosen(picking.selection, item.uuid)}
            highlighted={!choosing && item.uuid === highlighted}
            onClick={(event) => onClick(event, item.uuid)}
            onTick={(withShift) => onTick(item.uuid, withShift)}
          />
        </li>
      ))}
    </ul>
  );
}

/** As many cards as may come, in their shape. @param count of the items where it is known */
export function ItemsGridSkeleton({ count = ITEMS_PER_PAGE }: { count?: number }) {
  const { t } = useTranslation('ui');
  return (
    <div className={classes.grid} role="status" aria-label={t('loading')}>
      {Array.from({ length: Math.min(count, ITEMS_PER_PAGE) }, (_, index) => (
        <div key={index} aria-hidden>
          <Skeleton className={classes.skeletonMat ?? ''} />
          <div className={classes.skeletonText}>
            <Skeleton height={14} width="85%" mt={4} />
            <Skeleton height={14} width="55%" mt={8} />
            <Skeleton height={12} width="40%" mt={10} />
          </div>
        </div>
      ))}
    </div>
  );
}
