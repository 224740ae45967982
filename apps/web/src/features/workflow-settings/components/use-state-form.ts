import type { ItemState } from '@armarium/contract/item-states';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { isProblem } from '../../../lib/api-problem.ts';
import { keepDraft, recallDraft } from '../../../lib/drafts.ts';
import { mergedDraft, type TheirPart } from '../../../lib/merged-draft.ts';
import { useWork } from '../../../ui/use-work.ts';
import { changeState, createState, stateQuery } from '../api/states.ts';
import {
  blankState,
  bodyOf,
  changedParts,
  changesOf,
  draftOf,
  faultsOf,
  type StateDraft,
  type StatePart,
} from '../state-form.ts';

interface EditedState {
  readonly base: StateDraft;
  readonly draft: StateDraft;
  readonly tag: string | undefined;
}

/** The draft that is kept of a state; of the new one where none is named. */
const keyOf = (uuid = 'new') => `workflow-state-${uuid}`;

/** Whether a state is edited, and was left before it was saved. */
export const hasDraft = (uuid: string) => recallDraft(keyOf(uuid)) !== undefined;

/**
 * What is typed of a state, the new one or one that exists. It outlives a failed save, a change by others, the end of the
 * session and a reload.
 */
export function useStateForm(state?: ItemState, tagRead?: string) {
  const queries = useQueryClient();
  const key = keyOf(state?.uuid);
  const [kept] = useState(() => recallDraft<EditedState>(key));
  const [edited, setEdited] = useState<EditedState>(() => {
    const base = state ? draftOf(state) : blankState;
    return kept ?? { base, draft: base, tag: tagRead };
  });
  const [theirs, setTheirs] = useState<readonly TheirPart<StatePart>[]>([]);
  const [takenName, setTakenName] = useState<string>();
  const { isWorking, failure, work, forgetFailure } = useWork();
  const { base, draft, tag } = edited;
  const changes = changedParts(base, draft).length;
  useEffect(() => {
    keepDraft(key, changes > 0 ? edited : undefined);
  }, [key, changes, edited]);
  const faults = {
    ...faultsOf(draft),
    ...(draft.name.trim() === takenName && { name: 'taken' as const }),
  };

  const save = async (): Promise<boolean> => {
    if (isWorking || Object.keys(faults).length > 0) return false;
    let isTaken = false;
    const isDone = await work(async () => {
      try {
        if (state) await changeState(state.uuid, changesOf(base, draft), tag);
        else await createState(bodyOf(draft));
      } catch (error) {
        // The field says it.
        if (isProblem(error, 'duplicate')) {
          isTaken = true;
          return setTakenName(draft.name.trim());
        }
        if (state && isProblem(error, 'stale')) {
          const fresh = await queries.fetchQuery(stateQuery(state.uuid));
          const now = draftOf(fresh.answer);
          const { merged, changed } = mergedDraft(base, draft, now, changedParts);
          setTheirs(changed);
          setEdited({ base: now, draft: merged, tag: fresh.tag });
        }
        throw error;
      }
    });
    const isSaved = isDone && !isTaken;
    if (isSaved) keepDraft(key, undefined);
    return isSaved;
  };
  return {
    base,
    draft,
    theirs,
    faults,
    changes,
    failure,
    isWorking,
    isRestored: kept !== undefined,
    save,
    discard: () => keepDraft(key, undefined),
    change: (part: Partial<StateDraft>) => {
      forgetFailure();
      setEdited((before) => ({ ...before, draft: { ...before.draft, ...part } }));
    },
  };
}
export type StateForm = ReturnType<typeof useStateForm>;
