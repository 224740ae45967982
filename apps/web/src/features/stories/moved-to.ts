/**
 * A list with one of its records at another place.
 * @param position 1-based; beyond the end it is the last one
 */
export function movedTo<Record extends { readonly uuid: string }>(
  records: readonly Record[],
  uuid: string,
  position: number,
): Record[] {
  const moved = records.filter((record) => record.uuid === uuid);
  return records.filter((record) => record.uuid !== uuid).toSpliced(position - 1, 0, ...moved);
}
