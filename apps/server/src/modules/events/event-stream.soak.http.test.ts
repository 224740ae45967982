import { afterEach, describe, expect, it } from 'vitest';
import { startBatch } from '@armarium/contract/batches';
import { updateCollection, updateItem } from '@armarium/contract/record-edits';
import { deleteItem } from '@armarium/contract/deletions';
import { importWorkflow } from '@armarium/contract/workflow-file';
import { isLogged, signOut } from '@armarium/contract/session';
import type { HttpClient } from '../../../../../tests/harness/http-client.ts';
import {
  importedItem,
  openInstallation,
  rootOf,
  settledImport,
  uploaded,
} from '../../../../../tests/http/test-installation.ts';
import { listening as openListener, type Listener } from '../../../../../tests/http/event-listener.ts';
import { madePng } from '../../../../../tests/http/made-png.ts';
import { importImage } from '@armarium/contract/imports';
import { eventually } from '../../../../../tests/harness/waiting.ts';

const house = await openInstallation({ worker: true });
const manager = await house.person('default', 'ROLE_TENANT_ADMIN');
const stranger = await house.person('altra', 'ROLE_TENANT_ADMIN');
const root = (await rootOf(manager)).uuid;

const listeners: Listener[] = [];
afterEach(() => {
  for (const listener of listeners.splice(0)) listener.close();
});

/** A listener who hears everything from now on, closed after the test. */
async function listening(...given: Parameters<typeof openListener>): Promise<Listener> {
  const listener = await openListener(...given);
  listeners.push(listener);
  return listener;
}

/** To the server, by its count. */
const connections = () =>
  new Promise<number>((resolve, reject) => {
    house.program.app.server.getConnections((error, count) => (error ? reject(error) : resolve(count)));
  });

const rename = (client: HttpClient, uuid: string, sgtt: string) =>
  client.call(updateItem, { params: { uuid }, body: { sgtt } });

