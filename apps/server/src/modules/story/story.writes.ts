import { sql } from 'kysely';
import type { MetadataEntry } from '@armarium/contract/metadata';
import { jsonb, type WriteTransaction } from '../../db/database.ts';
import { recordHistory, type HistoryEntry } from '../../db/history.ts';
import { ProblemError } from '../../problem-error.ts';
import { keepRecordWords, kindOf } from '../records/public.ts';
import { showableImages, unconfirmedImages, type ClosedImage, type StepRow } from './story.queries.ts';
import { decideSteps, type CleanedStep, type StoredStep } from './steps.rules.ts';

/**
 * Decides the steps that a body gives a story.
 * @param known the steps of the story before; for a new one, those that it is made from
 * @param uuidFor the uuid of a step, from the id that the body gives it
 */
export async function judgedSteps(
  tx: WriteTransaction,
  given: readonly CleanedStep[],
  known: readonly StepRow[],
  uuidFor: (id: string | undefined) => string,
): Promise<ReturnType<typeof decideSteps>> {
  const assets = [...new Set(given.map(({ canvasUuid }) => canvasUuid.toLowerCase()))];
  return decideSteps(given, { known, images: await showableImages(tx.db, assets), uuidFor });
}

/** Writes all steps of a story anew, the number of its images, and its words. */
export async function writeSteps(
  tx: WriteTransaction,
  story: { readonly uuid: string; readonly metadata: readonly MetadataEntry[] },
  steps: readonly StoredStep[],
): Promise<void> {
  const rows = steps.map(({ region, drawnOn, ...step }, position) => ({
    ...step,
    position,
    x: region.x,
    y: region.y,
    width: region.width,
    height: region.height,
    image_width: drawnOn.width,
    image_height: drawnOn.height,
  }));
  await sql`delete from story_step where story_uuid = ${story.uuid}::uuid`.execute(tx.db);
  await sql`
    insert into story_step (tenant_id, story_uuid, uuid, position, asset_uuid, x_px, y_px, width_px, height_px,
      image_width_px, image_height_px, title, alt, commentary, transition)
    select ${tx.tenantId}::integer, ${story.uuid}::uuid, step.*
    from jsonb_to_recordset(${jsonb(rows)}) as step (uuid uuid, position integer, asset uuid, x integer, y integer,
      width integer, height integer, image_width integer, image_height integer, title text, alt text,
      commentary text, transition jsonb)`.execute(tx.db);
  // An image that comes back later is confirmed anew.
  await sql`
    delete from story_confirmed_image where story_uuid = ${story.uuid}::uuid
      and asset_uuid <> all(${steps.map(({ asset }) => asset)}::uuid[])`.execute(tx.db);
  await sql`
    update story set steps_count = ${steps.length} where uuid = ${story.uuid}::uuid`.execute(tx.db);
  await keepRecordWords(tx, kindOf('STORY'), [story]);
}

/** The images that a story would show to visitors, as far as somebody agrees to show them, or does not. */
export function partedByAgreement(
  closed: readonly ClosedImage[],
  confirmed: readonly string[],
): { readonly agreed: readonly ClosedImage[]; readonly left: readonly ClosedImage[] } {
  const given = new Set(confirmed.map((uuid) => uuid.toLowerCase()));
  return {
    agreed: closed.filter(({ uuid }) => given.has(uuid)),
    left: closed.filter(({ uuid }) => !given.has(uuid)),
  };
}

/**
 * Notes that the actor, who may publish, agrees to show images in stories, with an entry in the histories of these. Three
 * statements at most.
 * @param agreed the images, by the uuid of the story
 */
export async function noteAgreements(
  tx: WriteTransaction,
  agreed: ReadonlyMap<string, readonly ClosedImage[]>,
): Promise<void> {
  const pairs = [...agreed].flatMap(([story, images]) => images.map(({ uuid }) => ({ story, image: uuid })));
  if (pairs.length === 0) return;
  await sql`
    insert into story_confirmed_image (tenant_id, story_uuid, asset_uuid, confirmed_by, is_restricted)
    select ${tx.tenantId}::integer, pair.story, pair.image, ${tx.actor.accountUuid}::uuid, item.visibility = 'restricted'
    from jsonb_to_recordset(${jsonb(pairs)}) as pair (story uuid, image uuid)
      join asset on asset.uuid = pair.image join item on item.uuid = asset.item_uuid
    on conflict (tenant_id, story_uuid, asset_uuid) do update
      set confirmed_by = excluded.confirmed_by, confirmed_at = now(), is_restricted = excluded.is_restricted`.execute(
    tx.db,
  );
  await recordHistory(
    tx,
    [...agreed].flatMap(([record, images]): HistoryEntry[] =>
      images.length === 0
        ? []
        : [
            {
              record,
              resourceType: 'STORY',
              action: 'update',
              after: { confirmedImages: images.map(({ uuid }) => uuid) },
            },
          ],
    ),
  );
}

/**
 * Notes what somebody agrees to show in one story (`noteAgreements`). @returns the images that stay closed to visitors
 */
export async function confirmImages(
  tx: WriteTransaction,
  story: string,
  confirmed: readonly string[],
): Promise<readonly ClosedImage[]> {
  const closed = (await unconfirmedImages(tx.db, [story])).get(story) ?? [];
  const { agreed, left } = partedByAgreement(closed, confirmed);
  await noteAgreements(tx, new Map([[story, agreed]]));
  return left;
}

/** What a story with images that nobody has agreed to show is refused with when it is made public (decisions §14). */
export function imagesNotConfirmed(images: readonly ClosedImage[]): ProblemError {
  return new ProblemError(
    'images-not-confirmed',
    images.length === 1
      ? 'The story shows one image that is not public. Confirm that everybody may see it in the story.'
      : `The story shows ${images.length} images that are not public. Confirm that everybody may see them in the story.`,
    { images },
  );
}

/** Increments the versions of series whose stories changed (`ETag`). */
export async function renewSeries(tx: WriteTransaction, uuids: readonly string[]): Promise<void> {
  if (uuids.length === 0) return;
  await sql`update series set version = version + 1, modified_at = now() where uuid = any(${uuids}::uuid[])`.execute(
    tx.db,
  );
}

/** Puts stories at the end of a series, in their order. */
export async function appendStories(
  tx: WriteTransaction,
  series: string,
  stories: readonly string[],
): Promise<void> {
  await sql`
    insert into series_story (tenant_id, series_uuid, story_uuid, position)
    select ${tx.tenantId}::integer, ${series}::uuid, story,
      (select coalesce(max(position), 0) from series_story where series_uuid = ${series}::uuid) + place
    from unnest(${stories}::uuid[]) with ordinality as added (story, place)
    on conflict do nothing`.execute(tx.db);
}
