import { randomBytes } from 'node:crypto';
import sharp from 'sharp';
import { afterEach, describe, expect, it } from 'vitest';
import { importItem } from '@armarium/contract/imports';
import { deleteItem } from '@armarium/contract/deletions';
import { createCollection } from '@armarium/contract/record-edits';
import { listTrash, purgeTrashEntry } from '@armarium/contract/trash';
import { uploadFile } from '@armarium/contract/uploads';
import type { HttpClient } from '../../../../../tests/harness/http-client.ts';
import { importedItem, openInstallation, rootOf } from '../../../../../tests/http/test-installation.ts';
import { changeTenant, type TenantChanges } from './tenant.writes.ts';
import { tenantUsage } from './quotas.ts';

const picture = await sharp(randomBytes(40 * 40 * 3), { raw: { width: 40, height: 40, channels: 3 } })
  .png()
  .toBuffer();
const house = await openInstallation();
const client = await house.person('default', 'ROLE_TENANT_ADMIN');
const root = (await rootOf(client)).uuid;
const { default: own, altra: other } = house.tenantIds;

const usage = (tenantId = own) => house.access.database.bookkeeping(tenantId, tenantUsage);
const allow = (changes: TenantChanges) => changeTenant(house.access.migrator, own, changes);
const upload = (who = client) =>
  who.upload(uploadFile, { source: picture, name: 'a.png', type: 'image/png' });
const announce = async (size_bytes: number, who: HttpClient = client) =>
  who.send('POST', '/ccc/resumable', {
    'tus-resumable': '1.0.0',
    'upload-length': size_bytes,
    'x-xsrf-token': await who.csrfToken(),
  });
const makeItem = (pressmark: string, who = client, parent = root) =>
  who.call(importItem, { body: { sgtt: 'Kept', pressmark, parentCollectionsUuids: [parent], images: [] } });
const makeCollection = () =>
  client.call(createCollection, { body: { sgtt: 'Kept', parentCollectionsUuids: [root] } });

afterEach(() => allow({ storageQuota_bytes: null, recordsQuota: null }));

describe('what an organisation uses', () => {
  it('is kept by every way of adding and purging, in each organisation by itself', async () => {
    const [before, elsewhere] = [await usage(), await usage(other)];
    const { uuid } = await importedItem(client, { pressmark: 'USED 1' }, [
      { uuid: (await upload()).body.uuid },
    ]);
    expect((await makeCollection()).status).toBe(201);
    const after = { storedBytes: before.storedBytes + picture.length, records: before.records + 2 };
    expect(await usage()).toEqual(after);
    // In the trash it is kept still.
    await client.call(deleteItem, { params: { uuid } });
    expect(await usage()).toEqual(after);
    const { trash } = (await client.call(listTrash, {})).body._embedded;
    const entry = trash.find(({ recordUuid }) => recordUuid === uuid);
    await client.call(purgeTrashEntry, { params: { uuid: entry?.uuid ?? '' }, query: { reason: 'test' } });
    expect(await usage()).toEqual({ storedBytes: before.storedBytes, records: before.records + 1 });
    expect(await usage(other)).toEqual(elsewhere);
  });

  it('stays the same where its rows are folded together', async () => {
    const { records } = await usage();
    for (let number = 1; number <= 70; number += 1) {
      expect((await makeItem(`FOLD ${number}`)).status).toBe(201);
    }
    expect((await usage()).records).toBe(records + 70);
    const [kept] = await house.query<{ rows: number }>(
      'select count(*)::integer as rows from tenant_usage where tenant_id = $1',
      [own],
    );
    expect(kept?.rows).toBeLessThan(70);
    const [counted] = await house.query<{ records: number }>(
      `select ((select count(*) from item where tenant_id = $1)
         + (select count(*) from collection where tenant_id = $1))::integer as records`,
      [own],
    );
    expect((await usage()).records).toBe(counted?.records);
  });
});

describe('the quota of stored bytes', () => {
  it('refuses the file that goes beyond it, whoever sends it, with the figures, and keeps nothing of it', async () => {
    const { storedBytes } = await usage();
    const limit_bytes = storedBytes + 2 * picture.length;
    await allow({ storageQuota_bytes: limit_bytes });
    expect((await upload()).status).toBe(201);
    // A colleague's announced file takes the rest.
    const colleague = await house.person('default', 'ROLE_CCC');
    const begun = await announce(picture.length, colleague);
    expect(begun.status).toBe(201);
    const files = await house.storedFiles();
    const refused = {
      status: 507,
      body: {
        code: 'storage-quota',
        figures: { used_bytes: limit_bytes + picture.length, limit_bytes },
      },
    };
    expect(await upload()).toMatchObject(refused);
    expect(await announce(picture.length)).toMatchObject(refused);
    expect(await house.storedFiles()).toEqual(files);
    // Another organisation is not concerned.
    expect((await upload(await house.person('altra', 'ROLE_CCC'))).status).toBe(201);
    // One that is given up makes room.
    await colleague.send('DELETE', String(begun.headers['location']), {
      'tus-resumable': '1.0.0',
      'x-xsrf-token': await colleague.csrfToken(),
    });
    expect((await upload()).status).toBe(201);
  });

  it('lets no more in where several are sent at the same moment', async () => {
    await allow({ storageQuota_bytes: (await usage()).storedBytes + 3 * picture.length });
    const answers = await Promise.all(Array.from({ length: 8 }, () => announce(picture.length)));
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(3);
  });
});

describe('the quota of records', () => {
  it('refuses the item or collection that goes beyond it, and makes neither', async () => {
    const limit = (await usage()).records + 1;
    await allow({ recordsQuota: limit });
    expect((await makeItem('QUOTA 1')).status).toBe(201);
    const refused = { status: 507, body: { code: 'records-quota', figures: { used: limit + 1, limit } } };
    expect(await makeItem('QUOTA 2')).toMatchObject(refused);
    expect(await makeCollection()).toMatchObject(refused);
    expect((await usage()).records).toBe(limit);
    const elsewhere = await house.person('altra', 'ROLE_TENANT_ADMIN');
    expect((await makeItem('QUOTA 2', elsewhere, (await rootOf(elsewhere)).uuid)).status).toBe(201);
    await allow({ recordsQuota: limit + 1 });
    expect((await makeItem('QUOTA 2')).status).toBe(201);
  });

  it('lets no more in where several are made at the same moment', async () => {
    await allow({ recordsQuota: (await usage()).records + 3 });
    const answers = await Promise.all(Array.from({ length: 8 }, (_, index) => makeItem(`AT ONCE ${index}`)));
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(3);
    expect(answers.filter(({ status }) => status === 507)).toHaveLength(5);
  });
});
