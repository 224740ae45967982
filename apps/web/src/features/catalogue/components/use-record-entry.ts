import type { Template } from '@armarium/contract/templates';
import { useRef, useState } from 'react';
import { ApiProblem } from '../../../lib/api-client.ts';
import { keepDraft, recallDraft } from '../../../lib/drafts.ts';
import { queryClient } from '../../../lib/query-client.ts';
import { enterRecord } from '../api/enter-record.ts';
import {
  afterReload,
  failed,
  isUntouched,
  noEntry,
  send,
  stands,
  takeUp,
  type EnteredRecord,
  type RecordEntry,
  type SentRecord,
} from '../record-entry.ts';
import { listOf, type RecordDraft } from '../record-form.ts';
import { useRefusals } from './record-fields.tsx';

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
  /** Counts the forms: whoever has the focus looks at it. */
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

/** A row of records that are entered in a collection: what is typed stays over a reload and a lost network. */
export function useRecordEntry(collectionUuid: string, templates: readonly Template[]): RecordEntryInHand {
  const name = `new-record.${collectionUuid}`;
  const refusals = useRefusals();
  const [entry, setEntry] = useState<RecordEntry>(() => {
    const kept = recallDraft<RecordEntry>(name);
    return kept ? afterReload(kept) : noEntry(templates);
  });
  const [carried, setCarried] = useState<readonly string[]>(() => recallDraft<string[]>(CARRIED) ?? []);
  const [isRestored, setIsRestored] = useState(() => !isUntouched(entry, carried, templates));
  const [refused, setRefused] = useState<Readonly<Record<string, string>>>({});
  const [cameBack, setCameBack] = useState<string>();
  const [round, setRound] = useState(0);
  // Answers come while the next record is typed: they go on from what is there by then.
  const latest = useRef({ entry, carried });
  const become = (next: RecordEntry) => {
    latest.current = { ...latest.current, entry: next };
    setEntry(next);
    keepDraft(name, next);
  };
  const begin = (next: RecordEntry, from?: SentRecord) => {
    become(next);
    setRefused(from?.refused ?? {});
    setCameBack(from?.failure);
    setIsRestored(false);
    setRound((before) => before + 1);
  };
  const bringBack = (key: number) => {
    const { entry: now, carried: names } = latest.current;
    begin(
      takeUp(now, key, names, templates),
      now.sent.find((one) => one.key === key),
    );
  };

  const save = async () => {
    const key = Date.now();
    const { entry: now, carried: names } = latest.current;
    const list = listOf(now.draft, [], templates);
    const first = (field: string) => String(list.find((one) => one.name === field)?.value ?? '');
    begin(send(now, key, names, templates));
    try {
      const uuid = await enterRecord(list, collectionUuid);
      become(stands(latest.current.entry, key, { uuid, sgtt: first('sgtt'), pressmark: first('pressmark') }));
      // Of what is shown here nothing changes: whoever comes next looks.
      void queryClient.invalidateQueries({ queryKey: ['catalogue'], refetchType: 'none' });
    } catch (error) {
      const code = error instanceof ApiProblem ? error.problem.code : 'internal';
      become(failed(latest.current.entry, key, code, refusals(error, list)));
      // Nobody typed anything since: it comes back by itself.
      if (isUntouched(latest.current.entry, latest.current.carried, templates)) bringBack(key);
    }
  };

  return {
    ...entry,
    carried,
    cameBack,
    isRestored,
    refused,
    round,
    change: (draft) => {
      const { draft: before } = latest.current.entry;
      become({ ...latest.current.entry, draft });
      const touched = (field: string) => JSON.stringify(before[field]) !== JSON.stringify(draft[field]);
      setRefused(Object.fromEntries(Object.entries(refused).filter(([field]) => !touched(field))));
    },
    carry: (field, on) => {
      const next = on ? [...new Set([...carried, field])] : carried.filter((one) => one !== field);
      latest.current = { ...latest.current, carried: next };
      setCarried(next);
      keepDraft(CARRIED, next);
    },
    save: () => void save(),
    takeUp: bringBack,
    corrected: (uuid, record) => {
      const { entry: now } = latest.current;
      become({
        ...now,
        entered: now.entered.flatMap((one) => (one.uuid === uuid ? (record ? [record] : []) : [one])),
      });
    },
  };
}
