import { sql } from 'kysely';
import type { MetadataEntry } from '@armarium/contract/metadata';
import type { TenantQueries } from '../../../db/database.ts';
import { openLinksOf, type Seen } from '../../admission/public.ts';
import { stepsOf, type Original, type StepRow } from '../../story/public.ts';

/** An item whose images a story shows, with what a reader is told about it. */
export interface StoryItem {
  readonly uuid: string;
  readonly title: string;
  readonly pressmark: string;
  readonly metadata: readonly MetadataEntry[];
  readonly visibility: string;
  readonly createdBy: string | null;
}

/** An image that a story shows. */
interface StoryImage {
  readonly uuid: string;
  readonly label: string;
  readonly original: Original;
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
  readonly steps: readonly StepRow[];
  /** Those images of the steps that are ready, by uuid. */
  readonly images: ReadonlyMap<string, StoryImage>;
  /** The items of these images, by uuid. */
  readonly items: ReadonlyMap<string, StoryItem>;
}

/** A story with its steps and what they show; four statements. */
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
  const steps = await stepsOf(db, uuid);
  const { rows: images } = await sql<StoryImage>`
    select asset.uuid, asset.sgtt as label,
      jsonb_build_object('sha256', upload.sha256, 'page', version.page_index) as original
    from asset join asset_version version on version.tenant_id = asset.tenant_id
      and version.asset_uuid = asset.uuid and version.number = asset.current_version
      join upload on upload.tenant_id = version.tenant_id and upload.uuid = version.upload_uuid
    where asset.uuid = any(${steps.map(({ asset }) => asset)}::uuid[]) and version.pyramid is not null`.execute(
    db,
  );
  const { rows: items } = await sql<StoryItem>`
    select uuid, sgtt as title, pressmark, metadata, visibility, created_by as "createdBy"
    from item where uuid = any(${steps.flatMap(({ image }) => image?.itemUuid ?? [])}::uuid[])`.execute(db);
  return {
    ...story,
    steps,
    images: new Map(images.map((image) => [image.uuid, image])),
    items: new Map(items.map((item) => [item.uuid, item])),
  };
}
