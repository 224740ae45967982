import type { Template } from '@armarium/contract/templates';
import { newDraft, type RecordDraft } from './record-form.ts';

/** A record that was entered in this row, as far as the list beside the form shows it. */
export interface EnteredRecord {
  readonly uuid: string;
  readonly sgtt: string;
  readonly pressmark: string;
}

/** A record that was sent and is not known to be saved. */
export interface SentRecord {
  readonly key: number;
  readonly draft: RecordDraft;
  /** The code of the problem, `unknown` after a reload, `aside` of one that was put aside; absent on its way. */
  readonly failure?: string;
  /** The fields that were refused, in words. */
  readonly refused?: Readonly<Record<string, string>>;
}

/** Everything of a row of records that are entered one behind the other; kept over a reload. */
export interface RecordEntry {
  readonly draft: RecordDraft;
  /** The one before, from which values are carried over and copied. */
  readonly previous: RecordDraft | undefined;
  readonly sent: readonly SentRecord[];
  /** The newest first. */
  readonly entered: readonly EnteredRecord[];
  /** How many were entered, those that are no longer shown included. */
  readonly count: number;
}

/** So many are shown beside the form; all of them are in the collection. */
const ENTERED_KEPT = 300;

export const noEntry = (templates: readonly Template[]): RecordEntry => ({
  draft: newDraft(templates),
  previous: undefined,
  sent: [],
  entered: [],
  count: 0,
});

/** The form of the record that follows: default values, and those that are carried over. */
export function draftAfter(
  previous: RecordDraft | undefined,
  carried: readonly string[],
  templates: readonly Template[],
): RecordDraft {
  const start = newDraft(templates);
  const kept = carried.flatMap((name) => {
    const texts = previous?.[name];
    return texts && name in start ? [[name, texts] as const] : [];
  });
  return { ...start, ...Object.fromEntries(kept) };
}

/** Whether somebody typed something that would be lost: what the form began with is nobody's work. */
export function isUntouched(
  entry: RecordEntry,
  carried: readonly string[],
  templates: readonly Template[],
): boolean {
  return sameDraft(entry.draft, draftAfter(entry.previous, carried, templates));
}

function sameDraft(one: RecordDraft, other: RecordDraft): boolean {
  const names = new Set([...Object.keys(one), ...Object.keys(other)]);
  return [...names].every((name) => JSON.stringify(one[name]) === JSON.stringify(other[name]));
}

/** The form is on its way, and the next one begins. */
export function send(
  entry: RecordEntry,
  key: number,
  carried: readonly string[],
  templates: readonly Template[],
): RecordEntry {
  const { draft } = entry;
  return {
    ...entry,
    draft: draftAfter(draft, carried, templates),
    previous: draft,
    sent: [...entry.sent, { key, draft }],
  };
}

/** The server has saved a record. */
export function saved(entry: RecordEntry, key: number, record: EnteredRecord): RecordEntry {
  return {
    ...entry,
    sent: entry.sent.filter((one) => one.key !== key),
    entered: [record, ...entry.entered].slice(0, ENTERED_KEPT),
    count: entry.count + 1,
  };
}

/** An entered record as it is by now; undefined where it was deleted. */
export function corrected(entry: RecordEntry, uuid: string, record: EnteredRecord | undefined): RecordEntry {
  const entered = entry.entered.flatMap((one) => (one.uuid === uuid ? (record ? [record] : []) : [one]));
  return { ...entry, entered, count: entry.count - (entry.entered.length - entered.length) };
}

/** A record was not saved: it waits to be taken up again. */
export function failed(
  entry: RecordEntry,
  key: number,
  failure: string,
  refused: Readonly<Record<string, string>> = {},
): RecordEntry {
  return { ...entry, sent: entry.sent.map((one) => (one.key === key ? { ...one, failure, refused } : one)) };
}

/**
 * Puts a record that was not saved back into the form. What was typed there since takes its place and waits.
 */
export function takeUp(
  entry: RecordEntry,
  key: number,
  carried: readonly string[],
  templates: readonly Template[],
): RecordEntry {
  const again = entry.sent.find((one) => one.key === key);
  if (!again) return entry;
  const aside = isUntouched(entry, carried, templates) ? [] : [{ key, draft: entry.draft, failure: 'aside' }];
  return {
    ...entry,
    draft: again.draft,
    sent: entry.sent.flatMap((one) => (one.key === key ? aside : [one])),
  };
}

/** As it comes back after a reload: of what was on its way nobody knows how it ended. */
export function afterReload(entry: Omit<RecordEntry, 'count'> & Partial<RecordEntry>): RecordEntry {
  return {
    ...entry,
    count: entry.count ?? entry.entered.length,
    sent: entry.sent.map((one) => ({ failure: 'unknown', ...one })),
  };
}
