import {
  createTransitionTemplate,
  deleteTransitionTemplate,
  updateTransitionTemplate,
} from '@armarium/contract/transitions';
import { requireMatch, setEntityTag } from '../../http/entity-tag.ts';
import { implement, type Implementation } from '../../http/operation-route.ts';
import { invalid } from '../../problem-error.ts';
import { addTransition, changeTransition, removeTransition } from './transition.writes.ts';
import { transitionView } from './workflow-views.ts';

/** The operations that define transitions (back office §5, decisions §3 and §8). */
export const transitionEdits: Implementation[] = [
  implement(createTransitionTemplate, async ({ data, body, actor, origin, reply }) => {
    const row = await data.write('configure-workflow', (tx) => addTransition(tx, body.resourceType, body));
    setEntityTag(reply, row.version);
    return transitionView(row, actor, origin);
  }),
  implement(updateTransitionTemplate, async ({ data, params, body, actor, origin, request, reply }) => {
    const row = await data.write('configure-workflow', (tx) =>
      changeTransition(tx, params.uuid, (before) => {
        requireMatch(request, before.version);
        if (body.resourceType !== undefined && body.resourceType !== before.resourceType) {
          const message = 'A transition stays with its kind of records. Make another one.';
          throw invalid([{ name: 'resourceType', code: 'read-only', message }]);
        }
        // Roles that are sent back as the representation showed them are no change.
        const shown = transitionView(before, actor, origin).roles;
        const isAsShown = body.roles && [...body.roles].sort().join() === [...shown].sort().join();
        const { roles, ...rest } = body;
        return { ...rest, ...(roles && !isAsShown && { roles }) };
      }),
    );
    setEntityTag(reply, row.version);
    return transitionView(row, actor, origin);
  }),
  implement(deleteTransitionTemplate, async ({ data, params, request }) => {
    await data.write('configure-workflow', (tx) =>
      removeTransition(tx, params.uuid, ({ version }) => requireMatch(request, version)),
    );
    return undefined;
  }),
];
