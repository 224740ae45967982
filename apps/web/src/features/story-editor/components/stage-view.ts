import { keyOf } from '../../../lib/drafts.ts';
import { recall, remember } from '../../../lib/remembered.ts';
import { screenNames } from './reader-screens.ts';

/** What the middle of the editor shows: the image with its areas, or the story on a screen of its readers. */
export const stageViews = ['image', ...screenNames] as const;
export type StageView = (typeof stageViews)[number];

const key = () => keyOf('story-stage');

/** What this account looked at last in this browser. */
export const lastStageView = (): StageView => stageViews.find((view) => view === recall(key())) ?? 'image';

export const keepStageView = (view: StageView): void => {
  remember(key(), view);
};
