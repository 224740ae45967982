import { sql } from 'kysely';
import { problems as catalogueProblems } from '@armarium/contract/problem';
import type { RowProblem } from '@armarium/contract/batch-records';
import { jsonb, type TenantQueries, type WriteTransaction } from '../../db/database.ts';
import {
  collectionsAtPaths,
  createItems,
  editPlacedRecords,
  itemsByPressmarks,
  itemsBySortPressmarks,
  itemsByUuids,
  rootUuid,
  titlePaths,
  type ItemRow,
} from '../catalogue/public.ts';
import { fieldTemplates, lockGraph, normalisePressmark, sortPressmark } from '../records/public.ts';
import { withoutZeros, type CellForm } from './cell-value.rules.ts';
import {
  judgeKnownRow,
  judgeNewRow,
  pressmarkOf,
  problem,
  titleOf,
  type RowChange,
  type RowContext,
  type RowJudgement,
  type SheetWanted,
} from './sheet-row.rules.ts';
import { rowCauseText } from './row-cause.ts';

/** A stored row (`spreadsheet_row`), which is kept as long as its spreadsheet. */
export interface SheetRow {
  readonly row_number: number;
  /** The uuid for the new record, where it makes one. */
  readonly uuid: string;
  readonly wanted: SheetWanted;
  readonly pressmark_norm: string;
  /** The record that it is about, and its version in the dry run. */
  readonly record_uuid: string | null;
  readonly seen_version: number | null;
}

/** The result of a row. */
export interface RowOutcome extends RowJudgement {
  readonly row: SheetRow;
  /** The existing record that it is about. */
  readonly record: Pick<ItemRow, 'uuid' | 'version'> | undefined;
}

/** The spreadsheet of the rows. */
export interface SheetSource {
  readonly spreadsheet: string;
  readonly form: CellForm;
  /** Whether the rows went through a dry run, which has found their records; otherwise they are looked up. */
  readonly isChecked: boolean;
}

/**
 * Writes rows of a spreadsheet: edits existing records, makes new ones, refuses the other rows with causes.
 * The dry run calls it in a transaction that it rolls back; then conflicts are written too, so that their
 * problems are found. The number of statements does not depend on the number of rows.
 * @param rows in the order of the file
 */
export async function writeSheetRows(
  tx: WriteTransaction,
  source: SheetSource,
  rows: readonly SheetRow[],
): Promise<RowOutcome[]> {
  await lockGraph(tx);
  const root = await rootUuid(tx.db);
  const context: RowContext = {
    actor: tx.actor,
    templates: await fieldTemplates(tx.db, 'ITEM'),
    form: source.form,
    root,
    places: await collectionsAtPaths(
      tx.db,
      root,
      rows.flatMap(({ wanted }) => wanted.paths ?? []),
    ),
  };
  const outcomes = source.isChecked
    ? await judgeChecked(tx.db, context, rows)
    : await judgeUnknown(tx.db, source, context, rows);
  await editPlacedRecords(
    tx,
    'ITEM',
    outcomes.flatMap(({ item, edit }) => (item && edit ? [{ row: item, edit }] : [])),
  );
  await createItems(
    tx,
    outcomes.flatMap(({ row, make }) =>
      make ? [{ uuid: row.uuid, metadata: make.metadata, parentCollectionsUuids: make.parents }] : [],
    ),
  );
  return withPaths(tx.db, outcomes);
}

type Outcome = RowOutcome & { readonly item?: ItemRow };

/** With the records that the dry run found; a record that changed since then is left alone. */
async function judgeChecked(
  db: TenantQueries,
  context: RowContext,
  rows: readonly SheetRow[],
): Promise<Outcome[]> {
  const uuids = rows.flatMap(({ record_uuid }) => record_uuid ?? []);
  await db
    .selectFrom('item')
    .select('uuid')
    .where(sql<boolean>`uuid = any(${uuids}::uuid[])`)
    .orderBy('uuid')
    .forNoKeyUpdate()
    .execute();
  const known = await itemsByUuids(db, uuids);
  const items = new Map(known.map((item) => [item.uuid, item]));
  const taken = await takenPressmarks(
    db,
    rows.filter(({ record_uuid }) => record_uuid === null),
  );
  return rows.map((row): Outcome => {
    const refused = (code: string): Outcome => ({
      row,
      record: undefined,
      result: 'refused',
      problems: [problem(code)],
      changes: [],
    });
    if (row.record_uuid === null) {
      if (taken.has(row.pressmark_norm)) return refused('pressmark-taken');
      return { row, record: undefined, ...judgeNewRow(context, row.wanted) };
    }
    const item = items.get(row.record_uuid);
    if (!item) return refused('not-found');
    if (item.version !== row.seen_version) return refused('edited-since');
    return { row, record: item, item, ...judgeKnownRow(context, item, row.wanted) };
  });
}

