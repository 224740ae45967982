import type { TenantQueries } from '../../db/database.ts';
import { ProblemError } from '../../problem-error.ts';
import { normalisePressmark } from '../records/public.ts';

/**
 * Refuses a pressmark that is taken, before the constraint of the database does: this error names the holder.
 * @param exceptItem the item that may have it
 * @throws ProblemError 409 `pressmark-taken` naming the holder
 */
export async function requireFreePressmark(
  db: TenantQueries,
  pressmark: string,
  exceptItem?: string,
): Promise<void> {
  const holder = await db
    .selectFrom('item')
    .select(['sgtt', 'pressmark'])
    .where('pressmark_norm', '=', normalisePressmark(pressmark))
    .where('trashed_at', 'is', null)
    .$if(exceptItem !== undefined, (query) => query.where('uuid', '!=', exceptItem ?? ''))
    .executeTakeFirst();
  if (!holder) return;
  throw new ProblemError('pressmark-taken', `"${holder.sgtt}" has the pressmark ${holder.pressmark}.`, {
    fields: [{ name: 'pressmark', code: 'pressmark-taken', message: 'This pressmark ID already exists' }],
  });
}
