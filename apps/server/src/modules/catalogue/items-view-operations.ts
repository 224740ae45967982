import { sql } from 'kysely';
import {
  getItemsView,
  updateItemsView,
  type ItemsView,
  type ItemsViewName,
} from '@armarium/contract/items-view';
import type { Actor, TenantData, TenantQueries } from '../../db/database.ts';
import { implement, type Implementation } from '../../http/operation-route.ts';
import { requireCollections } from './item-list.ts';

/** The collection whose items are shown; undefined for the results of searches. */
type Place = string | undefined;

/** A list opens as cards where at least one item in so many has a picture, otherwise as a compact list. */
const ITEMS_FOR_A_PICTURE = 5;

/** The most items that are looked at to decide this: the first ones by title. */
const ITEMS_LOOKED_AT = 2_000;

/**
 * What suits the items of a place: a compact list where too few of the first items by title have a picture. An
 * item with images that are not ready yet counts as one with a picture. The number of items that are looked at
 * is limited, and the result is cached until the catalogue changes.
 */
async function suitingView(data: TenantData, db: TenantQueries, place: Place): Promise<ItemsViewName> {
  const first =
    place === undefined
      ? sql`select uuid from item where trashed_at is null order by sort_title, uuid limit ${ITEMS_LOOKED_AT}`
      : sql`select item_uuid as uuid from item_link where collection_uuid = ${place}::uuid
          order by sort_title, item_uuid limit ${ITEMS_LOOKED_AT}`;
  return data.remembered(db, `items view ${place ?? ''}`, async () => {
    const { rows } = await sql<{ items: string; pictured: string }>`
      select count(*) as items, count(*) filter (where images_count > 0 or thumbnail is not null) as pictured
      from (${first}) as looked_at join item using (uuid)`.execute(db);
    const [{ items, pictured } = { items: '0', pictured: '0' }] = rows;
    return Number(pictured) * ITEMS_FOR_A_PICTURE < Number(items) ? 'list' : 'cards';
  });
}

/** How the items of a place are shown to an account: as it chose, otherwise as suits them. */
async function viewOf(data: TenantData, db: TenantQueries, actor: Actor, place: Place): Promise<ItemsView> {
  const chosen = await db
    .selectFrom('items_view')
    .select(['view', 'fields'])
    .where('account_uuid', '=', actor.accountUuid)
    .where('collection_uuid', 'is not distinct from', place ?? null)
    .executeTakeFirst();
  const view = chosen?.view as ItemsViewName | null | undefined;
  return { view: view ?? (await suitingView(data, db, place)), fields: chosen?.fields ?? null };
}

/** How each account sees the items of a collection, and the results of searches. */
export const itemsViewOperations: Implementation[] = [
  implement(getItemsView, ({ data, actor, query }) =>
    data.read(async (db) => {
      await requireCollections(db, query);
      return viewOf(data, db, actor, query.collectionUuid);
    }),
  ),
  implement(updateItemsView, ({ data, actor, query, body }) =>
    data.write('items-view', async ({ db, tenantId }) => {
      await requireCollections(db, query);
      await db
        .insertInto('items_view')
        .values({
          tenant_id: tenantId,
          account_uuid: actor.accountUuid,
          collection_uuid: query.collectionUuid ?? null,
          ...body,
        })
        .onConflict((conflict) => conflict.constraint('items_view_place_key').doUpdateSet(body))
        .execute();
      return viewOf(data, db, actor, query.collectionUuid);
    }),
  ),
];
