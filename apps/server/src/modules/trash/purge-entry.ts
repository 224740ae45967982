import { sql } from 'kysely';
import { purgeTrashEntry } from '@armarium/contract/trash';
import type { WriteTransaction } from '../../db/database.ts';
import { mayRemoveFiles } from '../../db/kept-files.ts';
import { implement, type Implementation } from '../../http/operation-route.ts';
import { notFound, ProblemError } from '../../problem-error.ts';
import { lockGraph } from '../records/public.ts';
import type { MediaParts } from '../media/public.ts';
import { foldedTitle } from './trash.queries.ts';

/** Removes an entry of the trash for ever, by hand (decisions §4). */
export function purgeEntryOperation({ storage }: MediaParts): Implementation {
  return implement(purgeTrashEntry, async ({ data, params, query }) => {
    const keys = await data.write('purge', async (tx) => {
      const purged = await purgeEntry(tx, params.uuid, query.reason);
      if (purged === 'later') {
        throw new ProblemError(
          'unavailable',
          'A backup or a verification reads the files at the moment, or others are removed. Try again in a minute.',
          { headers: { 'retry-after': '60' } },
        );
      }
      if (!purged) throw notFound('The entry of the trash');
      return purged;
    });
    for (const key of keys) await storage.remove(key);
    return undefined;
  });
}

/**
 * Removes the rows of an entry: records, images with their versions and imports, the uploads that nobody else has.
 * What stays is a tombstone of each record, and its history. The number of statements does not depend on how much
 * there is.
 * @param reason the one given with the deletion where there is none
 * @returns the keys of the files that no row names any more, to be removed after the commit; `later` where files
 *   must stay now (`mayRemoveFiles`), undefined without the entry
 */
export async function purgeEntry(
  tx: WriteTransaction,
  entryUuid: string,
  reason: string | undefined,
): Promise<string[] | 'later' | undefined> {
  const { db } = tx;
  // In this order, so that two who purge in one tenant wait for each other instead of being refused.
  await lockGraph(tx);
  if (!(await mayRemoveFiles(db))) return 'later';
  const entry = await db
    .selectFrom('trash_entry')
    .select(['uuid', 'reason'])
    .where('uuid', '=', entryUuid)
    .forUpdate()
    .executeTakeFirst();
  if (!entry) return undefined;
  const records = await db
    .selectFrom('trash_record')
    .select(['record_uuid', 'resource_type'])
    .where('entry_uuid', '=', entry.uuid)
    .execute();
  const of = (type: string) =>
    records.filter(({ resource_type }) => resource_type === type).map(({ record_uuid }) => record_uuid);
  const items = of('ITEM');
  const collections = of('COLLECTION');
  await leaveTombstones(tx, entry.uuid, reason ?? entry.reason);

  // With an item go those of its images that lie in the trash by themselves, and their entries.
  const { rows: images } = await sql<{ uuid: string }>`
    select uuid from asset
    where item_uuid = any(${items}::uuid[]) or uuid = any(${of('MEDIA')}::uuid[])`.execute(db);
  const assets = images.map(({ uuid }) => uuid);
  await sql`delete from trash_entry where resource_type = 'MEDIA' and uuid <> ${entry.uuid}::uuid
    and record_uuid = any(${assets}::uuid[])`.execute(db);
  await sql`delete from asset_import where asset_uuid = any(${assets}::uuid[])`.execute(db);
  const { rows: made } = await sql<{ key: string }>`
    delete from derivative where asset_uuid = any(${assets}::uuid[]) returning storage_key as key`.execute(
    db,
  );
  const { rows: parts } = await sql<{ upload: string }>`
    delete from asset_part where asset_uuid = any(${assets}::uuid[]) returning upload_uuid as upload`.execute(
    db,
  );
  const { rows: captions } = await sql<{ upload: string }>`
    delete from caption where asset_uuid = any(${assets}::uuid[]) returning upload_uuid as upload`.execute(
    db,
  );
  const { rows: marked } = await sql<{ keys: (string | null)[] }>`
    delete from watermarked_image where asset_uuid = any(${assets}::uuid[])
    returning array[pyramid ->> 'key', thumbnail ->> 'key'] as keys`.execute(db);
  const { rows: files } = await sql<{ upload: string; keys: (string | null)[] }>`
    delete from asset_version version where asset_uuid = any(${assets}::uuid[])
    returning version.upload_uuid as upload, array[pyramid ->> 'key', thumbnail ->> 'key'] as keys`.execute(
    db,
  );
  await sql`delete from asset where uuid = any(${assets}::uuid[])`.execute(db);
  const sent = [...files, ...parts, ...captions].map(({ upload }) => upload);
  // The pages of one file may have gone to several items.
  const { rows: originals } = await sql<{ key: string }>`
    delete from upload where uuid = any(${sent}::uuid[])
      and not exists (select from asset_version version where version.upload_uuid = upload.uuid)
      and not exists (select from asset_part part where part.upload_uuid = upload.uuid)
      and not exists (select from caption where caption.upload_uuid = upload.uuid)
    returning storage_key as key`.execute(db);
  await sql`delete from former_pressmark where item_uuid = any(${items}::uuid[])`.execute(db);
  await sql`delete from item where uuid = any(${items}::uuid[])`.execute(db);
  await sql`delete from collection_closure where descendant_uuid = any(${collections}::uuid[])`.execute(db);
  await sql`delete from collection where uuid = any(${collections}::uuid[])`.execute(db);
  await db.deleteFrom('trash_entry').where('uuid', '=', entry.uuid).execute();
  const derivatives = [...files, ...marked].flatMap(({ keys }) =>
    keys.filter((key): key is string => key !== null),
  );
  return [...originals, ...made].map(({ key }) => key).concat(derivatives);
}

