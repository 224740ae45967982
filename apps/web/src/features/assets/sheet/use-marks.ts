import type { SheetImage } from '@armarium/contract/contact-sheet';
import { useDeferredValue, useMemo } from 'react';
import { marksOf, type Marks } from './sheet-marks.ts';

/**
 * The marks of the images, by their uuids. Of a thousand images they take longer than a key may wait for: those of a new
 * order come after it.
 */
export function useMarks(images: readonly SheetImage[]): ReadonlyMap<string, Marks> {
  const seen = useDeferredValue(images);
  return useMemo(() => {
    const all = marksOf(seen);
    return new Map(seen.flatMap(({ uuid }, index) => (all[index] ? [[uuid, all[index]] as const] : [])));
  }, [seen]);
}
