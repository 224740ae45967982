import { sql } from 'kysely';
import type { WriteTransaction } from '../../db/database.ts';

/**
 * Lets the changes to the states, transitions and tasks of an organisation run one after another. Who needs `lockTemplates`
 * too takes that first, who needs `lockGraph` takes that afterwards.
 */
export async function lockWorkflow(tx: Pick<WriteTransaction, 'db' | 'tenantId'>): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended('armarium workflow', ${tx.tenantId}))`.execute(
    tx.db,
  );
}
