import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { importItem } from '@armarium/contract/imports';
import { modelCalls } from '@armarium/contract/asset-calls';
import { uploadCalls } from '@armarium/contract/uploads';
import { getItem } from '@armarium/contract/item-calls';
import sharp from 'sharp';
import { expect, it } from 'vitest';
import { madePng } from '../../../../../../tests/http/made-png.ts';
import {
  importedItem,
  openInstallation,
  rootOf,
  settledImport,
  uploaded,
} from '../../../../../../tests/http/test-installation.ts';

const house = await openInstallation({ worker: true });
const client = await house.person('default', 'ROLE_CCC');
const pathOf = (link: { href: string } | undefined) => new URL(link?.href ?? '').pathname;

const samples = resolve(import.meta.dirname, '../../../../../../../shared/data/models3d');
const lacking = existsSync(samples) ? '' : ' (skipped: shared/data is not beside the project)';

type Part = 'zip' | 'object' | 'material' | 'texture';
const links = {
  zip: 'zipLink',
  object: 'objectLink',
  material: 'materialLink',
  texture: 'textureLink',
} as const;

/** Sends a file as a part of a model. @returns its uuid, and its link */
async function sent(part: Part, source: Buffer, name: string) {
  const answer = await client.upload(uploadCalls[part], { source, name, type: 'application/octet-stream' });
  expect(answer).toMatchObject({ status: 201, body: { originalFilename: name } });
  const body = answer.body as unknown as Record<string, string>;
  expect(body[links[part]]).toBe(body['imageLink']);
  return { uuid: body['uuid'] ?? '', link: body['imageLink'] ?? '' };
}
const sample = async (part: Part, path: string) =>
  sent(part, await readFile(resolve(samples, path)), path.split('/').at(-1) ?? path);

/** The warnings of a model's import, once it is over. */
async function settledWarnings(item: string, uuid: string) {
  expect(await settledImport(client, item)).toMatchObject({ failedMediaCount: 0 });
  const { body } = await client.call(modelCalls.getImport, { params: { uuid } });
  expect(body.overall).toMatchObject({ importState: 'DONE', cause: null });
  return body.overall.warnings.map(({ code, title }) => `${code}: ${title}`);
}

/** The same of the version that was asked for last; undefined while it is prepared. */
async function warningsOf(uuid: string) {
  const { body } = await client.call(modelCalls.getImport, { params: { uuid } });
  const { importState, warnings } = body.overall;
  return importState === 'DONE' ? warnings.map(({ code, title }) => `${code}: ${title}`) : undefined;
}

async function glbOf(uuid: string) {
  const { body: model } = await client.call(modelCalls.get, { params: { uuid } });
  const { status, headers, bytes } = await client.send('GET', pathOf(model._links.model));
  expect(status).toBe(200);
  expect(headers['content-type']).toBe('model/gltf-binary');
  expect(bytes.toString('latin1', 0, 4)).toBe('glTF');
  return bytes;
}

const triangle = (mtl: string) =>
  Buffer.from(
    `mtllib ${mtl}\nv 0 0 0\nv 1 0 0\nv 0 1 0\nvt 0 0\nvt 1 0\nvt 0 1\nusemtl skin\nf 1/1 2/2 3/3\n`,
  );
const skin = (picture: string) => Buffer.from(`newmtl skin\nKd 1 0 0\nmap_Kd ${picture}\n`);

it.skipIf(lacking !== '')(
  `[IMP-38] [API-072] [API-093] [API-097] [API-098] [API-102] [API-106] an OBJ with its material and texture becomes a model of an item${lacking}`,
  async () => {
    const { uuid: item } = await importedItem(client, {});
    const { body: record } = await client.call(getItem, { params: { uuid: item } });
    expect(pathOf(record._links.model3Ds)).toBe(`/meta/culturalItems/${item}/model3Ds`);
    const [object, material, texture] = [
      await sample('object', 'cow/cow.obj'),
      await sample('material', 'cow/cow.mtl'),
      await sample('texture', 'cow/cow_texture.png'),
    ];
    const body = {
      culturalItemUuid: item,
      uuid: object.uuid,
      sgtt: 'Mucca',
      objectLink: object.link,
      materialLink: material.link,
      textureLink: texture.link,
      textureOriginalName: 'cow_texture.png',
    };
    const answer = await client.call(modelCalls.import, { body });
    expect(answer).toMatchObject({ status: 202, body: { uuid: object.uuid } });
    expect(answer.body.importId).toMatch(/^[0-9a-f-]{36}$/);
    // Sent once more, as where the answer was lost.
    expect(await client.call(modelCalls.import, { body })).toMatchObject({ status: 202, body: answer.body });
    expect(await settledWarnings(item, object.uuid)).toEqual([]);
    const { body: list } = await client.call(modelCalls.list, { params: { uuid: item } });
    const [model] = (list._embedded as unknown as { model3Ds: (typeof list._embedded)[string] }).model3Ds;
    expect(model).toMatchObject({ uuid: object.uuid, sgtt: 'Mucca', position: 1, importState: 'DONE' });
    expect((await glbOf(object.uuid)).length).toBeLessThan(200_000);
    const { bytes } = await client.send('GET', pathOf(model?._links.thumb));
    expect(await sharp(bytes).metadata()).toMatchObject({ format: 'jpeg', width: 480, height: 480 });
    const { body: shown } = await client.call(getItem, { params: { uuid: item } });
    expect(shown).toMatchObject({ mediaTypeInfo: { model3DsCount: 1, has3D: true } });
    expect(pathOf(shown._links.viewer_3d)).toBe('/images/viewers/3d/');
  },
);

