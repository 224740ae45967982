import { expect, it } from 'vitest';
import { startBatch } from '@armarium/contract/batches';
import type { Role } from '@armarium/contract/capability';
import { correctPressmark, updateItem } from '@armarium/contract/record-edits';
import { deleteImage } from '@armarium/contract/image-calls';
import { deleteCollection, deleteItem } from '@armarium/contract/deletions';
import { getItem } from '@armarium/contract/item-calls';
import { findRecordChanges, type RecordChange } from '@armarium/contract/record-changes';
import { listTrash, purgeTrashEntry, restoreTrashEntry } from '@armarium/contract/trash';
import { performTransition } from '@armarium/contract/transition-logs';
import { findTransitionsFromState } from '@armarium/contract/transitions';
import {
  importedItem,
  openInstallation,
  rootOf,
  uploaded,
} from '../../../../../tests/http/test-installation.ts';
import { batchJobs } from '../batch/public.ts';

const house = await openInstallation();
const client = await house.person('default', 'ROLE_TENANT_ADMIN');
const root = (await rootOf(client)).uuid;
const person = (...roles: Role[]) => house.person('default', ...roles);

async function changes(text: string, query: object = {}, who = client) {
  const { status, body } = await who.call(findRecordChanges, { query: { text, ...query } });
  expect(status).toBe(200);
  return body._embedded.changes;
}
const told = (all: readonly RecordChange[]) => all.map(({ actions, reason }) => [...actions, reason]);
const remove = (uuid: string, reason?: string) =>
  client.call(deleteItem, { params: { uuid }, query: { reason } });

async function entryOf(recordUuid: string): Promise<string> {
  const { body } = await client.call(listTrash, { query: { size: 1000 } });
  return body._embedded.trash.find((one) => one.recordUuid === recordUuid)?.uuid ?? '';
}

async function purge(recordUuid: string, reason?: string) {
  const uuid = await entryOf(recordUuid);
  expect((await client.call(purgeTrashEntry, { params: { uuid }, query: { reason } })).status).toBe(204);
}

it('[API-181] tells who deleted a record, why and from where, in the trash, back from it, and purged', async () => {
  const shelf = await house.collection('default', 'Plutei', [root]);
  const { uuid } = await importedItem(client, { sgtt: 'Carmina', pressmark: 'Plut. 1', parents: [shelf] });
  await remove(uuid, 'Counted twice');
  const [deleted] = await changes('plut. 1');
  expect(deleted).toMatchObject({
    user: 'Ada Rossi',
    actions: ['delete'],
    reason: 'Counted twice',
    batchUuid: null,
    left: [{ uuid: shelf, title: 'Plutei', isThere: true }],
    record: {
      uuid,
      title: 'Carmina',
      pressmark: 'Plut. 1',
      place: 'trash',
      trash: { entryUuid: await entryOf(uuid), wentAlong: false, hasPlace: true, mayRestore: true },
    },
  });
  await client.call(restoreTrashEntry, { params: { uuid: await entryOf(uuid) }, body: {} });
  // The entry of the trash is gone, why it was deleted is not.
  const back = await changes('plut. 1');
  expect(told(back)).toEqual([
    ['restore', ''],
    ['delete', 'Counted twice'],
    ['create', ''],
  ]);
  expect(back[0]).toMatchObject({
    entered: [{ uuid: shelf, title: 'Plutei' }],
    record: { place: 'catalogue', parentUuid: shelf, trash: null },
  });
  await remove(uuid, 'Sold');
  await purge(uuid, 'Sold for good');
  const gone = await changes('PLUT.  1');
  expect(told(gone).slice(0, 2)).toEqual([
    ['purge', 'Sold for good'],
    ['delete', 'Sold'],
  ]);
  expect(gone[0]?.record).toMatchObject({
    title: 'Carmina',
    pressmark: 'Plut. 1',
    place: 'purged',
    trash: null,
  });
  expect(told(await changes('carmin'))).toEqual(told(gone));
});

