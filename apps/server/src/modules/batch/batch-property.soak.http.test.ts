import { listBatchRecords } from '@armarium/contract/batch-records';
import { getBatch, startBatch, undoBatch, type BatchAction } from '@armarium/contract/batches';
import type { MetadataEntry } from '@armarium/contract/metadata';
import { updateItem } from '@armarium/contract/record-edits';
import { searchItems } from '@armarium/contract/item-calls';
import { expect, it } from 'vitest';
import { isSoak, seed } from '../../../../../tests/harness/soak.ts';
import { importedItem, openInstallation, rootOf } from '../../../../../tests/http/test-installation.ts';
import { seededRandom, type Random } from '../../../../../tests/harness/seeded-random.ts';
import { kindOf, nearPressmarkKey } from '../records/public.ts';
import { batchJobs } from './public.ts';

const house = await openInstallation();
const client = await house.person('default', 'ROLE_TENANT_ADMIN');
const root = (await rootOf(client)).uuid;
const tenantId = house.tenantIds.default;
const job = batchJobs(house.access.database, Infinity)['run-batch'];

const ITEMS = 7;
const COLLECTIONS = 4;
const STEPS = isSoak ? 600 : 60;

/** A record as the model has it. */
interface Kept {
  title: string;
  author: string;
  parents: string[];
  isTrashed: boolean;
}
/** What a batch did to one record: as it was and as it is. */
interface Done {
  readonly before: Kept;
  readonly after: Kept;
  /** How often the record had been changed by then. */
  readonly revision: number;
}

const copyOf = (kept: Kept): Kept => ({ ...kept, parents: [...kept.parents] });
const isSame = (one: Kept, other: Kept) => JSON.stringify(one) === JSON.stringify(other);

/** What a batch makes of a record; undefined where it is refused. */
function changed(kept: Kept, action: BatchAction): Kept | undefined {
  const next = copyOf(kept);
  if (kept.isTrashed) return undefined;
  if (action.kind === 'trash') return { ...next, isTrashed: true };
  if (action.kind === 'edit') {
    for (const change of action.changes) {
      const field = change.name === 'sgtt' ? 'title' : 'author';
      if (change.change === 'clear') next[field] = '';
      if (change.change === 'append')
        next[field] = [next[field], String(change.value)].filter(Boolean).join(' ');
      if (change.change === 'find') next[field] = next[field].split(change.find).join(change.replacement);
    }
    return next;
  }
  const from = 'from' in action ? action.from : undefined;
  const to = 'to' in action ? action.to : undefined;
  if (from !== undefined && !kept.parents.includes(from)) return next;
  next.parents = next.parents.filter((uuid) => uuid !== from);
  if (to !== undefined && !next.parents.includes(to)) next.parents.push(to);
  return next.parents.length === 0 ? undefined : next;
}

/** What undoing makes of a record; undefined where something was done to it since that stands in the way. */
function undone(kept: Kept, { before, after, revision }: Done, revisionNow: number): Kept | undefined {
  // What came back from the trash and was changed since does not go there again.
  if (before.isTrashed && !after.isTrashed && revision !== revisionNow) return undefined;
  if (before.isTrashed !== after.isTrashed) {
    return kept.isTrashed === after.isTrashed ? { ...copyOf(kept), isTrashed: before.isTrashed } : undefined;
  }
  if (kept.isTrashed) return undefined;
  const next = copyOf(kept);
  for (const field of ['title', 'author'] as const) {
    if (before[field] === after[field]) continue;
    if (kept[field] !== after[field]) return undefined;
    next[field] = before[field];
  }
  const joined = after.parents.filter((uuid) => !before.parents.includes(uuid));
  const left = before.parents.filter((uuid) => !after.parents.includes(uuid));
  if (joined.some((uuid) => !kept.parents.includes(uuid))) return undefined;
  if (left.some((uuid) => kept.parents.includes(uuid))) return undefined;
  next.parents = [...kept.parents.filter((uuid) => !joined.includes(uuid)), ...left];
  return next.parents.length === 0 ? undefined : next;
}