it.skipIf(lacking !== '')(
  `[IMP-39] [API-038] [API-094] [API-102] a zip becomes a model of a new item${lacking}`,
  async () => {
    const zip = await sample('zip', 'derived-cow.zip');
    const { status, body } = await client.call(importItem, {
      body: {
        pressmark: 'MODEL ZIP',
        sgtt: 'Mucca',
        parentCollectionsUuids: [(await rootOf(client)).uuid],
        model3Ds: [{ uuid: zip.uuid, ...{ zipLink: zip.link } }],
      },
    });
    expect({ status, models: body.model3Ds }).toMatchObject({ status: 201, models: [{ uuid: zip.uuid }] });
    expect(await settledWarnings(body.uuid, zip.uuid)).toEqual([]);
    await glbOf(zip.uuid);
  },
);

it('[ASSET-33] [API-108] [API-109] the models that wait are taken up, and 422 says that none does', async () => {
  const other = await house.person('default', 'ROLE_CCC');
  const { uuid: item } = await importedItem(client, {});
  const object = await sent('object', triangle('a.mtl'), 'a.obj');
  await client.call(modelCalls.import, { body: { culturalItemUuid: item, uuid: object.uuid } });
  await settledImport(client, item);
  expect(await client.call(modelCalls.start)).toMatchObject({ status: 422 });
  await house.query(
    `with failed as (update asset_import set overall_state = 'ERROR' where asset_uuid = $1 returning item_uuid)
     update item set failed_media_count = 1 from failed where item.uuid = failed.item_uuid`,
    [object.uuid],
  );
  expect(await other.call(modelCalls.start)).toMatchObject({ status: 403 });
  expect(await client.call(modelCalls.start)).toMatchObject({ status: 202, body: { started: 1 } });
  expect(await settledImport(client, item)).toMatchObject({ failedMediaCount: 0 });
});

it('refuses parts that are not a model’s to have, and leaves nothing', async () => {
  const stranger = await house.person('altra', 'ROLE_CCC');
  const { uuid: item } = await importedItem(client, {});
  const object = await sent('object', triangle('a.mtl'), 'a.obj');
  const other = await sent('object', triangle('b.mtl'), 'b.obj');
  const texture = await sent('texture', madePng(), 'skin.png');
  const theirs = await stranger.upload(uploadCalls.material, {
    source: skin('skin.png'),
    name: 'a.mtl',
    type: 'application/octet-stream',
  });
  const refused = (extra: object) =>
    client.call(modelCalls.import, { body: { culturalItemUuid: item, uuid: object.uuid, ...extra } });
  const because = (name: string, code: string) => ({ status: 422, body: { fields: [{ name, code }] } });
  expect(await refused({ materialLink: theirs.body.uuid })).toMatchObject(
    because('materialLink', 'unknown-upload'),
  );
  expect(await refused({ materialLink: texture.link })).toMatchObject(because('materialLink', 'other-kind'));
  expect(await refused({ materialLink: '../a.mtl' })).toMatchObject(because('materialLink', 'not-a-link'));
  expect(await refused({ objectLink: other.link })).toMatchObject(because('objectLink', 'disagrees'));
  expect(await refused({ objectLink: object.link, zipLink: other.link })).toMatchObject({ status: 422 });
  expect(
    await client.call(modelCalls.import, { body: { culturalItemUuid: item, uuid: texture.uuid } }),
  ).toMatchObject(because('uuid', 'other-kind'));
  const image = await uploaded(client);
  expect(
    await client.call(modelCalls.import, { body: { culturalItemUuid: item, uuid: image.uuid } }),
  ).toMatchObject(because('uuid', 'other-kind'));
  // All of them are as they were: the model goes in with its texture.
  expect(await refused({ textureLink: texture.link })).toMatchObject({ status: 202 });
  const second = { culturalItemUuid: item, uuid: other.uuid, textureLink: texture.link };
  expect(await client.call(modelCalls.import, { body: second })).toMatchObject(
    because('textureLink', 'unknown-upload'),
  );
});

