import { sql } from 'kysely';
import type { Database } from '../../../db/database.ts';
import type { JobHandler } from '../../../queue/jobs.ts';
import { mailSettings, writeEffectMessages, type MailConfig } from '../../deliveries/public.ts';
import { messagesOf } from './effect-messages.ts';
import { noteProgress } from './effect.writes.ts';

interface Payload {
  readonly tenantId: number;
  readonly effect: string;
}

/**
 * Writes the messages of an effect, which are sent by jobs of their own. From then on no record joins it. Run twice, it
 * changes nothing; after a retry by hand it writes anew what has not arrived.
 */
export function composeEffectJob(database: Database, config: MailConfig): JobHandler {
  return async (payload) => {
    const { tenantId, effect } = payload as Payload;
    await database.bookkeeping(tenantId, async (db) => {
      const row = await db
        .selectFrom('effect')
        .selectAll()
        .where('uuid', '=', effect)
        .where('composed_at', 'is', null)
        .forUpdate()
        .executeTakeFirst();
      if (!row) return;
      const messages = await messagesOf(db, row, await mailSettings(db, config));
      await writeEffectMessages(db, effect, messages, row.account_uuid);
      await sql`
        update effect set sealed_at = coalesce(sealed_at, now()), composed_at = now()
        where uuid = ${effect}`.execute(db);
      await noteProgress(db, effect);
    });
  };
}
