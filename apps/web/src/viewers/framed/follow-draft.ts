import type { DraftStory } from '../story/draft-story.ts';
import { DraftSteps } from './draft-steps.ts';
import type { PlayedStep, PlayedStory } from './story-shown.ts';
import { onWindowMessage, postToWindow } from './window-messages.ts';

export interface Player {
  /** Shows the steps of a draft. @param wanted the step to show, counted from 0; undefined: the one that is shown now */
  readonly setSteps: (steps: readonly PlayedStep[], wanted: number | undefined) => void;
}

interface Followed {
  /** The story as it is stored. */
  readonly story: PlayedStory;
  /** Undefined where the story has no steps, and the page shows the article. */
  readonly player: Player | undefined;
  readonly openStory: (story: PlayedStory) => Player;
}

/** Asks the window around the page for a draft of the story, and shows it each time it changes (docs/viewers.md). */
export function followDraft({ story, player: opened, openStory }: Followed): void {
  let player = opened;
  let draft: DraftStory | undefined;
  /** The step that the editor wants to be shown. Once it is, the reader may go on to others. */
  let wanted: number | undefined;
  const show = () => {
    if (!draft) return;
    const steps = reader.read(draft);
    // What is shown stays until the next picture is known.
    if (steps.length === 0 || (wanted !== undefined && reader.isAwaited(wanted))) return;
    player ??= openStory({ ...story, steps });
    player.setSteps(steps, wanted);
    wanted = undefined;
  };
  const reader = new DraftSteps(story, show);
  window.addEventListener('online', () => {
    reader.askAgain();
    show();
  });
  onWindowMessage({
    draft: (message) => {
      if (!isDraft(message)) return;
      if (message.index !== draft?.index) reader.askAgain();
      draft = message;
      wanted = message.index;
      show();
    },
  });
  postToWindow('get-draft', {});
}

/** The editor alone sends drafts, so their steps are not checked one by one. */
const isDraft = (message: object): message is DraftStory =>
  'steps' in message && Array.isArray(message.steps) && 'index' in message && Number.isInteger(message.index);
