import assets from '../features/assets/en.json' with { type: 'json' };
import audit from '../features/audit/en.json' with { type: 'json' };
import downloads from '../features/downloads/en.json' with { type: 'json' };
import imports from '../features/imports/en.json' with { type: 'json' };
import spreadsheets from '../features/spreadsheets/en.json' with { type: 'json' };
import trash from '../features/trash/en.json' with { type: 'json' };

/** The words of pages beside the lists of the catalogue in English, by namespace. */
export const englishOfPages = { ...assets, ...audit, ...downloads, ...imports, ...spreadsheets, ...trash };
