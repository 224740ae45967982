import { useRef, useState } from 'react';
import { unlessClosed } from './unless-closed.ts';
import type { InTurn } from './use-turns.ts';

/** Changes that are saved by one call. */
interface Round<Part> {
  part: Part;
  readonly done: Promise<void>;
  /** Ends the round, with the failure where it failed. */
  end(failure?: Error): void;
}

/**
 * What the user wants is shown at once and saved behind it, one call after another; changes that come while one is being
 * saved are saved together next. Where saving fails, what stands at the server is shown again.
 * @param joined a change that comes on top of another one that waits
 */
export function useSavedAhead<Part>(inTurn: InTurn, joined: (waiting: Part, part: Part) => Part) {
  const [ahead, setAhead] = useState<Part>();
  const next = useRef<Round<Part>>(undefined);
  const saving = useRef<Promise<void>>(undefined);

  /** Where one round fails, the one after it fails too: it was made from that. @throws as the first one that fails */
  async function saveAll(save: (part: Part) => Promise<void>): Promise<void> {
    let failure: Error | undefined;
    for (let round = next.current; round; round = next.current) {
      next.current = undefined;
      try {
        if (failure === undefined) await save(round.part);
      } catch (thrown) {
        failure = thrown instanceof Error ? thrown : new Error(String(thrown));
      }
      round.end(failure);
    }
    saving.current = undefined;
    setAhead(undefined);
    if (failure) throw failure;
  }

  return {
    /** What is shown and not saved yet. */
    ahead,
    /**
     * Shows and saves a change.
     * @param begin gives what saves each round, where none is being saved yet
     * @throws ApiProblem where it can't be saved
     */
    keep(part: Part, begin: () => (part: Part) => Promise<void>): Promise<void> {
      setAhead((before) => (before === undefined ? part : joined(before, part)));
      const waiting = next.current;
      if (waiting) {
        waiting.part = joined(waiting.part, part);
        return waiting.done;
      }
      const round = newRound(part);
      next.current = round;
      if (!saving.current) {
        const save = begin();
        saving.current = unlessClosed(() => inTurn(() => saveAll(save)));
        // Each round tells its own failure.
        saving.current.catch(() => undefined);
      }
      return round.done;
    },
    /** Waits until nothing is being saved any more. @throws ApiProblem where something can't be saved */
    saved: async (): Promise<void> => saving.current,
  };
}

function newRound<Part>(part: Part): Round<Part> {
  let end: Round<Part>['end'] = () => undefined;
  const done = new Promise<void>((resolve, reject) => {
    end = (failure) => {
      if (failure === undefined) resolve();
      else reject(failure);
    };
  });
  return { part, done, end };
}
