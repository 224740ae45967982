import picking from '../features/story-editor/picking/it.json' with { type: 'json' };
import area from '../viewers/area/it.json' with { type: 'json' };
import type { englishOfPicking } from './english-of-picking.ts';

/** The words of picking images, and of drawing areas on them, for stories in Italian, by namespace. */
export const italianOfPicking: typeof englishOfPicking = { ...area, ...picking };
