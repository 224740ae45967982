import audit from '../features/audit/it.json' with { type: 'json' };
import spreadsheets from '../features/spreadsheets/it.json' with { type: 'json' };
import trash from '../features/trash/it.json' with { type: 'json' };
import type { englishOfPages } from './english-of-pages.ts';

/** The words of the history, of spreadsheets and of the trash in Italian, by namespace. */
export const italianOfPages: typeof englishOfPages = { ...audit, ...spreadsheets, ...trash };
