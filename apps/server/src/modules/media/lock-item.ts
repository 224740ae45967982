import { reaches, type Actor, type TenantQueries } from '../../db/database.ts';
import { notFound, ProblemError } from '../../problem-error.ts';

/**
 * Locks the item that files are added to. Every change locks the item before its images, so that no deadlock
 * is possible.
 * @throws ProblemError 404; 403 where the actor may upload to own records only, and this is another's (PERM-08)
 */
export async function lockItem(
  db: TenantQueries,
  itemUuid: string,
  { actor }: { actor: Actor },
): Promise<void> {
  const item = await db
    .selectFrom('item')
    .select('created_by')
    .where('uuid', '=', itemUuid)
    .where('trashed_at', 'is', null)
    .forUpdate()
    .executeTakeFirst();
  if (!item) throw notFound('The item');
  if (!reaches(actor, 'upload', item.created_by)) {
    throw new ProblemError('forbidden', 'You may add files to the records that you made yourself.');
  }
}
