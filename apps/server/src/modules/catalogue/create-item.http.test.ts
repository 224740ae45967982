import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { importItem } from '@armarium/contract/imports';
import type { BodyOf } from '@armarium/contract/operation';
import type { Problem } from '@armarium/contract/problem';
import { getCollection } from '@armarium/contract/collection-calls';
import { findItemByPressmark, getItem } from '@armarium/contract/item-calls';
import { Readable } from 'node:stream';
import { importedItem, openInstallation, rootOf } from '../../../../../tests/http/test-installation.ts';

const house = await openInstallation();
const client = await house.person('default', 'ROLE_TENANT_ADMIN');
const root = (await rootOf(client)).uuid;
const valid = () => ({ sgtt: 'A title', pressmark: `PM ${randomUUID()}`, parentCollectionsUuids: [root] });

const rows = async () => {
  const counts = await house.query<object>(
    `select (select count(*) from item) as items, (select count(*) from item_link) as links,
       (select count(*) from history) as history, (select count(*) from change_set) as change_sets,
       (select sum(items_count) from collection) as counted`,
  );
  return counts[0];
};

/** Sends a body that may be anything, and holds that a refusal changes nothing. */
async function refused(body: object | string): Promise<{ status: number; body: Problem }> {
  const before = await rows();
  const bytes = Buffer.from(typeof body === 'string' ? body : JSON.stringify(body));
  const answer = await client.send<Problem>(
    'POST',
    importItem.path,
    {
      'content-type': 'application/json',
      'content-length': bytes.length,
      'x-xsrf-token': await client.csrfToken(),
    },
    Readable.from([bytes]),
  );
  expect(await rows()).toEqual(before);
  return answer;
}

describe('a new item', () => {
  it('[API-077, API-080] is kept in NFC and trimmed, its mirrors first where the list has them not', async () => {
    const pressmark = `  PM ${randomUUID()} `;
    const made = await client.call(importItem, {
      body: {
        ...valid(),
        sgtt: '  Cafe\u0301 \r\n de Flore ',
        pressmark,
        customMetadataList: [{ name: 'sgti', value: ' Line one\r\nline two \n' }],
      },
    });
    const { body } = await client.call(getItem, { params: { uuid: made.body.uuid } });
    expect(body).toMatchObject({
      sgtt: 'Café \n de Flore',
      sgti: 'Line one\nline two',
      pressmark: pressmark.trim(),
      customMetadataList: [
        { name: 'sgtt', value: 'Café \n de Flore' },
        { name: 'pressmark', value: pressmark.trim() },
        { name: 'sgti', value: 'Line one\nline two' },
      ],
    });
  });

  it('[API-077] takes its fields from the list alone where they agree', async () => {
    const body = valid();
    const customMetadataList = [
      { name: 'pressmark', value: body.pressmark },
      { name: 'autn', value: 'Ada' },
      { name: 'sgtt', value: 'A title' },
    ];
    const made = await client.call(importItem, { body: { ...body, customMetadataList } });
    expect(made.status).toBe(201);
    const item = (await client.call(getItem, { params: { uuid: made.body.uuid } })).body;
    expect(item.customMetadataList).toEqual(customMetadataList);
    expect(item.autn).toBe('Ada');
  });

  it('keeps blank values out of the list', async () => {
    const made = await client.call(importItem, { body: { ...valid(), autn: '', sgti: '   ' } });
    const item = (await client.call(getItem, { params: { uuid: made.body.uuid } })).body;
    expect(item.customMetadataList.map(({ name }) => name)).toEqual(['sgtt', 'pressmark']);
    expect(item).toMatchObject({ autn: '', sgti: '' });
  });

  it('stands once in a collection that is named twice', async () => {
    const collection = await house.collection('default', 'Twice', [root]);
    const made = await importedItem(client, { parents: [collection, collection.toUpperCase()] });
    const item = (await client.call(getItem, { params: { uuid: made.uuid } })).body;
    expect(item.parentCollectionsUuids).toEqual([collection]);
    const { body } = await client.call(getCollection, { params: { uuid: collection } });
    expect(body.culturalItemsCount).toBe(1);
  });

  it('[API-155, API-182] writes one change set with who and what', async () => {
    const account = await house.account('default', ['ROLE_CCC']);
    const made = await importedItem(await house.signedIn(account), { sgtt: 'With a history' });
    const history = await house.query(
      `select history.action, history.resource_type, history.after, account_uuid, account_name, kind
       from history join change_set on change_set.uuid = change_set where record_uuid = $1`,
      [made.uuid],
    );
    expect(history).toMatchObject([
      {
        action: 'create',
        resource_type: 'ITEM',
        after: { parentCollectionsUuids: [root] },
        account_uuid: account.uuid,
        account_name: 'Ada Rossi',
        kind: 'import',
      },
    ]);
  });
});

