import { randomUUID } from 'node:crypto';
import { listBatchRecords } from '@armarium/contract/batch-records';
import {
  cancelBatch,
  getBatch,
  listBatches,
  startBatch,
  undoBatch,
  type Batch,
  type BatchAction,
} from '@armarium/contract/batches';
import {
  findSelectionParents,
  findSelectionStates,
  findSelectionValues,
  previewBatch,
} from '@armarium/contract/selections';
import type { Capability } from '@armarium/contract/capability';
import type { Problem } from '@armarium/contract/problem';
import { listCollectionItems } from '@armarium/contract/collection-calls';
import { getItem, searchItems } from '@armarium/contract/item-calls';
import { updateItem } from '@armarium/contract/record-edits';
import { deleteItem } from '@armarium/contract/deletions';
import { getItemHistory } from '@armarium/contract/history';
import { addToken, removeToken } from '@armarium/contract/tokens';
import { listTrash, restoreTrashEntry } from '@armarium/contract/trash';
import { describe, expect, it } from 'vitest';
import type { HttpClient } from '../../../../../tests/harness/http-client.ts';
import { graphState } from '../../../../../tests/http/graph-state.ts';
import {
  importedItem,
  openInstallation,
  rootOf,
  uploaded,
} from '../../../../../tests/http/test-installation.ts';
import { system } from '../../db/database.ts';
import { batchOf } from './batch.queries.ts';
import { changeChunk } from './chunk.writes.ts';
import { runBatchJob } from './jobs/run-batch.job.ts';
import { jobContext } from '../../../../../tests/harness/job-context.ts';
import { isSoak } from '../../../../../tests/harness/soak.ts';

const house = await openInstallation();
const editor = await house.person('default', 'ROLE_METADATA_EDITOR');
const root = (await rootOf(editor)).uuid;
const shelf = (title = `Shelf ${randomUUID().slice(0, 8)}`, parent = root) =>
  house.collection('default', title, [parent]);

const tenantId = house.tenantIds.default;
/** Goes on to the end, however slow the machine is. */
const job = runBatchJob(house.access.database, Infinity);

async function items(
  count: number,
  parents: readonly string[],
  client: HttpClient = editor,
): Promise<string[]> {
  const made = [];
  for (let index = 0; index < count; index += 1) {
    made.push((await importedItem(client, { sgtt: `Item ${index}`, parents: [...parents] })).uuid);
  }
  return made;
}

async function begun(uuids: readonly string[], action: BatchAction, client = editor): Promise<Batch> {
  const { status, body } = await client.call(startBatch, {
    body: { selection: { uuids: [...uuids] }, action },
  });
  expect({ status, body }).toMatchObject({ status: 202 });
  return body;
}

async function ran(batch: Batch, client = editor): Promise<Batch> {
  await job({ tenantId, batch: batch.uuid }, jobContext);
  return (await client.call(getBatch, { params: { uuid: batch.uuid } })).body;
}

const done = async (uuids: readonly string[], action: BatchAction, client = editor) =>
  ran(await begun(uuids, action, client), client);

async function recordsOf(batch: Batch, result?: string, client = editor) {
  const { body } = await client.call(listBatchRecords, {
    params: { uuid: batch.uuid },
    query: { size: 1000, ...(result !== undefined && { result }) },
  });
  return body._embedded.records;
}

const rowOf = async ({ uuid }: Batch) =>
  (await house.access.database.bookkeeping(tenantId, (db) => batchOf(db, uuid)))!;

const parentsOf = async (uuid: string) =>
  (await editor.call(getItem, { params: { uuid } })).body.parentCollectionsUuids;

