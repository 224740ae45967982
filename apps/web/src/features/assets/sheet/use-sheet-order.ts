import type { ContactSheet, SheetImage } from '@armarium/contract/contact-sheet';
import { useMemo } from 'react';
import { arrange, refetchSheet, cachedSheet } from '../api/contact-sheet.ts';
import { useSavedAhead } from './use-saved-ahead.ts';
import type { InTurn } from './use-turns.ts';

/** The images in the order that the user wants. Of several orders that come while one is being saved the last one is saved. */
export function useSheetOrder(sheet: ContactSheet, inTurn: InTurn) {
  const { uuid } = sheet;
  const { ahead, keep, saved } = useSavedAhead<readonly string[]>(inTurn, (_, order) => order);
  const images = useMemo(() => ordered(sheet.images, ahead), [sheet.images, ahead]);

  async function save(order: readonly string[]): Promise<void> {
    const cached = cachedSheet(uuid);
    const links = new Map(cached?.sheet.images.map((image) => [image.uuid, image._links.self.href]));
    try {
      await arrange(
        uuid,
        order.map((one) => links.get(one) ?? one),
        cached?.tag,
      );
    } finally {
      await refetchSheet(uuid);
    }
  }

  return {
    images,
    /** Shows and saves an order. @throws ApiProblem where it can't be saved */
    keepOrder: (order: readonly string[]): Promise<void> => keep(order, () => save),
    /** Waits until no order is being saved any more. @throws ApiProblem where one can't be saved */
    orderSaved: saved,
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
