import type { SheetImage } from '@armarium/contract/contact-sheet';
import { contentsRanges, type ContentsRange } from '@armarium/contract/contents-ranges';
import { useMemo } from 'react';
import { displayTitle } from '../../../ui/display-title.ts';
import type { Outline } from '../contents/outline.ts';

/** The images of an entry, to be marked and brought into sight. */
export interface MarkedRange extends ContentsRange {
  readonly entry: string;
}

const nothing: Outline = [];

/** The images of all entries and of the selected one, with what images are called and where they stand. */
export function useRanges(
  images: readonly SheetImage[],
  entries: Outline = nothing,
  selected: string | undefined,
) {
  const places = useMemo(() => new Map(images.map(({ uuid }, place) => [uuid, place])), [images]);
  const ranges = useMemo(() => contentsRanges(entries, [...places.keys()]), [entries, places]);
  const range = ranges[entries.findIndex(({ uuid }) => uuid === selected)];
  const placeOf = (image: string) => places.get(image);
  const nameOf = (uuid: string) => {
    const image = images[placeOf(uuid) ?? -1];
    return image ? displayTitle(image.sgtt) || image.originalFilename : '?';
  };
  const marked: MarkedRange | undefined =
    range && selected !== undefined ? { ...range, entry: selected } : undefined;
  return { ranges, marked, placeOf, nameOf };
}
