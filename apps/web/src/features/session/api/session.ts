import { queryOptions } from '@tanstack/react-query';
import { hasSession } from './is-logged.ts';

/**
 * Whether there was a session when the client started; later its end shows itself by a 401. Asking costs a
 * moment, and spares everybody who comes without one the failed calls.
 */
export const sessionQuery = queryOptions({
  queryKey: ['session', 'open'],
  queryFn: hasSession,
  staleTime: Infinity,
  meta: { quiet: true },
});