describe('moving, linking and unlinking many items', () => {
  it('[PERM-19, API-182] is begun at once, done by a job, and told of record by record', async () => {
    const [from, to, third] = [await shelf('From'), await shelf('To'), await shelf()];
    const [moved, elsewhere] = [await items(3, [from, third]), await items(2, [third])];
    const batch = await begun([...moved, ...elsewhere], { kind: 'move', from, to });
    expect(batch).toMatchObject({
      kind: 'move',
      state: 'PENDING',
      total: 5,
      done: 0,
      undoes: null,
      collections: { [from]: 'From', [to]: 'To' },
    });
    const after = await ran(batch);
    expect(after).toMatchObject({ state: 'DONE', done: 5, changed: 3, unchanged: 2, failed: 0, cause: null });
    expect(after.endedDate).not.toBeNull();
    for (const uuid of moved) expect(await parentsOf(uuid)).toEqual([third, to]);
    for (const uuid of elsewhere) expect(await parentsOf(uuid)).toEqual([third]);
    expect((await recordsOf(batch, 'changed')).map(({ recordUuid }) => recordUuid).sort()).toEqual(
      [...moved].sort(),
    );
    expect(await recordsOf(batch, 'unchanged')).toHaveLength(2);
    const [counted] = await house.query<{ items_count: number }>(
      'select items_count from collection where uuid = $1',
      [to],
    );
    expect(counted?.items_count).toBe(3);
    const { body } = await editor.call(getItemHistory, { params: { uuid: moved[0]! } });
    expect(body._embedded.history.map(({ action, changeSetKind }) => [action, changeSetKind])).toEqual([
      ['unlink', 'batch-move'],
      ['link', 'batch-move'],
      ['create', 'import'],
    ]);
  });

  it('[API-164] leaves an item that stands nowhere else, and says so', async () => {
    const [here, there] = [await shelf(), await shelf()];
    const [both] = await items(1, [here, there]);
    const [only] = await items(1, [here]);
    const batch = await done([both!, only!], { kind: 'unlink', from: here });
    expect(batch).toMatchObject({ changed: 1, failed: 1, state: 'DONE' });
    expect(await parentsOf(both!)).toEqual([there]);
    expect(await parentsOf(only!)).toEqual([here]);
    expect(await recordsOf(batch, 'failed')).toMatchObject([
      {
        recordUuid: only,
        code: 'last-parent',
        detail: expect.stringContaining('no other collection') as string,
      },
    ]);
  });

  it('links what is not linked yet', async () => {
    const [here, there] = [await shelf(), await shelf()];
    const [one] = await items(1, [here]);
    const [two] = await items(1, [here, there]);
    expect(await done([one!, two!], { kind: 'link', to: there })).toMatchObject({ changed: 1, unchanged: 1 });
    expect(await parentsOf(one!)).toEqual([here, there]);
  });

  it.runIf(isSoak)('goes through more records than one chunk holds', async () => {
    const [here, there] = [await shelf(), await shelf()];
    await house.query(
      `with made as (
         insert into item (tenant_id, uuid, sgtt, pressmark, pressmark_norm, sort_title, sort_pressmark, import_uuid, metadata)
         select $1, gen_random_uuid(), 'Many', 'many ' || n, 'many ' || n, 'many', 'many', gen_random_uuid(),
           jsonb_build_array(jsonb_build_object('name', 'sgtt', 'value', 'Many'),
             jsonb_build_object('name', 'autn', 'value', 'Many hands'),
             jsonb_build_object('name', 'pressmark', 'value', 'many ' || n))
         from generate_series(1, 2500) n returning uuid),
       counted as (update collection set items_count = 2500 where uuid = $2)
       insert into item_link (tenant_id, collection_uuid, item_uuid, sort_title) select $1, $2, uuid, 'many' from made`,
      [tenantId, here],
    );
    const many = await house.query<{ uuid: string }>(`select uuid from item where sort_title = 'many'`);
    const batch = await done(
      many.map(({ uuid }) => uuid),
      { kind: 'move', from: here, to: there },
    );
    expect(batch).toMatchObject({ state: 'DONE', total: 2500, changed: 2500 });
    const counts = await house.query<{ items_count: number }>(
      'select items_count from collection where uuid = any($1) order by items_count',
      [[here, there]],
    );
    expect(counts.map(({ items_count }) => items_count)).toEqual([0, 2500]);
    const sets = await house.query<{ kind: string }>('select kind from change_set where batch_uuid = $1', [
      batch.uuid,
    ]);
    expect(sets.map(({ kind }) => kind)).toEqual(['batch-move', 'batch-move', 'batch-move']);

    // Of fields alone, whose chunks go on beside each other: each record once all the same.
    const edit = await done(
      many.map(({ uuid }) => uuid),
      { kind: 'edit', changes: [{ name: 'sgti', change: 'replace', values: ['By many hands'] }] },
    );
    expect(edit).toMatchObject({ state: 'DONE', total: 2500, changed: 2500 });
    const back = await undone(edit);
    expect(back).toMatchObject({ state: 'DONE', total: 2500, changed: 2500 });
    const written = await house.query<{ times: number; items: number; sets: number }>(
      `select count(*)::integer times, count(distinct record_uuid)::integer items, count(distinct change_set)::integer sets
       from history join change_set on change_set.uuid = change_set where batch_uuid = any($1) group by batch_uuid`,
      [[edit.uuid, back.uuid]],
    );
    expect(written).toEqual(Array(2).fill({ times: 2500, items: 2500, sets: 3 }));
    const left = await house.query(`select from item where sort_title = 'many' and sgti <> ''`);
    expect(left).toHaveLength(0);
  });

  it('changes nothing when the job runs again, and a record once when it runs twice at once', async () => {
    const [here, there] = [await shelf(), await shelf()];
    const some = await items(3, [here]);
    const batch = await begun(some, { kind: 'link', to: there });
    const run = () => job({ tenantId, batch: batch.uuid }, jobContext);
    await Promise.all([run(), run()]);
    await run();
    expect(await ran(batch)).toMatchObject({ changed: 3, done: 3, state: 'DONE' });
    const links = await house.query(`select from history where record_uuid = any($1) and action = 'link'`, [
      some,
    ]);
    expect(links).toHaveLength(3);
  });

  it('is taken up again where its job is gone, and left alone where it runs', async () => {
    const [here, there] = [await shelf(), await shelf()];
    const { uuid } = await begun(await items(1, [here]), { kind: 'link', to: there });
    await house.query(`update batch set started_at = now() - interval '2 hours' where uuid = $1`, [uuid]);
    const key = `${tenantId}:run-batch:${uuid}`;
    const jobs = () =>
      house.query<{ locked_by: string | null }>(
        `select locked_by from graphile_worker._private_jobs where payload->>'batch' = $1`,
        [uuid],
      );
    await house.query(
      `update graphile_worker._private_jobs set locked_at = now(), locked_by = 'another' where key = $1`,
      [key],
    );
    await job({}, jobContext);
    expect(await jobs()).toEqual([{ locked_by: 'another' }]);
    await house.query('delete from graphile_worker._private_jobs where key = $1', [key]);
    await job({}, jobContext);
    expect(await jobs()).toEqual([{ locked_by: null }]);
  });

  it('does in halves what takes too long at once, and uses up no attempts while it gets on', async () => {
    const [here, there] = [await shelf(), await shelf()];
    const three = await items(3, [here]);
    const batch = await begun(three, { kind: 'link', to: there });
    await house.query(`create function take_long() returns trigger language plpgsql as $$
      begin
        if (select count(*) > 1 or bool_or(item_uuid = '${three[2]}') from linked) then
          raise 'canceling statement due to statement timeout' using errcode = '57014';
        end if;
        return null;
      end $$`);
    await house.query(`create trigger take_long after insert on item_link referencing new table as linked
      for each statement execute function take_long()`);
    const last = { ...jobContext, attempt: jobContext.maxAttempts };
    const state = async () => (await editor.call(getBatch, { params: { uuid: batch.uuid } })).body;
    try {
      await job({ tenantId, batch: batch.uuid }, last);
      expect(await state()).toMatchObject({ state: 'IN_PROGRESS', changed: 2, failed: 0 });
      const early = { ...jobContext, attempt: 1, maxAttempts: 8 };
      await expect(job({ tenantId, batch: batch.uuid }, early)).rejects.toMatchObject({ code: '57014' });
      expect(await state()).toMatchObject({ state: 'IN_PROGRESS', changed: 2, failed: 0 });
      // Where it comes no further at last, the record has failed, and the batch is through.
      await job({ tenantId, batch: batch.uuid }, last);
      expect(await state()).toMatchObject({ state: 'DONE', changed: 2, failed: 1 });
    } finally {
      await house.query('drop function take_long cascade');
    }
  });

  it('says of a record that was deleted meanwhile that it is gone, and does the others', async () => {
    const [here, there] = [await shelf(), await shelf()];
    const [gone, stays] = await items(2, [here]);
    const batch = await begun([gone!, stays!], { kind: 'link', to: there });
    await house.query('update item set trashed_at = now() where uuid = $1', [gone]);
    expect(await ran(batch)).toMatchObject({ changed: 1, failed: 1, state: 'DONE' });
    expect(await recordsOf(batch, 'failed')).toMatchObject([
      { recordUuid: gone, code: 'not-found', _links: {} },
    ]);
  });

  it('ends with a cause where its collection is deleted meanwhile', async () => {
    const [here, there] = [await shelf(), await shelf()];
    const batch = await begun(await items(1, [here]), { kind: 'link', to: there });
    await house.query('update collection set trashed_at = now() where uuid = $1', [there]);
    expect(await ran(batch)).toMatchObject({
      state: 'ERROR',
      done: 0,
      cause: expect.stringContaining('deleted') as string,
      causeCode: 'collection-gone',
    });
  });
});

