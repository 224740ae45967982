import type { ContentsEntry } from '@armarium/contract/table-of-contents';
import { useRef, useState } from 'react';
import { keepDraft, recallDraft } from '../../../lib/drafts.ts';
import { newUuid } from '../../../lib/new-uuid.ts';
import type { ProblemText } from '../../../lib/problem/problem-text.ts';

/** A label that is being typed, for a new entry or for one that is there. */
export interface LabelDraft {
  /** The uuid that the entry has, or will have. */
  readonly uuid: string;
  readonly isNew: boolean;
  readonly first: string;
  readonly last: string | null;
  /** What the entry was called before; empty for a new one. */
  readonly was: string;
  readonly text: string;
  /** While it is saved it is out of sight: the entry itself is shown. */
  readonly isSaving: boolean;
  readonly fault?: ProblemText | undefined;
}

export type LabelDrafts = ReturnType<typeof useLabelDrafts>;

const isTyped = ({ text, was }: LabelDraft) => text.trim() !== was;

/**
 * The labels that are being typed, kept as drafts of the item: each stays until it is saved or cancelled, also while the
 * panel is closed, another page is open, or its saving fails.
 * @param item its uuid
 */
export function useLabelDrafts(item: string) {
  const name = nameOf(item);
  const [drafts, setDrafts] = useState(() => recalled(name));
  // An answer may come after the page was left, when React no longer updates the state.
  const held = useRef(drafts);
  const update = (change: (all: readonly LabelDraft[]) => readonly LabelDraft[]) => {
    held.current = change(held.current);
    const typed = held.current.filter(isTyped);
    keepDraft(name, typed.length > 0 ? typed : undefined);
    setDrafts(held.current);
  };
  const add = (draft: LabelDraft) =>
    update((all) => [
      // A field in which nothing was typed gives way to the next one.
      ...all.filter((one) => one.uuid !== draft.uuid && isTyped(one)),
      draft,
    ]);
  return {
    drafts,
    begin: (first: string, last: string | null) =>
      add({ uuid: newUuid(), isNew: true, first, last, was: '', text: '', isSaving: false }),
    rename: ({ uuid, first, last, label }: ContentsEntry) =>
      // One that is being typed is kept.
      !drafts.some((one) => one.uuid === uuid && !one.isSaving) &&
      add({ uuid, isNew: false, first, last, was: label, text: label, isSaving: false }),
    change: (uuid: string, part: Partial<LabelDraft>) =>
      update((all) => all.map((one) => (one.uuid === uuid ? { ...one, ...part } : one))),
    end: (uuid: string) => update((all) => all.filter((one) => one.uuid !== uuid)),
  };
}

const nameOf = (item: string) => `contents.${item}`;

/** Whether labels of an item were typed and not saved. */
export const hasLabelDrafts = (item: string): boolean => recallDraft(nameOf(item)) !== undefined;

/** A draft whose saving never got an answer is shown as a field again. */
function recalled(name: string): readonly LabelDraft[] {
  return (recallDraft<LabelDraft[]>(name) ?? []).map((draft) => ({ ...draft, isSaving: false }));
}
