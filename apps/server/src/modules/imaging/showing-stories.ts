import { sql } from 'kysely';
import { type OpenLink, openLinksOf } from '../admission/public.ts';
import { isOpened } from '../story/public.ts';

/**
 * FROM and WHERE of the stories that show the image `asset` of `item` in a step, and open it to visitors.
 */
const showingStories = sql`
  story where story.tenant_id = asset.tenant_id and story.trashed_at is null
    and story.uuid in (select step.story_uuid from story_step step
      where step.tenant_id = asset.tenant_id and step.asset_uuid = asset.uuid)
    and ${isOpened(sql`story.uuid`)}`;

/** Within a query of `asset` and `item`: whether a public story opens the image to anybody. */
export const isInPublicStory = sql<boolean>`exists (select from ${showingStories} and story.visibility = 'public')`;

/** Within a query of `asset` and `item`: the share links of stories that open the image; a restricted story has none. */
export const linksOfStories = sql<readonly OpenLink[]>`(
  select coalesce(jsonb_agg(link), '[]')
  from (select jsonb_array_elements(${openLinksOf('story')}) as link
    from ${showingStories} and story.visibility <> 'restricted') as linked)`;