it('[IMP-40] a material that points outside finds nothing there', async () => {
  const { uuid: item } = await importedItem(client, {});
  const object = await sent('object', triangle('../../../../etc/passwd'), 'a.obj');
  const material = await sent('material', skin('/etc/hostname'), 'a.mtl');
  const body = { culturalItemUuid: item, uuid: object.uuid, materialLink: material.link };
  expect(await client.call(modelCalls.import, { body })).toMatchObject({ status: 202 });
  expect(await settledWarnings(item, object.uuid)).toEqual([
    expect.stringMatching(/^missing-texture: .*“hostname”/),
    expect.stringMatching(/^textures-repaired: .*passwd → a\.mtl/),
  ]);
});

it('[IMP-40] [IMP-41] a missing material and texture are named, and go away as they are added', async () => {
  const { uuid: item } = await importedItem(client, {});
  const object = await sent('object', triangle('skin.mtl'), 'a.obj');
  const body = { culturalItemUuid: item, uuid: object.uuid };
  const first = await client.call(modelCalls.import, { body });
  expect(await settledWarnings(item, object.uuid)).toEqual([
    expect.stringMatching(/^missing-material: .*“skin\.mtl”/),
  ]);
  const bare = await glbOf(object.uuid);

  const material = await sent('material', skin('skin.png'), 'skin.mtl');
  const withMaterial = { ...body, materialLink: material.link };
  const second = await client.call(modelCalls.import, { body: withMaterial });
  expect(second).toMatchObject({ status: 202, body: { uuid: object.uuid } });
  expect(second.body.importId).not.toBe(first.body.importId);
  // The same part twice is one.
  expect((await client.call(modelCalls.import, { body: withMaterial })).body).toEqual(second.body);
  await expect
    .poll(() => warningsOf(object.uuid))
    .toEqual([expect.stringMatching(/^missing-texture: .*“skin\.png”/)]);
  expect((await glbOf(object.uuid)).equals(bare)).toBe(false);

  const texture = await sent('texture', madePng(), 'skin.png');
  const withTexture = { ...body, textureLink: texture.link, textureOriginalName: 'skin.png' };
  expect(await client.call(modelCalls.import, { body: withTexture })).toMatchObject({ status: 202 });
  await expect.poll(() => warningsOf(object.uuid)).toEqual([]);
  expect((await glbOf(object.uuid)).includes('image/webp')).toBe(true);
  expect(
    await house.query(
      'select version_number, role, name from asset_part where asset_uuid = $1 order by version_number, role',
      [object.uuid],
    ),
  ).toEqual([
    { version_number: 2, role: 'material', name: 'skin.mtl' },
    { version_number: 3, role: 'material', name: 'skin.mtl' },
    { version_number: 3, role: 'texture', name: 'skin.png' },
  ]);
});

it('[API-177] a model is replaced by another with its own parts; a trashed one takes none', async () => {
  const { uuid: item } = await importedItem(client, {});
  const old = await sent('object', triangle('a.mtl'), 'a.obj');
  await client.call(modelCalls.import, { body: { culturalItemUuid: item, uuid: old.uuid } });
  await settledWarnings(item, old.uuid);
  const object = await sent('object', triangle('b.mtl'), 'b.obj');
  const material = await sent('material', skin('b.png'), 'b.mtl');
  const texture = await sent('texture', madePng(), 'b.png');
  const body = {
    culturalItemUuid: item,
    uuid: object.uuid,
    replaces: old.uuid,
    materialLink: material.link,
    textureLink: texture.link,
  };
  expect(await client.call(modelCalls.import, { body })).toMatchObject({
    status: 202,
    body: { uuid: object.uuid, replaces: old.uuid },
  });
  await expect.poll(() => warningsOf(old.uuid)).toEqual([]);
  expect((await client.call(modelCalls.get, { params: { uuid: old.uuid } })).body).toMatchObject({
    uuid: old.uuid,
    originalFilename: 'b.obj',
  });
  const late = await sent('texture', madePng(8, 8), 'c.png');
  await client.call(modelCalls.delete, { params: { uuid: old.uuid } });
  expect(
    await client.call(modelCalls.import, {
      body: { culturalItemUuid: item, uuid: old.uuid, ...{ textureLink: late.link } },
    }),
  ).toMatchObject({ status: 422 });
});
