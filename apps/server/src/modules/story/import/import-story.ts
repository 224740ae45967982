import { importStory } from '@armarium/contract/story-calls';
import { v7 as uuidv7 } from 'uuid';
import type { WriteTransaction } from '../../../db/database.ts';
import { setEntityTag } from '../../../http/entity-tag.ts';
import { implement } from '../../../http/operation-route.ts';
import { invalid } from '../../../problem-error.ts';
import { fieldTemplates, lockGraph, newMetadata } from '../../records/public.ts';
import { addStory } from '../make-story.ts';
import { oneByOne } from '../one-by-one.ts';
import { wholeStory } from '../story.queries.ts';
import { storyView } from '../story.view.ts';
import { cleanedStep, importedStep } from './imported-steps.rules.ts';
import { readManifest, type FileStory } from './manifest-file.ts';
import { matchingImages } from './matching-images.queries.ts';

/** Making a story of a manifest (decisions §14). */
export const storyImport = implement(importStory, async ({ data, body, actor, reply, origin }) => {
  const read = readManifest(body);
  if ('problem' in read) throw invalid([read.problem]);
  const { story } = read;
  // Markup is read outside the transaction, since it takes a while.
  const cleaned = await oneByOne(story.steps, cleanedStep);
  const problems = cleaned.flatMap((one) => one.problems);
  if (problems.length > 0) throw invalid(problems);
  const given = cleaned.map(({ step }) => step);
  const { row, steps } = await data.write('import-story', async (tx) => {
    const imageOf = await matchingImages(
      tx.db,
      given.map(({ canvas }) => canvas),
    );
    const made = given.map((step) => importedStep(step, uuidv7(), imageOf(step.canvas)));
    await lockGraph(tx);
    const metadata = await metadataOf(tx, story);
    return wholeStory(tx.db, await addStory(tx, { metadata, steps: made }));
  });
  const view = storyView(row, steps, actor, origin);
  reply.header('location', view._links.self.href);
  setEntityTag(reply, row.version);
  return {
    ...view,
    stepsWithoutRegion: given.flatMap(({ region }, index) => (region ? [] : [index + 1])),
    annotationsLeftOut: story.annotationsLeftOut,
    linkedPages: story.linkedPages,
  };
});

/**
 * Title, author and description, as far as the organisation has these fields. Other fields can be filled later, required ones
 * too.
 * @throws ProblemError 422 where a value does not fit its field
 */
async function metadataOf(tx: WriteTransaction, { title, author, description }: FileStory) {
  const templates = await fieldTemplates(tx.db, 'STORY');
  const list = Object.entries({ sgtt: title, autn: author, sgti: description })
    .map(([name, value]) => ({ name, value }))
    .filter(({ name }) => templates.some((template) => template.name === name));
  const { metadata, problems } = newMetadata(list, {}, templates, []);
  if (problems.length > 0) throw invalid(problems);
  return metadata;
}
