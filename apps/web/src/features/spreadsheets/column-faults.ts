import type { FieldProblem } from '@armarium/contract/problem';
import type { SpreadsheetMapping } from '@armarium/contract/spreadsheet-mappings';

/** Why the target of a column may be refused. */
const refusals = ['twice', 'unknown-field'] as const;
export type ColumnFault = (typeof refusals)[number];

const isKey = (target: string | null) => target === 'uuid' || target === 'field:pressmark';
const isSingle = (target: string | null) => isKey(target) || target === 'version';

/** What can be seen to be wrong before the server is asked: what may stand once stands in several columns. */
export function repeatedTargets({ columns }: SpreadsheetMapping): ReadonlyMap<number, ColumnFault> {
  const times = new Map<string | null, number>();
  for (const { target } of columns) times.set(target, (times.get(target) ?? 0) + 1);
  return new Map(
    columns.flatMap(({ target }, index) =>
      isSingle(target) && times.get(target) !== 1 ? [[index, 'twice'] as const] : [],
    ),
  );
}

/** What the server said of single columns, named `mapping.columns[…].target`. */
export function refusedColumns(problems: readonly FieldProblem[]): ReadonlyMap<number, ColumnFault> {
  return new Map(
    problems.flatMap(({ name, code }) => {
      const fault = refusals.find((known) => known === code);
      const index = /^mapping\.columns\[(\d+)\]\.target$/.exec(name)?.[1];
      return fault && index !== undefined ? [[Number(index), fault] as const] : [];
    }),
  );
}

/**
 * The column to begin with where none says which record a row is; undefined where one does. One that is not imported
 * yet may hold what identifies the record.
 */
export function columnForKey({ columns }: SpreadsheetMapping): number | undefined {
  if (columns.some(({ target }) => isKey(target))) return undefined;
  return Math.max(
    0,
    columns.findIndex(({ target }) => target === null),
  );
}
