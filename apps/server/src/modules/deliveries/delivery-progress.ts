import type { DeliveryResult, DeliveryState } from '@armarium/contract/deliveries';
import type { Selectable } from 'kysely';
import type { DB } from '../../db/schema.generated.ts';

/** The columns that say how far a delivery is; an effect has them too. */
type Progress = Pick<
  Selectable<DB['delivery']>,
  'state' | 'attempts' | 'last_attempt_at' | 'next_attempt_at' | 'result'
>;

/** How far a delivery is, as the API represents it. */
export const progressOf = ({ state, attempts, last_attempt_at, next_attempt_at, result }: Progress) => ({
  state: state as DeliveryState,
  attempts,
  lastAttemptDate: last_attempt_at?.toISOString() ?? null,
  nextAttemptDate: next_attempt_at?.toISOString() ?? null,
  result: result as DeliveryResult | null,
});
