import { keepOnMachine, recallFromMachine } from '../../../lib/drafts.ts';
import { changedParts, isSameList, type DraftStep } from './draft-step.ts';
import type { EditorState } from './editor-state.ts';

/** Drafts of a story are kept under names that begin so. Each editor has its own: two tabs must not take it from each other. */
export const draftNameOf = (storyUuid: string): string => `story-steps.${storyUuid}.`;

/** Unsaved steps of a story, as they are kept on the machine: what differs from the stored ones alone. */
export interface KeptDraft {
  readonly version: 1;
  /** When it was kept, in milliseconds since 1970. */
  readonly at: number;
  /** The entity tag of the story that they began from. */
  readonly tag: string | undefined;
  readonly order: readonly string[];
  /** Steps that are new, or that were changed. */
  readonly changed: readonly DraftStep[];
  /** The order and, of those that were changed or deleted, the steps that they began from. */
  readonly base: { readonly order: readonly string[]; readonly changed: readonly DraftStep[] };
}

/** @param at milliseconds since 1970 */
export function keptDraftOf({ steps, saved, tag }: EditorState, at: number): KeptDraft {
  const savedById = new Map(saved.map((step) => [step.id, step]));
  const stepIds = new Set(steps.map(({ id }) => id));
  const changed = steps.filter((step) => {
    const was = savedById.get(step.id);
    return !was || changedParts(was, step).length > 0;
  });
  const changedIds = new Set(changed.map(({ id }) => id));
  return {
    version: 1,
    at,
    tag,
    order: steps.map(({ id }) => id),
    changed,
    base: {
      order: saved.map(({ id }) => id),
      changed: saved.filter(({ id }) => changedIds.has(id) || !stepIds.has(id)),
    },
  };
}

/**
 * The steps of a draft that was kept, and those that it began from. What was not changed in it is as it is stored now, so
 * that a change by others meanwhile is no conflict.
 * @param stored the steps as they are now
 */
export function recalledDraft(
  { order, changed, base }: KeptDraft,
  stored: readonly DraftStep[],
): { steps: DraftStep[]; base: DraftStep[] } {
  const now = new Map(stored.map((step) => [step.id, step]));
  const filled = (ids: readonly string[], kept: readonly DraftStep[]) => {
    const own = new Map(kept.map((step) => [step.id, step]));
    return ids.flatMap((id) => own.get(id) ?? now.get(id) ?? []);
  };
  return { steps: filled(order, changed), base: filled(base.order, base.changed) };
}

/** A draft on the machine, with the key that it is kept under. */
export interface FoundDraft {
  readonly key: string;
  readonly draft: KeptDraft;
}

/**
 * The drafts of a story that were left on this machine, the newest first. Those that hold what is stored, and what is no
 * draft, are taken away.
 */
export function foundDrafts(storyUuid: string, stored: readonly DraftStep[]): FoundDraft[] {
  const found = [...recallFromMachine(draftNameOf(storyUuid))].flatMap(([key, draft]): FoundDraft[] => {
    if (isKeptDraft(draft) && !isSameList(recalledDraft(draft, stored).steps, stored))
      return [{ key, draft }];
    keepOnMachine(key, undefined);
    return [];
  });
  return found.sort((one, other) => other.draft.at - one.draft.at);
}

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null;
const isPart = (value: unknown): boolean =>
  isObject(value) && Array.isArray(value['order']) && Array.isArray(value['changed']);

/** Whether something that was read from the machine is such a draft. */
export const isKeptDraft = (kept: unknown): kept is KeptDraft =>
  isObject(kept) && kept['version'] === 1 && isPart(kept) && isPart(kept['base']);
