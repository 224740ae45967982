import { once } from 'node:events';
import { sql } from 'kysely';
import { newStepTransition, type StepGiven, type StepTransition } from '@armarium/contract/story-steps';
import { jsonb, type TenantData, type TenantQueries } from '../db/database.ts';
import type { EventNews } from '../db/event-news.ts';
import { cleanedStep, confirmImages, makeSeries, makeStory } from '../modules/story/public.ts';
import type { Logger } from '../observe/log.ts';
import {
  fileNameOf,
  metadataOf,
  type SampleItem,
  type SampleStep,
  type SampleStories,
} from './sample-catalogue.ts';

/** A move takes three seconds; autoplay stays long enough to read the longest of the texts. */
const transition: StepTransition = { ...newStepTransition, easing: 'easeInOutSine', duration: 3, delay: 12 };

interface Making {
  readonly data: TenantData;
  readonly news: EventNews;
  readonly log: Logger;
}

/**
 * Makes the series of the sample and its stories, all public, once their images are prepared: before that the sizes of
 * images are unknown. One transaction makes all of them, so an interruption leaves all or nothing. A story with an image
 * that could not be prepared, or that somebody removed or replaced meanwhile, is left out.
 * @param items with their uuids
 */
export async function makeSampleStories(
  { data, news, log }: Making,
  { series, stories }: SampleStories,
  items: ReadonlyMap<SampleItem, string>,
  signal: AbortSignal,
): Promise<void> {
  const shown = new Set(stories.flatMap(({ steps }) => steps.map(({ page }) => page)));
  const images = await preparedImages(data, news, placesOf(shown, items), signal);
  if (!images) return;
  const given = stories.flatMap((story) => {
    const isWhole = story.steps.every(({ page }) => images.has(page));
    if (!isWhole)
      log.warn({ story: story.metadata.sgtt }, 'a story of the sample is left out: it lacks an image');
    const steps = story.steps.map((step) => cleanedStep(givenStep(step, images.get(step.page) ?? '')));
    return isWhole ? [{ list: metadataOf(story), steps, visibility: 'public' as const }] : [];
  });
  if (given.length === 0) return;
  await data.write('sample', async (tx) => {
    const title = series.metadata.sgtt;
    if (await tx.db.selectFrom('series').select('uuid').where('sgtt', '=', title).executeTakeFirst()) return;
    const made: string[] = [];
    for (const story of given) {
      const uuid = await makeStory(tx, story);
      // The items of its images are private.
      await confirmImages(tx, uuid, [...images.values()]);
      made.push(uuid);
    }
    await makeSeries(tx, { list: metadataOf(series), stories: made, visibility: 'public' });
  });
}

const givenStep = ({ xywh, title, commentary, alt }: SampleStep, canvasUuid: string): StepGiven => ({
  label: title,
  canvasUuid,
  alt,
  transition,
  resource: [{ chars: commentary }],
  on: [{ selector: { default: { value: `xywh=${xywh.join(',')}` } } }],
});

/** A page of the sample, where it was imported. */
interface Place {
  readonly page: string;
  readonly itemUuid: string;
  readonly fileName: string;
}

const placesOf = (pages: ReadonlySet<string>, items: ReadonlyMap<SampleItem, string>): Place[] =>
  [...items].flatMap(([item, itemUuid]) =>
    item.pages.flatMap((page, index) =>
      pages.has(page) ? [{ page, itemUuid, fileName: fileNameOf(item, index) }] : [],
    ),
  );

/**
 * Waits until no image of these places is being prepared. Each change of an image is an event, upon which it looks again.
 * @returns the uuids of the images by their pages; undefined when the program stops
 */
async function preparedImages(
  data: TenantData,
  news: EventNews,
  places: readonly Place[],
  signal: AbortSignal,
): Promise<ReadonlyMap<string, string> | undefined> {
  const stopped = once(signal, 'abort');
  let wake = (): void => undefined;
  const endListening = news.listen(data.tenantId, () => wake());
  try {
    while (!signal.aborted) {
      const changed = new Promise<void>((resolve) => {
        wake = resolve;
      });
      const images = await data.read((db) => imagesAt(db, places));
      if (images.every(({ state }) => state === 'DONE' || state === 'ERROR')) {
        const prepared = images.filter(({ state }) => state === 'DONE');
        return new Map(prepared.map(({ page, uuid }) => [page, uuid]));
      }
      await Promise.race([changed, stopped]);
    }
    return undefined;
  } finally {
    endListening();
  }
}

/** The images of some places with the states of their imports; those that were removed or replaced are left out. */
async function imagesAt(db: TenantQueries, places: readonly Place[]) {
  const { rows } = await sql<{ page: string; uuid: string; state: string }>`
    select distinct on (place.page) place.page, asset.uuid, import.overall_state as state
    from jsonb_to_recordset(${jsonb(places)}) as place (page text, "itemUuid" uuid, "fileName" text)
      join asset on asset.item_uuid = place."itemUuid" and asset.kind = 'image' and asset.trashed_at is null
        and asset.current_version = 1 and asset.wanted_version = 1
      join item on item.uuid = asset.item_uuid and item.trashed_at is null
      join upload on upload.uuid = asset.uuid and upload.original_filename = place."fileName"
      join asset_import import on import.asset_uuid = asset.uuid and import.version_number = 1
    order by place.page, asset.created_at`.execute(db);
  return rows;
}
