import type { Implementation } from '../../http/operation-route.ts';
import { storyImport } from './import/import-story.ts';
import { seriesOperations } from './series-operations.ts';
import { storyOperations as operationsOfStories } from './story-operations.ts';

export { textOf } from './commentary.rules.ts';
export { makeSeries } from './make-series.ts';
export { makeStory } from './make-story.ts';
export {
  altAsText,
  isHtml,
  ORIGINAL,
  STEPS_RANGE,
  titleAsText,
  TRANSITION,
  WITHOUT_TEXT,
  type Original,
} from './manifest-properties.ts';
export { fragmentOf, scaledRegion, type Region, type Size } from './regions.ts';
export {
  isOpened,
  NO_STORIES,
  placesOfSeries,
  stepsOf,
  storyUses,
  unconfirmedImages,
  type ClosedImage,
  type StepRow,
} from './story.queries.ts';
export { cleanedStep } from './steps.rules.ts';
export { confirmImages, imagesNotConfirmed, noteAgreements, partedByAgreement } from './story.writes.ts';
export { seriesAddress, storyAddress } from './story.view.ts';
export { storyTrash } from './story-trash.ts';

/** Stories, their steps, and series. */
export const storyOperations: Implementation[] = [...operationsOfStories, storyImport, ...seriesOperations];
