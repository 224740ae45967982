import type { DraftStory, DraftStoryStep } from '../../../viewers/story/draft-story.ts';
import type { DraftStep } from './draft-step.ts';
import type { EditorState } from './editor-state.ts';
import { stepUuid } from './step-id.ts';

/** The window message with which a player shows a draft (docs/viewers.md). */
export const draftMessage = ({
  steps,
  chosen,
}: Pick<EditorState, 'steps' | 'chosen'>): DraftStory & { readonly type: string } => ({
  type: 'armarium:draft',
  steps: steps.map(shownStep),
  index: steps.findIndex(({ id }) => id === chosen),
});

const shownStep = ({ id, check, image, ...step }: DraftStep): DraftStoryStep => ({
  ...step,
  uuid: stepUuid(id),
  image: check === 'image-missing' ? undefined : image,
});

/** The step that a reader has gone to in the player; undefined where the draft has it no longer. */
export const stepWithUuid = (steps: readonly DraftStep[], uuid: unknown): DraftStep | undefined =>
  steps.find(({ id }) => stepUuid(id) === uuid);
