import assets from '../features/assets/it.json' with { type: 'json' };
import audit from '../features/audit/it.json' with { type: 'json' };
import downloads from '../features/downloads/it.json' with { type: 'json' };
import spreadsheets from '../features/spreadsheets/it.json' with { type: 'json' };
import trash from '../features/trash/it.json' with { type: 'json' };
import type { englishOfPages } from './english-of-pages.ts';

/** The words of pages beside the lists of the catalogue in Italian, by namespace. */
export const italianOfPages: typeof englishOfPages = {
  ...assets,
  ...audit,
  ...downloads,

  ...spreadsheets,
  ...trash,
};
