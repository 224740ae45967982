import { sql, type RawBuilder } from 'kysely';
import type { TenantQueries } from '../../../db/database.ts';
import { captionsOfAsset } from '../../media/public.ts';
import { openLinksOf, type Seen } from '../../admission/public.ts';

/** Who may see a record, and what its page is called. */
export interface SeenRecord extends Seen {
  readonly title: string;
}

export type ShownKind = 'image' | 'audio' | 'video' | 'model3d';

/** One image, recording or model, in the order of its item. */
export interface ShownMedium {
  readonly uuid: string;
  readonly label: string;
  /** Of a recording. */
  readonly duration_s?: number;
  /** Whether there are the peaks of its wave: a video may be silent. */
  readonly hasPeaks?: boolean;
  /** Of a recording what is said in it, by language and label. */
  readonly captions?: readonly { readonly uuid: string; readonly language: string; readonly label: string }[];
}

/** That what a page loads of a version is there: tiles of an image, one derivative of the others. */
const isReady: Readonly<Record<ShownKind, RawBuilder<boolean>>> = {
  image: sql`version.pyramid is not null`,
  audio: hasDerivative('playable'),
  video: hasDerivative('playable'),
  model3d: hasDerivative('model'),
};

function hasDerivative(role: string): RawBuilder<boolean> {
  return sql`exists (select from derivative made where made.tenant_id = version.tenant_id
    and made.asset_uuid = version.asset_uuid and made.version_number = version.number and made.role = ${role})`;
}

/** What a page gets of one medium; of a recording also what its player shows before it plays. */
const mediumColumns: Readonly<Record<ShownKind, RawBuilder<unknown>>> = {
  image: sql`jsonb_build_object('uuid', asset.uuid, 'label', asset.sgtt)`,
  audio: recordingColumns(),
  video: recordingColumns(),
  model3d: sql`jsonb_build_object('uuid', asset.uuid, 'label', asset.sgtt)`,
};

function recordingColumns(): RawBuilder<unknown> {
  return sql`jsonb_build_object('uuid', asset.uuid, 'label', asset.sgtt, 'duration_s', version.duration_s,
    'hasPeaks', ${hasDerivative('peaks')}, 'captions', ${captionsOfAsset})`;
}

export interface ShownItem extends SeenRecord {
  /** Those of the kind that are ready. */
  readonly media: readonly ShownMedium[];
}

/**
 * What a viewer's page shows: of an item all that is ready, of an asset that alone.
 * @returns undefined where there is no such item and no such asset of the kind
 */
export async function shownItem(
  db: TenantQueries,
  uuid: string,
  kind: ShownKind,
): Promise<ShownItem | undefined> {
  const { rows } = await sql<{
    visibility: string;
    created_by: string | null;
    links: Seen['links'];
    title: string;
    media: readonly ShownMedium[];
  }>`
    with wanted as (
      select tenant_id, uuid as item_uuid, null::uuid as asset_uuid from item where uuid = ${uuid}::uuid
      union all
      select tenant_id, item_uuid, uuid from asset
        where uuid = ${uuid}::uuid and kind = ${kind} and trashed_at is null
    )
    select item.visibility, item.created_by, ${openLinksOf('item')} as links, item.sgtt as title,
      (select coalesce(jsonb_agg(${mediumColumns[kind]}
          order by asset.position, asset.uuid), '[]')
        from asset join asset_version version on version.tenant_id = asset.tenant_id
          and version.asset_uuid = asset.uuid and version.number = asset.current_version
        where asset.tenant_id = item.tenant_id and asset.item_uuid = item.uuid and asset.kind = ${kind}
          and (wanted.asset_uuid is null or asset.uuid = wanted.asset_uuid)
          and asset.trashed_at is null and ${isReady[kind]}) as media
    from wanted join item on item.tenant_id = wanted.tenant_id and item.uuid = wanted.item_uuid
    where item.trashed_at is null`.execute(db);
  const [row] = rows;
  if (!row) return undefined;
  const { created_by: createdBy, ...item } = row;
  return { ...item, createdBy };
}

/** The record of a manifest: an item with something to show, or a collection. */
export async function seenRecord(
  db: TenantQueries,
  uuid: string,
  kind: 'item' | 'collection' | 'story',
): Promise<SeenRecord | undefined> {
  const row = await db
    .selectFrom(kind)
    .select(['visibility', 'created_by as createdBy', 'sgtt as title'])
    .select(openLinksOf(kind).as('links'))
    .where('uuid', '=', uuid)
    .where('trashed_at', 'is', null)
    .executeTakeFirst();
  return row;
}