/** Undoes a batch whole, by its job. */
async function undone(batch: Batch, client = editor): Promise<Batch> {
  const { status, body } = await client.call(undoBatch, { params: { uuid: batch.uuid } });
  expect({ status, body }).toMatchObject({ status: 202 });
  return ran(body, client);
}

describe('undoing a batch', () => {
  it('[API-183, API-182] is another batch, with a change set of its own', async () => {
    const [from, to] = [await shelf(), await shelf()];
    const some = await items(2, [from]);
    const batch = await done(some, { kind: 'move', from, to });
    expect(batch.allowedActions).toEqual(['undo']);
    const undo = await undone(batch);
    expect(undo).toMatchObject({ kind: 'undo', undoes: batch.uuid, state: 'DONE', changed: 2, action: null });
    for (const uuid of some) expect(await parentsOf(uuid)).toEqual([from]);
    const first = await editor.call(getBatch, { params: { uuid: batch.uuid } });
    expect(first.body).toMatchObject({
      undoneBy: undo.uuid,
      undoState: 'DONE',
      allowedActions: [],
      changed: 2,
    });
    const { body } = await editor.call(getItemHistory, { params: { uuid: some[0]! } });
    expect(body._embedded.history.map(({ action, changeSetKind }) => [action, changeSetKind])).toEqual([
      ['unlink', 'batch-undo'],
      ['link', 'batch-undo'],
      ['unlink', 'batch-move'],
      ['link', 'batch-move'],
      ['create', 'import'],
    ]);
    expect(await editor.call(undoBatch, { params: { uuid: batch.uuid } })).toMatchObject({
      status: 409,
      body: { code: 'not-undoable' },
    });
  });

  it('[API-184] leaves alone what was edited since, and lists it', async () => {
    const [from, to, third] = [await shelf(), await shelf(), await shelf()];
    const [back, moved, gone, retitled] = (await items(4, [from])) as [string, string, string, string];
    const batch = await done([back, moved, gone, retitled], { kind: 'move', from, to });
    await editor.call(updateItem, { params: { uuid: moved }, body: { parentCollectionsUuids: [third] } });
    await editor.call(deleteItem, { params: { uuid: gone } });
    await editor.call(updateItem, { params: { uuid: retitled }, body: { sgtt: 'Retitled' } });
    const undo = await undone(batch);
    expect(undo).toMatchObject({ state: 'DONE', changed: 2, failed: 2 });
    expect(await parentsOf(back)).toEqual([from]);
    expect(await parentsOf(moved)).toEqual([third]);
    // Where it stands was nobody else's doing.
    expect((await editor.call(getItem, { params: { uuid: retitled } })).body).toMatchObject({
      sgtt: 'Retitled',
      parentCollectionsUuids: [from],
    });
    const failed = await recordsOf(undo, 'failed');
    expect(new Map(failed.map(({ recordUuid, code }) => [recordUuid, code]))).toEqual(
      new Map([
        [moved, 'edited-since'],
        [gone, 'not-found'],
      ]),
    );
  });

  it('says of which items the collection is gone to which they would go back', async () => {
    const [from, to] = [await shelf(), await shelf()];
    const [one] = await items(1, [from]);
    const batch = await done([one!], { kind: 'move', from, to });
    await house.query('update collection set trashed_at = now() where uuid = $1', [from]);
    const undo = await undone(batch);
    expect(await recordsOf(undo, 'failed')).toMatchObject([{ recordUuid: one, code: 'parents-gone' }]);
    expect(await parentsOf(one!)).toEqual([to]);
  });

  it('can itself be undone', async () => {
    const [here, there] = [await shelf(), await shelf()];
    const [one] = await items(1, [here]);
    const undo = await undone(await done([one!], { kind: 'link', to: there }));
    expect(await parentsOf(one!)).toEqual([here]);
    expect(await undone(undo)).toMatchObject({ kind: 'undo', undoes: undo.uuid, changed: 1 });
    expect(await parentsOf(one!)).toEqual([here, there]);
  });

  it('is refused while it runs, and where it changed nothing', async () => {
    const [here, there] = [await shelf(), await shelf()];
    const [one] = await items(1, [here]);
    const refused = { status: 409, body: { code: 'not-undoable' } };
    const waiting = await begun([one!], { kind: 'link', to: there });
    expect(waiting.allowedActions).toEqual(['cancel']);
    expect(await editor.call(undoBatch, { params: { uuid: waiting.uuid } })).toMatchObject(refused);
    const nothing = await done([one!], { kind: 'unlink', from: await shelf() });
    expect(nothing).toMatchObject({ unchanged: 1, allowedActions: [] });
    expect(await editor.call(undoBatch, { params: { uuid: nothing.uuid } })).toMatchObject(refused);
  });
});

