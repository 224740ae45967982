const byName = new Intl.Collator(undefined, { numeric: true, sensitivity: 'base' });

/** The images by the names of their files, 2 before 10; those of one name keep their order. */
export function sortedByFile<T extends { readonly originalFilename: string; readonly page: number }>(
  images: readonly T[],
): T[] {
  return images.toSorted(
    (one, other) => byName.compare(one.originalFilename, other.originalFilename) || one.page - other.page,
  );
}

/**
 * The chosen ones put together, in their order, before the one that stands at a place.
 * @param place 0-based in the row as it is; its length for behind the last one
 */
export function droppedAt(row: readonly string[], chosen: ReadonlySet<string>, place: number): string[] {
  const isChosen = (uuid: string) => chosen.has(uuid);
  const rest = (part: readonly string[]) => part.filter((uuid) => !isChosen(uuid));
  return [...rest(row.slice(0, place)), ...row.filter(isChosen), ...rest(row.slice(place))];
}

/** The chosen ones put together so that the first of them gets a position, or as near to it as they fit. @param position 1-based */
export function movedTo(row: readonly string[], chosen: ReadonlySet<string>, position: number): string[] {
  const rest = row.filter((uuid) => !chosen.has(uuid));
  const at = Math.min(Math.max(position - 1, 0), rest.length);
  return [...rest.slice(0, at), ...row.filter((uuid) => chosen.has(uuid)), ...rest.slice(at)];
}

/** Each of the chosen ones a place further; those that stand at the end, or before such, stay. */
export function shifted(row: readonly string[], chosen: ReadonlySet<string>, by: 1 | -1): string[] {
  const next = [...row];
  const places = next.flatMap((uuid, place) => (chosen.has(uuid) ? [place] : []));
  for (const place of by === 1 ? places.reverse() : places) {
    const [one, other] = [next[place], next[place + by]];
    if (one === undefined || other === undefined || chosen.has(other)) continue;
    [next[place], next[place + by]] = [other, one];
  }
  return next;
}
