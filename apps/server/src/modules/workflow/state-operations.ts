import { createItemState, deleteItemState, updateItemState } from '@armarium/contract/item-states';
import { requireMatch, setEntityTag } from '../../http/entity-tag.ts';
import { implement, type Implementation } from '../../http/operation-route.ts';
import { stateView } from '../records/public.ts';
import { addState, changeState, removeState } from './state.writes.ts';

/** The operations that define states (back office §2.3 and §5, decisions §4 and §8). */
export const stateOperations: Implementation[] = [
  implement(createItemState, async ({ data, body, origin, reply }) => {
    const row = await data.write('configure-workflow', (tx) => addState(tx, body));
    setEntityTag(reply, row.version);
    return stateView(row, origin);
  }),
  implement(updateItemState, async ({ data, params, body, origin, request, reply }) => {
    const row = await data.write('configure-workflow', (tx) =>
      changeState(tx, params.uuid, body, (version) => requireMatch(request, version)),
    );
    setEntityTag(reply, row.version);
    return stateView(row, origin);
  }),
  implement(deleteItemState, async ({ data, params, request }) => {
    await data.write('configure-workflow', (tx) =>
      removeState(tx, params.uuid, (version) => requireMatch(request, version)),
    );
    return undefined;
  }),
];
