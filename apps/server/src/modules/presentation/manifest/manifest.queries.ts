import { sql, type RawBuilder } from 'kysely';
import type { Labels } from '@armarium/contract/labels';
import type { MetadataEntry } from '@armarium/contract/metadata';
import type { TenantQueries } from '../../../db/database.ts';
import { isOffered } from '../../downloads/public.ts';
import { captionsOfAsset, type StoredPresentation } from '../../media/public.ts';
import { OPEN_START } from '../../records/public.ts';
import { isStandardLabel } from '../../tenancy/public.ts';
import { isVisibleTo, type OpenLink, openLinksOf, type Viewer } from '../../admission/public.ts';
import type { Parent, Provider } from './collection-source.ts';
import { rightsOf } from './manifest-rights.ts';
import type {
  ManifestDocument,
  ManifestImage,
  ManifestModel,
  ManifestRecording,
  ManifestSource,
} from './manifest-source.ts';
import { rangeNodes } from './structures.ts';

/** An item, who may see it, and which stand of it a manifest tells. */
export interface ManifestStand {
  readonly visibility: string;
  readonly createdBy: string | null;
  readonly links: readonly OpenLink[];
  /** The longest side of what visitors get of an image, null for all of it. */
  readonly publicMax_px: number | null;
  /** Whether images bear a watermark for some. */
  readonly isMarked: boolean;
  /** Another one whenever anything that its manifests tell may have changed: of the item, its files, its parents, the fields. */
  readonly stamp: string;
}

/**
 * The stand of an item without the item: what a question whether it is still the same costs. Rows are known by the
 * transactions that wrote them, so that whoever writes need not think of manifests.
 */
export async function manifestStand(db: TenantQueries, uuid: string): Promise<ManifestStand | undefined> {
  const { rows } = await sql<ManifestStand>`
    select visibility, created_by as "createdBy", ${openLinksOf('item')} as links,
      (select public_max_px from image_delivery) as "publicMax_px",
      exists (select from image_delivery where watermark_revision is not null) as "isMarked",
      concat_ws(' ', item.xmin, item.version,
      (select md5(string_agg(concat_ws(' ', asset.uuid, asset.xmin, version.xmin), ',' order by asset.uuid))
        from asset join asset_version version on version.tenant_id = asset.tenant_id
          and version.asset_uuid = asset.uuid and version.number = asset.current_version
        where asset.tenant_id = item.tenant_id and asset.item_uuid = item.uuid),
      (select md5(string_agg(concat_ws(' ', page.asset_uuid, leaf.xmin, holder.xmin), ',' order by page.asset_uuid))
        from asset join asset_version version on version.tenant_id = asset.tenant_id
            and version.asset_uuid = asset.uuid and version.number = asset.current_version
          join upload on upload.tenant_id = version.tenant_id and upload.uuid = version.upload_uuid
          join asset_version page on page.tenant_id = upload.tenant_id and page.upload_uuid = upload.uuid
          join asset leaf on leaf.tenant_id = page.tenant_id and leaf.uuid = page.asset_uuid
          join item holder on holder.tenant_id = leaf.tenant_id and holder.uuid = leaf.item_uuid
        where asset.tenant_id = item.tenant_id and asset.item_uuid = item.uuid and upload.kind = 'pdf'
          and holder.uuid <> item.uuid),
      (select md5(string_agg(concat_ws(' ', parent.uuid, parent.xmin), ',' order by parent.uuid))
        from item_link link join collection parent
          on parent.tenant_id = link.tenant_id and parent.uuid = link.collection_uuid
        where link.item_uuid = item.uuid),
      (select md5(string_agg(concat_ws(' ', name, metadata_template.xmin), ',' order by name))
        from metadata_template where resource_type = 'ITEM'),
      (select md5(string_agg(concat_ws(' ', made.name, made.place, made.xmin), ',' order by made.name, made.place))
        from item_date made where made.tenant_id = item.tenant_id and made.item_uuid = item.uuid)) as stamp
    from item where uuid = ${uuid}::uuid and trashed_at is null`.execute(db);
  return rows[0];
}