/** Of metadata, the template that a problem names: that of the entry, or of the value beside the list. */
function templateOf(field: string, sent: { customMetadataList?: { name: string }[] }): string | undefined {
  const index = /^customMetadataList\[(\d+)\]/.exec(field)?.[1];
  return index === undefined ? undefined : sent.customMetadataList?.[Number(index)]?.name;
}

describe('an item is refused', () => {
  it.each<[string, object, string, string]>([
    [
      '[API-079] an unknown name',
      { customMetadataList: [{ name: 'colour', value: 'red' }] },
      'customMetadataList[0]',
      'unknown-field',
    ],
    [
      '[API-163] a name twice',
      {
        customMetadataList: [
          { name: 'autn', value: 'a' },
          { name: 'autn', value: 'b' },
        ],
      },
      'customMetadataList[1]',
      'not-repeatable',
    ],
    [
      '[API-164] a value that is a list',
      { customMetadataList: [{ name: 'autn', value: ['a'] }] },
      'customMetadataList[0]',
      'not-a-value',
    ],
    [
      '[API-164] a value that is null',
      { customMetadataList: [{ name: 'autn', value: null }] },
      'customMetadataList[0]',
      'not-a-value',
    ],
    [
      '[API-164] a value that is an object',
      { customMetadataList: [{ name: 'autn', value: {} }] },
      'customMetadataList[0]',
      'not-a-value',
    ],
    [
      'an entry without a value',
      { customMetadataList: [{ name: 'autn' }] },
      'customMetadataList[0]',
      'required',
    ],
    [
      'an entry with more than it has',
      { customMetadataList: [{ name: 'autn', value: 'a', lang: 'it' }] },
      'customMetadataList[0].lang',
      'unknown-field',
    ],
    [
      'a mirror that disagrees',
      { customMetadataList: [{ name: 'sgtt', value: 'Another' }] },
      'sgtt',
      'mirror-disagrees',
    ],
    ['a blank title', { sgtt: ' \n ' }, 'sgtt', 'required'],
    ['a title that is a number', { sgtt: 7 }, 'sgtt', 'not-a-value'],
    ['an absent pressmark', { pressmark: undefined }, 'pressmark', 'required'],
    ['an unknown property', { color: 'red' }, 'color', 'unknown-field'],
    ['a control character', { sgtt: 'a\u0007b' }, 'sgtt', 'control-character'],
    ['a title beyond measure', { sgtt: 'x'.repeat(4001) }, 'sgtt', 'too-long'],
    ['no collection', { parentCollectionsUuids: [] }, 'parentCollectionsUuids', 'not-a-value'],
    [
      'far too many collections',
      { parentCollectionsUuids: Array<string>(70_000).fill(root) },
      'parentCollectionsUuids',
      'not-a-value',
    ],
    ['far too many images', { images: Array<object>(70_000).fill({ uuid: root }) }, 'images', 'not-a-value'],
    [
      'far too many values',
      { customMetadataList: Array<object>(70_000).fill({ name: 'autn', value: 'a' }) },
      'customMetadataList',
      'not-a-value',
    ],
    [
      'an unknown collection',
      { parentCollectionsUuids: [root, randomUUID()] },
      'parentCollectionsUuids[1]',
      'unknown-collection',
    ],
    [
      'a collection that is no uuid',
      { parentCollectionsUuids: ['root'] },
      'parentCollectionsUuids[0]',
      'not-a-value',
    ],
    ['an unknown upload', { images: [{ uuid: randomUUID() }] }, 'images[0].uuid', 'unknown-upload'],
    ['an unknown sound', { audios: [{ uuid: randomUUID() }] }, 'audios[0].uuid', 'unknown-upload'],
  ])('[ERR-11, ERR-20] for %s: 422, the field named', async (_what, wrong, name, code) => {
    const { status, body } = await refused({ ...valid(), ...wrong });
    expect(status).toBe(422);
    expect(body.code).toBe('invalid');
    const template = templateOf(name, wrong);
    const found = body.fields.find((field) => field.name === name);
    expect(found).toMatchObject({ code, message: expect.stringMatching(/\.$/) as string });
    if (template !== undefined) expect(found?.template).toBe(template);
    expect(body.detail).toContain(name);
  });

  it('[ERR-11] with all of its fields at once', async () => {
    const { body } = await refused({ ...valid(), sgtt: '', pressmark: ' ' });
    expect(body.fields.map(({ name }) => name).toSorted()).toEqual(['pressmark', 'sgtt']);
  });

  it.each([
    ['a text', '"item"'],
    ['a list', '[]'],
    ['null', 'null'],
    ['a number', '1'],
  ])('[ERR-20] for %s in place of an object: 422', async (_what, body) => {
    expect((await refused(body)).status).toBe(422);
  });

  it.each([
    ['broken JSON', '{"sgtt": '],
    ['nothing', ''],
    ['a NUL', JSON.stringify({ ...valid(), sgtt: 'a\u0000b' })],
    ['half of a surrogate pair', JSON.stringify({ ...valid(), sgtt: 'a\ud800b' })],
    ['__proto__', `{"__proto__": {"sgtt": "x"}, "sgtt": "y"}`],
  ])('[ERR-13] for %s: 400', async (_what, body) => {
    const { status, body: problem } = await refused(body);
    expect(status).toBe(400);
    expect(problem.code).toBe('malformed');
  });
});

