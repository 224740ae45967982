import imports from '../features/imports/it.json' with { type: 'json' };
import organisation from '../features/organisation/it.json' with { type: 'json' };
import people from '../features/people/it.json' with { type: 'json' };
import type { englishOfAdministration } from './english-of-administration.ts';

/** The words of management and the own profile in Italian, by namespace. */
export const italianOfAdministration: typeof englishOfAdministration = {
  ...imports,
  ...organisation,
  ...people,
};
