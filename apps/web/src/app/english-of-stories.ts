import stories from '../features/stories/en.json' with { type: 'json' };

/** The words of the Stories Lab in English, by namespace. */
export const englishOfStories = { ...stories };
