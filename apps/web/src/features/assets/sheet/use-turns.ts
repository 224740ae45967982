import { useRef } from 'react';

/** Runs work once all that came before it is over. @throws as the work does */
export type InTurn = <T>(work: () => Promise<T>) => Promise<T>;

/** The changes of a sheet go one after another: each changes the item, and the next one needs the tag that it left. */
export function useTurns(): InTurn {
  const last = useRef<Promise<unknown>>(Promise.resolve());
  return (work) => {
    const turn = last.current.then(work);
    last.current = turn.catch(() => undefined);
    return turn;
  };
}
