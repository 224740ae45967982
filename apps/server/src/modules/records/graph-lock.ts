import { sql } from 'kysely';
import type { WriteTransaction } from '../../db/database.ts';

/** Locks the graph of the tenant for this writer (decisions §4), until the end of the transaction. */
export async function lockGraph(tx: Pick<WriteTransaction, 'db' | 'tenantId'>): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended('armarium graph', ${tx.tenantId}))`.execute(tx.db);
}

/**
 * A shared lock for changes that touch no title, link or pressmark. They run at the same time as each other,
 * but not beside `lockGraph`.
 */
export async function shareGraph(tx: Pick<WriteTransaction, 'db' | 'tenantId'>): Promise<void> {
  await sql`select pg_advisory_xact_lock_shared(hashtextextended('armarium graph', ${tx.tenantId}))`.execute(
    tx.db,
  );
}
