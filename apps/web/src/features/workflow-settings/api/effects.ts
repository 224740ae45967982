import type { DeliveryState } from '@armarium/contract/deliveries';
import { listEffects, retryEffect, retryFailedEffects, type Effect } from '@armarium/contract/effects';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../../../lib/api-client.ts';
import { queryClient } from '../../../lib/query-client.ts';
import { askedAgain_ms } from '../effect-progress.ts';

const PER_PAGE = 20;
const effectsKey = ['workflow-settings', 'effects'] as const;

/**
 * A page of the effects, the newest first, with the number of all that failed. They are asked for again while one may still
 * arrive.
 * @param page 1-based
 */
export function effectsQuery(state: DeliveryState | undefined, page: number) {
  return queryOptions({
    queryKey: [...effectsKey, state, page],
    queryFn: async ({ signal }) => {
      const [answer, failed] = await Promise.all([
        call(listEffects, { query: { state, page: page - 1, size: PER_PAGE }, signal }),
        call(listEffects, { query: { state: 'ERROR', size: 1 }, signal }),
      ]);
      return { effects: answer._embedded.effects, page: answer.page, failed: failed.page.totalElements };
    },
    refetchInterval: ({ state: { data } }) => (data ? askedAgain_ms(data.effects, Date.now()) : false),
    placeholderData: (previous) => previous,
    meta: { inPlace: true },
    staleTime: 0,
  });
}

const lookAgain = () => queryClient.invalidateQueries({ queryKey: effectsKey });

/** Sends an effect again to those whom it has not reached. @returns it as it is now */
export async function sendAgain(uuid: string): Promise<Effect> {
  const effect = await call(retryEffect, { params: { uuid } });
  await lookAgain();
  return effect;
}

/** Sends all effects again that failed. @returns their number */
export async function sendAllAgain(): Promise<number> {
  const { retried } = await call(retryFailedEffects);
  await lookAgain();
  return retried;
}
