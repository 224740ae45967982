import audit from '../features/audit/en.json' with { type: 'json' };
import spreadsheets from '../features/spreadsheets/en.json' with { type: 'json' };
import trash from '../features/trash/en.json' with { type: 'json' };

/** The words of the history, of spreadsheets and of the trash in English, by namespace. */
export const englishOfPages = { ...audit, ...spreadsheets, ...trash };
