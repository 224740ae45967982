import { getEffect, listEffects, retryEffect, retryFailedEffects } from '@armarium/contract/effects';
import { implement, type Implementation } from '../../../http/operation-route.ts';
import { pageAnswer, wantedPage } from '../../../http/pages.ts';
import { effectNamed, effectsPage } from './effect.queries.ts';
import { retryEffects } from './effect.writes.ts';

const DEFAULT_SIZE = 20;

/** The operations on effects of transitions (decisions §13), for those who manage. */
export const effectOperations: Implementation[] = [
  implement(listEffects, async ({ data, query, origin, url }) => {
    const page = wantedPage(query, DEFAULT_SIZE);
    const { effects, total } = await data.read((db) => effectsPage(db, query.state, page, origin));
    return pageAnswer('effects', effects, page, total, origin, url);
  }),
  implement(getEffect, ({ data, params, origin }) => data.read((db) => effectNamed(db, params.uuid, origin))),
  implement(retryEffect, ({ data, params, origin }) =>
    data.write('retry-effects', async ({ db }) => {
      await retryEffects(db, { uuid: params.uuid });
      return effectNamed(db, params.uuid, origin);
    }),
  ),
  implement(retryFailedEffects, ({ data }) =>
    data.write('retry-effects', async ({ db }) => ({ retried: await retryEffects(db, 'failed') })),
  ),
];
