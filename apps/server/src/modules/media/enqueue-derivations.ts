import { sql } from 'kysely';
import type { TenantQueries } from '../../db/database.ts';
import { enqueueEach } from '../../queue/enqueue.ts';
import { inChunks } from './row-chunks.ts';

/** After imports, for which people wait. An image that is being rotated is shown as it was meanwhile. */
export const ROTATION_PRIORITY = 20;
/** After both, since nobody waits at a screen for thousands of files of a folder. */
export const BULK_PRIORITY = 30;
/** For more files than this nobody waits at a screen. */
const WAITED_FOR = 100;

/** Enqueues the making of derivatives; an import whose job is waiting already is skipped. */
export async function enqueueDerivations(
  db: TenantQueries,
  importIds: readonly string[],
  priority?: number,
): Promise<void> {
  await enqueueEach(
    db,
    'derive-media',
    importIds.map((importId) => ({ payload: { importId }, jobKey: `derive-media:${importId}` })),
    priority === undefined ? {} : { priority },
  );
}

/**
 * The same, but it skips also imports whose job is running: a further job would prepare the file twice at
 * once.
 */
export async function enqueueMissingDerivations(
  db: TenantQueries,
  importIds: readonly string[],
): Promise<void> {
  const { rows } = await sql<{ id: string }>`
    select id from unnest(${importIds}::uuid[]) id where not armarium.has_job('derive-media:' || id)`.execute(
    db,
  );
  if (rows.length === 0) return;
  await enqueueDerivations(
    db,
    rows.map(({ id }) => id),
  );
}

/**
 * Enqueues the jobs of unfinished imports: of all, since a backup contains the imports but no jobs, or of
 * restored items.
 */
export async function takeUpOpenImports(db: TenantQueries, itemUuids?: readonly string[]): Promise<void> {
  const open = await db
    .selectFrom('asset_import')
    .select('uuid')
    .where('overall_state', 'in', ['PENDING', 'IN_PROGRESS'])
    .$if(itemUuids !== undefined, (query) =>
      query.where(sql<boolean>`item_uuid = any(${itemUuids ?? []}::uuid[])`),
    )
    .execute();
  const priority = itemUuids === undefined || open.length > WAITED_FOR ? BULK_PRIORITY : undefined;
  await inChunks(open, (chunk) =>
    enqueueDerivations(
      db,
      chunk.map(({ uuid }) => uuid),
      priority,
    ),
  );
}