/** What stays of each record: a tombstone, and the end of its history and of its images' (decisions §4). */
async function leaveTombstones(tx: WriteTransaction, entryUuid: string, reason: string): Promise<void> {
  await sql`
    insert into tombstone (tenant_id, record_uuid, resource_type, title, change_set, reason, pressmark, pressmark_norms,
      search_text, visibility, checksums)
    select record.tenant_id, record.record_uuid, record.resource_type, coalesce(item.sgtt, collection.sgtt, image.sgtt),
      ${tx.changeSet}::uuid, ${reason}, item.pressmark, array_remove(item.pressmark_norm || former.norms, null),
      concat_ws(E'\n', split_part(coalesce(item.search_text, collection.search_text), E'\n', 1),
        split_part(item.search_text, E'\n', 3), split_part(item.search_text, E'\n', 4), former.texts,
        ${foldedTitle(sql.ref('image.sgtt'))}),
      coalesce(item.visibility, collection.visibility, owner.visibility), coalesce((
        select jsonb_agg(distinct jsonb_build_object('originalFilename', upload.original_filename,
          'size_bytes', upload.size_bytes, 'sha256', upload.sha256))
        from asset
          join lateral (
            select upload_uuid from asset_version version where version.asset_uuid = asset.uuid
            union all select upload_uuid from asset_part part where part.asset_uuid = asset.uuid
            union all select upload_uuid from caption where caption.asset_uuid = asset.uuid) sent on true
          join upload on upload.uuid = sent.upload_uuid
        where asset.item_uuid = record.record_uuid or asset.uuid = record.record_uuid), '[]')
    from trash_record record
      left join item on item.uuid = record.record_uuid
      left join collection on collection.uuid = record.record_uuid
      left join asset image on image.uuid = record.record_uuid
      left join item owner on owner.uuid = image.item_uuid
      left join lateral (
        select array_agg(pressmark_norm) as norms, string_agg(search_text, E'\n') as texts
        from former_pressmark where item_uuid = record.record_uuid) as former on true
    where record.entry_uuid = ${entryUuid}::uuid`.execute(tx.db);
  await sql`
    insert into history (tenant_id, change_set, record_uuid, resource_type, action, before)
    select record.tenant_id, ${tx.changeSet}::uuid, record.record_uuid, record.resource_type, 'purge',
      jsonb_build_object('title', tombstone.title, 'checksums', tombstone.checksums)
    from trash_record record join tombstone on tombstone.record_uuid = record.record_uuid
    where record.entry_uuid = ${entryUuid}::uuid
    union all
    select asset.tenant_id, ${tx.changeSet}::uuid, asset.uuid, 'MEDIA', 'purge',
      jsonb_build_object('title', asset.sgtt, 'culturalItem', asset.item_uuid)
    from trash_record record join asset on asset.item_uuid = record.record_uuid
    where record.entry_uuid = ${entryUuid}::uuid`.execute(tx.db);
}