describe('stopping a batch', () => {
  it('keeps what was done, which can be undone, and does no more', async () => {
    const [here, there] = [await shelf(), await shelf()];
    const [first, second] = (await items(2, [here])) as [string, string];
    const batch = await begun([first, second], { kind: 'link', to: there });
    const stopped = new AbortController();
    // Ends between two chunks, as a process does that is asked to.
    await changeChunk(house.access.database.tenant(tenantId, system), await rowOf(batch), [first]);
    stopped.abort();
    await expect(
      job({ tenantId, batch: batch.uuid }, { ...jobContext, signal: stopped.signal }),
    ).rejects.toThrow();
    const { status, body } = await editor.call(cancelBatch, { params: { uuid: batch.uuid } });
    expect({ status, body }).toMatchObject({
      status: 202,
      body: { state: 'ERROR', done: 1, total: 2, allowedActions: ['undo'] },
    });
    expect(body.cause).toContain('stopped it');
    expect(body).toMatchObject({ causeCode: 'stopped', stoppedBy: 'Ada Rossi' });
    expect(await ran(batch)).toMatchObject({ state: 'ERROR', done: 1 });
    expect(await parentsOf(second)).toEqual([here]);
    expect(await recordsOf(batch, 'pending')).toMatchObject([{ recordUuid: second }]);
    expect(await editor.call(cancelBatch, { params: { uuid: batch.uuid } })).toMatchObject({
      status: 409,
      body: { code: 'batch-over' },
    });
    expect(await undone(body)).toMatchObject({ total: 1, changed: 1 });
    expect(await parentsOf(first)).toEqual([here]);
  });

  it('waits for the records that are being changed, beside which others of fields alone are', async () => {
    const [first, second, third] = (await items(3, [await shelf()])) as [string, string, string];
    const batch = await begun([first, second, third], {
      kind: 'edit',
      changes: [{ name: 'sgti', change: 'replace', values: ['Slow'] }],
    });
    const data = house.access.database.tenant(tenantId, system);
    const row = await rowOf(batch);
    const waiting = (count: number) =>
      expect
        .poll(
          // Of this database: the other files of the run have theirs on the same server.
          () =>
            house.query(
              `select from pg_locks join pg_stat_activity using (pid)
               where not granted and datname = current_database()`,
            ),
        )
        .toHaveLength(count);
    let release: () => void = () => undefined;
    const released = new Promise<void>((resolve) => {
      release = resolve;
    });
    let hold: () => void = () => undefined;
    const held = new Promise<void>((resolve) => {
      hold = resolve;
    });
    const holding = data.write('hold', async ({ db }) => {
      await db.selectFrom('item').select('uuid').where('uuid', '=', first).forUpdate().execute();
      hold();
      await released;
    });
    await held;
    let cancelled: ReturnType<typeof editor.call> | undefined;
    const slow = changeChunk(data, row, [first]);
    try {
      await waiting(1);
      expect(await changeChunk(data, row, [second])).toBe(true);
      cancelled = editor.call(cancelBatch, { params: { uuid: batch.uuid.toUpperCase() } });
      await waiting(2);
    } finally {
      release();
    }
    await holding;
    expect(await slow).toBe(true);
    expect(await cancelled).toMatchObject({ status: 202, body: { state: 'ERROR', done: 2, total: 3 } });
    expect(await changeChunk(data, row, [third])).toBe(false);
  });
});

describe('a selection by a query', () => {
  it('[GRID-29, A-09] holds all that the query finds but what was taken out, however many there are', async () => {
    const [here, there] = [await shelf(), await shelf()];
    const mark = `Everything ${randomUUID()}`;
    const [in_, out, elsewhere] = (await Promise.all(
      [here, here, there].map(
        async (parent) => (await importedItem(editor, { sgtt: mark, parents: [parent] })).uuid,
      ),
    )) as [string, string, string];
    const query = { text: mark, collectionUuid: here };
    const start = (selection: object) =>
      editor.call(startBatch, {
        body: { selection: selection as never, action: { kind: 'link', to: there } },
      });
    expect(await start({ query, except: [out], expected: 2 })).toMatchObject({
      status: 409,
      body: { code: 'selection-changed', detail: expect.stringContaining('1 items') as string },
    });
    // One that was taken out has left the list: who saw two find it, less two, means the two that it finds.
    const gone = (await importedItem(editor, { sgtt: mark, parents: [there] })).uuid;
    expect(await start({ query, except: [gone, gone], expected: 0 })).toMatchObject({ status: 409 });
    const kept = await start({ query: { text: mark, collectionUuid: there }, except: [in_], expected: 1 });
    expect([kept.status, kept.body.total]).toEqual([202, 2]);
    const { status, body } = await start({ query, except: [out], expected: 1 });
    expect(status).toBe(202);
    // The selection is what it was when it was made.
    const later = (await importedItem(editor, { sgtt: mark, parents: [here] })).uuid;
    expect(await ran(body)).toMatchObject({ total: 1, changed: 1 });
    expect(await parentsOf(in_)).toEqual([here, there]);
    expect(await parentsOf(out)).toEqual([here]);
    expect(await parentsOf(later)).toEqual([here]);
    expect(await parentsOf(elsewhere)).toEqual([there]);
    expect(await start({ query: { text: `${mark} nothing` } })).toMatchObject({
      status: 422,
      body: { fields: [{ name: 'selection', code: 'nothing-selected' }] },
    });
  });
});

