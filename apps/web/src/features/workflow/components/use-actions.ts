import type { TransitionTemplate } from '@armarium/contract/transitions';
import { useQueries } from '@tanstack/react-query';
import { useState } from 'react';
import { transitionsQuery } from '../api/transitions.ts';
import { useChosenActions } from './use-chosen-actions.ts';
import { asksForComment, groupsOf, openTo, type StatefulRecord, type StateGroup } from '../groups.ts';

/** An action that can be chosen: which transition, and of which records. */
export interface Action {
  readonly group: StateGroup;
  readonly transition: TransitionTemplate;
  readonly records: readonly StatefulRecord[];
}

/** The workflow actions that are open to records, and those that are chosen: at most one for each state. */
export function useActions(current: readonly StatefulRecord[]) {
  // As they were when the dialog was opened: a change by others must not change the chosen action.
  const [records, setRecords] = useState(current);
  const choice = useChosenActions();
  // While they run the records change their states: the chosen actions are kept as they were.
  const [kept, setKept] = useState<readonly Action[]>();
  const [isAnew, setAnew] = useState(false);
  const groups = groupsOf(records);
  const answers = useQueries({
    queries: groups.map(({ resourceType, state }) => transitionsQuery(resourceType, state)),
  });
  const offered = groups.flatMap((group, index) =>
    (answers[index]?.data ?? []).flatMap((transition): Action[] => {
      const open = openTo(group, transition.uuid);
      return open.length > 0 ? [{ group, transition, records: open }] : [];
    }),
  );
  const isKnown = answers.every(({ isSuccess }) => isSuccess);
  const isOnlyOne = groups.length === 1 && isKnown && !isAnew;
  const chosen = kept ?? choice.among(offered, ({ group }) => group.key, isOnlyOne);
  return {
    records,
    groups,
    answers,
    offered,
    isKnown,
    chosen,
    kept,
    needsComment: chosen.some(({ transition }) => asksForComment(transition)),
    /** The groups are named by their keys. */
    choose: choice.choose,
    keep: setKept,
    /** After a refusal nothing is chosen by itself any more. */
    awaitChoice: () => setAnew(true),
    /** Begins again with the records as they are by now. */
    beginWith: (fresh: readonly StatefulRecord[]) => {
      setRecords(fresh);
      setKept(undefined);
      choice.forget();
      setAnew(true);
    },
  };
}

export type Actions = ReturnType<typeof useActions>;
