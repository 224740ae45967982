import assets from '../features/assets/it.json' with { type: 'json' };
import downloads from '../features/downloads/it.json' with { type: 'json' };
import type { englishOfItem } from './english-of-item.ts';

/** The words of an item's page, beside those of the lists, in Italian, by namespace. */
export const italianOfItem: typeof englishOfItem = { ...assets, ...downloads };