describe('the stream of events', () => {
  it('[API-156, API-186] tells of a new item, of its change with its entity tag, and of one that goes to the trash', async () => {
    const listener = await listening(manager);
    const item = await importedItem(manager, { sgtt: 'Nuovo' });
    const made = await listener.hears('item.created', { itemUuid: item.uuid });
    expect(made.data).toEqual({ itemUuid: item.uuid, parentCollectionsUuids: [root] });
    const { headers } = await rename(manager, item.uuid, 'Altro titolo');
    const changed = await listener.hears('record.changed', { uuid: item.uuid });
    expect(changed.data).toEqual({ uuid: item.uuid, resourceType: 'ITEM', etag: headers.etag });
    await manager.call(deleteItem, { params: { uuid: item.uuid } });
    expect((await listener.hears('record.changed', { uuid: item.uuid, etag: null })).id).not.toBe(changed.id);
  });

  it('[API-186] tells of collections, and of a state that changed', async () => {
    const listener = await listening(manager);
    const shelf = await house.collection('default', 'Scaffale', [root]);
    await listener.hears('record.changed', { uuid: shelf, resourceType: 'COLLECTION' });
    const { headers } = await manager.call(updateCollection, {
      params: { uuid: shelf },
      body: { sgtt: 'Alto' },
    });
    await listener.hears('record.changed', { uuid: shelf, etag: headers.etag });
    const { uuid } = await importedItem(manager, { sgtt: 'In lavorazione' });
    await house.query(`update item set state = 'In progress', version = version + 1 where uuid = $1`, [uuid]);
    const told = await listener.hears('record.state', { uuid });
    expect(told.data).toEqual({ uuid, resourceType: 'ITEM', state: 'In progress' });
  });

  it('tells once that fields, states or transitions changed, to no other organisation, and nothing of a dry run', async () => {
    const [listener, theirs] = [await listening(manager), await listening(stranger)];
    const states = [1, 2].map((number) => ({ name: `Told ${number}`, color: '#123456' }));
    const body = { version: 1, states };
    await manager.call(importWorkflow, { body, query: { dryRun: true } });
    await manager.call(importWorkflow, { body });
    expect((await listener.hears('configuration.changed')).data).toEqual({});
    // What is told later is there: so the others would be.
    for (const [client, heard] of [
      [manager, listener],
      [stranger, theirs],
    ] as const) {
      const { uuid } = await importedItem(client, { sgtt: 'Later' });
      await heard.hears('item.created', { itemUuid: uuid });
    }
    const told = ({ events }: Listener) =>
      events.filter(({ event }) => event === 'configuration.changed').length;
    expect([told(listener), told(theirs)]).toEqual([1, 0]);
  });

  it('[API-185] tells how an import goes, to its end', async () => {
    const item = await importedItem(manager, { sgtt: 'Con immagine' });
    const listener = await listening(manager);
    const { uuid } = await uploaded(manager, { source: madePng(), name: 'una.png' });
    await manager.call(importImage, {
      body: {
        culturalItemUuid: item.uuid,
        uuid,
        sgtt: 'una',
        autn: '',
        originalFilename: 'una.png',
      },
    });
    await settledImport(manager, item.uuid);
    const done = await listener.hears('import.progress', { assetUuid: uuid, importState: 'DONE' });
    expect(done.data).toEqual({
      itemUuid: item.uuid,
      assetUuid: uuid,
      stage: 'overall',
      importState: 'DONE',
      kind: 'image',
      notReadyImagesCount: 0,
      imagesCount: 1,
      notReadyMediaCount: 0,
      mediaCount: 0,
    });
    expect(done.id).toMatch(/^\d+/);
  });

  it('[API-186, API-187] tells how a batch goes to who may see it', async () => {
    const reader = await house.person('default', 'ROLE_RESEARCHER');
    const [listener, toReader] = [await listening(manager), await listening(reader)];
    const shelf = await house.collection('default', 'Per il lotto', [root]);
    const items = [
      await importedItem(manager, { sgtt: 'Uno' }),
      await importedItem(manager, { sgtt: 'Due' }),
    ];
    const { body } = await manager.call(startBatch, {
      body: { selection: { uuids: items.map(({ uuid }) => uuid) }, action: { kind: 'link', to: shelf } },
    });
    const told = await listener.hears('job.progress', { jobUuid: body.uuid, done: 2 });
    expect(told.data).toEqual({ jobUuid: body.uuid, done: 2, total: 2, errors: 0 });
    await toReader.hears('record.changed', { uuid: items[1]?.uuid });
    expect(toReader.events.filter(({ event }) => event === 'job.progress')).toEqual([]);
  });

  it('[API-156] says of a change of many records once that everything is to be looked at again', async () => {
    const listener = await listening(manager);
    await house.query(
      `insert into item (tenant_id, uuid, sgtt, pressmark, pressmark_norm, sort_title, sort_pressmark, import_uuid)
       select $1, gen_random_uuid(), 'x', 'many ' || n, 'many' || n, 'x', 'x', gen_random_uuid()
       from generate_series(1, 101) n`,
      [house.tenantIds.default],
    );
    await listener.hears('resync');
    expect(listener.events.filter(({ event }) => event === 'item.created')).toEqual([]);
  });

  it('[API-188] replays what was missed after Last-Event-ID, in its order', async () => {
    const before = await listening(manager);
    before.close();
    const items = [];
    for (const sgtt of ['Primo', 'Secondo', 'Terzo'])
      items.push((await importedItem(manager, { sgtt })).uuid);
    const after = await listening(manager, before.lastId);
    await after.hears('item.created', { itemUuid: items[2] });
    const created = after.events.filter(({ event }) => event === 'item.created');
    expect(created.map(({ data }) => data['itemUuid'])).toEqual(items);
    expect(after.events.some(({ event }) => event === 'resync')).toBe(false);
  });

  it('[API-188] tells from where the session was asked on; the header of a browser that comes back is the later one', async () => {
    const answer = await manager.call(isLogged);
    const began = String(answer.headers['last-event-id']);
    const { uuid } = await importedItem(manager, { sgtt: 'Dall’inizio' });
    const path = `/events?${new URLSearchParams({ after: began }).toString()}` as const;
    const listener = await listening(manager, undefined, path);
    await listener.hears('item.created', { itemUuid: uuid });
    const later = await importedItem(manager, { sgtt: 'Più tardi' });
    const last = await listener.hears('item.created', { itemUuid: later.uuid });
    listener.close();
    const again = await listening(manager, last.id, path);
    const latest = await importedItem(manager, { sgtt: 'Ancora' });
    await again.hears('item.created', { itemUuid: latest.uuid });
    const created = again.events.filter(({ event }) => event === 'item.created');
    expect(created.map(({ data }) => data['itemUuid'])).toEqual([latest.uuid]);
    expect([...listener.events, ...again.events].some(({ event }) => event === 'resync')).toBe(false);
  });

  it('[API-188] goes on for whoever came back alone with the first change after that', async () => {
    const alone = await house.person('altra', 'ROLE_TENANT_ADMIN');
    const before = await listening(alone);
    before.close();
    const made: string[] = [];
    for (let round = 0; round < 5; round += 1) {
      const after = await listening(alone, before.lastId);
      const { uuid } = await importedItem(alone, { sgtt: `Giro ${round}` });
      made.push(uuid);
      await after.hears('item.created', { itemUuid: uuid });
      const connected = await connections();
      // And with what was missed before it: nobody is told to look at everything again.
      const created = after.events.filter(({ event }) => event === 'item.created');
      expect(created.map(({ data }) => data['itemUuid'])).toEqual(made);
      expect(after.events.some(({ event }) => event === 'resync')).toBe(false);
      after.close();
      await eventually(connections).toBeLessThan(connected);
    }
  });

  it('reads each event once, however long a transaction elsewhere is under way', async () => {
    const slow = await house.access.migrator.connect();
    try {
      // With a number of its own, as whoever writes has.
      await slow.query('begin; select pg_current_xact_id()');
      const listener = await listening(manager);
      const uuids = [];
      for (const sgtt of ['A', 'B', 'C']) {
        uuids.push((await importedItem(manager, { sgtt })).uuid);
        await listener.hears('item.created', { itemUuid: uuids.at(-1) });
      }
      const created = listener.events.filter(({ event }) => event === 'item.created');
      expect(created.map(({ data }) => data['itemUuid'])).toEqual(uuids);
    } finally {
      await slow.query('rollback');
      slow.release();
    }
  });

  it('[API-188] replays a change whose transaction was under way when the others were read', async () => {
    const slow = await house.access.migrator.connect();
    const { uuid } = await importedItem(manager, { sgtt: 'Lento' });
    try {
      await slow.query('begin');
      await slow.query(`update item set version = version + 1 where uuid = $1`, [uuid]);
      const before = await listening(manager);
      const quick = await importedItem(manager, { sgtt: 'Svelto' });
      await before.hears('item.created', { itemUuid: quick.uuid });
      before.close();
      await slow.query('commit');
      const after = await listening(manager, before.lastId);
      await after.hears('record.changed', { uuid });
    } finally {
      slow.release();
    }
  });

  it('tells also those who stayed of a change that was committed after later ones', async () => {
    const slow = await house.access.migrator.connect();
    const { uuid } = await importedItem(manager, { sgtt: 'Lento' });
    try {
      await slow.query('begin');
      await slow.query(`update item set version = version + 1 where uuid = $1`, [uuid]);
      const listener = await listening(manager);
      const quick = await importedItem(manager, { sgtt: 'Svelto' });
      await listener.hears('item.created', { itemUuid: quick.uuid });
      await slow.query('commit');
      await listener.hears('record.changed', { uuid });
      for (const sgtt of ['Penultimo', 'Ultimo']) {
        const { uuid: itemUuid } = await importedItem(manager, { sgtt });
        await listener.hears('item.created', { itemUuid });
      }
      const told = listener.events.filter(({ data }) => data['itemUuid'] === quick.uuid);
      expect(told).toHaveLength(1);
    } finally {
      slow.release();
    }
  });

  it.each([
    ['older than ten minutes', `1-1:1:-${Date.now() - 10 * 60_000 - 1_000}`],
    ['nothing of ours', 'abc'],
    ['an id that only looks like one', `1-99999999999999999999:1:-${Date.now()}`],
    ['a snapshot that ends before it begins', `1-20:10:-${Date.now()}`],
    ['a snapshot out of its order', `1-10:20:15,12-${Date.now()}`],
    ['a snapshot of what is beyond it', `1-10:20:20-${Date.now()}`],
  ])('[API-188] sends resync where Last-Event-ID is %s', async (_what, id) => {
    const listener = await listening(manager, id);
    await listener.hears('resync');
    expect(listener.events).toHaveLength(1);
  });

  it('[API-187] tells another organisation nothing, and of a restricted record only who may see those', async () => {
    const reader = await house.person('default', 'ROLE_RESEARCHER');
    const [toReader, toManager, toStranger] = await Promise.all(
      [reader, manager, stranger].map((one) => listening(one)),
    );
    const hidden = await importedItem(manager, { sgtt: 'Riservato' });
    await house.query(`update item set visibility = 'restricted' where uuid = $1`, [hidden.uuid]);
    await rename(manager, hidden.uuid, 'Riservatissimo');
    const shown = await importedItem(manager, { sgtt: 'Di tutti' });
    await rename(manager, shown.uuid, 'Di tutti noi');
    await toManager?.hears('record.changed', { uuid: hidden.uuid });
    await toReader?.hears('record.changed', { uuid: shown.uuid });
    expect(
      toReader?.events.filter(
        ({ event, data }) => event === 'record.changed' && data['uuid'] === hidden.uuid,
      ),
    ).toEqual([]);
    // Of the collections of an item it tells those that the listener sees.
    const vault = await house.collection('default', 'Cassaforte', [root]);
    await house.query(`update collection set visibility = 'restricted' where uuid = $1`, [vault]);
    const { uuid: inBoth } = await importedItem(manager, { sgtt: 'In due', parents: [root, vault] });
    const told = { itemUuid: inBoth };
    expect((await toManager?.hears('item.created', told))?.data['parentCollectionsUuids']).toContain(vault);
    expect((await toReader?.hears('item.created', told))?.data).toEqual({
      itemUuid: inBoth,
      parentCollectionsUuids: [root],
    });
    expect(toStranger?.events).toEqual([]);
    const theirs = await importedItem(stranger, { sgtt: 'Loro' });
    await toStranger?.hears('item.created', { itemUuid: theirs.uuid });
    // An id of elsewhere opens nothing: numbers are looked up among one's own.
    const curious = await listening(stranger, `0-1:1:-${Date.now()}`);
    await curious.hears('item.created', { itemUuid: theirs.uuid });
    const known = JSON.stringify(curious.events);
    for (const uuid of [hidden.uuid, shown.uuid]) expect(known).not.toContain(uuid);
  });

  it('[API-156] is refused without a session, and ends with it', async () => {
    const refused = await house.visitor().send('GET', '/events');
    expect(refused.status).toBe(401);
    const leaving = await house.person('default', 'ROLE_USER');
    await leaving.call(signOut);
    expect((await leaving.send('GET', '/events')).status).toBe(401);
  });

  it('is kept from being opened without end by one account', async () => {
    const client = await house.person('default', 'ROLE_USER');
    await Promise.all(Array.from({ length: 20 }, () => listening(client)));
    expect((await client.send('GET', '/events')).status).toBe(429);
  });

  it('goes on after the database lost the session that listens', async () => {
    const listener = await listening(manager);
    await house.query(
      `select pg_terminate_backend(pid) from pg_stat_activity
       where application_name = 'armarium events' and datname = current_database()`,
    );
    const item = await importedItem(manager, { sgtt: 'Dopo il guasto' });
    await listener.hears('item.created', { itemUuid: item.uuid });
  });
});
