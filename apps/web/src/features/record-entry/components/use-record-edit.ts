import type { MetadataEntry } from '@armarium/contract/metadata';
import type { Template } from '@armarium/contract/templates';
import { useEffect, useState } from 'react';
import { isProblem } from '../../../lib/api-problem.ts';
import { keepDraft } from '../../../lib/drafts.ts';
import { changedFields, draftOf, listOf, type RecordDraft, type RecordState } from '../record-form.ts';
import { faultsOf } from '../record-faults.ts';
import { type FieldConflict, mergeDrafts } from '../draft-merge.ts';
import { useEditState } from './use-edit-state.ts';

/** A record that is being changed: as it was when its draft began, and the draft. */
export interface EditedRecord extends RecordState {
  readonly draft: RecordDraft;
}

/** Asks a form before its dialog closes. @returns whether nothing would be lost */
export interface LeaveRef {
  current: (() => boolean) | null;
}

export interface RecordEditProps {
  record: { readonly uuid: string };
  templates: readonly Template[];
  /** Names of the fields that are never blank; else the title. */
  never?: readonly string[];
  read(): Promise<RecordState>;
  /** @throws ApiProblem 412 `stale` where the tag is no longer current, 422 with the fields named */
  save(list: MetadataEntry[], tag: string | undefined): Promise<void>;
  begun: EditedRecord;
  leaveRef: LeaveRef;
  onEnd(): void;
}

/** The draft of a record, and its saving; a record that others changed meanwhile is merged into it. */
export function useRecordEdit(props: RecordEditProps) {
  const { record, templates, never = ['sgtt'], read, save, begun, leaveRef, onEnd } = props;
  const [began, setBegan] = useState<RecordState>(begun);
  const [draft, setDraft] = useState(begun.draft);
  const [conflicts, setConflicts] = useState<readonly FieldConflict[]>([]);
  const start = draftOf(began.list, templates);
  const changed = changedFields(start, draft);
  const state = useEditState(faultsOf(draft, start, templates, never));
  const { form, setAsking } = state;

  useEffect(() => {
    // The button that led here has gone.
    form.current?.querySelector<HTMLElement>('[data-field]:enabled:not([readonly])')?.focus();
  }, [form]);
  useEffect(() => {
    leaveRef.current = () => {
      if (changed.length > 0) setAsking(true);
      return changed.length === 0;
    };
    return () => {
      leaveRef.current = null;
    };
  });

  const change = (next: RecordDraft) => {
    // What is sent by now is saved as it is.
    if (state.isSaving) return;
    setDraft(next);
    state.forgive(changedFields(draft, next));
    keepDraft(record.uuid, changedFields(start, next).length > 0 ? { ...began, draft: next } : undefined);
  };
  const end = () => {
    keepDraft(record.uuid, undefined);
    onEnd();
  };
  const merge = async () => {
    const theirs = await read();
    const merged = mergeDrafts(start, draft, draftOf(theirs.list, templates));
    setBegan(theirs);
    setDraft(merged.draft);
    setConflicts(merged.conflicts);
    keepDraft(record.uuid, { ...theirs, draft: merged.draft });
  };
  const submit = async () => {
    if (!state.maySave()) return;
    if (changed.length === 0) return end();
    const list = listOf(draft, began.list, templates);
    state.setSaving(true);
    state.setFailure(undefined);
    setConflicts([]);
    try {
      await save(list, began.tag);
      end();
    } catch (error) {
      state.setFailure(error);
      if (isProblem(error, 'stale')) await merge().catch(state.setFailure);
      else state.refuse(error, list);
    } finally {
      state.setSaving(false);
    }
  };
  return { state, draft, conflicts, change, changes: changed.length, submit, cancel: end, discard: end };
}
