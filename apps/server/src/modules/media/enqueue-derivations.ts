import { sql } from 'kysely';
import type { TenantQueries } from '../../db/database.ts';
import { enqueueEach } from '../../queue/enqueue.ts';
import { inChunks } from './row-chunks.ts';

/** After imports, which people wait for: an image that is turned is shown as it was meanwhile. */
export const TURN_PRIORITY = 20;
/** After both, for nobody waits at a screen for thousands of files of a folder. */
export const BULK_PRIORITY = 30;
/** For more at once nobody waits at a screen. */
const WAITED_FOR = 100;

/** Enqueues the making of derivatives; an import that waits already is not enqueued twice. */
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
 * Likewise, only where no job waits or runs: beside one that runs a further one would be enqueued, and the file be
 * prepared twice at once.
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
 * Enqueues the jobs of imports that are open: of all, since a backup holds the imports and no jobs, or of items that
 * come out of the trash.
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
