import { placeAfter } from '../../../ui/arrow-focus.ts';
import { shifted } from './sheet-order.ts';
import { movedHand, only, toggled, upTo, type SheetSelection } from './sheet-selection.ts';

interface PressedKey {
  key: string;
  shiftKey: boolean;
  altKey: boolean;
  ctrlKey: boolean;
  metaKey: boolean;
}

interface SheetAtKey {
  order: readonly string[];
  selection: SheetSelection;
  columns: number;
  /** How many images a page of the sheet holds. */
  pageLength: number;
  mayReorder: boolean;
}

/** What a key does with the sheet. */
interface KeyEffect {
  selection?: SheetSelection;
  order?: readonly string[];
  /** The 1-based position of the image to open. */
  open?: number;
  /** Begins an entry of the table of contents with these images. */
  entry?: SheetSelection;
}

/** @returns undefined for a key that the sheet has no use for */
export function effectOfKey(
  { key, shiftKey, altKey, ctrlKey, metaKey }: PressedKey,
  { order, selection, columns, pageLength, mayReorder }: SheetAtKey,
): KeyEffect | undefined {
  const { chosen, active } = selection;
  const place = active === undefined ? -1 : order.indexOf(active);
  const current = Math.max(place, 0);
  const hand = order[current];
  if (hand === undefined) return undefined;
  if (ctrlKey || metaKey)
    return key.toLowerCase() === 'a' ? { selection: { ...selection, chosen: new Set(order) } } : undefined;
  if (key === ' ') return { selection: shiftKey ? upTo(selection, order, hand) : toggled(selection, hand) };
  if (key === 'Escape' && chosen.size > 0) return { selection: { ...selection, chosen: new Set() } };
  if (key === 'Enter') return { open: current + 1 };
  if (key.toLowerCase() === 'e' && !altKey && mayReorder)
    return { entry: chosen.size > 0 ? selection : only(hand) };
  if (altKey) {
    if (!mayReorder || (key !== 'ArrowLeft' && key !== 'ArrowRight')) return undefined;
    const carried = chosen.size > 0 ? selection : only(hand);
    const next = shifted(order, carried.chosen, key === 'ArrowLeft' ? -1 : 1);
    return { ...(carried !== selection && { selection: carried }), order: next };
  }
  const page = { PageDown: pageLength, PageUp: -pageLength }[key];
  const to =
    page !== undefined
      ? Math.min(Math.max(current + page, 0), order.length - 1)
      : place < 0
        ? { ArrowRight: 0, ArrowDown: 0, Home: 0, End: order.length - 1 }[key]
        : placeAfter(key, current, columns, order.length);
  const uuid = to === undefined ? undefined : order[to];
  if (uuid === undefined) return undefined;
  return { selection: shiftKey ? upTo(selection, order, uuid) : movedHand(selection, uuid) };
}