async function takenPressmarks(db: TenantQueries, rows: readonly SheetRow[]): Promise<ReadonlySet<string>> {
  const wanted = rows.flatMap(({ pressmark_norm }) => (pressmark_norm === '' ? [] : [pressmark_norm]));
  return new Set((await itemsByPressmarks(db, wanted)).map(({ pressmark_norm }) => pressmark_norm));
}

/** Finds records by uuid, else by pressmark; a record of an earlier row is not changed again. */
async function judgeUnknown(
  db: TenantQueries,
  { spreadsheet }: SheetSource,
  context: RowContext,
  rows: readonly SheetRow[],
): Promise<Outcome[]> {
  const named = rows.flatMap(({ wanted }) => wanted.uuid ?? []);
  const found = await itemsByPressmarks(
    db,
    rows.flatMap(({ wanted, pressmark_norm }) =>
      wanted.uuid === undefined && pressmark_norm !== '' ? [pressmark_norm] : [],
    ),
  );
  const byPressmark = new Map(found.map((item) => [item.pressmark_norm, item.uuid]));
  const items = new Map(
    (await itemsByUuids(db, [...new Set([...named, ...byPressmark.values()])])).map((item) => [
      item.uuid,
      item,
    ]),
  );
  const near = await nearlyTheSame(db, rows);
  const earlier = await EarlierRows.of(db, spreadsheet, rows, [...items.keys()]);
  return rows.map((row): Outcome => {
    const { wanted } = row;
    const uuid = wanted.uuid?.toLowerCase() ?? byPressmark.get(row.pressmark_norm);
    const item = uuid === undefined ? undefined : items.get(uuid);
    const outcome = (): Outcome => {
      const refused = (code: string, target: string, value: string, params = {}): Outcome => ({
        row,
        record: item,
        result: 'refused',
        problems: [...(wanted.problems ?? []), problem(code, { target, value, params })],
        changes: [],
      });
      const other = earlier.take(row, uuid);
      const pressmark = pressmarkOf(wanted);
      if (other !== undefined) {
        const [target, value] = wanted.uuid ? ['uuid', wanted.uuid] : ['field:pressmark', pressmark];
        return refused('twice-in-file', target, value, { row: String(other) });
      }
      if (item) return { row, record: item, item, ...judgeKnownRow(context, item, wanted) };
      if (wanted.uuid !== undefined) return refused('unknown-uuid', 'uuid', wanted.uuid);
      const judged = judgeNewRow(context, wanted);
      const zeroed = near.get(row.pressmark_norm);
      if (judged.result !== 'created' || zeroed === undefined) return { row, record: undefined, ...judged };
      const lost = problem('zeros-lost', {
        target: 'field:pressmark',
        value: pressmark,
        params: { now: zeroed },
      });
      return { row, record: undefined, ...judged, result: 'conflict', problems: [lost] };
    };
    const made = outcome();
    // A row that can't be written must not keep its record or pressmark from a later one.
    if (made.result === 'refused') earlier.release(row, uuid);
    return made;
  });
}

/** Existing pressmarks that differ from a row's number only in leading zeros, by the row's pressmark. */
async function nearlyTheSame(
  db: TenantQueries,
  rows: readonly SheetRow[],
): Promise<ReadonlyMap<string, string>> {
  const numbers = rows.flatMap(({ wanted, pressmark_norm }) =>
    wanted.uuid === undefined && /^[1-9]\d*$/.test(pressmark_norm) ? [pressmark_norm] : [],
  );
  const places = new Map(numbers.map((number) => [sortPressmark(number), number]));
  const near = new Map<string, string>();
  for (const { pressmark, sort_pressmark } of await itemsBySortPressmarks(db, [...places.keys()])) {
    const number = places.get(sort_pressmark);
    const existing = normalisePressmark(pressmark);
    if (number !== undefined && existing !== number && withoutZeros(existing) === number) {
      near.set(number, pressmark);
    }
  }
  return near;
}

/** By record: the earlier row of the file that is about it. */
class EarlierRows {
  readonly #holders: Map<string, number>;

  private constructor(holders: Map<string, number>) {
    this.#holders = holders;
  }

  static async of(
    db: TenantQueries,
    spreadsheet: string,
    rows: readonly SheetRow[],
    found: readonly string[],
  ): Promise<EarlierRows> {
    const first = rows[0]?.row_number ?? 0;
    const norms = rows.flatMap(({ pressmark_norm }) => (pressmark_norm === '' ? [] : [pressmark_norm]));
    const { rows: before } = await sql<{ key: string; row: number }>`
      select record_uuid::text as key, min(row_number) as row from spreadsheet_row
      where spreadsheet_uuid = ${spreadsheet}::uuid and record_uuid = any(${found}::uuid[])
        and row_number < ${first} and result <> 'refused' group by 1
      union all
      select 'p:' || pressmark_norm, min(row_number) from spreadsheet_row
      where spreadsheet_uuid = ${spreadsheet}::uuid and pressmark_norm = any(${norms}::text[])
        and row_number < ${first} and result <> 'refused' group by 1`.execute(db);
    return new EarlierRows(new Map(before.map(({ key, row }) => [key, row])));
  }

