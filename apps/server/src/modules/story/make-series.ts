import type { MetadataEntry } from '@armarium/contract/metadata';
import type { FieldProblem } from '@armarium/contract/problem';
import type { Visibility } from '@armarium/contract/visibility';
import type { WriteTransaction } from '../../db/database.ts';
import { invalid } from '../../problem-error.ts';
import { createRecords, fieldTemplates, kindOf, lockGraph, newMetadata } from '../records/public.ts';
import { requireRecordsQuota } from '../tenancy/public.ts';
import { standingStories } from './story.queries.ts';
import { appendStories } from './story.writes.ts';

interface NewSeries {
  readonly list: readonly MetadataEntry[];
  /** The title, where it is not in the list. */
  readonly sgtt?: string | undefined;
  /** The uuids of its stories, in their order. */
  readonly stories: readonly string[];
  /** Private where it is absent. */
  readonly visibility?: Visibility;
}

/**
 * Makes a series with its stories.
 * @returns its uuid
 * @throws ProblemError 422 with every invalid field
 */
export async function makeSeries(
  tx: WriteTransaction,
  { list, sgtt, stories: given, visibility }: NewSeries,
): Promise<string> {
  const stories = [...new Set(given)];
  await lockGraph(tx);
  const { metadata, problems } = newMetadata(list, { sgtt }, await fieldTemplates(tx.db, 'SERIES'));
  if (problems.length > 0) throw invalid(problems);
  const known = await standingStories(tx.db, stories);
  const missing = given.flatMap((uuid, index) =>
    known.has(uuid) ? [] : [noSuchStory(`storyboards[${index}]`)],
  );
  if (missing.length > 0) throw invalid(missing);
  const [made] = await createRecords(tx, kindOf('SERIES'), [
    { metadata, visibility, ...(stories.length > 0 && { historyValues: { storyboards: stories } }) },
  ]);
  if (!made) throw new Error('The series was not made.');
  await requireRecordsQuota(tx.db);
  await appendStories(tx, made.uuid, stories);
  return made.uuid;
}

export const noSuchStory = (name: string): FieldProblem => ({
  name,
  code: 'unknown-story',
  message: 'This story does not exist (any more).',
});
