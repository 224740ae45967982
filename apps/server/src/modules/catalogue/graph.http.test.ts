import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { system, type WriteTransaction } from '../../db/database.ts';
import { seededRandom, type Random } from '../../../../../tests/harness/seeded-random.ts';
import { isSoak, seed } from '../../../../../tests/harness/soak.ts';
import { openInstallation, rootOf } from '../../../../../tests/http/test-installation.ts';
import { createItems } from './create-items.ts';
import { createCollections } from './create-collections.ts';
import { linkRecords, unlinkRecords, type Link } from './graph.writes.ts';
import { kindOf, lockGraph } from '../records/public.ts';

const house = await openInstallation();
const root = (await rootOf(await house.person('default', 'ROLE_USER'))).uuid;
const tenantId = house.tenantIds.default;
const write = <T>(apply: (tx: WriteTransaction) => Promise<T>) =>
  house.access.database.tenant(tenantId, system).write('test', async (tx) => {
    await lockGraph(tx);
    return apply(tx);
  });

/** The graph as one would draw it: who stands in what. The closure and the counters follow from it. */
class Model {
  readonly collections = new Map<string, Set<string>>([[root, new Set()]]);
  readonly items = new Map<string, Set<string>>();

  ancestors(uuid: string): Set<string> {
    const all = new Set([uuid]);
    for (const one of all) for (const parent of this.collections.get(one) ?? []) all.add(parent);
    return all;
  }
}

/** Everything that the database keeps of the graph, in the words of the model. */
async function kept() {
  const collections = await house.query<{ uuid: string; collections: number; items: number }>(
    'select uuid, collections_count as collections, items_count as items from collection where tenant_id = $1',
    [tenantId],
  );
  const pairs = async (text: string) =>
    (await house.query<{ pair: string }>(text, [tenantId])).map(({ pair }) => pair).sort();
  return {
    counters: Object.fromEntries(collections.map(({ uuid, ...counters }) => [uuid, counters])),
    links: await pairs(
      `select parent_uuid || ' ' || child_uuid as pair from collection_link where tenant_id = $1`,
    ),
    itemLinks: await pairs(
      `select collection_uuid || ' ' || item_uuid as pair from item_link where tenant_id = $1`,
    ),
    closure: await pairs(
      `select ancestor_uuid || ' ' || descendant_uuid as pair from collection_closure where tenant_id = $1`,
    ),
  };
}

function expected(model: Model): Awaited<ReturnType<typeof kept>> {
  const pairsOf = (records: Map<string, Set<string>>) =>
    [...records].flatMap(([child, parents]) => [...parents].map((parent) => `${parent} ${child}`)).sort();
  const countIn = (records: Map<string, Set<string>>, parent: string) =>
    [...records.values()].filter((parents) => parents.has(parent)).length;
  const uuids = [...model.collections.keys()];
  return {
    counters: Object.fromEntries(
      uuids.map((uuid) => [
        uuid,
        { collections: countIn(model.collections, uuid), items: countIn(model.items, uuid) },
      ]),
    ),
    links: pairsOf(model.collections),
    itemLinks: pairsOf(model.items),
    closure: uuids
      .flatMap((uuid) => [...model.ancestors(uuid)].map((ancestor) => `${ancestor} ${uuid}`))
      .sort(),
  };
}