describe('editing many items', () => {
  const made = async (fields: { sgtt?: string; autn?: string }, parent: string) =>
    (await importedItem(editor, { ...fields, parents: [parent] })).uuid;
  const metadataOf = async (uuid: string) => (await editor.call(getItem, { params: { uuid } })).body;

  it('[PERM-18] is previewed by the very rules that do it, is done, and undone but for later edits', async () => {
    const here = await shelf();
    const [one, two, three, long] = await Promise.all([
      made({ sgtt: 'Psalter', autn: 'Anon' }, here),
      made({ sgtt: 'Psalter', autn: 'Anon' }, here),
      made({ sgtt: 'Atlas', autn: 'Anonymous' }, here),
      made({ sgtt: 'Long', autn: `Anon ${'x'.repeat(3_990)}` }, here),
    ]);
    await house.query(`update item set visibility = 'public' where uuid = $1`, [one]);
    const selection = { query: { collectionUuid: here }, expected: 4 };
    const changes = [
      { name: 'autn', change: 'find', find: 'Anon', replacement: 'Anonimo del Trecento' },
    ] as const;
    const { status, body: preview } = await editor.call(previewBatch, {
      body: { selection, changes: [...changes] },
    });
    expect(status).toBe(200);
    expect(preview).toEqual({
      items: 4,
      changed: 3,
      unchanged: 0,
      failed: 1,
      public: 1,
      changes: [
        { name: 'autn', before: ['Anon'], after: ['Anonimo del Trecento'], items: 2 },
        { name: 'autn', before: ['Anonymous'], after: ['Anonimo del Trecentoymous'], items: 1 },
      ],
      furtherChanges: 0,
      failures: [
        {
          code: 'invalid',
          detail: 'autn: At most 4000 characters fit.',
          items: 1,
          recordUuid: long,
          title: 'Long',
        },
      ],
    });
    expect((await metadataOf(one)).autn).toBe('Anon');

    const { body: started } = await editor.call(startBatch, {
      body: { selection, action: { kind: 'edit', changes: [...changes] } },
    });
    const batch = await ran(started);
    expect(batch).toMatchObject({ kind: 'edit', state: 'DONE', changed: 3, failed: 1 });
    expect(await recordsOf(batch, 'failed')).toMatchObject([
      { recordUuid: long, code: 'invalid', detail: 'autn: At most 4000 characters fit.', title: 'Long' },
    ]);
    expect((await metadataOf(three)).autn).toBe('Anonimo del Trecentoymous');
    const { body: found } = await editor.call(searchItems, {
      query: { text: 'Trecentoymous', findBy: 'autn' },
    });
    expect(found._embedded.culturalItems.map(({ uuid }) => uuid)).toEqual([three]);

    await editor.call(updateItem, { params: { uuid: two }, body: { autn: 'Somebody' } });
    await editor.call(updateItem, { params: { uuid: three }, body: { sgti: 'With maps' } });
    const undo = await undone(batch);
    expect(undo).toMatchObject({ total: 3, changed: 2, failed: 1 });
    expect(await recordsOf(undo, 'failed')).toMatchObject([{ recordUuid: two, code: 'edited-since' }]);
    expect(await metadataOf(one)).toMatchObject({ autn: 'Anon' });
    expect(await metadataOf(two)).toMatchObject({ autn: 'Somebody' });
    expect(await metadataOf(three)).toMatchObject({ autn: 'Anonymous', sgti: 'With maps' });
  });

  it('keeps title, sort key and links together', async () => {
    const here = await shelf();
    const [b, a] = [await made({ sgtt: 'Beta' }, here), await made({ sgtt: 'Alpha' }, here)];
    const changes = [{ name: 'sgtt', change: 'find', find: 'Alpha', replacement: 'Zeta' }] as const;
    await done([a, b], { kind: 'edit', changes: [...changes] });
    const { body } = await editor.call(listCollectionItems, { params: { uuid: here } });
    expect(body._embedded.culturalItems.map(({ sgtt }) => sgtt)).toEqual(['Beta', 'Zeta']);
  });

  it('[PERM-18, ERR-15] takes the right to it, for its preview too', async () => {
    const [one] = await items(1, [root]);
    const changes = [{ name: 'autn', change: 'clear' }] as const;
    const selection = { uuids: [one!] };
    for (const role of ['ROLE_USER', 'ROLE_CCC', 'ROLE_PUBLISHER', 'ROLE_RESEARCHER'] as const) {
      const client = await house.person('default', role);
      const start = client.call(startBatch, {
        body: { selection, action: { kind: 'edit', changes: [...changes] } },
      });
      expect(await start).toMatchObject({ status: 403 });
      const preview = client.call(previewBatch, { body: { selection, changes: [...changes] } });
      expect(await preview).toMatchObject({ status: 403 });
    }
  });

  it('names the changes that no record could take', async () => {
    const [one] = await items(1, [root]);
    const answer = await editor.call(startBatch, {
      body: {
        selection: { uuids: [one!] },
        action: {
          kind: 'edit',
          changes: [
            { name: 'pressmark', change: 'find', find: 'a', replacement: 'b' },
            { name: 'sgtt', change: 'clear' },
          ],
        },
      },
    });
    expect(answer).toMatchObject({
      status: 422,
      body: { fields: [{ name: 'action.changes[0].name' }, { name: 'action.changes[1].change' }] },
    });
  });
});

