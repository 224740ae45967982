import type { Static } from '@sinclair/typebox';
import * as Type from '@sinclair/typebox/type';
import { RecordNames } from './record-names.ts';
import { Count } from './scalar.ts';

/** The most stories that are named; the others are counted. */
export const STORIES_NAMED_MAX = 10;

/** The stories that show one of some images: those that the reader may see, the ones in the trash too. */
export const StoryUse = Type.Object({
  storyboardsCount: Count,
  /** The first of them by title, at most 10. */
  storyboards: RecordNames,
});
export type StoryUse = Static<typeof StoryUse>;
