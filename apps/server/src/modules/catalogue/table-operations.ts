import {
  findItemSurroundings,
  getTableLayouts,
  putTableLayouts,
  SURROUNDINGS_MAX,
  type TableLayout,
} from '@armarium/contract/item-table';
import { jsonb, type TenantQueries } from '../../db/database.ts';
import { requireMatch, setEntityTag } from '../../http/entity-tag.ts';
import { implement, type Implementation } from '../../http/operation-route.ts';
import { pageAnswer, pageOfRows, wantedPage } from '../../http/pages.ts';
import { invalid } from '../../problem-error.ts';
import { cleanText } from '../records/public.ts';
import { surroundingsByUuids } from './surroundings.queries.ts';

interface Kept {
  readonly layouts: TableLayout[];
  readonly version: string | number;
}

/** An account without layouts has an empty list of version 1. */
async function layoutsOf(db: TenantQueries, accountUuid: string): Promise<Kept> {
  const row = await db
    .selectFrom('table_layouts')
    .select(['layouts', 'version'])
    .where('account_uuid', '=', accountUuid)
    .executeTakeFirst();
  return row
    ? { layouts: row.layouts as unknown as TableLayout[], version: row.version }
    : { layouts: [], version: 0 };
}

/** Refuses names that differ only in case. @throws ProblemError 422 */
function withNames(layouts: readonly TableLayout[]): TableLayout[] {
  const cleaned = layouts.map((layout) => ({ ...layout, name: cleanText(layout.name) }));
  const places = new Map<string, number>();
  const problems = cleaned.flatMap(({ name }, place) => {
    const at = `layouts[${place}].name`;
    if (name === '') return [{ name: at, code: 'required', message: 'It is required.' }];
    const key = name.toLowerCase();
    if (places.has(key))
      return [{ name: at, code: 'duplicate', message: `“${name}” is already in the list.` }];
    places.set(key, place);
    return [];
  });
  if (problems.length > 0) throw invalid(problems);
  return cleaned;
}

/** The further columns of tables of items, and the table layouts that people keep. */
export const tableOperations: Implementation[] = [
  implement(getTableLayouts, async ({ data, actor, reply }) => {
    const { layouts, version } = await data.read((db) => layoutsOf(db, actor.accountUuid));
    setEntityTag(reply, version);
    return { layouts };
  }),
  implement(putTableLayouts, async ({ data, actor, body, request, reply }) => {
    const layouts = withNames(body.layouts);
    const version = await data.write('table-layouts', async ({ db, tenantId }) => {
      const key = { tenant_id: tenantId, account_uuid: actor.accountUuid };
      await db
        .insertInto('table_layouts')
        .values({ ...key, layouts: jsonb([]), version: 0 })
        .onConflict((conflict) => conflict.doNothing())
        .execute();
      const before = await db
        .selectFrom('table_layouts')
        .select('version')
        .where('account_uuid', '=', actor.accountUuid)
        .forUpdate()
        .executeTakeFirstOrThrow();
      requireMatch(request, before.version);
      const after = await db
        .updateTable('table_layouts')
        .set((column) => ({ layouts: jsonb(layouts), version: column('version', '+', 1) }))
        .where('account_uuid', '=', actor.accountUuid)
        .returning('version')
        .executeTakeFirstOrThrow();
      return after.version;
    });
    setEntityTag(reply, version);
    return { layouts };
  }),
  implement(findItemSurroundings, async ({ data, actor, query, origin, url }) => {
    const page = wantedPage(query, SURROUNDINGS_MAX);
    const rows = await data.read((db) => surroundingsByUuids(db, actor, query.uuid));
    const shown = pageOfRows(rows, page);
    return pageAnswer('itemSurroundings', shown, page, rows.length, origin, url);
  }),
];
