import { Readable } from 'node:stream';
import { deleteImage } from '@armarium/contract/image-calls';
import { importImage } from '@armarium/contract/imports';
import { getUpload, type StoredUpload } from '@armarium/contract/uploads';
import { expect, it } from 'vitest';
import { madePng } from '../../../../../tests/http/made-png.ts';
import { importedItem, openInstallation, uploaded } from '../../../../../tests/http/test-installation.ts';

const house = await openInstallation();
const client = await house.person('default', 'ROLE_CCC');
const source = madePng(40, 30);

async function sentInPieces(who: typeof client) {
  const headers = { 'tus-resumable': '1.0.0', 'x-xsrf-token': await who.csrfToken() };
  const begun = await who.send('POST', '/ccc/resumable', { ...headers, 'upload-length': source.length });
  return who.send<StoredUpload>(
    'PATCH',
    String(begun.headers['location']),
    {
      ...headers,
      'upload-offset': 0,
      'content-type': 'application/offset+octet-stream',
      'content-length': source.length,
    },
    Readable.from([source]),
  );
}

it('[API-179] an upload tells which records hold the same bytes, in one piece and in several, and is taken all the same', async () => {
  const first = await uploaded(client, { source, name: 'carta.png' });
  expect(first.sameContent).toEqual([]);
  const item = await importedItem(client, { pressmark: 'MS 7' }, [{ uuid: first.uuid, sgtt: 'Carta' }]);
  const held = {
    uuid: first.uuid,
    sgtt: 'Carta',
    isCurrent: true,
    culturalItemUuid: item.uuid,
    pressmark: 'MS 7',
    _links: {
      self: { href: `${house.origin}/meta/images/${first.uuid}` },
      culturalItem: { href: `${house.origin}/meta/culturalItems/${item.uuid}` },
    },
  };
  const second = await uploaded(client, { source, name: 'again.png' });
  expect(second.sameContent).toEqual([held]);
  const third = await sentInPieces(client);
  expect(third).toMatchObject({ status: 201, body: { sha256: first.sha256, sameContent: [held] } });
  expect(Object.keys(third.body).sort()).toEqual(Object.keys(second).sort());
  const { body: asked } = await client.call(getUpload, { params: { uuid: third.body.uuid } });
  expect(asked.sameContent).toEqual([held]);

  // Another tenant is told of nothing, nor is who may not see the record.
  const stranger = await house.person('altra', 'ROLE_CCC');
  expect((await uploaded(stranger, { source, name: 'a.png' })).sameContent).toEqual([]);
  await house.query(`update tenant set user_rights = 'own' where id = $1`, [house.tenantIds.default]);
  await house.query(`update item set visibility = 'restricted' where uuid = $1`, [item.uuid]);
  const person = await house.person('default', 'ROLE_USER');
  expect((await uploaded(person, { source, name: 'a.png' })).sameContent).toEqual([]);
  expect((await uploaded(client, { source, name: 'a.png' })).sameContent).toEqual([held]);

  // It is the user who decides.
  const body = { culturalItemUuid: item.uuid, uuid: second.uuid };
  expect(await client.call(importImage, { body })).toMatchObject({ status: 202 });
  expect((await uploaded(client, { source, name: 'a.png' })).sameContent).toHaveLength(2);

  // What lies in the trash is not told of, and hinders nothing.
  for (const uuid of [first.uuid, second.uuid]) {
    const gone = await client.call(deleteImage, { params: { uuid } });
    expect(gone.status).toBe(204);
  }
  const last = await uploaded(client, { source, name: 'a.png' });
  expect(last.sameContent).toEqual([]);
  expect(
    await client.call(importImage, { body: { culturalItemUuid: item.uuid, uuid: last.uuid } }),
  ).toMatchObject({ status: 202 });
});

it('a file that was replaced is told of as one that is not shown', async () => {
  const old = madePng(50, 30);
  const first = await uploaded(client, { source: old, name: 'old.png' });
  const item = await importedItem(client, {}, [{ uuid: first.uuid }]);
  const next = await uploaded(client, { source: madePng(60, 30), name: 'new.png' });
  await client.call(importImage, {
    body: { culturalItemUuid: item.uuid, uuid: next.uuid, replaces: first.uuid },
  });
  await house.query('update asset set current_version = 2 where uuid = $1', [first.uuid]);
  expect((await uploaded(client, { source: old, name: 'old.png' })).sameContent).toMatchObject([
    { uuid: first.uuid, isCurrent: false },
  ]);
});
