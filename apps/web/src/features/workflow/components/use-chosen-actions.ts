import type { TransitionTemplate } from '@armarium/contract/transitions';
import { useState } from 'react';

interface Offered {
  readonly transition: TransitionTemplate;
}

/** The actions that are chosen, at most one for each of the states that records are in. */
export function useChosenActions() {
  /** The uuids of transitions by the names of their groups. */
  const [wanted, setWanted] = useState<Readonly<Record<string, string | undefined>>>({});
  return {
    /**
     * Those of the offered actions that are chosen.
     * @param groupOf the name of the group of an action
     * @param isOnlyOne whether the only action of the only group is chosen by itself
     */
    among: <One extends Offered>(
      offered: readonly One[],
      groupOf: (one: One) => string,
      isOnlyOne: boolean,
    ): readonly One[] =>
      isOnlyOne && offered.length === 1
        ? offered
        : offered.filter((one) => wanted[groupOf(one)] === one.transition.uuid),
    /** @param uuid of the transition; undefined for none */
    choose: (group: string, uuid: string | undefined) =>
      setWanted((before) => ({ ...before, [group]: uuid })),
    forget: () => setWanted({}),
  };
}
