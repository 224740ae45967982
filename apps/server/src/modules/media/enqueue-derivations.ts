import { sql } from 'kysely';
import type { TenantQueries } from '../../db/database.ts';
import { enqueueEach, type JobUrgency } from '../../queue/enqueue.ts';
import { inChunks } from './row-chunks.ts';

/** For more files than this nobody waits at a screen. */
const WAITED_FOR = 100;

/**
 * Enqueues the making of derivatives, in the order given; an import whose job is waiting already is skipped. It
 * takes the turn of the account that sent the file. A person waits for a file that replaces another, and for
 * the first image of an item (decisions §15).
 * @param urgency where it does not follow from the file: nobody waits for the files of a folder
 */
export async function enqueueDerivations(
  db: TenantQueries,
  importIds: readonly string[],
  urgency?: JobUrgency,
): Promise<void> {
  await enqueueEach(
    db,
    sql`
      select case upload.kind when 'image' then 'derive-image' else 'derive-media' end as task,
        jsonb_build_object('importId', import.uuid) as payload,
        'derive-media:' || import.uuid as job_key,
        coalesce(${urgency ?? null}::text, case
          when import.version_number > 1 or (asset.kind = 'image' and asset.position = 1) then 'person'
          else 'background' end) as urgency,
        import.account_uuid::text as account
      from unnest(${importIds}::uuid[]) with ordinality as wanted (uuid, place)
        join asset_import import on import.uuid = wanted.uuid
        join asset on asset.uuid = import.asset_uuid
        join asset_version version on version.asset_uuid = import.asset_uuid and version.number = import.version_number
        join upload on upload.uuid = version.upload_uuid
      order by wanted.place`,
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
  const urgency = itemUuids === undefined || open.length > WAITED_FOR ? 'background' : undefined;
  await inChunks(open, (chunk) =>
    enqueueDerivations(
      db,
      chunk.map(({ uuid }) => uuid),
      urgency,
    ),
  );
}
