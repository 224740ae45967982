import type { FieldProblem } from '@armarium/contract/problem';
import { cleanText } from '../../records/public.ts';
import type { ContentsEntry } from '@armarium/contract/table-of-contents';

/** The entries as they are stored: uuids in lower case, labels as all texts of records. */
export function storedEntries(entries: readonly ContentsEntry[]): ContentsEntry[] {
  return entries.map(({ uuid, label, depth, first, last }) => ({
    uuid: uuid.toLowerCase(),
    label: cleanText(label),
    depth,
    first: first.toLowerCase(),
    last: last?.toLowerCase() ?? null,
  }));
}

/**
 * What is wrong with a table of contents. An entry may keep an image that is no longer in the item, since people can't
 * see which one it was.
 * @param before the entries that are stored
 * @param images the uuids of the images of the item, those in the trash too
 */
export function contentsProblems(
  entries: readonly ContentsEntry[],
  before: readonly ContentsEntry[],
  images: readonly string[],
): FieldProblem[] {
  const known = new Set(images);
  const kept = new Map(before.map((entry) => [entry.uuid, entry]));
  const seen = new Set<string>();
  return entries.flatMap(({ uuid, label, depth, first, last }, index) => {
    const problems: FieldProblem[] = [];
    const add = (name: string, code: string, message: string) =>
      problems.push({ name: `contents[${index}].${name}`, code, message });
    const had = kept.get(uuid);
    const isKnown = (image: string) => known.has(image) || image === had?.first || image === had?.last;
    if (seen.has(uuid))
      add('uuid', 'duplicate', 'Another entry further up has this uuid. Give each its own.');
    seen.add(uuid);
    if (label === '') add('label', 'required', 'An entry needs a label.');
    if (/\p{Cc}/u.test(label))
      add('label', 'control-character', 'A label is one line without control characters.');
    // The entry before says how deep this one may stand; there is none before the first.
    if (depth > (entries[index - 1]?.depth ?? -1) + 1)
      add('depth', 'too-deep', 'An entry may stand one level below the entry before it, and no further.');
    for (const [name, image] of Object.entries({ first, last })) {
      if (image !== null && !isKnown(image))
        add(name, 'unknown-asset', 'The item has no such image: it was removed or moved.');
    }
    return problems;
  });
}

/** The entries that are in one table of contents, and not the same in the other one. */
export function changedEntries(
  entries: readonly ContentsEntry[],
  others: readonly ContentsEntry[],
): readonly ContentsEntry[] {
  const known = new Set(others.map(comparable));
  return entries.filter((entry) => !known.has(comparable(entry)));
}

export function isSameContents(one: readonly ContentsEntry[], other: readonly ContentsEntry[]): boolean {
  return (
    one.length === other.length &&
    one.every((entry, index) => comparable(entry) === comparable(other[index] ?? entry))
  );
}

/** JSON columns give the properties back in another order. */
const comparable = ({ uuid, label, depth, first, last }: ContentsEntry) =>
  JSON.stringify([uuid, label, depth, first, last]);
