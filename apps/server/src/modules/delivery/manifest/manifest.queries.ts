import { sql } from 'kysely';
import type { MetadataEntry } from '@armarium/contract/records';
import type { TenantQueries } from '../../../db/database.ts';
import { mayBeTold, type Viewer } from './collection.queries.ts';
import type { Parent } from './collection-source.ts';
import { rightsOf } from './manifest-rights.ts';
import type { ManifestImage, ManifestSource } from './manifest-source.ts';

/** An item, who may see it, and which stand of it a manifest tells. */
export interface ManifestStand {
  readonly visibility: string;
  readonly createdBy: string | null;
  /** The longest side of what visitors get of an image, null for all of it. */
  readonly publicMax_px: number | null;
  /** Another one whenever anything that its manifests tell may have changed: of the item, its files, its parents, the fields. */
  readonly stamp: string;
}

/**
 * The stand of an item without the item: what a question whether it is still the same costs. Rows are known by the
 * transactions that wrote them, so that whoever writes need not think of manifests.
 */
export async function manifestStand(db: TenantQueries, uuid: string): Promise<ManifestStand | undefined> {
  const { rows } = await sql<ManifestStand>`
    select visibility, created_by as "createdBy",
      (select public_max_px from image_delivery) as "publicMax_px", concat_ws(' ', item.xmin, item.version,
      (select md5(string_agg(concat_ws(' ', asset.uuid, asset.xmin, version.xmin), ',' order by asset.uuid))
        from asset join asset_version version on version.tenant_id = asset.tenant_id
          and version.asset_uuid = asset.uuid and version.number = asset.current_version
        where asset.tenant_id = item.tenant_id and asset.item_uuid = item.uuid),
      (select md5(string_agg(concat_ws(' ', parent.uuid, parent.xmin), ',' order by parent.uuid))
        from item_link link join collection parent
          on parent.tenant_id = link.tenant_id and parent.uuid = link.collection_uuid
        where link.item_uuid = item.uuid),
      (select md5(string_agg(concat_ws(' ', name, metadata_template.xmin), ',' order by name))
        from metadata_template where resource_type = 'ITEM')) as stamp
    from item where uuid = ${uuid}::uuid and trashed_at is null`.execute(db);
  return rows[0];
}

interface Row {
  sgtt: string;
  sgti: string;
  metadata: readonly MetadataEntry[];
  images: readonly ManifestImage[];
  parents: readonly Parent[];
  fields: readonly { readonly name: string; readonly label: string }[];
}

/** Told by the manifest itself. */
const elsewhere = ['sgtt', 'sgti'];

/**
 * All of it in one query, however many images there are.
 * @param viewer decides which of its collections are told
 * @returns undefined where there is no such item, or none of its images is ready
 */
export async function manifestSource(
  db: TenantQueries,
  uuid: string,
  provider: string,
  viewer: Viewer,
): Promise<ManifestSource | undefined> {
  const { rows } = await sql<Row>`
    select sgtt, sgti, metadata,
      (select coalesce(jsonb_agg(jsonb_build_object('uuid', asset.uuid, 'label', asset.sgtt,
          'width_px', version.width_px, 'height_px', version.height_px,
          'thumbnail', jsonb_build_object('width_px', version.thumbnail -> 'width_px',
            'height_px', version.thumbnail -> 'height_px'))
          order by asset.position, asset.uuid), '[]')
        from asset join asset_version version on version.tenant_id = asset.tenant_id
          and version.asset_uuid = asset.uuid and version.number = asset.current_version
        where asset.tenant_id = item.tenant_id and asset.item_uuid = item.uuid and asset.kind = 'image'
          and asset.trashed_at is null and version.pyramid is not null and version.thumbnail is not null) as images,
      (select coalesce(jsonb_agg(jsonb_build_object('name', name, 'label', label)
          order by array_position(array['HIGH', 'MEDIUM', 'LOW'], priority), sort_order), '[]')
        from metadata_template where metadata_template.tenant_id = item.tenant_id and resource_type = 'ITEM'
          and archived_at is null) as fields,
      (select coalesce(jsonb_agg(jsonb_build_object('uuid', parent.uuid, 'title', parent.sgtt)
          order by parent.sort_title, parent.uuid), '[]')
        from item_link link join collection parent
          on parent.tenant_id = link.tenant_id and parent.uuid = link.collection_uuid
        where link.item_uuid = item.uuid and parent.trashed_at is null
          and ${mayBeTold('parent', viewer)}) as parents
    from item where uuid = ${uuid}::uuid and trashed_at is null`.execute(db);
  const [row] = rows;
  const [first, ...others] = row?.images ?? [];
  if (!row || !first) return undefined;
  return {
    uuid,
    title: row.sgtt,
    description: row.sgti,
    metadata: labelled(row),
    rights: rightsOf(row.metadata),
    provider,
    parents: row.parents,
    images: [first, ...others],
  };
}

/**
 * The values of each field together, in the order of the fields. One that the organisation has no field for any more
 * comes last and is called by its name.
 */
function labelled({ metadata, fields }: Pick<Row, 'metadata' | 'fields'>): ManifestSource['metadata'] {
  const values = new Map<string, string[]>();
  for (const { name, value } of metadata) {
    if (elsewhere.includes(name) || value === '') continue;
    values.set(name, [...(values.get(name) ?? []), String(value)]);
  }
  const known = new Set(fields.map(({ name }) => name));
  const others = [...values.keys()].filter((name) => !known.has(name));
  return [...fields, ...others.map((name) => ({ name, label: name }))].flatMap(({ name, label }) => {
    const all = values.get(name);
    return all ? [{ label, values: all }] : [];
  });
}
