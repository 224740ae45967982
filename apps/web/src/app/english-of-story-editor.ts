import storyEditor from '../features/story-editor/en.json' with { type: 'json' };

/** The words of the story editor in English, by namespace. */
export const englishOfStoryEditor = { ...storyEditor };
