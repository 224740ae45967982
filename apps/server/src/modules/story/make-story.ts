import type { MetadataEntry } from '@armarium/contract/metadata';
import type { Visibility } from '@armarium/contract/visibility';
import { v7 as uuidv7 } from 'uuid';
import type { WriteTransaction } from '../../db/database.ts';
import { invalid } from '../../problem-error.ts';
import { createRecords, fieldTemplates, kindOf, lockGraph, newMetadata } from '../records/public.ts';
import { requireRecordsQuota } from '../tenancy/public.ts';
import { stepChanges, uuidOfStep, type CleanedStep, type StoredStep } from './steps.rules.ts';
import { storiesByUuids, stepsByUuids } from './story.queries.ts';
import { judgedSteps, writeSteps } from './story.writes.ts';

interface NewStory {
  readonly list: readonly MetadataEntry[];
  /** The title, where it is not in the list. */
  readonly sgtt?: string | undefined;
  readonly steps: readonly CleanedStep[];
  /** A story that was read and is duplicated: its values are taken as they are. */
  readonly sourceUuid?: string | undefined;
  /** Private where it is absent. The caller confirms the images of a public story (`confirmImages`). */
  readonly visibility?: Visibility | undefined;
}

/**
 * Makes a story with its steps, which get new uuids.
 * @returns its uuid
 * @throws ProblemError 422 with every invalid field
 */
export async function makeStory(
  tx: WriteTransaction,
  { list, sgtt, steps, sourceUuid, visibility }: NewStory,
): Promise<string> {
  await lockGraph(tx);
  const [source] = sourceUuid === undefined ? [] : await storiesByUuids(tx.db, [sourceUuid]);
  const before = source && (source.metadata as MetadataEntry[]);
  const templates = await fieldTemplates(tx.db, 'STORY');
  const { metadata, problems } = newMetadata(list, { sgtt }, templates, before);
  if (problems.length > 0) throw invalid(problems);
  const known = await stepsByUuids(
    tx.db,
    steps.flatMap((step) => uuidOfStep(step) ?? []),
  );
  const { steps: judged, problems: ofSteps } = await judgedSteps(tx, steps, known, () => uuidv7());
  if (ofSteps.length > 0) throw invalid(ofSteps);
  return addStory(tx, { metadata, steps: judged, visibility });
}

interface JudgedStory extends Pick<NewStory, 'visibility'> {
  readonly metadata: readonly MetadataEntry[];
  readonly steps: readonly StoredStep[];
}

/**
 * Adds a story whose values were judged. @returns its uuid
 * @throws ProblemError 507 `records-quota`
 */
export async function addStory(
  tx: WriteTransaction,
  { metadata, steps, visibility }: JudgedStory,
): Promise<string> {
  const historyValues = stepChanges([], steps)?.after;
  const [made] = await createRecords(tx, kindOf('STORY'), [
    { metadata, visibility, ...(historyValues && { historyValues }) },
  ]);
  if (!made) throw new Error('The story was not made.');
  await requireRecordsQuota(tx.db);
  if (steps.length > 0) await writeSteps(tx, { uuid: made.uuid, metadata }, steps);
  return made.uuid;
}
