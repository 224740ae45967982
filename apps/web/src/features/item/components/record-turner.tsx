import { IconChevronLeft, IconChevronRight, type Icon } from '@tabler/icons-react';
import { useEffect, useId, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useLocation, useNavigate, useNavigationType } from 'react-router';
import type { Item } from '@armarium/contract/items';
import { useItemAddress } from '../../../records/item-address.ts';
import type { ItemEntryState, ListPlace } from '../../../records/list-place.ts';
import { useNeighbours, type Side } from '../api/neighbours.ts';
import { rememberOpened } from '../../../records/selection/use-item-gestures.ts';
import { grouped } from '../../../ui/grouped.ts';
import { isForNewTab } from '../../../ui/new-tab.ts';
import { useLetterKey } from '../../../ui/letter-keys.ts';
import classes from './record-turner.module.css';

interface RecordTurnerProps {
  item: Item;
  /** The list that the item was opened from. */
  list: ListPlace;
  /** Of the element with the title of the item. */
  titleId: string;
}

/** The ways to the item before and after this one in the list that it was opened from, and its place there. */
export function RecordTurner({ item, list, titleId }: RecordTurnerProps) {
  const { t } = useTranslation('item');
  const placeId = useId();
  const beside = useNeighbours(list, item.uuid);
  if (beside === undefined || beside.total < 2) return null;
  const { place, total, previous, next } = beside;
  // A screen reader says with the arrow which record is shown now, and its place.
  const turn = { collectionUuid: list.query.collectionUuid, describedBy: `${placeId} ${titleId}` };
  return (
    <nav className={classes.turner} aria-label={t('turner.label')}>
      <Turn {...turn} to={previous} way="previous" letter="k" Sign={IconChevronLeft} />
      <span className="tabular" id={placeId}>
        {place !== undefined && t('turner.place', { place: grouped(place), total: grouped(total) })}
      </span>
      <Turn {...turn} to={next} way="next" letter="j" Sign={IconChevronRight} />
    </nav>
  );
}

interface TurnProps {
  /** The collection whose list it is; undefined for the results of a search. */
  collectionUuid: string | undefined;
  describedBy: string;
  to: Side;
  way: 'previous' | 'next';
  letter: string;
  Sign: Icon;
}

/** What an address says of how an item is looked at, and not of where in it: it holds for the next one too. Pure. */
function viewIn(search: string): string {
  const kept = [...new URLSearchParams(search)].filter(([name]) => VIEW.includes(name));
  return kept.length > 0 ? `?${new URLSearchParams(kept).toString()}` : '';
}
const VIEW: readonly string[] = ['pages', 'contents', 'text'];

/** A link that shows another item in place of this one, so that going back still leads to the list. */
function Turn({ collectionUuid, describedBy, to, way, letter, Sign }: TurnProps) {
  const { t } = useTranslation('item');
  const navigate = useNavigate();
  const navigation = useNavigationType();
  const { search, state } = useLocation() as { search: string; state: ItemEntryState | null };
  const { neighbour, isPending } = to;
  const placeOf = useItemAddress(neighbour ? [neighbour.item] : [], collectionUuid);
  const addressOf = (other: Item) => placeOf(other) + viewIn(search);
  const link = useRef<HTMLAnchorElement>(null);
  const isTurnedBy = state?.turned === way && navigation !== 'POP';
  // Each item has a page of its own, on which the focus would otherwise be lost.
  useEffect(() => {
    if (isTurnedBy) link.current?.focus({ preventScroll: true });
  }, [isTurnedBy]);
  const turn = (turned?: ItemEntryState['turned']) => {
    if (!neighbour) return;
    rememberOpened(neighbour.item.uuid);
    const next: ItemEntryState = { ...state, list: neighbour.list, turned };
    void navigate(addressOf(neighbour.item), { replace: true, state: next });
  };
  // A key that is pressed before the page with the other item is read leads there as soon as it is.
  const [isAwaited, setAwaited] = useState(false);
  if (isAwaited && !isPending && !neighbour) setAwaited(false);
  useEffect(() => {
    if (isAwaited && neighbour) turn();
  });
  useLetterKey(letter, () => (neighbour ? turn() : setAwaited(isPending)));
  const word = t(`turner.${way}`);
  return (
    <Link
      ref={link}
      to={neighbour ? addressOf(neighbour.item) : '#'}
      aria-label={word}
      aria-describedby={describedBy}
      title={word}
      aria-keyshortcuts={letter}
      aria-disabled={neighbour === undefined}
      data-keeps-focus
      onClick={(event) => {
        if (neighbour && isForNewTab(event)) return;
        event.preventDefault();
        turn(way);
      }}
    >
      <Sign size={20} stroke={1.7} aria-hidden />
    </Link>
  );
}