interface Row {
  sgtt: string;
  sgti: string;
  metadata: readonly MetadataEntry[];
  images: readonly ManifestImage[];
  recordings: readonly ManifestRecording[];
  models: readonly ManifestModel[];
  documents: readonly ManifestDocument[];
  parents: readonly Parent[];
  fields: readonly {
    readonly name: string;
    readonly label: string;
    readonly labels: Labels;
    readonly isLocked: boolean;
  }[];
  day: number | null;
  /** With all images of the item, in order; null where nothing was said. */
  presentation: (StoredPresentation & { readonly images: readonly string[] }) | null;
}

/** Told by the manifest itself. */
const elsewhere = ['sgtt', 'sgti'];

/** The sides of a picture of a version, or null. @param picture JSON that has them among its fields */
const sizeIn = (picture: RawBuilder<unknown>) => sql`case when ${picture} -> 'width_px' is not null then
  jsonb_build_object('width_px', ${picture} -> 'width_px', 'height_px', ${picture} -> 'height_px') end`;

const ofItem = sql`asset.tenant_id = item.tenant_id and asset.item_uuid = item.uuid and asset.trashed_at is null`;
const withVersion = sql`asset join asset_version version on version.tenant_id = asset.tenant_id
  and version.asset_uuid = asset.uuid and version.number = asset.current_version`;
const withMade = (
  role: string,
) => sql`derivative ${sql.ref(role)} on ${sql.ref(`${role}.tenant_id`)} = version.tenant_id
  and ${sql.ref(`${role}.asset_uuid`)} = version.asset_uuid and ${sql.ref(`${role}.version_number`)} = version.number
  and ${sql.ref(`${role}.role`)} = ${role}`;

const recordingsOfItem = sql`
  select coalesce(jsonb_agg(jsonb_build_object('kind', asset.kind, 'uuid', asset.uuid, 'label', asset.sgtt,
      'duration_s', version.duration_s, 'mediaType', playable.media_type, 'hasPeaks', peaks.role is not null,
      'size', case when version.width_px is not null then
        jsonb_build_object('width_px', version.width_px, 'height_px', version.height_px) end, 'played', ${sizeIn(sql`playable.facts`)},
      'poster', ${sizeIn(sql`poster.facts`)}, 'thumbnail', ${sizeIn(sql`version.thumbnail`)},
      'captions', ${captionsOfAsset})
      order by asset.kind desc, asset.position, asset.uuid), '[]')
  from ${withVersion} join ${withMade('playable')} left join ${withMade('poster')} left join ${withMade('peaks')}
  where ${ofItem} and asset.kind in ('video', 'audio')`;

const modelsOfItem = sql`
  select coalesce(jsonb_agg(jsonb_build_object('uuid', asset.uuid, 'label', asset.sgtt,
      'thumbnail', ${sizeIn(sql`version.thumbnail`)}) order by asset.position, asset.uuid), '[]')
  from ${withVersion} join ${withMade('model')}
  where ${ofItem} and asset.kind = 'model3d'`;

/** PDFs with the first of their images. */
const documentsOfItem = (viewer: Viewer, originalsFor: Viewer | undefined) => sql`
  select coalesce(jsonb_agg(jsonb_build_object('image', image, 'filename', filename) order by place, image), '[]')
  from (
    select distinct on (upload.uuid) asset.uuid as image, asset.position as place, upload.original_filename as filename
    from ${withVersion} join upload on upload.tenant_id = version.tenant_id and upload.uuid = version.upload_uuid
    where ${ofItem} and asset.kind = 'image' and upload.kind = 'pdf'
      and version.pyramid is not null and ${isOffered(viewer, originalsFor)}
    order by upload.uuid, asset.position, asset.uuid) document`;

/**
 * The day of the first date by which the item can be found, in the order of the fields: its first day, or its last one
 * where it has no beginning.
 */
const dayOfItem = sql`
  select case when made.first_day > ${OPEN_START} then made.first_day else made.last_day end
  from item_date made join metadata_template field
    on field.tenant_id = made.tenant_id and field.name = made.name and field.resource_type = 'ITEM'
  where made.tenant_id = item.tenant_id and made.item_uuid = item.uuid and field.archived_at is null
  order by array_position(array['HIGH', 'MEDIUM', 'LOW'], field.priority), field.sort_order, made.place limit 1`;

