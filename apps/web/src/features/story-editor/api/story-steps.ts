import type { MetadataEntry } from '@armarium/contract/metadata';
import type { Story } from '@armarium/contract/stories';
import { createStory, getStory, updateStory } from '@armarium/contract/story-calls';
import { queryOptions } from '@tanstack/react-query';
import { call, callTagged } from '../../../lib/api-client.ts';
import { ApiProblem } from '../../../lib/api-problem.ts';
import { queryClient } from '../../../lib/query-client.ts';
import { recordsChanged } from '../../../records/api/edit-records.ts';
import { draftOf, givenOf, type DraftStep } from '../state/draft-step.ts';
import type { StepFault } from '../state/editor-state.ts';

/** The steps of a story, with the tag to save them by. */
interface ReadSteps {
  readonly steps: readonly DraftStep[];
  readonly tag: string | undefined;
}

const readSteps = ({ answer, tag }: { answer: Story; tag: string | undefined }): ReadSteps => ({
  steps: answer.annotations.map(draftOf),
  tag,
});

/** The steps of a story as they are stored now. */
export async function fetchSteps(uuid: string, signal?: AbortSignal): Promise<ReadSteps> {
  return readSteps(await callTagged(getStory, { params: { uuid }, signal }));
}

/**
 * The steps with which editing begins: read once each time the editor is opened, and not again behind somebody's back.
 * Quiet: the editor says what failed.
 */
export function firstStepsQuery(uuid: string) {
  return queryOptions({
    queryKey: ['story-editor', uuid],
    queryFn: ({ signal }) => fetchSteps(uuid, signal),
    staleTime: Infinity,
    gcTime: 0,
    meta: { quiet: true },
  });
}

/**
 * Saves all steps of a story (EDIT-44). @returns what was stored: commentaries are cleaned
 * @throws ApiProblem 412 `stale` where the tag is no longer current, 422 with the steps named
 */
export async function saveSteps(
  uuid: string,
  steps: readonly DraftStep[],
  ifMatch: string | undefined,
): Promise<ReadSteps> {
  const saved = readSteps(
    await callTagged(updateStory, {
      params: { uuid },
      body: { annotations: steps.map(givenOf) },
      ifMatch,
    }),
  );
  void recordsChanged();
  return saved;
}

/**
 * Makes a story of these steps, for one that is gone. Values that are no longer valid are left out: nobody can change them
 * there.
 * @param list the metadata of that one. @returns its uuid, and the names of the fields that were left out
 * @throws ApiProblem 422 with the steps or the fields named
 */
export async function saveAsNewStory(
  list: readonly MetadataEntry[],
  steps: readonly DraftStep[],
): Promise<{ uuid: string; leftOut: string[] }> {
  const made = (customMetadataList: MetadataEntry[]) =>
    call(createStory, { body: { customMetadataList, annotations: steps.map(givenOf) } });
  let leftOut: string[] = [];
  let story: Story;
  try {
    story = await made([...list]);
  } catch (error) {
    const refused = new Set(fieldsRefused(error));
    leftOut = [...new Set(list.map(({ name }) => name))].filter((name) => refused.has(name));
    if (leftOut.length === 0) throw error;
    story = await made(list.filter(({ name }) => !refused.has(name)));
  }
  // Only lists are fetched again: the deleted story is still shown, and a request for it would be answered 404.
  void queryClient.invalidateQueries({ queryKey: ['catalogue', 'stories'] });
  return { uuid: story.uuid, leftOut };
}

const fieldsRefused = (error: unknown): string[] =>
  error instanceof ApiProblem ? error.problem.fields.flatMap(({ template }) => template ?? []) : [];

/** The steps that a refusal names. @param sent the steps, in their order */
export function stepFaults(error: unknown, sent: readonly DraftStep[]): StepFault[] {
  if (!(error instanceof ApiProblem)) return [];
  return error.problem.fields.flatMap(({ name, code }): StepFault[] => {
    const [, index, field = ''] = /^annotations\[(\d+)\]\.?(.*)$/.exec(name) ?? [];
    const step = index === undefined ? undefined : sent[Number(index)];
    return step ? [{ id: step.id, part: partNamed(field), code, sent: step }] : [];
  });
}

function partNamed(field: string): StepFault['part'] {
  if (field.startsWith('resource')) return 'commentary';
  if (field.startsWith('on')) return 'region';
  if (field.startsWith('transition')) return 'transition';
  if (field === 'label') return 'title';
  if (field === 'alt') return 'alt';
  if (field === 'canvasUuid') return 'image';
  return 'step';
}
