import type { ItemQuery, ItemSelection } from '@armarium/contract/item-query';

/**
 * The items chosen in a list: those ticked one by one, or, with `all`, whatever the list finds but those unticked.
 */
export interface Selection {
  readonly all: boolean;
  /** The ticked ones; with `all` the unticked. Each once. */
  readonly uuids: readonly string[];
}

export const nothing: Selection = { all: false, uuids: [] };
export const everything: Selection = { all: true, uuids: [] };

export function isChosen({ all, uuids }: Selection, uuid: string): boolean {
  return uuids.includes(uuid) !== all;
}

/** The selection with these items, each named once, in it or out of it. */
export function choose({ all, uuids }: Selection, some: readonly string[], chosen: boolean): Selection {
  const others = uuids.filter((uuid) => !some.includes(uuid));
  return { all, uuids: chosen === all ? others : [...others, ...some] };
}

/** @param total of the items that the list finds */
export function chosenCount({ all, uuids }: Selection, total: number): number {
  return all ? Math.max(0, total - uuids.length) : uuids.length;
}

/** The items from one to another as they are shown, both included; the latter alone where the former isn't there. */
export function rangeOf(shown: readonly string[], from: string | undefined, to: string): readonly string[] {
  const start = from === undefined ? -1 : shown.indexOf(from);
  const end = shown.indexOf(to);
  return start < 0 ? [to] : shown.slice(Math.min(start, end), Math.max(start, end) + 1);
}

/**
 * Whether a list shows only items that are so: a change may take some out of it, which nobody would see chosen.
 * @param query of the list
 */
export function isNarrowed({ collectionUuid: _in, belowUuid: _below, ...narrowed }: ItemQuery): boolean {
  return Object.values(narrowed).some((value) => value !== '');
}

/** The items that the server shall change (GRID-29). @param query what the list finds */
export function itemSelection({ all, uuids }: Selection, query: ItemQuery, total: number): ItemSelection {
  if (!all) return { uuids: [...uuids] };
  return { query, except: [...uuids], expected: chosenCount({ all, uuids }, total) };
}