it('tells why an image was purged, whose item stays', async () => {
  const upload = await uploaded(client);
  const { uuid } = await importedItem(client, { sgtt: 'Fragmenta' }, [
    { uuid: upload.uuid, sgtt: 'Carta spuria' },
  ]);
  await client.call(deleteImage, { params: { uuid: upload.uuid }, query: { reason: 'Blurred' } });
  await purge(upload.uuid, 'Shows a reader');
  expect(told(await changes('carta spuria')).slice(0, 1)).toEqual([['purge', 'Shows a reader']]);
  const [history] = await house.query<{ after: unknown }>(
    `select after from history where record_uuid = $1 and action = 'purge'`,
    [upload.uuid],
  );
  expect(history?.after).toEqual({ reason: 'Shows a reader' });
  expect((await client.call(getItem, { params: { uuid } })).body.mediaTypeInfo.imagesCount).toBe(0);
});

it('finds a record by the pressmarks that it once had, also after its purge, and by the beginning of a word', async () => {
  const { uuid } = await importedItem(client, { sgtt: 'Herbarius', pressmark: 'Q 7' });
  const body = { pressmark: 'Quarto 7', reason: 'Misread' };
  expect((await client.call(correctPressmark, { params: { uuid }, body })).status).toBe(200);
  for (const text of ['q 7', 'Quarto 7', 'quart', 'herbari']) {
    const [corrected, made] = await changes(text);
    expect(corrected).toMatchObject({
      actions: ['update'],
      reason: 'Misread',
      fields: [{ name: 'pressmark', before: ['Q 7'], after: ['Quarto 7'] }],
    });
    expect(made).toMatchObject({ actions: ['create'], record: { uuid } });
  }
  expect(await changes('uarto')).toEqual([]);
  await remove(uuid);
  await purge(uuid);
  for (const text of ['q 7', 'Quarto 7', 'quart', 'herbari']) {
    expect((await changes(text))[0]).toMatchObject({
      actions: ['purge'],
      record: { uuid, pressmark: 'Quarto 7' },
    });
  }
});

it('tells moves, edits, workflow actions and batches, narrowed to an action and page by page', async () => {
  const [from, to] = [
    await house.collection('default', 'From', [root]),
    await house.collection('default', 'To', [root]),
  ];
  const { uuid } = await importedItem(client, { sgtt: 'Itinerarium', pressmark: 'It. 3', parents: [from] });
  await client.call(updateItem, { params: { uuid }, body: { parentCollectionsUuids: [to] } });
  const { body: batch } = await client.call(startBatch, {
    body: {
      selection: { uuids: [uuid] },
      action: { kind: 'edit', changes: [{ name: 'autn', change: 'replace', values: ['Egeria'] }] },
    },
  });
  await batchJobs(house.access.database)['run-batch'](
    { tenantId: house.tenantIds.default, batch: batch.uuid },
    { attempt: 1, maxAttempts: 8, losses: 0, signal: new AbortController().signal, log: console },
  );
  const { body: transitions } = await client.call(findTransitionsFromState, {
    query: { itemFromState: 'Default', resourceType: 'ITEM' },
  });
  const transitionUuid = transitions._embedded.transitionTemplates[0]?.uuid ?? '';
  await client.call(performTransition, {
    body: { assetUuid: uuid, resourceType: 'ITEM', transitionUuid, comment: 'Ready' },
  });
  const all = await changes('It. 3');
  expect(all).toMatchObject([
    {
      actions: ['transition'],
      reason: 'Ready',
      fields: expect.arrayContaining([
        { name: 'state', before: ['Default'], after: ['In progress'] },
      ]) as unknown,
    },
    { actions: ['update'], batchUuid: batch.uuid, fields: [{ name: 'autn', before: [], after: ['Egeria'] }] },
    { actions: ['move'], left: [{ title: 'From' }], entered: [{ title: 'To' }], batchUuid: null },
    { actions: ['create'] },
  ]);
  expect(await changes('It. 3', { action: 'move' })).toEqual([all[2]]);
  const second = await client.call(findRecordChanges, { query: { text: 'It. 3', page: 1, size: 3 } });
  expect(second.body).toMatchObject({
    _embedded: { changes: [all[3]] },
    page: { totalElements: 4, totalPages: 2 },
    records: 1,
    hasFurtherRecords: false,
  });
  expect((await client.call(findRecordChanges, { query: { text: 'x', action: 'burn' } })).status).toBe(400);
});

