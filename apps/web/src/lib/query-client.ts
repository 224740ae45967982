import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query';
import { ApiProblem } from './api-problem.ts';

interface QueryMeta extends Record<string, unknown> {
  /** The caller shows failures itself, or there is nothing to show. */
  quiet?: boolean;
  /** The place of the data shows that they could not be loaded; only later failures are reported. */
  inPlace?: boolean;
}

declare module '@tanstack/react-query' {
  interface Register {
    queryMeta: QueryMeta;
    mutationMeta: {
      quiet?: boolean;
      /** What could not be done, in the user's words. */
      failed?: () => string;
    };
  }
}

/** @param what failed: something in words of its own, a first look, the renewal of what is shown, or a change */
type ProblemReporter = (error: Error, what: (() => string) | 'load' | 'refresh' | 'do') => void;
let report: ProblemReporter = () => undefined;

/** Reports a failed query or mutation to the user, unless it has `meta: { quiet: true }`. */
export function onFailure(reporter: ProblemReporter): void {
  report = reporter;
}

/** Only what may be over in a moment is tried again; a refusal stays a refusal. */
function shouldRetry(failures: number, error: Error): boolean {
  if (failures >= 2) return false;
  return error instanceof ApiProblem && (error.status === 0 || error.status === 502 || error.status === 503);
}

export const queryClient = new QueryClient({
  queryCache: new QueryCache({
    onError: (error, query) => {
      const isShownInPlace = query.meta?.inPlace && query.state.data === undefined;
      if (query.meta?.quiet || isShownInPlace) return;
      report(error, query.state.data === undefined ? 'load' : 'refresh');
    },
  }),
  mutationCache: new MutationCache({
    onError: (error, _variables, _result, mutation) => {
      if (!mutation.meta?.quiet) report(error, mutation.meta?.failed ?? 'do');
    },
  }),
  defaultOptions: {
    // The server is often on the same machine or in the house, where `navigator.onLine` says nothing.
    queries: { retry: shouldRetry, staleTime: 10_000, networkMode: 'always' },
    mutations: { networkMode: 'always' },
  },
});
