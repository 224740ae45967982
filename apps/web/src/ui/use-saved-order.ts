import { notifyManager } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { isProblem } from '../lib/api-problem.ts';

/** A list in its order, with the entity tag of that order; undefined where this client does not know it. */
export interface Ordered<Item> {
  readonly items: readonly Item[];
  readonly tag: string | undefined;
}

/** A change of the order that was made on the page. */
export interface Move<Item> {
  readonly before: readonly Item[];
  readonly after: readonly Item[];
}

interface OrderOf<Item, M extends Move<Item>> {
  read: Ordered<Item>;
  isSameOrder(one: readonly Item[], other: readonly Item[]): boolean;
  /** Reads the list as the server has it now. */
  readNow(): Promise<Ordered<Item>>;
  /** @param tag of the order as it was. @returns the one that it has now */
  save(items: readonly Item[], tag: string | undefined): Promise<string | undefined>;
  /** Puts the list as it is known to be now in the place of what was read. */
  show(order: readonly Item[], tag: string | undefined): Promise<void>;
  /** Reads the list again after a failure; where that fails too, the page says so itself. */
  readAgain(): Promise<unknown>;
  /**
   * Called where moves could not be saved, once the page shows the order of the server again.
   * @param isOvertaken whether somebody else changed the list meanwhile
   * @param isThere whether the list is still on the page
   */
  onFailed(lost: readonly M[], error: unknown, isOvertaken: boolean, isThere: boolean): void;
  onSaved?(): void;
}

class Overtaken extends Error {}

/** As an answer 412, or one that knows other members: somebody else was here. */
const isOvertaken = (error: unknown) =>
  isProblem(error, 'stale') || isProblem(error, 'other-members') || error instanceof Overtaken;

/** Resolves when the page shows what the client of the queries was told last: components hear of it in a later task. */
const whenShown = () =>
  new Promise<void>((resolve) => {
    notifyManager.schedule(resolve);
  });

/**
 * The order of a list, which is arranged on the page. Moves are shown at once and saved one after the other. Where one
 * could not be saved, those after it, which were made upon it, are not saved either, and the page shows the order of the
 * server.
 */
export function useSavedOrder<Item, M extends Move<Item>>({
  read,
  isSameOrder,
  readNow,
  save,
  show,
  readAgain,
  onFailed,
  onSaved,
}: OrderOf<Item, M>) {
  /** As it was left by hand, until that is saved. */
  const [order, setOrder] = useState<readonly Item[]>();
  const waiting = useRef<M[]>([]);
  const tag = useRef<string | undefined>(undefined);
  const isThere = useRef(true);
  useEffect(() => {
    isThere.current = true;
    return () => {
      isThere.current = false;
    };
  }, []);

  /** The entity tag of the order that a move began from, where this client does not know it. */
  const tagOf = async ({ before }: M) => {
    const fresh = await readNow();
    if (!isSameOrder(fresh.items, before)) throw new Overtaken();
    return fresh.tag;
  };
  const saveOne = async (move: M) => {
    tag.current = await save(move.after, tag.current ?? (await tagOf(move)));
    await show(move.after, tag.current);
    // A move that is made from here on begins from this order and its tag.
    await whenShown();
  };
  const giveUp = async (error: unknown) => {
    const lost = waiting.current.splice(0);
    // A move that is made meanwhile begins from the order that was read, not from what failed.
    setOrder(undefined);
    await readAgain();
    onFailed(lost, error, isOvertaken(error), isThere.current);
  };
  const saveAll = async () => {
    for (let move = waiting.current[0]; move; move = waiting.current[0]) {
      try {
        await saveOne(move);
      } catch (error) {
        await giveUp(error);
        return;
      }
      waiting.current.shift();
    }
    setOrder(undefined);
    onSaved?.();
  };
  return {
    /** The order that is not saved yet; undefined where the page shows what was read. */
    order,
    make: (move: M): void => {
      setOrder(move.after);
      waiting.current.push(move);
      if (waiting.current.length > 1) return;
      tag.current = read.tag;
      void saveAll();
    },
  };
}
