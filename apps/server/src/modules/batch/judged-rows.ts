import type { TenantQueries } from '../../db/database.ts';
import { itemsByPressmarks, itemsBySortPressmarks, itemsByUuids, type ItemRow } from '../catalogue/public.ts';
import { normalisePressmark, sortPressmark } from '../records/public.ts';
import { withoutZeros } from './cell-value.rules.ts';
import { EarlierRows } from './earlier-rows.ts';
import { lockedItems } from './locked-items.ts';
import { problem } from './row-problem.rules.ts';
import type { SheetRow } from './sheet-row.queries.ts';
import {
  judgeKnownRow,
  judgeNewRow,
  refused,
  type RowContext,
  type RowJudgement,
} from './sheet-row.rules.ts';
import { pressmarkOf } from './sheet-values.rules.ts';

/** The result of a row. */
export interface RowOutcome extends RowJudgement {
  readonly row: SheetRow;
  /** The existing record that it is about. */
  readonly record: ItemRow | undefined;
}

/** With the records that the dry run found; a record that changed since then is left alone. */
export async function judgeChecked(
  db: TenantQueries,
  context: RowContext,
  rows: readonly SheetRow[],
): Promise<RowOutcome[]> {
  const uuids = rows.flatMap(({ record_uuid }) => record_uuid ?? []);
  const items = await lockedItems(db, uuids);
  const taken = await takenPressmarks(
    db,
    rows.filter(({ record_uuid }) => record_uuid === null),
  );
  return rows.map((row): RowOutcome => {
    const refusal = (code: string): RowOutcome => ({ row, record: undefined, ...refused([problem(code)]) });
    if (row.record_uuid === null) {
      if (taken.has(row.pressmark_norm)) return refusal('pressmark-taken');
      return { row, record: undefined, ...judgeNewRow(context, row.wanted) };
    }
    const item = items.get(row.record_uuid);
    if (!item) return refusal('not-found');
    if (item.version !== row.seen_version) return refusal('edited-since');
    return { row, record: item, ...judgeKnownRow(context, item, row.wanted) };
  });
}

async function takenPressmarks(db: TenantQueries, rows: readonly SheetRow[]): Promise<ReadonlySet<string>> {
  const wanted = rows.flatMap(({ pressmark_norm }) => (pressmark_norm === '' ? [] : [pressmark_norm]));
  return new Set((await itemsByPressmarks(db, wanted)).map(({ pressmark_norm }) => pressmark_norm));
}

/** Finds records by uuid, else by pressmark; a record of an earlier row is not changed again. */
export async function judgeUnknown(
  db: TenantQueries,
  spreadsheet: string,
  context: RowContext,
  rows: readonly SheetRow[],
): Promise<RowOutcome[]> {
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
  return rows.map((row): RowOutcome => {
    const { wanted } = row;
    const uuid = wanted.uuid?.toLowerCase() ?? byPressmark.get(row.pressmark_norm);
    const item = uuid === undefined ? undefined : items.get(uuid);
    const outcome = (): RowOutcome => {
      const refusal = (code: string, target: string, value: string, params = {}): RowOutcome => ({
        ...{ row, record: item },
        ...refused([...(wanted.problems ?? []), problem(code, { target, value, params })]),
      });
      const other = earlier.take(row, uuid);
      const pressmark = pressmarkOf(wanted);
      if (other !== undefined) {
        const [target, value] = wanted.uuid ? ['uuid', wanted.uuid] : ['field:pressmark', pressmark];
        return refusal('twice-in-file', target, value, { row: String(other) });
      }
      if (item) return { row, record: item, ...judgeKnownRow(context, item, wanted) };
      if (wanted.uuid !== undefined) return refusal('unknown-uuid', 'uuid', wanted.uuid);
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
