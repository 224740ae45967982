import picking from '../features/story-editor/picking/en.json' with { type: 'json' };
import area from '../viewers/area/en.json' with { type: 'json' };

/** The words of picking images, and of drawing areas on them, for stories in English, by namespace. */
export const englishOfPicking = { ...area, ...picking };
