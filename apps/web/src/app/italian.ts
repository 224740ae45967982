import browse from '../features/browse/it.json' with { type: 'json' };
import item from '../features/item/it.json' with { type: 'json' };
import operations from '../features/operations/it.json' with { type: 'json' };
import savedSearches from '../features/saved-searches/it.json' with { type: 'json' };
import session from '../features/session/it.json' with { type: 'json' };
import table from '../features/table/it.json' with { type: 'json' };
import upload from '../features/upload/it.json' with { type: 'json' };
import workflow from '../features/workflow/it.json' with { type: 'json' };
import causes from '../lib/problem/causes-in-italian.json' with { type: 'json' };
import problem from '../lib/problem/it.json' with { type: 'json' };
import problemSignedIn from '../lib/problem/signed-in/it.json' with { type: 'json' };
import records from '../records/it.json' with { type: 'json' };
import ui from '../ui/it.json' with { type: 'json' };
import viewers from '../viewers/it.json' with { type: 'json' };
import app from './it.json' with { type: 'json' };
import type { english } from './english.ts';

const words: typeof english = {
  ...app,
  ...browse,
  ...item,
  ...operations,
  ...records,
  ...savedSearches,
  ...session,
  ...table,
  ...ui,
  ...upload,
  ...viewers,
  ...workflow,
  problem: { ...problem.problem, ...problemSignedIn.problem },
};

/** All words of the client in Italian, by namespace, with the causes of failed imports, which the server writes in English. */
export const italian = { ...words, cause: causes };
