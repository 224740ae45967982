import browse from '../features/browse/en.json' with { type: 'json' };
import item from '../features/item/en.json' with { type: 'json' };
import operations from '../features/operations/en.json' with { type: 'json' };
import savedSearches from '../features/saved-searches/en.json' with { type: 'json' };
import session from '../features/session/en.json' with { type: 'json' };
import table from '../features/table/en.json' with { type: 'json' };
import upload from '../features/upload/en.json' with { type: 'json' };
import workflow from '../features/workflow/en.json' with { type: 'json' };
import problem from '../lib/problem/en.json' with { type: 'json' };
import problemSignedIn from '../lib/problem/signed-in/en.json' with { type: 'json' };
import records from '../records/en.json' with { type: 'json' };
import ui from '../ui/en.json' with { type: 'json' };
import viewers from '../viewers/en.json' with { type: 'json' };
import app from './en.json' with { type: 'json' };

/** All words of the client in English, by namespace. */
export const english = {
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
