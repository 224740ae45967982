import type { ItemState } from '@armarium/contract/item-states';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { isProblem } from '../../../lib/api-problem.ts';
import { useDraft } from '../../../ui/use-draft.ts';
import { changeState, createState, stateQuery } from '../api/states.ts';
import { blankState, bodyOf, changedParts, changesOf, draftOf, faultsOf } from '../state-form.ts';

/** The draft that is kept of a state; of the new one where none is named. */
export const stateDraftKey = (uuid = 'new') => `workflow-state-${uuid}`;

/** What is typed of a state, the new one or one that exists, and what is wrong with it. */
export function useStateForm(state?: ItemState, tag?: string) {
  const queries = useQueryClient();
  const [takenName, setTakenName] = useState<string>();
  const form = useDraft({
    key: stateDraftKey(state?.uuid),
    begin: { draft: state ? draftOf(state) : blankState, tag },
    changedParts,
    send: async (base, draft, tag) => {
      if (state) await changeState(state.uuid, changesOf(base, draft), tag);
      else await createState(bodyOf(draft));
    },
    readAgain:
      state &&
      (async () => {
        const fresh = await queries.fetchQuery(stateQuery(state.uuid));
        return { draft: draftOf(fresh.answer), tag: fresh.tag };
      }),
    takeFault: (error, { name }) => {
      if (!isProblem(error, 'duplicate')) return false;
      setTakenName(name.trim());
      return true;
    },
  });
  const { draft } = form;
  return {
    ...form,
    faults: {
      ...faultsOf(draft),
      ...(draft.name.trim() === takenName && { name: 'taken' as const }),
    },
  };
}
export type StateForm = ReturnType<typeof useStateForm>;