describe('a pressmark', () => {
  it.each([
    ['as it is', 'UNI 1', 'UNI 1'],
    ['in another case', 'UNI 2', 'uni 2'],
    ['with other white space', 'UNI 3', '  UNI \t 3 '],
    ['in full width', 'UNI 4', 'ＵＮＩ ４'],
    ['decomposed', 'UNÌ 5', 'UNI\u0300 5'],
    ['with a no-break space', 'UNI 6', 'UNI\u00a06'],
  ])('[API-081, ERR-17] is taken once in a tenant: %s', async (_what, first, second) => {
    await importedItem(client, { sgtt: 'The holder', pressmark: first });
    const { status, body } = await refused({ ...valid(), pressmark: second });
    expect(status).toBe(409);
    expect(body.code).toBe('pressmark-taken');
    expect(body.detail).toContain('The holder');
    expect(body.fields).toMatchObject([{ name: 'pressmark', code: 'pressmark-taken' }]);
  });

  it('[API-081] is told apart by its punctuation', async () => {
    await importedItem(client, { pressmark: 'PUN.1' });
    await importedItem(client, { pressmark: 'PUN 1' });
    await importedItem(client, { pressmark: 'PUN1' });
  });

  it('[API-081] may be the same in another tenant', async () => {
    const other = await house.person('altra', 'ROLE_TENANT_ADMIN');
    await importedItem(client, { pressmark: 'BOTH 1' });
    await importedItem(other, { pressmark: 'BOTH 1' });
  });

  it('[API-082] is given to one of many that ask at once; the others are told, and leave nothing', async () => {
    const others = await Promise.all(
      Array.from({ length: 3 }, () => house.person('default', 'ROLE_TENANT_ADMIN')),
    );
    const people = [client, ...others];
    const before = (await rows()) as { items: number; counted: number };
    const body: BodyOf<typeof importItem> = { ...valid(), pressmark: 'RACE 1' };
    const answers = await Promise.all(people.map((person) => person.call(importItem, { body })));
    expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 409, 409, 409]);
    for (const { status, body: answer } of answers) {
      if (status === 409) expect((answer as unknown as Problem).code).toBe('pressmark-taken');
    }
    const after = (await rows()) as { items: number; counted: number };
    expect(Number(after.items)).toBe(Number(before.items) + 1);
    expect(Number(after.counted)).toBe(Number(before.counted) + 1);
  });

  it('is free for who asks first and holds it (API-029 in both of its answers)', async () => {
    const free = await client.call(findItemByPressmark, { query: { pressmark: 'FREE 1' } });
    expect(free.status).toBe(404);
    const made = await importedItem(client, { pressmark: 'Free 1' });
    const taken = await client.call(findItemByPressmark, { query: { pressmark: 'FREE 1' } });
    expect(taken.body.uuid).toBe(made.uuid);
  });
});
