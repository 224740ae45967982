import storyEditor from '../features/story-editor/it.json' with { type: 'json' };
import type { englishOfStoryEditor } from './english-of-story-editor.ts';

/** The words of the story editor in Italian, by namespace. */
export const italianOfStoryEditor: typeof englishOfStoryEditor = { ...storyEditor };
