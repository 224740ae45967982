import type { StepTransition } from '@armarium/contract/story-steps';
import type { Box } from './geometry.ts';

/** A step that is not saved, as the editor hands it to the player beside it. */
export interface DraftStoryStep {
  readonly uuid: string;
  readonly title: string;
  readonly alt: string;
  /** HTML; what a commentary may not hold is left out (wire.md). */
  readonly commentary: string;
  /** The uuid of the image; undefined where it is known to be missing. */
  readonly image: string | undefined;
  /** In pixels of the full image. */
  readonly region: Box;
  readonly transition: Readonly<StepTransition>;
}

/** What the editor sends to the player: the window message `armarium:draft` (docs/viewers.md). */
export interface DraftStory {
  readonly steps: readonly DraftStoryStep[];
  /** The step that is edited, counted from 0. */
  readonly index: number;
}
