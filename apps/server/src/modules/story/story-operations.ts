import {
  createStory,
  findStoryByUuid,
  getStory,
  getStoryUseOfImage,
  listStories,
  updateStory,
} from '@armarium/contract/story-calls';
import type { MetadataEntry } from '@armarium/contract/metadata';
import { v7 as uuidv7 } from 'uuid';
import type { WriteTransaction } from '../../db/database.ts';
import { setEntityTag } from '../../http/entity-tag.ts';
import { implement, type Implementation, type RecordCall } from '../../http/operation-route.ts';
import { pageAnswer, wantedPage, wantedSort } from '../../http/pages.ts';
import { invalid, notFound } from '../../problem-error.ts';
import { editRecord, editRecords, kindOf, requireReach, type RecordEdit } from '../records/public.ts';
import { makeStory } from './make-story.ts';
import { oneByOne } from './one-by-one.ts';
import { cleanedStep, stepChanges, type CleanedStep } from './steps.rules.ts';
import {
  storiesByUuids,
  stepsOf,
  storyPage,
  storyUseOfImage,
  storySortNames,
  wholeStory,
  type StoryRow,
} from './story.queries.ts';
import { storyInListView, storyView } from './story.view.ts';
import { confirmImages, imagesNotConfirmed, judgedSteps, writeSteps } from './story.writes.ts';

const DEFAULT_SIZE = 20;

async function oneStory(call: RecordCall, uuid: string) {
  const { row, steps } = await call.data.read((db) => wholeStory(db, uuid));
  setEntityTag(call.reply, row.version);
  return storyView(row, steps, call.actor, call.origin);
}

/** Reading, making and changing stories (back office §7, decisions §14). */
export const storyOperations: Implementation[] = [
  implement(listStories, async ({ data, query, actor, origin, url }) => {
    const page = wantedPage(query, DEFAULT_SIZE);
    const sort = wantedSort(query.sort, storySortNames);
    const { text, state } = query;
    const { rows, total } = await data.read((db) => storyPage(db, { text, state, page, sort }));
    const shown = rows.map((row) => storyInListView(row, actor, origin));
    return pageAnswer('storyboards', shown, page, total, origin, url);
  }),
  implement(findStoryByUuid, (call) => oneStory(call, call.query.uuid)),
  implement(getStory, (call) => oneStory(call, call.params.uuid)),
  implement(getStoryUseOfImage, ({ data, params }) =>
    data.read(async (db) => {
      const use = await storyUseOfImage(db, params.uuid);
      if (!use) throw notFound('The image');
      return use;
    }),
  ),

  implement(createStory, async ({ data, body, actor, reply, origin }) => {
    const { uuid: sourceUuid, customMetadataList: list = [], sgtt, annotations = [] } = body;
    const steps = await oneByOne(annotations, cleanedStep);
    const made = await data.write('create-story', async (tx) =>
      wholeStory(tx.db, await makeStory(tx, { list, sgtt, steps, sourceUuid })),
    );
    const story = storyView(made.row, made.steps, actor, origin);
    reply.header('location', story._links.self.href);
    setEntityTag(reply, made.row.version);
    return story;
  }),

  implement(updateStory, async ({ data, params, body, actor, request, reply, origin }) => {
    const { customMetadataList: list, sgtt, annotations, visibility, confirmedImages = [] } = body;
    const given = annotations && (await oneByOne(annotations, cleanedStep));
    const { row, steps } = await data.write('edit', async (tx) => {
      const kind = kindOf('STORY');
      await editRecord(tx, kind, {
        uuid: params.uuid,
        wanted: { list, mirrors: { sgtt }, parents: undefined, visibility },
        request,
        read: async () => (await storiesByUuids(tx.db, [params.uuid]))[0],
        apply: async ([one]) => {
          if (!one) return;
          const { row, edit } = one;
          const further = given && (await changeSteps(tx, one, given));
          await editRecords(tx, kind, [{ row, edit, further }]);
          await openImages(tx, one, confirmedImages);
        },
      });
      return wholeStory(tx.db, params.uuid);
    });
    setEntityTag(reply, row.version);
    return storyView(row, steps, actor, origin);
  }),
];

/**
 * Gives a story other steps. @returns what changed, for its history
 * @throws ProblemError 403, 422
 */
async function changeSteps(
  tx: WriteTransaction,
  { row, edit }: RecordEdit<StoryRow>,
  given: readonly CleanedStep[],
) {
  const before = await stepsOf(tx.db, row.uuid);
  const { steps, problems } = await judgedSteps(tx, given, before, (id) => id ?? uuidv7());
  const changes = stepChanges(before, steps);
  if (!changes && problems.length === 0) return undefined;
  requireReach(tx.actor, kindOf('STORY').rights.edit, { createdBy: row.created_by });
  if (problems.length > 0) throw invalid(problems);
  const metadata = edit.metadata ?? (row.metadata as MetadataEntry[]);
  await writeSteps(tx, { uuid: row.uuid, metadata }, steps);
  return changes;
}

/**
 * Notes the images that a publisher agrees to show, and refuses to make a story public that shows others.
 * @throws ProblemError 403 `forbidden`, 409 `images-not-confirmed`
 */
async function openImages(
  tx: WriteTransaction,
  { row, edit }: RecordEdit<StoryRow>,
  confirmed: readonly string[],
): Promise<void> {
  if (confirmed.length > 0) requireReach(tx.actor, 'publish', { createdBy: row.created_by });
  else if (edit.visibility !== 'public') return;
  const closed = await confirmImages(tx, row.uuid, confirmed);
  if (edit.visibility === 'public' && closed.length > 0) throw imagesNotConfirmed(closed);
}
