import type { ContactSheet, SheetImage } from '@armarium/contract/contact-sheet';
import { useMemo, useRef, useState } from 'react';
import { arrange, refetchSheet, cachedSheet } from '../api/contact-sheet.ts';
import { unlessClosed } from './unless-closed.ts';
import type { InTurn } from './use-turns.ts';

/**
 * The images in the order that the user wants. It is shown at once and saved behind it; where several orders come while
 * one is being saved, the last one is saved next. Where saving fails, what stands at the server is shown again.
 */
export function useSheetOrder(sheet: ContactSheet, inTurn: InTurn) {
  const { uuid } = sheet;
  const [ahead, setAhead] = useState<readonly string[]>();
  const wanted = useRef<readonly string[]>(undefined);
  const saving = useRef<Promise<void>>(undefined);
  const images = useMemo(() => ordered(sheet.images, ahead), [sheet.images, ahead]);

  async function save(): Promise<void> {
    try {
      for (let next = wanted.current; next; next = wanted.current) {
        wanted.current = undefined;
        const cached = cachedSheet(uuid);
        const links = new Map(cached?.sheet.images.map((image) => [image.uuid, image._links.self.href]));
        await arrange(
          uuid,
          next.map((one) => links.get(one) ?? one),
          cached?.tag,
        );
        await refetchSheet(uuid);
      }
    } catch (error) {
      wanted.current = undefined;
      await refetchSheet(uuid);
      throw error;
    } finally {
      saving.current = undefined;
      // What came meanwhile is being saved by the same run.
      setAhead(undefined);
    }
  }

  return {
    images,
    /** Shows and saves an order. @throws ApiProblem where it can't be saved */
    keepOrder(next: readonly string[]): Promise<void> {
      setAhead(next);
      wanted.current = next;
      saving.current ??= unlessClosed(() => inTurn(save));
      return saving.current;
    },
    /** Waits until no order is being saved any more. @throws ApiProblem where one can't be saved */
    orderSaved: async (): Promise<void> => saving.current,
  };
}

/** In the order that is shown already; what is new at the server stands behind. */
function ordered(images: readonly SheetImage[], ahead: readonly string[] | undefined): readonly SheetImage[] {
  if (!ahead) return images;
  const places = new Map(ahead.map((uuid, place) => [uuid, place]));
  const placeOf = ({ uuid }: SheetImage) => places.get(uuid) ?? Infinity;
  return images.toSorted((one, other) => {
    const [first, second] = [placeOf(one), placeOf(other)];
    return first === second ? 0 : first - second;
  });
}