describe('deleting many items', () => {
  it('[API-183, API-184] puts each into the trash by itself, and undoing brings back what can come', async () => {
    const [here, there] = [await shelf(), await shelf()];
    const uuids = await items(4, [here, there]);
    const [back, restored, taken, homeless] = uuids as [string, string, string, string];
    const before = await graphState(house, tenantId);
    const batch = await done(uuids, { kind: 'trash', reason: 'Counted twice' });
    expect(batch).toMatchObject({ kind: 'trash', state: 'DONE', changed: 4 });
    expect((await editor.call(getItem, { params: { uuid: back } })).status).toBe(404);
    const { body: trash } = await editor.call(listTrash, { query: { size: 1000 } });
    const entries = trash._embedded.trash.filter(({ recordUuid }) => uuids.includes(recordUuid));
    expect(entries).toHaveLength(4);
    expect(new Set(entries.map(({ reason }) => reason))).toEqual(new Set(['Counted twice']));
    const entryOf = (uuid: string) => entries.find(({ recordUuid }) => recordUuid === uuid)!;
    expect(entryOf(back).formerParents.map(({ uuid }) => uuid)).toEqual([here, there]);

    const undo = await undone(batch);
    expect(undo).toMatchObject({ changed: 4, failed: 0 });
    // The order of the parents too.
    expect(await graphState(house, tenantId)).toEqual(before);

    const again = await done(uuids, { kind: 'trash' });
    const { body: second } = await editor.call(listTrash, { query: { size: 1000 } });
    const uuidOf = (record: string) =>
      second._embedded.trash.find(({ recordUuid }) => recordUuid === record)!.uuid;
    await editor.call(restoreTrashEntry, { params: { uuid: uuidOf(restored) }, body: {} });
    const [{ pressmark } = { pressmark: '' }] = await house.query<{ pressmark: string }>(
      'select pressmark from item where uuid = $1',
      [taken],
    );
    await importedItem(editor, { pressmark, parents: [here] });
    await house.query('delete from trash_link where child_uuid = $1', [homeless]);
    const partly = await undone(again);
    expect(partly).toMatchObject({ total: 4, changed: 1, failed: 3 });
    const failed = await recordsOf(partly, 'failed');
    expect(new Map(failed.map(({ recordUuid, code }) => [recordUuid, code]))).toEqual(
      new Map([
        [restored, 'edited-since'],
        [taken, 'pressmark-taken'],
        [homeless, 'parents-gone'],
      ]),
    );
    expect(await parentsOf(back)).toEqual([here, there]);
    // What came back goes again, where the undo is undone.
    expect(await undone(partly)).toMatchObject({ total: 1, changed: 1 });
    expect((await editor.call(getItem, { params: { uuid: back } })).status).toBe(404);
  });

  it('[API-184] leaves what was edited, or whose images were, after the undo brought it back', async () => {
    const here = await shelf();
    const [edited, untouched] = (await items(2, [here])) as [string, string];
    const admin = await house.person('default', 'ROLE_TENANT_ADMIN');
    const upload = await uploaded(admin);
    const { uuid: pictured } = await importedItem(admin, { sgtt: 'Pictured', parents: [here] }, [
      { uuid: upload.uuid },
    ]);
    const undo = await undone(await done([edited, untouched, pictured], { kind: 'trash' }));
    expect(undo).toMatchObject({ changed: 3 });
    await editor.call(updateItem, { params: { uuid: edited }, body: { sgtt: 'Found again' } });
    await house.query(
      `with edit as (
        insert into change_set (tenant_id, uuid, account_name, kind) values ($1, gen_random_uuid(), 'x', 'update')
        returning uuid)
      insert into history (tenant_id, change_set, record_uuid, resource_type, action)
      select $1, edit.uuid, asset.uuid, 'MEDIA', 'update' from edit, asset where item_uuid = $2`,
      [tenantId, pictured],
    );
    const again = await undone(undo);
    expect(again).toMatchObject({ changed: 1, failed: 2 });
    const failed = await recordsOf(again, 'failed');
    expect(new Map(failed.map(({ recordUuid, code }) => [recordUuid, code]))).toEqual(
      new Map([
        [edited, 'edited-since'],
        [pictured, 'edited-since'],
      ]),
    );
    expect((await editor.call(getItem, { params: { uuid: edited } })).status).toBe(200);
    expect((await editor.call(getItem, { params: { uuid: untouched } })).status).toBe(404);
  });

  it('[PERM-08] reaches own records only where the right does', async () => {
    const ccc = await house.person('default', 'ROLE_CCC');
    const [own, others] = [await items(1, [root], ccc), await items(1, [root])];
    const batch = await done([...own, ...others], { kind: 'trash' }, ccc);
    expect(batch).toMatchObject({ changed: 1, failed: 1 });
    expect(await recordsOf(batch, 'failed', ccc)).toMatchObject([
      { recordUuid: others[0], code: 'forbidden' },
    ]);
    expect(await undone(batch, ccc)).toMatchObject({ changed: 1 });
  });
});

describe('workflow actions on many items', () => {
  const transitionFrom = async (from: string, to: string) => {
    const uuid = randomUUID();
    await house.query(
      `insert into transition_template (tenant_id, uuid, name, label, workflow_name, resource_type, from_state, to_state,
         sort_order)
       values ($1, $2, $3, 'Batch test', 'batch', 'ITEM', $4, $5, 1)`,
      [tenantId, uuid, `batch test ${uuid}`, from, to],
    );
    return uuid;
  };
  const stateOf = async (uuid: string) => (await editor.call(getItem, { params: { uuid } })).body.state;

  it('[WFACT-10] go through the guards of each record, with one entry in the log each, and are not undone', async () => {
    const transition = await transitionFrom('Default', 'In review');
    const uuids = await items(3, [root]);
    await house.query('update item set state = $2 where uuid = $1', [uuids[2], 'In review no more']);
    const batch = await done(uuids, {
      kind: 'transition',
      transitionUuid: transition,
      comment: 'All of them',
    });
    expect(batch).toMatchObject({ kind: 'transition', changed: 2, failed: 1, allowedActions: [] });
    expect(await recordsOf(batch, 'failed')).toMatchObject([{ recordUuid: uuids[2], code: 'state-changed' }]);
    const logged = await house.query('select from transition_log where comment = $1', ['All of them']);
    expect(logged).toHaveLength(2);
    expect(await editor.call(undoBatch, { params: { uuid: batch.uuid } })).toMatchObject({ status: 409 });
    const unknown = await editor.call(startBatch, {
      body: { selection: { uuids }, action: { kind: 'transition', transitionUuid: randomUUID() } },
    });
    expect(unknown).toMatchObject({ status: 422, body: { fields: [{ name: 'action.transitionUuid' }] } });
  });

  it('take each record of several states on by the action of its state when it was selected, and no further', async () => {
    const [forth, back] = [
      await transitionFrom('Default', 'In review'),
      await transitionFrom('In review', 'Default'),
    ];
    const [fresh = '', moved = '', reviewed = '', archived = ''] = await items(4, [root]);
    const setState = (uuid: string, state: string) =>
      house.query('update item set state = $2 where uuid = $1', [uuid, state]);
    await setState(reviewed, 'In review');
    await setState(archived, 'Archived');
    const of = (...transitions: [transitionUuid: string, expected?: number][]): BatchAction => ({
      kind: 'transition',
      transitions: transitions.map(([transitionUuid, expected]) => ({
        transitionUuid,
        ...(expected !== undefined && { expected }),
      })),
      comment: 'Both',
    });
    const action = of([forth, 2], [back]);
    const batch = await begun([fresh, moved, reviewed, archived], action);
    // Somebody else is faster.
    await setState(moved, 'In review');
    await setState(archived, 'Default');
    expect(await ran(batch)).toMatchObject({ changed: 2, failed: 2, action });
    const states = ['In review', 'In review', 'Default', 'Default'];
    expect(await Promise.all([fresh, moved, reviewed, archived].map(stateOf))).toEqual(states);
    const refused = await recordsOf(batch, 'failed');
    expect(refused.map(({ recordUuid, code }) => [recordUuid, code]).sort()).toEqual(
      [moved, archived].sort().map((uuid) => [uuid, 'state-changed']),
    );
    expect(await house.query('select from transition_log where comment = $1', ['Both'])).toHaveLength(2);
    // By now two are in review, and two are not.
    const start = (uuids: string[], wanted: BatchAction) =>
      editor.call(startBatch, { body: { selection: { uuids }, action: wanted } });
    expect(await start([fresh, moved, reviewed], of([forth, 2], [back, 1]))).toMatchObject({
      status: 409,
      body: { code: 'selection-changed' },
    });
    const wrong = of([forth], [await transitionFrom('Default', 'Archived')], [randomUUID()]);
    expect(await start([fresh], wrong)).toMatchObject({
      status: 422,
      body: {
        fields: [
          { name: 'action.transitions[1].transitionUuid', code: 'same-state' },
          { name: 'action.transitions[2].transitionUuid', code: 'unknown-transition' },
        ],
      },
    });
  });
});

