import type { Template } from '@armarium/contract/templates';
import { useState, useSyncExternalStore } from 'react';
import { ApiProblem } from '../../../lib/api-problem.ts';
import { keepDraft, keyOf, recallDraft } from '../../../lib/drafts.ts';
import { queryClient } from '../../../lib/query-client.ts';
import { enterRecord } from '../api/enter-record.ts';
import {
  afterReload,
  corrected,
  failed,
  isUntouched,
  noEntry,
  send,
  saved,
  takeUp,
  type EnteredRecord,
  type RecordEntry,
  type SentRecord,
} from '../record-entry.ts';
import { changedFields, listOf, withoutFields, type RecordDraft } from '../record-form.ts';
import { useRefusals } from './use-refusals.ts';

const CARRIED = 'new-record.carried';

export interface RecordEntryInHand extends RecordEntry {
  /** The fields whose values go on to the next record, by name; remembered for the tab. */
  readonly carried: readonly string[];
  /** What the server refused of the record that is in the form again, in words by field. */
  readonly refused: Readonly<Record<string, string>>;
  /** The code of the problem for which the record in the form was not saved. */
  readonly cameBack: string | undefined;
  /** Whether the form goes on from what was left. */
  readonly isRestored: boolean;
  /** Counts the forms: each new one takes the focus. */
  readonly round: number;
  change(draft: RecordDraft): void;
  carry(name: string, on: boolean): void;
  /** Sends the record of the form, and begins the next. */
  save(): void;
  /** Puts one that was not saved back into the form. */
  takeUp(key: number): void;
  /** As it is after it was corrected; undefined where it was deleted. */
  corrected(uuid: string, record: EnteredRecord | undefined): void;
}

/** What is in hand in one collection. */
interface InHand {
  readonly entry: RecordEntry;
  readonly carried: readonly string[];
  readonly refused: Readonly<Record<string, string>>;
  readonly cameBack: string | undefined;
  readonly round: number;
}

/** Outlives the page: an answer may come after that was left, and goes on from what was typed since. */
class Row {
  now: InHand;
  readonly #name: string;
  readonly #key: string;
  readonly #listeners = new Set<() => void>();

  constructor(name: string, templates: readonly Template[]) {
    this.#name = name;
    this.#key = keyOf(name);
    const kept = recallDraft<RecordEntry>(name);
    const entry = kept ? afterReload(kept) : noEntry(templates);
    this.now = { entry, carried: [], refused: {}, cameBack: undefined, round: 0 };
  }

  become(change: Partial<InHand>): void {
    this.now = { ...this.now, ...change };
    // Somebody else may have signed in meanwhile.
    if (change.entry && keyOf(this.#name) === this.#key) keepDraft(this.#name, change.entry);
    for (const listener of this.#listeners) listener();
  }

  begin(entry: RecordEntry, from?: SentRecord): void {
    const round = this.now.round + 1;
    this.become({ entry, refused: from?.refused ?? {}, cameBack: from?.failure, round });
  }

  bringBack(key: number, templates: readonly Template[]): void {
    const { entry, carried } = this.now;
    this.begin(
      takeUp(entry, key, carried, templates),
      entry.sent.find((one) => one.key === key),
    );
  }

  readonly subscribe = (listener: () => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };
}

const rows = new Map<string, Row>();

function rowOf(collectionUuid: string, templates: readonly Template[]): Row {
  const name = `new-record.${collectionUuid}`;
  const row = rows.get(keyOf(name)) ?? new Row(name, templates);
  rows.set(keyOf(name), row);
  row.now = { ...row.now, carried: recallDraft<string[]>(CARRIED) ?? row.now.carried };
  return row;
}

/** Whether nobody is elsewhere than in the form, in a dialog for instance, from where the focus must not be taken. */
function isAtForm(): boolean {
  const { activeElement, body } = document;
  return (
    activeElement === null ||
    activeElement === body ||
    activeElement.matches('main') ||
    activeElement.closest('[data-new-record]') !== null
  );
}

/** A row of records that are entered in a collection: what is typed stays over a reload and a lost network. */
export function useRecordEntry(collectionUuid: string, templates: readonly Template[]): RecordEntryInHand {
  const refusals = useRefusals();
  const [row] = useState(() => rowOf(collectionUuid, templates));
  const { entry, carried, ...rest } = useSyncExternalStore(row.subscribe, () => row.now);
  const [restored] = useState(() => (isUntouched(entry, carried, templates) ? undefined : rest.round));

  const save = async () => {
    const key = Date.now();
    const now = row.now;
    const list = listOf(now.entry.draft, [], templates);
    const first = (field: string) => String(list.find((one) => one.name === field)?.value ?? '');
    row.begin(send(now.entry, key, now.carried, templates));
    try {
      const uuid = await enterRecord(list, [collectionUuid]);
      const record = { uuid, sgtt: first('sgtt'), pressmark: first('pressmark') };
      row.become({ entry: saved(row.now.entry, key, record) });
      // Nothing that is shown here changes: the next page reads it again.
      void queryClient.invalidateQueries({ queryKey: ['catalogue'], refetchType: 'none' });
    } catch (error) {
      const code = error instanceof ApiProblem ? error.problem.code : 'internal';
      row.become({ entry: failed(row.now.entry, key, code, refusals(error, list)) });
      // Nobody typed anything since: it comes back by itself.
      if (isUntouched(row.now.entry, row.now.carried, templates) && isAtForm()) row.bringBack(key, templates);
    }
  };

  return {
    ...entry,
    ...rest,
    carried,
    isRestored: restored === rest.round,
    change: (draft) => {
      const { entry: before, refused } = row.now;
      row.become({
        entry: { ...before, draft },
        refused: withoutFields(refused, changedFields(before.draft, draft)),
      });
    },
    carry: (field, on) => {
      const next = on ? [...new Set([...carried, field])] : carried.filter((one) => one !== field);
      row.become({ carried: next });
      keepDraft(CARRIED, next);
    },
    save: () => void save(),
    takeUp: (key) => row.bringBack(key, templates),
    corrected: (uuid, record) => row.become({ entry: corrected(row.now.entry, uuid, record) }),
  };
}
