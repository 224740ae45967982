import { sql } from 'kysely';
import type { MetadataEntry } from '@armarium/contract/metadata';
import type { RecordType } from '@armarium/contract/record-types';
import { isLockTimeout } from '../../../db/constraint-problems.ts';
import { type Database, type TenantQueries } from '../../../db/database.ts';
import { enqueue } from '../../../queue/enqueue.ts';
import { TURN_MAX_MS, type JobHandler } from '../../../queue/jobs.ts';
import { listTenants } from '../../tenancy/public.ts';
import { enqueueIndexing, foundFields, indexingKey, keepDates } from '../found-fields.ts';
import { keepWords } from '../keep-words.ts';
import { kindOf } from '../kinds.ts';
import { lockGraph } from '../graph-lock.ts';

/** Records of one transaction. Nobody else writes to the graph of the tenant meanwhile. */
const LOT_RECORDS = 500;
/** Characters of metadata of one transaction. A lot ends with the record that exceeds it. */
const LOT_CHARACTERS = 5_000_000;
const firstUuid = '00000000-0000-0000-0000-000000000000';

interface Payload {
  readonly tenantId: number;
  readonly resourceType: RecordType;
  /** The record after which a further turn continues. */
  readonly after?: string;
  /** The fields for which the first turn began. */
  readonly requested?: readonly RequestedField[];
}

interface RequestedField {
  readonly uuid: string;
  readonly version: number;
}

/**
 * Goes through the records of a tenant after a field became searchable, ceased to be, or was restored, and
 * updates their words and days. Versions and history stay as they are. A record that is up to date is
 * left alone, so the job may run twice. After some seconds the job enqueues itself again, so that other jobs
 * have their turn. Without a payload it continues what was left unfinished, for example by an update of the
 * program.
 * @param turn_ms after which it enqueues itself again
 */
export function indexFieldsJob(database: Database, turn_ms = TURN_MAX_MS): JobHandler {
  return async (payload, job) => {
    const { tenantId, resourceType, ...earlier } = payload as Partial<Payload>;
    if (tenantId === undefined || resourceType === undefined) return resumeUnfinished(database);
    const requested =
      earlier.requested ?? (await database.bookkeeping(tenantId, (db) => requestedFields(db, resourceType)));
    const began = performance.now();
    let after: string | undefined = earlier.after ?? firstUuid;
    while (after !== undefined) {
      job.signal.throwIfAborted();
      const from: string = after;
      try {
        after = await database.bookkeeping(tenantId, (db) => indexLot(db, { tenantId, resourceType }, from));
      } catch (error) {
        // Somebody holds the graph for longer than the lock timeout: try the same lot again, not all of them.
        if (!isLockTimeout(error)) throw error;
      }
      if (after !== undefined && performance.now() - began >= turn_ms) {
        const rest = { resourceType, after, requested };
        await database.bookkeeping(tenantId, (db) =>
          enqueue(db, 'index-fields', rest, { jobKey: indexingKey(resourceType) }),
        );
        return;
      }
    }
    await database.bookkeeping(tenantId, async (db) => {
      for (const { uuid, version } of requested) {
        // A request with a newer version needs a run of its own.
        await db
          .updateTable('metadata_template')
          .set({ to_index: false })
          .where('uuid', '=', uuid)
          .where('version', '=', version)
          .execute();
      }
      // A further turn of this run may have replaced the job of a later request.
      const left = await requestedFields(db, resourceType);
      if (left.length > 0) await enqueueIndexing(db, resourceType);
    });
  };
}

function requestedFields(db: TenantQueries, resourceType: string): Promise<RequestedField[]> {
  return db
    .selectFrom('metadata_template')
    .select(['uuid', 'version'])
    .where('resource_type', '=', resourceType)
    .where('to_index', '=', true)
    .execute();
}

/** @returns the uuid of the last record of the lot; undefined where no record is left */
async function indexLot(
  db: TenantQueries,
  { tenantId, resourceType }: Payload,
  after: string,
): Promise<string | undefined> {
  const kind = kindOf(resourceType);
  const { table, keepsDates } = kind;
  // Writers of metadata read the fields under this lock, so all earlier writers have committed when a lot
  // begins.
  await lockGraph({ db, tenantId });
  const { searched, dates } = await foundFields(db, kind);
  const { rows } = await sql<{ uuid: string; metadata: MetadataEntry[] }>`
    with lot as materialized (
      select uuid, sum(length(metadata::text)) over (order by uuid) - length(metadata::text) as before
      from (select uuid, metadata from ${sql.table(table)} where uuid > ${after}::uuid
        order by uuid limit ${LOT_RECORDS}) as following
    )
    select uuid, metadata from ${sql.table(table)}
    where uuid in (select uuid from lot where before < ${LOT_CHARACTERS})
    order by uuid for no key update`.execute(db);
  const reworded = await keepWords({ db, tenantId }, kind, rows, searched);
  const redated = keepsDates ? await keepDates({ db, tenantId }, rows, dates) : 0;
  // Cached lists and counts depend on this change counter.
  if (reworded + redated > 0) await sql`select note_change(${tenantId})`.execute(db);
  return rows.at(-1)?.uuid;
}

async function resumeUnfinished(database: Database): Promise<void> {
  for (const { id } of await listTenants(database.system)) {
    await database.bookkeeping(id, async (db) => {
      const left = await db
        .selectFrom('metadata_template')
        .select('resource_type')
        .distinct()
        .where('to_index', '=', true)
        // Skips kinds whose job is waiting or running.
        .where(sql<boolean>`not armarium.has_job('index-fields:' || resource_type)`)
        .execute();
      for (const { resource_type } of left) await enqueueIndexing(db, resource_type);
    });
  }
}
