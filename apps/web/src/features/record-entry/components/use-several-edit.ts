import type { MetadataEntry } from '@armarium/contract/metadata';
import type { Template } from '@armarium/contract/templates';
import { useEffect, useState } from 'react';
import { isProblem } from '../../../lib/api-problem.ts';
import { keepDraft, recallDraft } from '../../../lib/drafts.ts';
import {
  changedFields,
  draftOf,
  listOf,
  type RecordDraft,
  type RecordState,
  withoutFields,
} from '../record-form.ts';
import { draftOfSeveral } from '../draft-merge.ts';
import { faultsOf } from '../record-faults.ts';
import { useEditState } from './use-edit-state.ts';
import type { LeaveRef } from './use-record-edit.ts';

export interface SeveralEditProps {
  uuids: readonly string[];
  templates: readonly Template[];
  /** Names of the fields that are never blank where they are changed. */
  never: readonly string[];
  read(uuid: string): Promise<RecordState>;
  /** @throws ApiProblem 412 `stale` where the tag is no longer current, 422 with the fields named */
  save(uuid: string, list: MetadataEntry[], tag: string | undefined): Promise<void>;
  /** Called once all are saved, and when what was saved so far has to be shown. */
  onSaved(): Promise<void>;
  onClose(): void;
  /** The records as they were when the dialog was opened. */
  began: ReadonlyMap<string, RecordState>;
  leaveRef: LeaveRef;
}

const READS_AT_ONCE = 6;

/** The records by their uuids. @throws ApiProblem where one can't be read */
export async function readRecords(uuids: readonly string[], read: SeveralEditProps['read']) {
  const states = new Map<string, RecordState>();
  const waiting = [...uuids];
  const reader = async () => {
    for (let uuid = waiting.shift(); uuid !== undefined; uuid = waiting.shift()) {
      states.set(uuid, await read(uuid));
    }
  };
  await Promise.all(Array.from({ length: READS_AT_ONCE }, reader));
  return states;
}

/** What was typed for several records and is not saved yet. */
interface SeveralDraft {
  /** The fields that were touched, and no others. */
  readonly draft: RecordDraft;
  /** The tags of the records when it was typed: a change by others since then isn't overwritten unseen. */
  readonly tags: Readonly<Record<string, string>>;
}

/** In whatever order they were chosen. */
const draftNameOf = (uuids: readonly string[]) => `several.${[...uuids].sort().join('.')}`;

/** The records of a form, and the draft of those fields that were touched; it is kept over a reload. */
function useSeveralDraft({ uuids, templates, began, read }: SeveralEditProps) {
  const name = draftNameOf(uuids);
  const [kept] = useState(() => recallDraft<SeveralDraft>(name));
  const [states, setStates] = useState<ReadonlyMap<string, RecordState>>(
    () => new Map([...began].map(([uuid, { list, tag }]) => [uuid, { list, tag: kept?.tags[uuid] ?? tag }])),
  );
  const [draft, setDraft] = useState<RecordDraft>(kept?.draft ?? {});
  /** Those that were saved or changed by others since they were read: their tags are of no use any more. */
  const [outdated, setOutdated] = useState<readonly string[]>([]);
  const keep = (next: RecordDraft, withoutTag: readonly string[]) => {
    const tags: SeveralDraft['tags'] = Object.fromEntries(
      [...states].flatMap(([uuid, { tag }]) =>
        tag === undefined || withoutTag.includes(uuid) ? [] : [[uuid, tag] as const],
      ),
    );
    keepDraft(name, Object.keys(next).length > 0 ? { draft: next, tags } : undefined);
  };
  return {
    draft,
    states,
    outdated,
    isRestored: kept !== undefined,
    // A field may have left the form since its draft was kept.
    touched: templates.map((template) => template.name).filter((field) => field in draft),
    write: (next: RecordDraft) => {
      setDraft(next);
      keep(next, outdated);
    },
    outdate: (some: readonly string[]) => {
      setOutdated(some);
      keep(draft, some);
    },
    readAgain: async (some: readonly string[]) => {
      const current = new Map([...states, ...(await readRecords(some, read))]);
      setStates(current);
      setOutdated([]);
      return current;
    },
    forget: () => keepDraft(name, undefined),
  };
}