function someAction(random: Random, collections: readonly string[]): BatchAction {
  const [from, to] = [random.pick(collections), random.pick(collections)];
  const actions: BatchAction[] = [
    { kind: 'link', to },
    { kind: 'unlink', from },
    { kind: 'unlink', from },
    { kind: 'unlink', from: to },
    { kind: 'trash' },
    { kind: 'edit', changes: [{ name: 'sgtt', change: 'append', value: random.pick(['a', 'b']) }] },
    { kind: 'edit', changes: [{ name: 'autn', change: 'clear' }] },
    {
      kind: 'edit',
      changes: [
        { name: 'autn', change: 'append', value: random.pick(['x', 'y']) },
        { name: 'sgtt', change: 'find', find: 'a', replacement: 'b' },
      ],
    },
    ...(from === to ? [] : [{ kind: 'move', from, to } as const, { kind: 'move', from, to } as const]),
  ];
  return random.pick(actions);
}

/** What the catalogue holds of the items, in the model's form; parents as a set, since an undo puts them last. */
async function held(uuids: readonly string[]): Promise<Map<string, Kept>> {
  const rows = await house.query<Kept & { uuid: string }>(
    `select uuid, sgtt as title, autn as author, trashed_at is not null as "isTrashed", array(
       select parent::text from (
         select collection_uuid as parent from item_link where item_uuid = item.uuid
         union select parent_uuid from trash_link where child_uuid = item.uuid and trashed_at is not null) as all_parents
       order by 1) as parents
     from item where uuid = any($1) order by uuid`,
    [uuids],
  );
  return new Map(rows.map(({ uuid, ...kept }) => [uuid, kept]));
}
const inOrder = (model: ReadonlyMap<string, Kept>) =>
  [...model].map(([uuid, kept]) => [uuid, { ...kept, parents: [...kept.parents].sort() }]).sort();

