import { sql } from 'kysely';
import type { MetadataEntry } from '@armarium/contract/records';
import type { TenantQueries } from '../../../db/database.ts';
import type { ManifestImage, ManifestSource } from './manifest-source.ts';

/** An item as its manifests need it, and who may see it. */
export interface ManifestRecord {
  readonly visibility: string;
  readonly createdBy: string | null;
  /** The longest side of what visitors get of an image, null for all of it. */
  readonly publicMax_px: number | null;
  /** Null while it has no image that is ready. */
  readonly source: ManifestSource | null;
}

interface Row {
  visibility: string;
  created_by: string | null;
  sgtt: string;
  sgti: string;
  metadata: readonly MetadataEntry[];
  public_max_px: number | null;
  images: readonly ManifestImage[];
  fields: readonly { readonly name: string; readonly label: string }[];
}

/** Told by the manifest itself. */
const elsewhere = ['sgtt', 'sgti'];

/** All of it in one query, however many images there are; undefined where there is no such item. */
export async function manifestRecord(
  db: TenantQueries,
  uuid: string,
  provider: string,
): Promise<ManifestRecord | undefined> {
  const { rows } = await sql<Row>`
    select visibility, created_by, sgtt, sgti, metadata, (select public_max_px from image_delivery) as public_max_px,
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
          and archived_at is null) as fields
    from item where uuid = ${uuid}::uuid and trashed_at is null`.execute(db);
  const [row] = rows;
  if (!row) return undefined;
  const [first, ...others] = row.images;
  return {
    visibility: row.visibility,
    createdBy: row.created_by,
    publicMax_px: row.public_max_px,
    source: first
      ? {
          uuid,
          title: row.sgtt,
          description: row.sgti,
          metadata: labelled(row),
          provider,
          images: [first, ...others],
        }
      : null,
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
