import type { FieldProblem } from '@armarium/contract/problem';
import type { TemplateResourceType } from '@armarium/contract/record-types';
import type { TransitionTemplate } from '@armarium/contract/transitions';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { isProblem } from '../../../lib/api-problem.ts';
import { statesQuery } from '../../../records/api/item-states.ts';
import { useDraft, type DraftOf } from '../../../ui/use-draft.ts';
import { changeTransition, createTransition, transitionQuery } from '../api/transitions.ts';
import {
  blankTransition,
  bodyOf,
  changedParts,
  changesOf,
  draftOf,
  isSameCombination,
  type TransitionDraft,
  type TransitionPart,
} from '../transition-form.ts';
import { useFaultWords } from './use-fault-words.ts';

/** The states between which a new transition leads. */
export type Ends = Pick<TransitionDraft, 'from' | 'to'>;

/** The draft that is kept of a transition; of the new one of a kind where only that is named. */
export const transitionDraftKey = (of: string) => `workflow-transition-${of}`;

/** The parts of a draft by the names that the call gives them. */
const partOf: Readonly<Record<string, TransitionPart>> = {
  name: 'name',
  label: 'label',
  itemFromState: 'from',
  itemToState: 'to',
  workflowName: 'workflow',
  roles: 'roles',
};

interface Refused {
  readonly draft: TransitionDraft;
  /** Undefined where there is the same transition already. */
  readonly fields: readonly FieldProblem[] | undefined;
}

interface TransitionFaults {
  /** There is the same transition already. */
  readonly combination?: boolean;
  /** Why parts are refused. */
  readonly parts: Partial<Record<TransitionPart, string>>;
}

/** What is wrong with a draft that was refused. What is changed since is no longer marked (WFCONF-33). */
function faultsOf(
  refused: Refused | undefined,
  draft: TransitionDraft,
  wordOf: (problem: FieldProblem) => string,
): TransitionFaults {
  if (!refused) return { parts: {} };
  if (!refused.fields) return { combination: isSameCombination(refused.draft, draft), parts: {} };
  const changed = new Set(changedParts(refused.draft, draft));
  const marked = refused.fields.flatMap((problem) => {
    const part = partOf[problem.name];
    return part === undefined || changed.has(part) ? [] : [[part, wordOf(problem)]];
  });
  return { parts: Object.fromEntries(marked) as Partial<Record<TransitionPart, string>> };
}

/** What is typed of a transition, and what is wrong with it. */
function useForm(
  key: string,
  begin: Pick<DraftOf<TransitionDraft, TransitionPart>, 'begin' | 'over'>,
  send: (base: TransitionDraft, draft: TransitionDraft, tag: string | undefined) => Promise<void>,
  readAgain?: () => Promise<{ draft: TransitionDraft; tag: string | undefined }>,
) {
  const queries = useQueryClient();
  const wordOf = useFaultWords();
  const [refused, setRefused] = useState<Refused>();
  const form = useDraft({
    key,
    ...begin,
    changedParts,
    send,
    readAgain,
    takeFault: (error, draft) => {
      const fields = isProblem(error, 'invalid') ? error.problem.fields : undefined;
      const isShown = fields?.length !== 0 && fields?.every(({ name }) => partOf[name] !== undefined);
      if (!isProblem(error, 'duplicate') && isShown !== true) return false;
      setRefused({ draft, fields });
      // A state may have been renamed or deleted meanwhile.
      if (fields) void queries.invalidateQueries({ queryKey: statesQuery.queryKey });
      return true;
    },
  });
  return { ...form, faults: faultsOf(refused, form.draft, wordOf) };
}
export type TransitionForm = ReturnType<typeof useForm>;

/** What is typed of a new transition. @param ends where it leads from and to, where that was drawn */
export function useNewTransition(resourceType: TemplateResourceType, ends?: Ends): TransitionForm {
  return useForm(
    transitionDraftKey(resourceType),
    // Ends that were drawn just now count more than those of a draft that was left before.
    { begin: { draft: { ...blankTransition, ...ends }, tag: undefined }, over: ends },
    (_, draft) => createTransition({ ...bodyOf(draft), resourceType }),
  );
}

/** What is typed of a transition that exists. */
export function useTransitionEdit(transition: TransitionTemplate, tag: string | undefined) {
  const queries = useQueryClient();
  const { uuid, resourceType } = transition;
  const form = useForm(
    transitionDraftKey(uuid),
    { begin: { draft: draftOf(transition), tag } },
    (base, draft, tag) => changeTransition(uuid, changesOf(base, draft), tag),
    async () => {
      const fresh = await queries.fetchQuery(transitionQuery(uuid));
      return { draft: draftOf(fresh.answer), tag: fresh.tag };
    },
  );
  return {
    ...form,
    /** Makes a new transition of what is typed, where this one was deleted meanwhile. @returns whether it is made */
    makeAgain: () => form.save((_, draft) => createTransition({ ...bodyOf(draft), resourceType })),
  };
}
