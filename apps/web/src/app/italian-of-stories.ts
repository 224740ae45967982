import stories from '../features/stories/it.json' with { type: 'json' };
import type { englishOfStories } from './english-of-stories.ts';

/** The words of the Stories Lab in Italian, by namespace. */
export const italianOfStories: typeof englishOfStories = { ...stories };
