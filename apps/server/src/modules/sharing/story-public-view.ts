import { sql } from 'kysely';
import { getStoryPublicView, type StoryPublicView } from '@armarium/contract/sharing';
import { implement, type Implementation } from '../../http/operation-route.ts';
import { confinedSize } from '../../iiif-image/confined-source.ts';
import { notFound } from '../../problem-error.ts';
import { thumbnailAddress, type ItemThumbnail } from '../catalogue/public.ts';
import { isOpened } from '../story/public.ts';

interface Row {
  readonly visibility: StoryPublicView['visibility'];
  readonly publicMax_px: number | null;
  readonly hasWatermark: boolean;
  readonly steps: number;
  readonly images: readonly {
    readonly uuid: string;
    readonly title: string;
    readonly visibility: StoryPublicView['visibility'];
    readonly whole: { readonly width_px: number; readonly height_px: number } | null;
    readonly thumbnail: ItemThumbnail | null;
    readonly isOpen: boolean;
    /** How many steps show it. */
    readonly steps: number;
  }[];
}

/** What the public sees of a story, or would see: for those who are about to show it. One query. */
export const storyPublicView: Implementation = implement(
  getStoryPublicView,
  async ({ data, params, origin }) => {
    const row = await data.read(async (db) => {
      const { rows } = await sql<Row>`
        select story.visibility, story.steps_count as steps,
          (select public_max_px from image_delivery where tenant_id = story.tenant_id) as "publicMax_px",
          exists (select from image_delivery
            where tenant_id = story.tenant_id and watermark_revision is not null) as "hasWatermark",
          (select coalesce(jsonb_agg(jsonb_build_object(
              'uuid', asset.uuid,
              'title', concat_ws(' · ', item.sgtt, nullif(asset.sgtt, '')),
              'visibility', item.visibility,
              'whole', case when version.width_px is not null
                then jsonb_build_object('width_px', version.width_px, 'height_px', version.height_px) end,
              'thumbnail', version.thumbnail || jsonb_build_object('asset', asset.uuid),
              'isOpen', ${isOpened(sql.ref('story.uuid'))},
              'steps', shown.steps) order by shown.position), '[]')
            from (select asset_uuid, min(position) as position, count(*)::int as steps
                from story_step step where step.tenant_id = story.tenant_id and step.story_uuid = story.uuid
                group by asset_uuid) as shown
              join asset on asset.tenant_id = story.tenant_id and asset.uuid = shown.asset_uuid
                and asset.trashed_at is null
              join item on item.tenant_id = asset.tenant_id and item.uuid = asset.item_uuid
                and item.trashed_at is null
              join asset_version version on version.tenant_id = asset.tenant_id
                and version.asset_uuid = asset.uuid and version.number = asset.current_version) as images
        from story where story.uuid = ${params.uuid}::uuid and story.trashed_at is null`.execute(db);
      return rows[0];
    });
    if (!row) throw notFound('The story');
    const { visibility, publicMax_px, hasWatermark, steps, images } = row;
    return {
      visibility,
      publicMaxPx: publicMax_px,
      hasWatermark,
      stepsCount: steps,
      stepsWithoutImageCount: images.reduce((left, image) => left - image.steps, steps),
      images: images.map(({ uuid, title, visibility, whole, thumbnail, isOpen }) => ({
        uuid,
        title,
        visibility,
        thumb: thumbnail && thumbnailAddress(thumbnail, origin),
        given: whole && publicMax_px !== null ? confinedSize(whole, publicMax_px) : whole,
        isOpen,
      })),
    };
  },
);