it('[API-183, API-184] whatever is done in bulk, edited and undone, each record is as a plain model has it', async () => {
  const random = seededRandom(`batches ${seed}`);
  const collections: string[] = [];
  for (let index = 0; index < COLLECTIONS; index += 1) {
    collections.push(await house.collection('default', `C${index}`, [root]));
  }
  const model = new Map<string, Kept>();
  for (let index = 0; index < ITEMS; index += 1) {
    const parents = [...new Set([random.pick(collections), random.pick(collections)])];
    const { uuid } = await importedItem(client, { sgtt: `Item ${index}`, autn: 'z', parents });
    model.set(uuid, { title: `Item ${index}`, author: 'z', parents, isTrashed: false });
  }
  const revisions = new Map<string, number>();
  const revise = (uuid: string) => {
    const revision = (revisions.get(uuid) ?? 0) + 1;
    revisions.set(uuid, revision);
    return revision;
  };
  const batches: { uuid: string; done: Map<string, Done>; isUndone: boolean; isUndo: boolean }[] = [];
  const met = { changed: 0, failed: 0, undone: 0, leftAlone: 0 };

  for (let step = 0; step < STEPS; step += 1) {
    const standing = [...model].flatMap(([uuid, { isTrashed }]) => (isTrashed ? [] : [uuid]));
    const candidates = batches.filter((batch) => !batch.isUndone && batch.done.size > 0);
    const what = random.pick(['batch', 'batch', 'undo', 'undo', 'edit']);
    if (what === 'edit' && standing.length > 0) {
      const uuid = random.pick(standing);
      const kept = model.get(uuid)!;
      kept.title = `${kept.title} by hand ${step}`;
      revise(uuid);
      await client.call(updateItem, { params: { uuid }, body: { sgtt: kept.title } });
      continue;
    }
    const of = what === 'undo' && candidates.length > 0 ? random.pick(candidates) : undefined;
    if (!of && standing.length === 0) continue;
    const action = someAction(random, collections);
    const chosen = standing.filter(() => random.int(0, 2) > 0);
    // Most of them shall stand.
    const uuids = of ? [...of.done.keys()] : action.kind === 'trash' ? chosen.slice(0, 2) : chosen;
    if (uuids.length === 0) continue;
    const begun = of
      ? await client.call(undoBatch, { params: { uuid: of.uuid } })
      : await client.call(startBatch, { body: { selection: { uuids }, action } });
    expect({ step, status: begun.status, body: begun.body }).toMatchObject({ status: 202 });
    const signal = new AbortController().signal;
    const context = { attempt: 1, maxAttempts: 8, losses: 0, signal, log: console };
    await job({ tenantId, batch: begun.body.uuid }, context);

    const done = new Map<string, Done>();
    let failed = 0;
    for (const uuid of uuids) {
      const before = copyOf(model.get(uuid)!);
      const after = of
        ? undone(before, of.done.get(uuid)!, revisions.get(uuid) ?? 0)
        : changed(before, action);
      if (!after) failed += 1;
      else if (!isSame(before, after))
        done.set(uuid, { before, after: copyOf(after), revision: revise(uuid) });
      if (after) model.set(uuid, after);
    }
    const { body: over } = await client.call(getBatch, { params: { uuid: begun.body.uuid } });
    const { body: records } = await client.call(listBatchRecords, { params: { uuid: over.uuid } });
    expect({ step, action, of, over, records: records._embedded.records }).toMatchObject({
      over: { state: 'DONE', total: uuids.length, changed: done.size, failed },
    });
    expect({ step, action, state: inOrder(await held([...model.keys()])) }).toEqual({
      step,
      action,
      state: inOrder(model),
    });
    if (of) of.isUndone = true;
    batches.push({ uuid: over.uuid, done, isUndone: false, isUndo: of !== undefined });
    met.changed += of ? 0 : done.size;
    met.failed += of ? 0 : failed;
    met.undone += of ? done.size : 0;
    met.leftAlone += of ? failed : 0;
  }
  const wrong = await house.query(
    `select uuid from collection where trashed_at is null and
       items_count <> (select count(*) from item_link link where link.collection_uuid = collection.uuid)`,
  );
  expect(wrong).toEqual([]);
  // What a search looks through is that of the records as they are now.
  const kept = await house.query<{
    metadata: MetadataEntry[];
    pressmark_norm: string;
    near_pressmark: string | null;
    uuid: string;
  }>(
    'select uuid, metadata, pressmark_norm, near_pressmark from item left join item_text on item_uuid = uuid',
  );
  expect(kept.filter((row) => row.near_pressmark !== nearPressmarkKey(row.pressmark_norm))).toEqual([]);
  const words = kept.map(({ metadata }) => kindOf('ITEM').search?.words(metadata, new Map(), []));
  const texts = await house.query(
    `select uuid from unnest($1::uuid[], $2::text[]) as made (uuid, wanted) left join item_text on item_uuid = uuid
     where words is distinct from wanted::tsvector`,
    [kept.map(({ uuid }) => uuid), words],
  );
  expect(texts).toEqual([]);
  for (const text of ['item', 'hand', 'by', 'z']) {
    const found = [...model.values()].filter(
      ({ title, author, isTrashed }) =>
        !isTrashed &&
        `${title} ${author}`
          .toLowerCase()
          .split(/[^a-z0-9]+/)
          .some((word) => word.startsWith(text)),
    ).length;
    const { body } = await client.call(searchItems, { query: { text, size: 1 } });
    expect([text, body.page.totalElements]).toEqual([text, found]);
  }
  // Runs in which nothing happens would show nothing.
  for (const [what, times] of Object.entries(met))
    expect({ what, enough: times > 2 }).toEqual({ what, enough: true });
});
