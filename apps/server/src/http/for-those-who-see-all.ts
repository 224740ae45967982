import { reach } from '../db/database.ts';
import { ProblemError } from '../problem-error.ts';
import type { Implementation } from './operation-route.ts';

/**
 * The same call, for those alone who see all restricted records: it answers with what was stored of records earlier, from which
 * nothing is left out. Every role that may make it sees them; a token has to name that.
 */
export function forThoseWhoSeeAll({ operation, handle }: Implementation): Implementation {
  return {
    operation,
    handle: async (call) => {
      if (reach(call.actor, 'seeRestricted') !== 'all') {
        throw new ProblemError(
          'forbidden',
          'The answer may tell of restricted records, which you do not see.',
        );
      }
      return handle(call);
    },
  };
}