it('says of what went with its collection with which, and lets an item alone be restored from it', async () => {
  const shelf = await house.collection('default', 'Armadio Rosso', [root]);
  const inner = await house.collection('default', 'Cassetto Rosso', [shelf]);
  const { uuid } = await importedItem(client, {
    sgtt: 'Foglio sciolto',
    pressmark: 'Arm. 9',
    parents: [inner],
  });
  await client.call(deleteCollection, { params: { uuid: shelf }, query: { reason: 'Burnt' } });
  const [item] = await changes('Arm. 9');
  expect(item).toMatchObject({
    actions: ['delete'],
    reason: 'Burnt',
    changeSetKind: 'delete-collection',
    left: [{ uuid: inner, isThere: false }],
    record: { trash: { entryTitle: 'Armadio Rosso', wentAlong: true, hasPlace: false, mayRestore: true } },
  });
  const collections = await changes('Rosso', { action: 'delete' });
  expect(collections.map(({ record }) => [record.title, record.trash?.mayRestore]).sort()).toEqual([
    ['Armadio Rosso', true],
    ['Cassetto Rosso', false],
  ]);
  expect(uuid).toBe(item?.record.uuid);
});

it('[PERM-28, PERM-43] tells own records only to whom the right reaches those, and restricted ones to who sees them', async () => {
  await house.query(`update tenant set user_rights = 'own' where id = $1`, [house.tenantIds.default]);
  const owner = await person('ROLE_USER');
  const another = await person('ROLE_USER');
  const mine = await importedItem(owner, { sgtt: 'Meum', pressmark: 'Own 1' });
  const open = await importedItem(client, { sgtt: 'Apertum', pressmark: 'Own 2' });
  const hidden = await importedItem(client, { sgtt: 'Occultum', pressmark: 'Own 3' });
  await house.query(`update item set visibility = 'restricted' where uuid = $1`, [hidden.uuid]);
  const found = async (who: typeof client) => {
    const { status, body } = await who.call(findRecordChanges, { query: { text: 'own ' } });
    return status === 200 ? body._embedded.changes.map(({ record }) => record.uuid).sort() : status;
  };
  const reader = await person('ROLE_RESEARCHER');
  expect(await found(client)).toEqual([mine.uuid, open.uuid, hidden.uuid].sort());
  expect(await found(reader)).toEqual([mine.uuid, open.uuid].sort());
  expect(await found(owner)).toEqual([mine.uuid]);
  expect(await found(another)).toEqual([]);
  expect(await found(await person('ROLE_IMAGE_DOWNLOAD'))).toBe(403);
  // Purged, it is known by its history.
  for (const { uuid } of [mine, hidden]) {
    await remove(uuid);
    await purge(uuid);
  }
  expect(new Set((await found(owner)) as string[])).toEqual(new Set([mine.uuid]));
  expect(await found(another)).toEqual([]);
  expect(new Set((await found(reader)) as string[])).toEqual(new Set([mine.uuid, open.uuid]));
});

it('[PERM-31] finds nothing of another organisation', async () => {
  const stranger = await house.person('altra', 'ROLE_TENANT_ADMIN');
  await importedItem(client, { sgtt: 'Secretum', pressmark: 'Secr. 1' });
  expect(await changes('Secr. 1', {}, stranger)).toEqual([]);
  expect(await changes('secretu', {}, stranger)).toEqual([]);
});

it('looks at two hundred records and says that there are more', async () => {
  await house.query(
    `with made as (insert into change_set (tenant_id, uuid, account_name, kind)
       values ($1, gen_random_uuid(), 'Somebody', 'import') returning uuid),
     item as (insert into item (tenant_id, uuid, sgtt, pressmark, pressmark_norm, sort_title, sort_pressmark, import_uuid)
       select $1, gen_random_uuid(), 'Numerosus', 'N ' || n, 'n ' || n, 'numerosus', 'n',
         gen_random_uuid() from generate_series(1, 201) as n returning uuid),
     words as (insert into item_text (tenant_id, item_uuid, near_pressmark, words, title, sort_title)
       select $1, uuid, '', title_words('Numerosus'), '', '' from item)
     insert into history (tenant_id, change_set, record_uuid, resource_type, action)
     select $1, made.uuid, item.uuid, 'ITEM', 'create' from made cross join item`,
    [house.tenantIds.default],
  );
  const { body } = await client.call(findRecordChanges, { query: { text: 'numerosus' } });
  expect(body).toMatchObject({ records: 200, hasFurtherRecords: true, page: { totalElements: 200 } });
});
