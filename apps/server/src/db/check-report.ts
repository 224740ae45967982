import type { Pool } from './pool.ts';

/** The results of the scheduled checks of originals, over all tenants. */
export interface CheckReport {
  readonly originals: number;
  /** Originals that were neither received nor checked within the configured time. */
  readonly overdue: number;
  /** By the fault at the last check. */
  readonly faults: Readonly<Record<'missing' | 'damaged' | 'unreadable', number>>;
}

/** A scrape can't use a later answer. */
const PATIENCE_MS = 2_000;

/** @param reader of the migrator's role, which row-level security does not restrict */
export async function checkReport(reader: Pool, originalCheck_ms: number): Promise<CheckReport> {
  const { rows } = await reader.query<{ originals: number; overdue: number }>(
    `select count(*) as originals, count(*) filter (
       where coalesce(checked_at, uploaded_at) < now() - $1 * interval '1 millisecond') as overdue
     from upload`,
    [originalCheck_ms],
  );
  const [counts = { originals: 0, overdue: 0 }] = rows;
  return { ...counts, faults: await faultyOriginals(reader) };
}

/** The numbers of originals that were missing, damaged or unreadable at their last check. */
export async function faultyOriginals(reader: Pool): Promise<CheckReport['faults']> {
  const { rows } = await reader.query<{ check_fault: keyof CheckReport['faults']; count: number }>({
    text: 'select check_fault, count(*) from upload where check_fault is not null group by 1',
    query_timeout: PATIENCE_MS,
  } as { text: string });
  const faults = { missing: 0, damaged: 0, unreadable: 0 };
  for (const { check_fault, count } of rows) faults[check_fault] = count;
  return faults;
}
