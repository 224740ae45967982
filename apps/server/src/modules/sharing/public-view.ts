import { sql } from 'kysely';
import { getPublicView, type PublicView } from '@armarium/contract/sharing';
import { system, type Database } from '../../db/database.ts';
import { implement, type Implementation } from '../../http/operation-route.ts';
import { confinedSize } from '../../iiif-image/confined-source.ts';
import { notFound } from '../../problem-error.ts';
import { isVisibleTo, viewerOf } from '../admission/public.ts';
import { isOffered } from '../downloads/public.ts';

/** As many as stand in a row. */
const FIRST_IMAGES = 6;

interface Size {
  readonly width_px: number;
  readonly height_px: number;
}

interface Row {
  readonly visibility: PublicView['visibility'];
  readonly publicMax_px: number | null;
  readonly hasWatermark: boolean;
  readonly total: number;
  readonly ready: number;
  readonly first: readonly (Size & { uuid: string; label: string; thumbnail: Size })[];
  readonly audios: number;
  readonly videos: number;
  readonly models: number;
  readonly documents: number;
  readonly parents: PublicView['parents'];
}

/** The viewer for its own PDFs: a visitor, as if the item were public. */
const visitor = { seesPublicOnly: true, seesRestrictedOf: null, isByToken: true } as const;

const madeOf = (kind: string, role: string) => sql`(
  select count(*)::int from asset join derivative made on made.tenant_id = asset.tenant_id
    and made.asset_uuid = asset.uuid and made.version_number = asset.current_version and made.role = ${role}
  where asset.tenant_id = item.tenant_id and asset.item_uuid = item.uuid and asset.kind = ${kind}
    and asset.trashed_at is null)`;

/** What the public sees of an item, or would see: for those who are about to show it. One query. */
export function publicView(database: Database): Implementation {
  return implement(getPublicView, async ({ data, actor, params, origin }) => {
    // Whether this caller may see the item at all.
    const seen = await data.read((db) =>
      db
        .selectFrom('item')
        .select('uuid')
        .where('uuid', '=', params.uuid)
        .where('trashed_at', 'is', null)
        .executeTakeFirst(),
    );
    if (!seen) throw notFound('The item');
    // Pages of a PDF may stand in records that this caller does not see; they decide whether it is given away.
    const row = await database.tenant(data.tenantId, system).read(async (db) => {
      const { rows } = await sql<Row>`
        with image as (
          select asset.uuid, asset.sgtt, asset.position, version.width_px, version.height_px, version.thumbnail,
            version.pyramid is not null and version.thumbnail is not null as "isReady"
          from asset join asset_version version on version.tenant_id = asset.tenant_id
            and version.asset_uuid = asset.uuid and version.number = asset.current_version
          where asset.item_uuid = ${seen.uuid}::uuid and asset.kind = 'image' and asset.trashed_at is null)
        select item.visibility, (select public_max_px from image_delivery) as "publicMax_px",
          exists (select from image_delivery where watermark_revision is not null) as "hasWatermark",
          (select count(*)::int from image) as total,
          (select count(*)::int from image where "isReady") as ready,
          (select coalesce(jsonb_agg(jsonb_build_object('uuid', uuid, 'label', sgtt, 'width_px', width_px,
              'height_px', height_px, 'thumbnail', thumbnail) order by position, uuid), '[]')
            from (select * from image where "isReady" order by position, uuid limit ${FIRST_IMAGES}) as one) as first,
          ${madeOf('audio', 'playable')} as audios, ${madeOf('video', 'playable')} as videos,
          ${madeOf('model3d', 'model')} as models,
          (select count(distinct upload.uuid)::int
            from asset join asset_version version on version.tenant_id = asset.tenant_id
                and version.asset_uuid = asset.uuid and version.number = asset.current_version
              join upload on upload.tenant_id = version.tenant_id and upload.uuid = version.upload_uuid
            where asset.tenant_id = item.tenant_id and asset.item_uuid = item.uuid and asset.kind = 'image'
              and asset.trashed_at is null and upload.kind = 'pdf' and version.pyramid is not null
              and ${isOffered(visitor, undefined)}) as documents,
          (select coalesce(jsonb_agg(jsonb_build_object('uuid', parent.uuid, 'sgtt', parent.sgtt,
              'visibility', parent.visibility) order by parent.sort_title, parent.uuid), '[]')
            from item_link link join collection parent
              on parent.tenant_id = link.tenant_id and parent.uuid = link.collection_uuid
            where link.item_uuid = item.uuid and parent.trashed_at is null
              and ${isVisibleTo('parent', viewerOf({ actor }))}) as parents
        from item where item.uuid = ${seen.uuid}::uuid and trashed_at is null`.execute(db);
      return rows[0];
    });
    if (!row) throw notFound('The item');
    const { publicMax_px, hasWatermark, visibility, parents } = row;
    return {
      visibility,
      publicMaxPx: publicMax_px,
      hasWatermark,
      images: {
        total: row.total,
        ready: row.ready,
        first: row.first.map(({ uuid, label, thumbnail, ...whole }) => ({
          uuid,
          label,
          thumb: `${origin}/iiif/3/${uuid}/full/${thumbnail.width_px},${thumbnail.height_px}/0/default.jpg`,
          whole,
          given: publicMax_px === null ? whole : confinedSize(whole, publicMax_px),
        })),
      },
      audiosCount: row.audios,
      videosCount: row.videos,
      model3DsCount: row.models,
      documentsCount: row.documents,
      parents: [...parents],
    };
  });
}