describe('what a selection has in common', () => {
  it('tells the collections that its items stand in, those with the most of them first', async () => {
    const [here, there] = [await shelf('Here'), await shelf('There')];
    const uuids = [
      ...(await items(2, [here])),
      ...(await items(3, [there])),
      ...(await items(1, [here, there])),
    ];
    const answer = await editor.call(findSelectionParents, { body: { selection: { uuids } } });
    expect(answer).toMatchObject({
      status: 200,
      body: {
        items: 6,
        collections: [
          { uuid: there, sgtt: 'There', items: 4 },
          { uuid: here, sgtt: 'Here', items: 3 },
        ],
      },
    });
  });

  it('[WFACT-04] tells the states that its items are in, and of those named which ones', async () => {
    const here = await shelf();
    const [first = '', second = '', third = ''] = await items(3, [here]);
    await house.query(`update item set state = 'In review' where uuid = $1`, [third]);
    const stranger = await house.person('default', 'ROLE_RESEARCHER');
    const statesOf = async (selection: object, who = editor) => {
      const { status, body } = await who.call(findSelectionStates, { body: { selection } as never });
      return status === 200 ? body : status;
    };
    expect(await statesOf({ uuids: [first, second, third] })).toEqual({
      items: 3,
      states: [
        { state: 'Default', items: 2, uuids: expect.arrayContaining([first, second]) as unknown },
        { state: 'In review', items: 1, uuids: [third] },
      ],
    });
    expect(await statesOf({ query: { collectionUuid: here }, except: [first], expected: 2 })).toEqual({
      items: 2,
      states: [
        { state: 'Default', items: 1, uuids: null },
        { state: 'In review', items: 1, uuids: null },
      ],
    });
    expect(await statesOf({ query: { collectionUuid: here }, expected: 2 })).toBe(409);
    expect(await statesOf({ uuids: [first] }, stranger)).toBe(403);
  });

  it('tells what its items hold in their fields, counted', async () => {
    const here = await shelf();
    for (const [sgtt, autn] of [
      ['A', 'Anon'],
      ['B', 'Anon'],
      ['C', undefined],
    ] as const) {
      await importedItem(editor, { sgtt, ...(autn !== undefined && { autn }), parents: [here] });
    }
    await house.query(
      `update item set state = 'Review', visibility = 'public' where sgtt = 'C' and uuid in (
         select item_uuid from item_link where collection_uuid = $1)`,
      [here],
    );
    const { status, body } = await editor.call(findSelectionValues, {
      body: { selection: { query: { collectionUuid: here } } },
    });
    expect(status).toBe(200);
    expect(body).toMatchObject({ items: 3, public: 1, byState: { Review: 1 } });
    const field = (name: string) => body.fields.find((one) => one.name === name);
    expect(field('autn')).toEqual({
      name: 'autn',
      filled: 2,
      distinct: 1,
      values: [{ value: 'Anon', items: 2 }],
    });
    expect(field('sgtt')).toMatchObject({ filled: 3, distinct: 3 });
  });
});

describe('what a batch refuses', () => {
  const refused = async (body: object, client = editor) => {
    const answer = await client.call(startBatch, { body: body as never });
    const { code, fields } = answer.body as unknown as Problem;
    return { status: answer.status, code, fields: fields.map((field) => [field.name, field.code]) };
  };

  it('names what is not there, and what makes no sense', async () => {
    const here = await shelf();
    const [item] = await items(1, [here]);
    const unknown = randomUUID();
    expect(
      await refused({ selection: { uuids: [item, unknown] }, action: { kind: 'link', to: here } }),
    ).toMatchObject({ status: 422, fields: [['selection.uuids[1]', 'unknown-item']] });
    expect(
      await refused({ selection: { uuids: [item] }, action: { kind: 'move', from: unknown, to: unknown } }),
    ).toMatchObject({
      status: 422,
      fields: [
        ['action.from', 'unknown-collection'],
        ['action.to', 'unknown-collection'],
      ],
    });
    expect(
      await refused({ selection: { uuids: [item] }, action: { kind: 'move', from: here, to: here } }),
    ).toMatchObject({ status: 422, fields: [['action.to', 'same-collection']] });
    expect(await house.query('select from batch where total = 0')).toEqual([]);
  });

  it('[PERM-19, ERR-15] is 403 to whoever may not arrange items', async () => {
    const here = await shelf();
    const body = {
      selection: { uuids: await items(1, [here]) },
      action: { kind: 'link', to: here },
    };
    for (const role of ['ROLE_RESEARCHER', 'ROLE_PUBLISHER', 'ROLE_IMAGE_DOWNLOAD'] as const) {
      expect(await refused(body, await house.person('default', role))).toMatchObject({ status: 403 });
    }
  });
});

