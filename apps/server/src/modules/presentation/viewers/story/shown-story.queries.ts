import { sql } from 'kysely';
import type { MetadataEntry } from '@armarium/contract/metadata';
import type { StepTransition } from '@armarium/contract/story-steps';
import type { TenantQueries } from '../../../../db/database.ts';
import { openLinksOf, type Seen } from '../../../admission/public.ts';
import { isOpened, type StoredStep } from '../../../story/public.ts';

/** An image that a story shows, with what a reader is told about it. */
export interface StoryImage {
  readonly uuid: string;
  readonly label: string;
  readonly width: number;
  readonly height: number;
  readonly item: {
    readonly uuid: string;
    readonly title: string;
    readonly pressmark: string;
    readonly metadata: readonly MetadataEntry[];
    readonly visibility: string;
    readonly createdBy: string | null;
  };
  /** Whether visitors may see it in this story. */
  readonly isOpen: boolean;
}

/** A story as its page needs it. */
export interface StoryRecord extends Seen {
  readonly uuid: string;
  readonly title: string;
  readonly author: string;
  readonly description: string;
  readonly modifiedAt: Date;
  /** The longest side of what visitors get of an image, null for all of it. */
  readonly publicMax_px: number | null;
  readonly steps: readonly StoredStep[];
  /** The images of the steps that are ready and not in the trash. */
  readonly images: ReadonlyMap<string, StoryImage>;
}

/** A story with its steps and their images; three statements. */
export async function storyRecord(db: TenantQueries, uuid: string): Promise<StoryRecord | undefined> {
  const story = await db
    .selectFrom('story')
    .select(['uuid', 'sgtt as title', 'autn as author', 'sgti as description', 'modified_at as modifiedAt'])
    .select(['visibility', 'created_by as createdBy'])
    .select(openLinksOf('story').as('links'))
    .select(
      sql<number | null>`(select public_max_px from image_delivery where tenant_id = story.tenant_id)`.as(
        'publicMax_px',
      ),
    )
    .where('uuid', '=', uuid)
    .where('trashed_at', 'is', null)
    .executeTakeFirst();
  if (!story) return undefined;
  const { rows: steps } = await sql<StoredStep & { transition: StepTransition }>`
    select uuid, asset_uuid as asset, title, alt, commentary, transition,
      jsonb_build_object('x', x_px, 'y', y_px, 'width', width_px, 'height', height_px) as region,
      jsonb_build_object('width', image_width_px, 'height', image_height_px) as "drawnOn"
    from story_step where story_uuid = ${uuid}::uuid order by position`.execute(db);
  const { rows: images } = await sql<StoryImage>`
    select asset.uuid, asset.sgtt as label, version.width_px as width, version.height_px as height,
      jsonb_build_object('uuid', item.uuid, 'title', item.sgtt, 'pressmark', item.pressmark, 'metadata', item.metadata,
        'visibility', item.visibility, 'createdBy', item.created_by) as item,
      ${isOpened(sql`${uuid}::uuid`)} as "isOpen"
    from asset
      join item on item.tenant_id = asset.tenant_id and item.uuid = asset.item_uuid and item.trashed_at is null
      join asset_version version on version.tenant_id = asset.tenant_id and version.asset_uuid = asset.uuid
        and version.number = asset.current_version
    where asset.uuid in (select asset_uuid from story_step where story_uuid = ${uuid}::uuid)
      and asset.kind = 'image' and asset.trashed_at is null and version.pyramid is not null`.execute(db);
  return { ...story, steps, images: new Map(images.map((image) => [image.uuid, image])) };
}
