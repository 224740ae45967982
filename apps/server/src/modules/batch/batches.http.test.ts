import { randomUUID } from 'node:crypto';
import {
  getBatch,
  listBatches,
  listBatchRecords,
  startBatch,
  type Batch,
  type BatchAction,
} from '@armarium/contract/batches';
import type { Problem } from '@armarium/contract/problem';
import { getItem } from '@armarium/contract/records';
import { getItemHistory } from '@armarium/contract/trash';
import { describe, expect, it } from 'vitest';
import type { HttpClient } from '../../../../../tests/harness/http-client.ts';
import { importedItem, openInstallation, rootOf } from '../../../../../tests/http/test-installation.ts';
import type { JobContext } from '../../queue/jobs.ts';
import { batchJobs } from './public.ts';

const house = await openInstallation();
const editor = await house.person('default', 'ROLE_METADATA_EDITOR');
const root = (await rootOf(editor)).uuid;
const shelf = (title = `Shelf ${randomUUID().slice(0, 8)}`, parent = root) =>
  house.collection('default', title, [parent]);

const mute = () => undefined;
const context: JobContext = {
  attempt: 1,
  maxAttempts: 8,
  losses: 0,
  signal: new AbortController().signal,
  log: { info: mute, warn: mute, error: mute },
};
const tenantId = house.tenantIds.default;
const job = batchJobs(house.access.database)['run-batch'];

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
  await job({ tenantId, batch: batch.uuid }, context);
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

  it('goes through more records than one chunk holds', async () => {
    const [here, there] = [await shelf(), await shelf()];
    await house.query(
      `with made as (
         insert into item (tenant_id, uuid, sgtt, pressmark, pressmark_norm, sort_title, sort_pressmark, search_text,
           import_uuid)
         select $1, gen_random_uuid(), 'Many', 'many ' || n, 'many ' || n, 'many', 'many', 'many', gen_random_uuid()
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
  });

  it('changes nothing when the job runs again, and a record once when it runs twice at once', async () => {
    const [here, there] = [await shelf(), await shelf()];
    const some = await items(3, [here]);
    const batch = await begun(some, { kind: 'link', to: there });
    const run = () => job({ tenantId, batch: batch.uuid }, context);
    await Promise.all([run(), run()]);
    await run();
    expect(await ran(batch)).toMatchObject({ changed: 3, done: 3, state: 'DONE' });
    const links = await house.query(`select from history where record_uuid = any($1) and action = 'link'`, [
      some,
    ]);
    expect(links).toHaveLength(3);
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
    });
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