/** The fields of a form of several records, and what is wrong with them. */
function useSeveralFields(props: SeveralEditProps) {
  const { templates, never, leaveRef } = props;
  const several = useSeveralDraft(props);
  const { states, touched } = several;
  const drafts = [...states.values()].map(({ list }) => draftOf(list, templates));
  const { draft: start, differing } = draftOfSeveral(drafts);
  const draft = { ...start, ...several.draft };
  // A field in which they differ is changed by a blank too: it began with other values than that.
  const judged = templates.filter(({ name }) => touched.includes(name));
  const base = { ...start, ...Object.fromEntries([...differing].map((name) => [name, ['\u0000']])) };
  const state = useEditState(faultsOf(draft, base, judged, never));
  const { form } = state;

  useEffect(() => {
    form.current?.querySelector<HTMLElement>('[data-field]:enabled')?.focus();
  }, [form]);
  useEffect(() => {
    leaveRef.current = () => {
      if (state.isSaving) return false;
      if (touched.length > 0) state.setAsking(true);
      return touched.length === 0;
    };
  });

  const untouch = (name: string) => {
    several.write(withoutFields(several.draft, [name]));
    state.forgive([name]);
    form.current?.querySelector<HTMLElement>(`[data-field="${name}"]`)?.focus();
  };
  const change = (next: RecordDraft) => {
    // What is sent by now is saved as it is.
    if (state.isSaving) return;
    const names = changedFields(draft, next);
    several.write({
      ...several.draft,
      ...Object.fromEntries(names.map((name) => [name, next[name] ?? ['']])),
    });
    state.forgive(names);
  };
  /** The list that a record is saved with; undefined where nothing of it changes. */
  const changedList = ({ list }: RecordState) => {
    const own = draftOf(list, templates);
    const next = { ...own, ...Object.fromEntries(touched.map((name) => [name, draft[name] ?? ['']])) };
    return changedFields(own, next).length > 0 ? listOf(next, list, templates) : undefined;
  };
  return { several, state, draft, differing, change, untouch, changedList };
}

/** The form of several records, and its saving, one record after the other. */
export function useSeveralEdit(props: SeveralEditProps) {
  const { uuids, save, onSaved, onClose } = props;
  const { several, state, changedList, ...fields } = useSeveralFields(props);
  const { states, touched, outdated, isRestored } = several;
  const [done, setDone] = useState(0);

  const end = () => {
    several.forget();
    onClose();
  };
  const submit = async () => {
    if (!state.maySave()) return;
    state.setSaving(true);
    state.setFailure(undefined);
    setDone(0);
    const saved: string[] = [];
    let sent: MetadataEntry[] = [];
    try {
      const current = outdated.length > 0 ? await several.readAgain(outdated) : states;
      for (const [index, uuid] of uuids.entries()) {
        const record = current.get(uuid);
        const list = record && changedList(record);
        if (list) {
          sent = list;
          await save(uuid, list, record.tag);
          saved.push(uuid);
        }
        if (record) setDone(index + 1);
      }
      await onSaved();
      end();
    } catch (error) {
      state.setFailure(error);
      const isStale = isProblem(error, 'stale');
      if (!isStale) state.refuse(error, sent);
      // A saved record is compared again: nothing is sent for it, unless the draft is changed before.
      const again = isStale ? uuids : [...new Set([...outdated, ...saved])];
      several.outdate(again);
      await Promise.all([onSaved(), several.readAgain(again).catch(() => undefined)]);
      state.setSaving(false);
    }
  };
  const cancel = () => {
    if (!state.isSaving) end();
  };
  const changes = touched.length;
  return { ...fields, state, touched, done, isRestored, changes, submit, cancel, discard: end };
}
