import type { Pool } from './pool.ts';

/** What the scheduled checks of originals have found, over all tenants. */
export interface CheckReport {
  readonly originals: number;
  /** Neither sent nor checked within the time that is set. */
  readonly overdue: number;
  /** By what was wrong at the last look. */
  readonly faults: Readonly<Record<'missing' | 'damaged' | 'unreadable', number>>;
}

/** An answer that comes later than this is worth nothing to a scrape. */
const PATIENCE_MS = 2_000;

/** @param reader of the migrator's role, over row-level security */
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

/** How many originals were missing, damaged or unreadable when they were last looked at. */
export async function faultyOriginals(reader: Pool): Promise<CheckReport['faults']> {
  const { rows } = await reader.query<{ check_fault: keyof CheckReport['faults']; count: number }>({
    text: 'select check_fault, count(*) from upload where check_fault is not null group by 1',
    query_timeout: PATIENCE_MS,
  } as { text: string });
  const faults = { missing: 0, damaged: 0, unreadable: 0 };
  for (const { check_fault, count } of rows) faults[check_fault] = count;
  return faults;
}