describe('whose batch it is', () => {
  it('[PERM-19, PERM-41] reaches own records only where the right does', async () => {
    await house.query(`update tenant set user_rights = 'own' where id = $1`, [tenantId]);
    try {
      const user = await house.person('default', 'ROLE_USER');
      const [here, there] = [await shelf(), await shelf()];
      const [own, others] = [await items(1, [here], user), await items(1, [here])];
      const batch = await done([...own, ...others], { kind: 'link', to: there }, user);
      expect(batch).toMatchObject({ changed: 1, failed: 1 });
      expect(await recordsOf(batch, 'failed', user)).toMatchObject([
        { recordUuid: others[0], code: 'forbidden' },
      ]);
      expect(await parentsOf(others[0]!)).toEqual([here]);

      const list = await user.call(listBatches);
      expect(list.body._embedded.batches.map(({ uuid }) => uuid)).toEqual([batch.uuid]);
      const theirs = await begun(others, { kind: 'link', to: there });
      expect(await user.call(getBatch, { params: { uuid: theirs.uuid } })).toMatchObject({ status: 403 });
    } finally {
      await house.query(`update tenant set user_rights = 'all' where id = $1`, [tenantId]);
    }
  });

  it('[PERM-19] is judged again when the job runs: a role that was taken away ends it', async () => {
    const account = await house.account('default', ['ROLE_METADATA_EDITOR']);
    const client = await house.signedIn(account);
    const [here, there] = [await shelf(), await shelf()];
    const some = await items(1, [here]);
    const batch = await begun(some, { kind: 'link', to: there }, client);
    await house.query(`update account_role set role = 'ROLE_RESEARCHER' where account_uuid = $1`, [
      account.uuid,
    ]);
    expect(await ran(batch)).toMatchObject({
      state: 'ERROR',
      done: 0,
      cause: expect.stringContaining('right') as string,
    });
    expect(await parentsOf(some[0]!)).toEqual([here]);
  });

  it('[PERM-31] is not seen from another tenant', async () => {
    const batch = await begun(await items(1, [root]), { kind: 'link', to: await shelf() });
    const stranger = await house.person('altra', 'ROLE_TENANT_ADMIN');
    expect(await stranger.call(getBatch, { params: { uuid: batch.uuid } })).toMatchObject({ status: 404 });
    expect((await stranger.call(listBatches)).body.page.totalElements).toBe(0);
  });
});

describe('the list of batches', () => {
  it('has the newest first, and pages', async () => {
    const first = await begun(await items(1, [root]), { kind: 'link', to: await shelf() });
    const second = await begun(await items(1, [root]), { kind: 'link', to: await shelf() });
    const { body } = await editor.call(listBatches, { query: { size: 2 } });
    expect(body._embedded.batches.map(({ uuid }) => uuid)).toEqual([second.uuid, first.uuid]);
    expect(body.page.totalElements).toBeGreaterThan(2);
  });

  it('says which results there are', async () => {
    const batch = await begun(await items(1, [root]), { kind: 'link', to: await shelf() });
    const answer = await editor.call(listBatchRecords, {
      params: { uuid: batch.uuid },
      query: { result: 'eaten' },
    });
    expect(answer).toMatchObject({ status: 400 });
  });
});

it('a long batch ends after its turn, and goes on in the next turn of its account', async () => {
  const [from, to] = [await shelf(), await shelf()];
  const batch = await begun(await items(1, [from]), { kind: 'move', from, to });
  // More than one transaction has; records that do not exist fail at once.
  await house.query(
    `insert into batch_record (tenant_id, batch_uuid, record_uuid)
     select $1, $2, gen_random_uuid() from generate_series(1, 1500)`,
    [tenantId, batch.uuid],
  );
  await house.query('update batch set total = 1501 where uuid = $1', [batch.uuid]);
  const waiting = () =>
    house.query<{ priority: number; account: string }>(
      `select priority, payload ->> '$account' as account from graphile_worker._private_jobs where key = $1`,
      [`${tenantId}:run-batch:${batch.uuid}`],
    );
  const turn = async () => {
    await house.query('delete from graphile_worker._private_jobs');
    await runBatchJob(house.access.database, 0)({ tenantId, batch: batch.uuid }, jobContext);
    return (await editor.call(getBatch, { params: { uuid: batch.uuid } })).body;
  };
  expect(await turn()).toMatchObject({ state: 'IN_PROGRESS', done: 1000 });
  const account = `${tenantId}:${(await rowOf(batch)).account_uuid}`;
  expect(await waiting()).toEqual([{ priority: -1, account }]);
  expect(await turn()).toMatchObject({ state: 'DONE', done: 1501 });
  expect(await waiting()).toEqual([]);
});

describe('a batch that a program starts', () => {
  const started = async (capabilities: readonly Capability[]) => {
    const client = await house.person('default', 'ROLE_METADATA_EDITOR');
    const expiresAt = new Date(Date.now() + 86_400_000).toISOString();
    const { body: token } = await client.call(addToken, {
      body: { name: 'Moves', capabilities: [...capabilities], expiresAt },
    });
    const [[uuid = ''], to] = [await items(1, [root]), await shelf()];
    const answer = await house.visitor().call(startBatch, {
      body: { selection: { uuids: [uuid] }, action: { kind: 'link', to } },
      headers: { authorization: `Bearer ${token.token}` },
    });
    return { client, token, uuid, status: answer.status, batch: answer.body };
  };
  const named: readonly Capability[] = ['browse', 'bulkEdit', 'arrangeItems'];
  const stopped = { state: 'ERROR', causeCode: 'right-lost', changed: 0 };

  it('is named in the history, and is done also where the token has expired meanwhile', async () => {
    const { client, token, uuid, batch } = await started(named);
    await house.query('update account_token set expires_at = now() where uuid = $1', [token.id]);
    expect(await ran(batch, client)).toMatchObject({ state: 'DONE', changed: 1 });
    const { body } = await client.call(getItemHistory, { params: { uuid } });
    expect(body._embedded.history[0]).toMatchObject({ action: 'link', token: 'Moves' });
  });

  it('needs what the token names', async () => {
    expect((await started(['browse'])).status).toBe(403);
  });

  it('does no more than the token names', async () => {
    const { client, token, batch } = await started(named);
    await house.query(`update account_token set capabilities = '{browse}' where uuid = $1`, [token.id]);
    expect(await ran(batch, client)).toMatchObject(stopped);
  });

  it('ends where the token is removed', async () => {
    const { client, token, batch } = await started(named);
    await client.call(removeToken, { params: { id: token.id } });
    expect(await ran(batch, client)).toMatchObject(stopped);
  });
});
