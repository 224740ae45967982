import { sql } from 'kysely';
import type { TenantQueries } from '../../db/database.ts';
import type { SheetRow } from './sheet-row.queries.ts';

/** The row of the file that each record and each pressmark belongs to: the first one that is not refused. */
export class EarlierRows {
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
