import type { ItemSelection } from '@armarium/contract/item-query';
import type { TransitionTemplate } from '@armarium/contract/transitions';
import { useQueries, useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { recordsChanged } from '../../../records/api/edit-records.ts';
import { transitionsQuery } from '../../workflow/api/transitions.ts';
import { useChosenActions } from '../../workflow/components/use-chosen-actions.ts';
import { useComment } from '../../workflow/components/use-comment.ts';
import { asksForComment } from '../../workflow/groups.ts';
import { beginBatch, selectionStatesQuery } from '../api/batches.ts';
import { watchBatch } from '../state/watched-batches.ts';
import { goneOf } from './use-batch-start.ts';

export interface BulkWorkflowProps {
  /** Items: of all that a query finds, or of many, nothing is read but their states. */
  selection: ItemSelection;
  onClose(): void;
  /** A batch performs the action now. */
  onStarted?(): void;
  /** These of the named items don't exist any more. */
  onGone?(uuids: readonly string[]): void;
}

/** The items of a selection that are in one state, and the actions from it. */
export interface StateGroup {
  readonly state: string;
  readonly items: number;
  readonly uuids: readonly string[] | null;
  /** Undefined until they are loaded. */
  readonly transitions: readonly TransitionTemplate[] | undefined;
  readonly failure: Error | null;
  retry(): void;
}

/** What was typed for one selection is not sent with another; how many a query finds tells no two of them apart. */
const draftOf = (selection: ItemSelection) =>
  `workflow.${JSON.stringify('query' in selection ? { ...selection, expected: undefined } : selection)}`;

/** The states of the selected items, the actions that are chosen, at most one for each state, and their comment. */
export function useBulkWorkflow(props: BulkWorkflowProps) {
  const { selection, isEmpty, goneCount, comment, drop, isMissing, states } = useRemaining(props);
  const groups = useStateGroups((!isEmpty && states.data?.states) || []);
  const choice = useChosenActions();
  const offered = groups.flatMap((group) =>
    (group.transitions ?? []).map((transition) => ({ group, transition })),
  );
  const isKnown = states.isSuccess && groups.every(({ isLoaded }) => isLoaded);
  const chosen = choice.among(offered, ({ group }) => group.state, groups.length === 1 && isKnown);
  const sent = inStates(
    selection,
    chosen.map(({ group }) => group),
  );
  /** With as many as the list finds by now. */
  const reload = () => void recordsChanged().then(() => states.refetch());
  return {
    isEmpty,
    goneCount,
    isLoaded: states.data !== undefined,
    /** How many items take an action. */
    count: chosen.reduce((sum, { group }) => sum + group.items, 0),
    /** Absent where only items that are gone were refused. */
    loadError: isMissing ? null : states.error,
    reload,
    groups,
    chosen,
    /** The groups are named by their states. */
    choose: choice.choose,
    comment,
    needsComment: chosen.some(({ transition }) => asksForComment(transition)),
    start: async () => {
      const text = comment.text.trim();
      const batch = await beginBatch(sent, {
        kind: 'transition',
        transitions: chosen.map(({ transition, group }) => ({
          transitionUuid: transition.uuid,
          expected: group.items,
        })),
        ...(text !== '' && { comment: text }),
      });
      comment.forget();
      watchBatch(batch.uuid);
      props.onClose();
      props.onStarted?.();
    },
    onFailure: (failure: unknown) => {
      const lost = goneOf(failure, 'uuids' in sent ? sent.uuids : []);
      if (lost.length > 0) drop(lost);
      else reload();
    },
  };
}

/** The selection without the items that turn out to be gone, with the states of the others and the comment for them. */
function useRemaining({ selection: whole, onGone }: BulkWorkflowProps) {
  const [gone, setGone] = useState<readonly string[]>([]);
  const without = (lost: readonly string[]) =>
    'uuids' in whole ? { uuids: whole.uuids.filter((uuid) => !lost.includes(uuid)) } : whole;
  const selection = without(gone);
  const comment = useComment(draftOf(selection));
  const states = useQuery(selectionStatesQuery(selection));
  const drop = (lost: readonly string[]) => {
    const all = [...gone, ...lost];
    comment.rename(draftOf(without(all)));
    setGone(all);
    onGone?.(lost);
    void recordsChanged();
  };
  const missing = 'uuids' in selection ? goneOf(states.error, selection.uuids) : [];
  useEffect(() => {
    // The selection of the list, which isn't ours, loses them too.
    if (missing.length > 0) drop(missing);
    // Once for each answer: the states are read again without them.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [states.error]);
  return {
    selection,
    isEmpty: 'uuids' in selection ? selection.uuids.length === 0 : selection.expected === 0,
    goneCount: gone.length,
    states,
    /** Whether the states could not be read because items are gone. */
    isMissing: missing.length > 0,
    drop,
    comment,
  };
}

function useStateGroups(states: readonly Pick<StateGroup, 'state' | 'items' | 'uuids'>[]) {
  const answers = useQueries({ queries: states.map(({ state }) => transitionsQuery('ITEM', state)) });
  return states.map((group, index) => {
    const answer = answers[index];
    return {
      ...group,
      transitions: answer?.data,
      isLoaded: answer?.isSuccess ?? false,
      failure: answer?.error ?? null,
      retry: () => void answer?.refetch(),
    };
  });
}

/** Those of a selection that are in some of its states. How many are in each is told with the actions. */
function inStates(
  selection: ItemSelection,
  groups: readonly Pick<StateGroup, 'state' | 'uuids'>[],
): ItemSelection {
  if ('uuids' in selection) return { uuids: groups.flatMap(({ uuids }) => uuids ?? []) };
  const { query, except } = selection;
  return { query: { ...query, state: groups.map(({ state }) => state) }, except };
}
