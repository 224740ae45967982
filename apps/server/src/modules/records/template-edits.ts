import type { TemplateResourceType } from '@armarium/contract/record-types';
import {
  createTemplate,
  deleteTemplate,
  findTemplateByName,
  orderTemplates,
  updateTemplate,
} from '@armarium/contract/templates';
import { requireMatch, setEntityTag } from '../../http/entity-tag.ts';
import { implement, type Implementation } from '../../http/operation-route.ts';
import { invalid, ProblemError } from '../../problem-error.ts';
import { cleanText } from './record-text.ts';
import { templateView } from './template-operations.ts';
import { inOrder, orderTag } from './template-order.ts';
import {
  addTemplate,
  archiveTemplate,
  arrangeTemplates,
  changeTemplate,
  lockTemplates,
} from './template.writes.ts';

/** The operations that define the fields of records (back office §2.2, §4 and §5, decisions §4). */
export const templateEdits: Implementation[] = [
  implement(createTemplate, async ({ data, body, origin, reply }) => {
    const row = await data.write('configure-metadata', (tx) => addTemplate(tx, body.resourceType, body));
    setEntityTag(reply, row.version);
    return templateView(row, origin);
  }),
  implement(updateTemplate, async ({ data, params, body, origin, request, reply }) => {
    const row = await data.write('configure-metadata', (tx) =>
      changeTemplate(tx, params.uuid, body, (version) => requireMatch(request, version)),
    );
    setEntityTag(reply, row.version);
    return templateView(row, origin);
  }),
  implement(deleteTemplate, async ({ data, params, request }) => {
    await data.write('configure-metadata', (tx) =>
      archiveTemplate(tx, params.uuid, (version) => requireMatch(request, version)),
    );
    return undefined;
  }),
  implement(orderTemplates, async ({ data, query, body, request, reply }) => {
    const tag = await data.write('configure-metadata', async (tx) => {
      const all = await lockTemplates(tx, query.resourceType satisfies TemplateResourceType);
      requireMatch(request, orderTag(all));
      const wanted = body.map((one) => (typeof one === 'string' ? { uuid: one } : one));
      const order = wanted.flatMap((one) => {
        const known = all.find(({ uuid }) => uuid === one.uuid.toLowerCase());
        return known ? [{ uuid: known.uuid, priority: one.priority ?? known.priority }] : [];
      });
      const named = new Set(order.map(({ uuid }) => uuid));
      if (order.length < wanted.length) {
        const unknown = wanted.findIndex(({ uuid }) => !named.has(uuid.toLowerCase()));
        const message = 'There is no such field here (any more).';
        throw invalid([{ name: `[${unknown}]`, code: 'unknown-template', message }]);
      }
      if (named.size < order.length || named.size < all.length) {
        throw new ProblemError(
          'other-members',
          'The list must contain each field of these records once. Read it again, then send the new order.',
        );
      }
      await arrangeTemplates(tx, all, order);
      return orderTag(inOrder(order.map((one, sort_order) => ({ ...one, sort_order }))));
    });
    setEntityTag(reply, tag);
    return { success: true as const };
  }),
  implement(findTemplateByName, async ({ data, query, origin }) => {
    const row = await data.read((db) =>
      db
        .selectFrom('metadata_template')
        .selectAll()
        .where('name', '=', cleanText(query.name))
        .where('resource_type', '=', query.type)
        .where('archived_at', 'is', null)
        .executeTakeFirst(),
    );
    if (!row) throw new ProblemError('no-such-template', 'No field of these records has this ID.');
    return templateView(row, origin);
  }),
];
