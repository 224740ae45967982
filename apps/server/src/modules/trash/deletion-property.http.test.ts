import { expect, it } from 'vitest';
import { deleteCollection, dryRunDeleteCollection } from '@armarium/contract/deletions';
import { listTrash, restoreTrashEntry } from '@armarium/contract/trash';
import { graphState } from '../../../../../tests/http/graph-state.ts';
import { isSoak, seed } from '../../../../../tests/harness/soak.ts';
import { openInstallation, rootOf } from '../../../../../tests/http/test-installation.ts';
import { seededRandom, type Random } from '../../../../../tests/harness/seeded-random.ts';

const house = await openInstallation();
const client = await house.person('default', 'ROLE_TENANT_ADMIN');
const root = (await rootOf(client)).uuid;
const tenantId = house.tenantIds.default;

const GRAPHS = isSoak ? 60 : 10;
const COLLECTIONS = 14;
const ITEMS = 24;

interface Graph {
  readonly collections: readonly string[];
  /** Parents of each collection, and collections of each item, by uuid. */
  readonly parents: ReadonlyMap<string, readonly string[]>;
  readonly places: ReadonlyMap<string, readonly string[]>;
}

/** A graph without loops, by statements: every collection stands below earlier ones, items anywhere. */
async function someGraph(random: Random): Promise<Graph> {
  const some = (of: readonly string[], most: number) => [
    ...new Set(Array.from({ length: random.int(1, most) }, () => random.pick(of))),
  ];
  const collections = Array.from({ length: COLLECTIONS }, () => crypto.randomUUID());
  const parents = new Map(
    collections.map((uuid, index) => [
      uuid,
      some(index < 3 ? [root] : collections.slice(Math.max(0, index - 4), index), 2),
    ]),
  );
  const places = new Map(
    Array.from({ length: ITEMS }, () => [crypto.randomUUID(), some([root, ...collections], 3)] as const),
  );
  await house.query(
    `insert into collection (tenant_id, uuid, sgtt, sort_title)
     select $1, uuid, uuid::text, uuid::text from unnest($2::uuid[]) as uuid`,
    [tenantId, collections],
  );
  await house.query(
    `insert into item (tenant_id, uuid, sgtt, pressmark, pressmark_norm, sort_title, sort_pressmark, import_uuid)
     select $1, uuid, uuid::text, uuid::text, uuid::text, uuid::text, uuid::text, gen_random_uuid()
     from unnest($2::uuid[]) as uuid`,
    [tenantId, [...places.keys()]],
  );
  const pairs = (map: ReadonlyMap<string, readonly string[]>) =>
    JSON.stringify([...map].flatMap(([child, all]) => all.map((parent) => ({ parent, child }))));
  await house.query(
    `insert into collection_link (tenant_id, parent_uuid, child_uuid, sort_title)
     select $1, parent, child, child::text from jsonb_to_recordset($2) as link (parent uuid, child uuid)`,
    [tenantId, pairs(parents)],
  );
  await house.query(
    `insert into item_link (tenant_id, collection_uuid, item_uuid, sort_title)
     select $1, parent, child, child::text from jsonb_to_recordset($2) as link (parent uuid, child uuid)`,
    [tenantId, pairs(places)],
  );
  await house.query(
    `insert into collection_closure (tenant_id, ancestor_uuid, descendant_uuid)
     with recursive way (ancestor, descendant) as (
       select uuid, uuid from collection where tenant_id = $1
       union
       select link.parent_uuid, way.descendant from way join collection_link link
         on link.tenant_id = $1 and link.child_uuid = way.ancestor)
     select $1, ancestor, descendant from way on conflict do nothing`,
    [tenantId],
  );
  await house.query(
    `update collection set
       collections_count = (select count(*) from collection_link link
         where link.tenant_id = $1 and link.parent_uuid = collection.uuid),
       items_count = (select count(*) from item_link link
         where link.tenant_id = $1 and link.collection_uuid = collection.uuid)
     where tenant_id = $1`,
    [tenantId],
  );
  return { collections, parents, places };
}

/** The same by another way: what cannot be reached from the root without the deleted collection goes. */
function expectedFigures({ collections, parents, places }: Graph, deleted: string) {
  const reached = new Set([root]);
  // Parents stand before their children.
  for (const uuid of collections) {
    if (uuid !== deleted && parents.get(uuid)?.some((parent) => reached.has(parent))) reached.add(uuid);
  }
  const goes = collections.filter((uuid) => !reached.has(uuid));
  const met = [...places.values()].filter((all) => all.some((place) => goes.includes(place)));
  const orphans = met.filter((all) => all.every((place) => goes.includes(place)));
  return {
    deletedSubcollections: goes.length - 1,
    orphanItems: orphans.length,
    sharedItems: met.length - orphans.length,
    shownIn: { storyboardsCount: 0, storyboards: [] },
  };
}

it('[COLL-38, COLL-39, API-150] in any graph the dry run says what the deletion does, and a restore brings exactly that back', async () => {
  const random = seededRandom(`deletions ${seed}`);
  const met = { deletedSubcollections: 0, orphanItems: 0, sharedItems: 0 };
  for (let graph = 0; graph < GRAPHS; graph += 1) {
    const made = await someGraph(random);
    const deleted = random.pick(made.collections.slice(0, 5));
    const orphans = graph % 3 === 0 ? 'parent' : 'trash';
    const expected = expectedFigures(made, deleted);
    const before = await graphState(house, tenantId);

    const { body: figures } = await client.call(dryRunDeleteCollection, { params: { uuid: deleted } });
    expect({ graph, figures }).toEqual({ graph, figures: expected });
    expect(await graphState(house, tenantId)).toEqual(before);

    await client.call(deleteCollection, { params: { uuid: deleted }, query: { orphans } });
    const after = await graphState(house, tenantId);
    const standing = (name: string) => (before[name]?.length ?? 0) - (after[name]?.length ?? 0);
    expect({ graph, collections: standing('collections'), items: standing('items') }).toEqual({
      graph,
      collections: expected.deletedSubcollections + 1,
      items: orphans === 'parent' ? 0 : expected.orphanItems,
    });
    const wrong = await house.query(
      `select uuid from collection where trashed_at is null and (
         items_count <> (select count(*) from item_link link where link.collection_uuid = collection.uuid)
         or collections_count <> (select count(*) from collection_link link where link.parent_uuid = collection.uuid))`,
    );
    expect({ graph, wrong }).toEqual({ graph, wrong: [] });

    const { body: trash } = await client.call(listTrash);
    const entry = trash._embedded.trash[0];
    expect(entry).toMatchObject({
      recordUuid: deleted,
      collectionsCount: expected.deletedSubcollections,
      culturalItemsCount: orphans === 'parent' ? 0 : expected.orphanItems,
    });
    const restored = await client.call(restoreTrashEntry, { params: { uuid: entry?.uuid ?? '' }, body: {} });
    expect(restored.status).toBe(200);
    expect({ graph, state: await graphState(house, tenantId) }).toEqual({ graph, state: before });
    for (const name of ['deletedSubcollections', 'orphanItems', 'sharedItems'] as const)
      met[name] += expected[name];
  }
  // Graphs in which nothing happens would show nothing.
  for (const sum of Object.values(met)) expect(sum).toBeGreaterThan(GRAPHS / 2);
});
