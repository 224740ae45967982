import { sql } from 'kysely';
import type { WriteTransaction } from '../../db/database.ts';

/** One writer of the graph at a time in a tenant (decisions §4); released with the transaction. */
export async function lockGraph(tx: Pick<WriteTransaction, 'db' | 'tenantId'>): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended('armarium graph', ${tx.tenantId}))`.execute(tx.db);
}

/** For changes that leave titles, places and pressmarks alone: beside others of their kind, never beside `lockGraph`. */
export async function shareGraph(tx: Pick<WriteTransaction, 'db' | 'tenantId'>): Promise<void> {
  await sql`select pg_advisory_xact_lock_shared(hashtextextended('armarium graph', ${tx.tenantId}))`.execute(
    tx.db,
  );
}
