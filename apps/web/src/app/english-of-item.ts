import assets from '../features/assets/en.json' with { type: 'json' };
import downloads from '../features/downloads/en.json' with { type: 'json' };

/** The words of an item's page, beside those of the lists, in English, by namespace. */
export const englishOfItem = { ...assets, ...downloads };