const presentationOfItem = sql`
  select jsonb_build_object('viewingDirection', said.viewing_direction, 'behavior', said.behavior,
    'contents', said.contents, 'images', (
      select coalesce(jsonb_agg(asset.uuid order by asset.position, asset.uuid), '[]') from asset
      where ${ofItem} and asset.kind = 'image' and jsonb_array_length(said.contents) > 0))
  from item_presentation said where said.tenant_id = item.tenant_id and said.item_uuid = item.uuid`;

/**
 * All of it in one query, however much there is.
 * @param viewer decides which of its collections are listed
 * @param originalsFor who asks, where that is somebody who may download originals
 * @returns undefined where there is no such item, or nothing of it is ready
 */
export async function manifestSource(
  db: TenantQueries,
  uuid: string,
  provider: Provider,
  viewer: Viewer,
  originalsFor: Viewer | undefined,
): Promise<ManifestSource | undefined> {
  const { rows } = await sql<Row>`
    select sgtt, sgti, metadata,
      (select coalesce(jsonb_agg(jsonb_build_object('uuid', asset.uuid, 'label', asset.sgtt,
          'width_px', version.width_px, 'height_px', version.height_px,
          'thumbnail', ${sizeIn(sql`version.thumbnail`)})
          order by asset.position, asset.uuid), '[]')
        from ${withVersion}
        where ${ofItem} and asset.kind = 'image' and version.pyramid is not null
          and version.thumbnail is not null) as images,
      (${recordingsOfItem}) as recordings, (${modelsOfItem}) as models, (${documentsOfItem(viewer, originalsFor)}) as documents,
      (select coalesce(jsonb_agg(jsonb_build_object('name', name, 'label', label, 'labels', labels, 'isLocked', locked)
          order by array_position(array['HIGH', 'MEDIUM', 'LOW'], priority), sort_order), '[]')
        from metadata_template where metadata_template.tenant_id = item.tenant_id and resource_type = 'ITEM'
          and archived_at is null) as fields,
      (${dayOfItem}) as day, (${presentationOfItem}) as presentation,
      (select coalesce(jsonb_agg(jsonb_build_object('uuid', parent.uuid, 'title', parent.sgtt)
          order by parent.sort_title, parent.uuid), '[]')
        from item_link link join collection parent
          on parent.tenant_id = link.tenant_id and parent.uuid = link.collection_uuid
        where link.item_uuid = item.uuid and parent.trashed_at is null
          and ${isVisibleTo('parent', viewer)}) as parents
    from item where uuid = ${uuid}::uuid and trashed_at is null`.execute(db);
  const [row] = rows;
  if (!row) return undefined;
  const { images, recordings, models, documents, parents, day, presentation } = row;
  if (images.length + recordings.length + models.length === 0) return undefined;
  return {
    uuid,
    title: row.sgtt,
    description: row.sgti,
    metadata: labelled(row),
    rights: rightsOf(row.metadata),
    provider,
    parents,
    // Those who have no session can't open the catalogue, nor can those who came with a link.
    shownIn: viewer.seesPublicOnly || viewer.isByToken ? undefined : parents[0]?.uuid,
    day,
    viewingDirection: presentation?.viewingDirection ?? null,
    behavior: presentation?.behavior ?? null,
    structures: presentation
      ? rangeNodes(
          presentation.contents,
          presentation.images,
          images.map((image) => image.uuid),
        )
      : [],
    images,
    recordings,
    models,
    documents,
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
  return [...fields, ...others.map((name) => ({ name, label: name, labels: {}, isLocked: false }))].flatMap(
    ({ name, label, labels, isLocked }) => {
      const all = values.get(name);
      // The standard fields are called in English, unless the organisation called them something else.
      const isEnglish = isLocked && isStandardLabel(name, label);
      return all ? [{ label, labels: isEnglish ? { en: label, ...labels } : labels, values: all }] : [];
    },
  );
}