/** One step, done in the database and in the model. @returns what it was, and whether the database refused it */
async function step(random: Random, model: Model): Promise<string> {
  const collections = [...model.collections.keys()];
  const several = <T>(most: number, make: () => T): T[] =>
    Array.from({ length: random.int(1, most) }, () => make());
  const some = (uuids: readonly string[], most: number) => [
    ...new Set(several(most, () => random.pick(uuids))),
  ];
  const linksOf = (records: Map<string, Set<string>>): Link[] =>
    [...records].flatMap(([child, parents]) => [...parents].map((parent) => ({ parent, child })));
  const action = random.pick(['create', 'link', 'move', 'unlink', 'item', 'link item', 'unlink item']);

  if (action === 'create') {
    const made = several(3, () => some(collections, 3));
    const uuids = await write((tx) =>
      createCollections(
        tx,
        made.map((parents) => ({ list: [{ name: 'sgtt', value: 'Made' }], parents })),
      ),
    );
    for (const [index, uuid] of uuids.entries()) model.collections.set(uuid, new Set(made[index]));
  } else if (action === 'item') {
    const made = several(3, () => some(collections, 3));
    const items = made.map((parentCollectionsUuids) => ({
      metadata: [{ name: 'pressmark', value: randomUUID() }],
      parentCollectionsUuids,
    }));
    for (const [index, { uuid }] of (await write((tx) => createItems(tx, items))).entries())
      model.items.set(uuid, new Set(made[index]));
  } else if (action === 'unlink' || action === 'unlink item') {
    const records = action === 'unlink' ? model.collections : model.items;
    const standing = linksOf(records);
    if (standing.length === 0) return action;
    const links = several(3, () => random.pick(standing));
    await write((tx) => unlinkRecords(tx, kindOf(action === 'unlink' ? 'COLLECTION' : 'ITEM'), links));
    for (const { parent, child } of links) records.get(child)?.delete(parent);
  } else {
    const records = action === 'link item' ? model.items : model.collections;
    if (records.size === 0) return action;
    const placements = some([...records.keys()], 3).map((uuid) => ({
      uuid,
      sortTitle: 'made',
      // Some of them stand already, and are passed over.
      parents: some(collections, 2),
    }));
    const leaving = action === 'move' ? linksOf(records).filter(() => random.chance(0.05)) : [];
    const before = new Map([...records].map(([uuid, parents]) => [uuid, new Set(parents)]));
    for (const { parent, child } of leaving) records.get(child)?.delete(parent);
    // What leaves a parent that it then gets anew is linked like any other.
    for (const { uuid, parents } of placements) for (const parent of parents) records.get(uuid)?.add(parent);
    const loops =
      records === model.collections &&
      placements.some(
        ({ uuid, parents }) => uuid === root || parents.some((parent) => model.ancestors(parent).has(uuid)),
      );
    const refusal = await write(async (tx) => {
      if (action === 'link item') return linkRecords(tx, kindOf('ITEM'), placements);
      await unlinkRecords(tx, kindOf('COLLECTION'), leaving);
      return linkRecords(tx, kindOf('COLLECTION'), placements);
    }).then(
      () => undefined,
      (error: unknown) => error,
    );
    if (loops) {
      expect(refusal).toMatchObject({ code: 'destination-is-descendant' });
      for (const [uuid, parents] of before) records.set(uuid, parents);
      return `${action}, refused`;
    }
    if (refusal !== undefined) throw refusal as Error;
  }
  return action;
}

describe('the graph', () => {
  it.each(isSoak ? ['one', 'two', 'three', String(seed)] : ['one'])(
    '[COLL-27] keeps links, closure and counters through any order of writes, and refuses every loop (seed %s)',
    async (from) => {
      const random = seededRandom(from);
      const model = new Model();
      await house.query('delete from collection_closure where descendant_uuid <> $1', [root]);
      await house.query('delete from item_link');
      await house.query('delete from collection_link');
      await house.query('delete from item');
      await house.query('delete from collection where not is_root');
      await house.query('update collection set collections_count = 0, items_count = 0');
      const done = new Map<string, number>();
      for (let number = 1; number <= 120; number += 1) {
        const action = await step(random, model);
        done.set(action, (done.get(action) ?? 0) + 1);
        if (number % 10 === 0) expect(await kept()).toEqual(expected(model));
      }
      // A run that refused nothing, or everything, would have tried nothing.
      for (const action of ['link', 'move'])
        expect({ action, each: [done.get(action), done.get(`${action}, refused`)] }).toEqual({
          action,
          each: [expect.any(Number), expect.any(Number)],
        });
    },
  );
});
