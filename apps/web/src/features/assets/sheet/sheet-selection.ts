/** Which images are chosen, and where the hand is. */
export interface SheetSelection {
  readonly chosen: ReadonlySet<string>;
  /** Where keys act. */
  readonly active: string | undefined;
  /** Where a range begins. */
  readonly anchor: string | undefined;
}

export const nothingChosen: SheetSelection = { chosen: new Set(), active: undefined, anchor: undefined };

/** One more, or one fewer. */
export function toggled({ chosen }: SheetSelection, uuid: string): SheetSelection {
  const next = new Set(chosen);
  if (!next.delete(uuid)) next.add(uuid);
  return { chosen: next, active: uuid, anchor: uuid };
}

/** That one alone. */
export function only(uuid: string): SheetSelection {
  return { chosen: new Set([uuid]), active: uuid, anchor: uuid };
}

/** All from where the range begins to that one, in their order; the range before it is left. */
export function upTo(
  { active, anchor }: SheetSelection,
  row: readonly string[],
  uuid: string,
): SheetSelection {
  const start = Math.max(0, row.indexOf(anchor ?? active ?? uuid));
  const end = row.indexOf(uuid);
  const range = row.slice(Math.min(start, end), Math.max(start, end) + 1);
  return { chosen: new Set(range), active: uuid, anchor: row[start] };
}

/** As it was, with the hand elsewhere. */
export function movedHand(selection: SheetSelection, uuid: string): SheetSelection {
  return { ...selection, active: uuid, anchor: uuid };
}

/** Without what is no longer there. */
export function among(selection: SheetSelection, row: readonly string[]): SheetSelection {
  const standing = new Set(row);
  if ([...selection.chosen].every((uuid) => standing.has(uuid))) return selection;
  return { ...selection, chosen: new Set([...selection.chosen].filter((uuid) => standing.has(uuid))) };
}

/** The first and the last one of the chosen images; where none is, twice the one at which keys act. */
export function endsOfChosen(
  { chosen, active }: SheetSelection,
  row: readonly string[],
): { first: string; last: string } | undefined {
  const isMeant = (uuid: string) => (chosen.size > 0 ? chosen.has(uuid) : uuid === active);
  const [first, last] = [row.find(isMeant), row.findLast(isMeant)];
  return first === undefined || last === undefined ? undefined : { first, last };
}