  /** @returns the earlier row that is about the same record */
  take(row: SheetRow, uuid: string | undefined): number | undefined {
    const keys = this.#keys(row, uuid);
    const holder = keys.map((key) => this.#holders.get(key)).find((other) => other !== undefined);
    if (holder !== undefined && holder !== row.row_number) return holder;
    for (const key of keys) this.#holders.set(key, row.row_number);
    return undefined;
  }

  release(row: SheetRow, uuid: string | undefined): void {
    for (const key of this.#keys(row, uuid)) {
      if (this.#holders.get(key) === row.row_number) this.#holders.delete(key);
    }
  }

  #keys({ pressmark_norm }: SheetRow, uuid: string | undefined): string[] {
    return [...(uuid === undefined ? [] : [uuid]), ...(pressmark_norm === '' ? [] : [`p:${pressmark_norm}`])];
  }
}

/** Replaces the uuids of collections by their paths, for people. */
async function withPaths(db: TenantQueries, outcomes: readonly Outcome[]): Promise<RowOutcome[]> {
  const isPaths = ({ name }: RowChange) => name === 'paths';
  const named = outcomes.flatMap(({ changes }) => changes.filter(isPaths));
  const paths = await titlePaths(db, [
    ...new Set(named.flatMap(({ before, after }) => [...before, ...after])),
  ]);
  const text = (uuid: string) => {
    const path = paths.get(uuid) ?? [];
    return path.length === 0 ? '/' : path.join(' / ');
  };
  return outcomes.map(({ item: _item, ...outcome }) => ({
    ...outcome,
    changes: outcome.changes.map((change) =>
      isPaths(change)
        ? { ...change, before: change.before.map(text), after: change.after.map(text) }
        : change,
    ),
  }));
}

/** The rows of a spreadsheet for some records of its batch, in the order of the file. */
export async function rowsOfRecords(
  db: TenantQueries,
  { spreadsheet, accept }: { readonly spreadsheet: string; readonly accept: readonly string[] },
  records: readonly string[],
): Promise<{ good: readonly SheetRow[]; leftOut: readonly LeftOutRow[] }> {
  const { rows } = await sql<LeftOutRow & { good: boolean }>`
    select row_number, uuid, wanted, pressmark_norm, record_uuid, seen_version, problems, ${isWritten(accept)} as good
    from spreadsheet_row where spreadsheet_uuid = ${spreadsheet}::uuid
      and (record_uuid = any(${records}::uuid[]) and ${isWritten(accept)} or uuid = any(${records}::uuid[]))
    order by row_number`.execute(db);
  return { good: rows.filter(({ good }) => good), leftOut: rows.filter(({ good }) => !good) };
}

/** A row that the dry run refused, or a conflict that nobody accepted. */
export interface LeftOutRow extends SheetRow {
  readonly problems: RowOutcome['problems'];
}

/** Whether a row is written: it is valid, or an accepted conflict. */
export function isWritten(accept: readonly string[]) {
  return sql<boolean>`(result in ('created', 'changed')
    or result = 'conflict' and problems->0->>'code' = any(${accept}::text[]))`;
}

/** Stores the pressmarks and titles of rows that make no record. */
export async function nameLeftOut(
  db: TenantQueries,
  batch: string,
  rows: readonly LeftOutRow[],
): Promise<void> {
  if (rows.length === 0) return;
  const named = rows.map(({ uuid, wanted }) => ({
    uuid,
    title: titleOf(wanted),
    pressmark: pressmarkOf(wanted),
  }));
  await sql`
    update batch_record set title = named.title, pressmark = named.pressmark
    from jsonb_to_recordset(${jsonb(named)}) as named (uuid uuid, title text, pressmark text)
    where batch_uuid = ${batch}::uuid and record_uuid = named.uuid
      and record_uuid = any(${named.map(({ uuid }) => uuid)}::uuid[])`.execute(db);
}

const VALUE_KEPT = 2_000;

/** A text, cut to the length that is stored. */
export const boundedText = (text: string): string =>
  text.length > VALUE_KEPT ? `${text.slice(0, VALUE_KEPT).toWellFormed()}…` : text;

export const boundedProblem = (one: RowProblem): RowProblem => ({ ...one, value: boundedText(one.value) });

/** The code that the batch shows for the problems of a row. */
export function rowCode(problems: RowOutcome['problems']): string {
  const [first] = problems;
  return problems.length === 1 && first && first.code in catalogueProblems ? first.code : 'invalid';
}

/** The details that the batch shows for a row. */
export function rowDetail(
  { row_number }: Pick<SheetRow, 'row_number'>,
  problems: RowOutcome['problems'],
): string {
  const causes = problems.map((one) => {
    const { what, next } = rowCauseText(one, 'en');
    const where = one.target === null ? '' : `${one.target.replace(/^field:/, '')}: `;
    return `${where}${what} ${next}`;
  });
  return `Row ${row_number}: ${causes.join(' ')}`;
}
