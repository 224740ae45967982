import { contentsRanges, endsOf } from '@armarium/contract/contents-ranges';
import type { ContentsEntry } from '@armarium/contract/table-of-contents';

/** An entry of a table of contents with what is shown of it. */
export interface RangeNode {
  readonly uuid: string;
  readonly label: string;
  /** In order: an image by its index among those of the manifest, or an entry within this one. */
  readonly items: readonly (number | RangeNode)[];
}

/**
 * A table of contents as nested ranges. An image stands in the innermost entries that have it. An entry of which nothing is
 * shown is left out, since a range has to have items (Presentation 3.0 §5.4). Pure.
 * @param images the uuids of all images of the item, in order
 * @param shown those of them that the manifest has canvases for, in order
 */
export function rangeNodes(
  entries: readonly ContentsEntry[],
  images: readonly string[],
  shown: readonly string[],
): readonly RangeNode[] {
  const ranges = contentsRanges(entries, images);
  const ends = endsOf(entries);
  const indexes = new Map(shown.map((uuid, index) => [uuid, index]));
  const canvasAt = (place: number) => indexes.get(images[place] ?? '');

  /** The indexes of the entries of one level, from one entry up to another. */
  function level(start: number, end: number): number[] {
    const found: number[] = [];
    for (let index = start; index < end; index = ends[index] ?? end) found.push(index);
    return found;
  }

  function nodes(indexesOfLevel: readonly number[]): RangeNode[] {
    return indexesOfLevel.flatMap((index) => {
      const items = itemsOf(index);
      const entry = entries[index];
      return entry && items.length > 0 ? [{ uuid: entry.uuid, label: entry.label, items }] : [];
    });
  }

  /** The images that stand in no entry within this one, and these entries, each before the images that follow it. */
  function itemsOf(index: number): (number | RangeNode)[] {
    const end = ends[index] ?? index + 1;
    const within = level(index + 1, end);
    const covered = new Set(ranges.slice(index + 1, end).flatMap(placesOf));
    const own = placesOf(ranges[index]).filter((place) => !covered.has(place));
    const items: (number | RangeNode)[] = [];
    const addUpTo = (end: number) => {
      while (own[0] !== undefined && own[0] < end) {
        const canvas = canvasAt(own.shift() ?? 0);
        if (canvas !== undefined) items.push(canvas);
      }
    };
    for (const child of within) {
      // Where the image of an entry is gone, the first entry within it that has images says where it stands.
      addUpTo(ranges.slice(child, ends[child]).find((range) => range !== undefined)?.first ?? 0);
      items.push(...nodes([child]));
    }
    addUpTo(images.length);
    return items;
  }

  return nodes(level(0, entries.length));
}

function placesOf(range: { readonly first: number; readonly last: number } | undefined): number[] {
  if (!range) return [];
  return Array.from({ length: range.last - range.first + 1 }, (_, index) => range.first + index);
}
