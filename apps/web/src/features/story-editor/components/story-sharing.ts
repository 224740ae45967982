import type { Story } from '@armarium/contract/stories';
import type { ReactNode } from 'react';

interface StorySharing {
  story: Story;
  /** Whether there are changes that are not saved. */
  isDirty: boolean;
  onClose(): void;
}

/** Draws the dialog that shares the story that is edited. Its feature is none that this one may know. */
export type RenderSharing = (props: StorySharing) => ReactNode;
