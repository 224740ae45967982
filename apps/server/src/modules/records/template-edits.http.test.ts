import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { importItem } from '@armarium/contract/imports';
import type { Problem } from '@armarium/contract/problem';
import { updateItem } from '@armarium/contract/record-edits';
import { getItem } from '@armarium/contract/item-calls';
import type { TemplateResourceType } from '@armarium/contract/record-types';
import {
  createTemplate,
  deleteTemplate,
  findTemplateByName,
  findTemplatesByResourceType,
  getTemplate,
  orderTemplates,
  updateTemplate,
} from '@armarium/contract/templates';
import type { AnswerOf, BodyOf } from '@armarium/contract/operation';
import { importedItem, openInstallation, rootOf } from '../../../../../tests/http/test-installation.ts';

const house = await openInstallation();
const admin = await house.person('default', 'ROLE_TENANT_ADMIN');

const make = (name: string, more: Partial<BodyOf<typeof createTemplate>> = {}) =>
  admin.call(createTemplate, { body: { name, label: name, type: 'STRING', resourceType: 'ITEM', ...more } });
const problemOf = ({ status, body }: { status: number; body: unknown }) => {
  const { code, fields } = body as Problem;
  return [status, code, ...fields.map((field) => `${field.name} ${field.code}`)];
};
async function listed(type: TemplateResourceType): Promise<string[]> {
  const { body } = await admin.call(findTemplatesByResourceType, {
    query: { type, sort: ['priority', 'order'] },
  });
  return body._embedded.customMetadataTemplates.map(({ name, priority }) => `${priority} ${name}`);
}
const idOf = async (name: string, type: TemplateResourceType = 'ITEM') =>
  (await admin.call(findTemplateByName, { query: { name, type } })).body.uuid;

describe('a field', () => {
  it('[API-088, API-089, API-086, META-18, META-27, META-28] is made and changed, but not its ID, type and records', async () => {
    const created = await make('binding', {
      labels: { it: ' Legatura ', en: '' },
      help: ' How it is bound ',
      repeatable: true,
      searchable: true,
    });
    expect(created).toMatchObject({
      status: 201,
      body: {
        name: 'binding',
        labels: { it: 'Legatura' },
        priority: 'MEDIUM',
        help: 'How it is bound',
        repeatable: true,
        locked: false,
        required: false,
        defaultValue: null,
      },
    });
    const { uuid } = created.body;
    const found = await admin.call(findTemplateByName, { query: { name: 'binding', type: 'ITEM' } });
    expect(found).toMatchObject({ status: 200, body: created.body });
    const { headers, body } = await admin.call(getTemplate, { params: { uuid } });
    const ifMatch = String(headers['etag']);
    const changed = await admin.call(updateTemplate, {
      params: { uuid },
      body: { ...body, type: 'STRING', label: 'Binding', labels: { en: 'Bound in' }, required: true },
      ifMatch,
    });
    expect(changed).toMatchObject({
      status: 200,
      body: { label: 'Binding', labels: { en: 'Bound in' }, required: true, name: 'binding' },
    });
    const late = await admin.call(updateTemplate, { params: { uuid }, body: { label: 'x' }, ifMatch });
    expect(late.status).toBe(412);
    const fixed = { name: 'other', type: 'TEXT', resourceType: 'MEDIA' } as const;
    expect(problemOf(await admin.call(updateTemplate, { params: { uuid }, body: fixed }))).toEqual([
      422,
      'invalid',
      'name read-only',
      'type read-only',
      'resourceType read-only',
    ]);
    // Required as it is by now, it would be asked for in the tests below.
    await admin.call(deleteTemplate, { params: { uuid } });
  });

  it('[CONST-03, CONST-04] is of one of five kinds of records, with one of three priorities', async () => {
    const other = await house.person('altra', 'ROLE_TENANT_ADMIN');
    const statusOf = async (given: object) => {
      const body = { name: randomUUID(), label: 'Any', type: 'STRING', resourceType: 'ITEM', ...given };
      return (await other.call(createTemplate, { body: body as BodyOf<typeof createTemplate> })).status;
    };
    for (const resourceType of ['COLLECTION', 'ITEM', 'MEDIA', 'STORY', 'SERIES'])
      expect(await statusOf({ resourceType })).toBe(201);
    for (const priority of ['HIGH', 'MEDIUM', 'LOW']) expect(await statusOf({ priority })).toBe(201);
    expect([await statusOf({ resourceType: 'PAGE' }), await statusOf({ priority: 'URGENT' })]).toEqual([
      422, 422,
    ]);
  });

  it('[META-53] that is required is so on create and where its value is emptied, not in a record that never had it', async () => {
    const early = (await importedItem(admin, { sgtt: 'Early' })).uuid;
    expect((await make('origin', { required: true })).status).toBe(201);
    const root = (await rootOf(admin)).uuid;
    const refused = await admin.call(importItem, {
      body: {
        sgtt: 'Late',
        pressmark: 'LATE 1',
        customMetadataList: [{ name: 'origin', value: ' ' }],
        parentCollectionsUuids: [root],
        images: [],
      },
    });
    expect(problemOf(refused).slice(0, 2)).toEqual([422, 'invalid']);
    expect(problemOf(refused).slice(2).join()).toMatch(/(origin|customMetadataList\[0\]\S*) required/);
    const edit = (uuid: string, body: BodyOf<typeof updateItem>) =>
      admin.call(updateItem, { params: { uuid }, body });
    expect((await edit(early, { sgtt: 'Early still' })).status).toBe(200);
    const { customMetadataList: list } = (await admin.call(getItem, { params: { uuid: early } })).body;
    const given = { customMetadataList: [...list, { name: 'origin', value: 'Padova' }] };
    expect((await edit(early, given)).status).toBe(200);
    expect(
      problemOf(await edit(early, { customMetadataList: list }))
        .slice(2)
        .join(),
    ).toMatch(/origin required/);
    const { uuid } = (await admin.call(findTemplateByName, { query: { name: 'origin', type: 'ITEM' } })).body;
    await admin.call(updateTemplate, { params: { uuid }, body: { required: false } });
  });

  it('[META-54, META-55] that is repeatable keeps several values in their order, and the top-level field mirrors the first', async () => {
    const found = await admin.call(findTemplateByName, { query: { name: 'autn', type: 'ITEM' } });
    const locked = { uuid: found.body.uuid };
    const opened = await admin.call(updateTemplate, { params: locked, body: { repeatable: true } });
    expect(opened).toMatchObject({ status: 200, body: { locked: true, repeatable: true } });
    await make('hand', { repeatable: true });
    const item = (await importedItem(admin, { sgtt: 'Several' })).uuid;
    const { customMetadataList: list } = (await admin.call(getItem, { params: { uuid: item } })).body;
    const several = [
      { name: 'hand', value: 'B' },
      { name: 'autn', value: 'Secundus' },
      { name: 'hand', value: 'A' },
      { name: 'autn', value: 'Primus' },
    ];
    const { status, body } = await admin.call(updateItem, {
      params: { uuid: item },
      body: { customMetadataList: [...list, ...several] },
    });
    expect([status, body.autn]).toEqual([200, 'Secundus']);
    expect(body.customMetadataList.filter(({ name }) => name === 'hand' || name === 'autn')).toEqual(several);
    const once = [...list, { name: 'sgti', value: 'one' }, { name: 'sgti', value: 'two' }];
    const refused = await admin.call(updateItem, {
      params: { uuid: item },
      body: { customMetadataList: once },
    });
    expect(refused.status).toBe(422);
  });

  it('[META-26, API-087] of the same ID is 409 for the same records alone; an ID that nobody has is 400', async () => {
    expect((await make('twice')).status).toBe(201);
    expect(problemOf(await make('twice')).slice(0, 2)).toEqual([409, 'duplicate']);
    expect((await make('twice', { resourceType: 'MEDIA' })).status).toBe(201);
    const free = await admin.call(findTemplateByName, { query: { name: 'nobody has it', type: 'ITEM' } });
    expect(problemOf(free)).toEqual([400, 'no-such-template']);
  });

  it.each([
    ['STRING', { defaultValue: 'x'.repeat(257) }, ['defaultValue too-long']],
    ['EMAIL', { defaultValue: 'nobody' }, ['defaultValue wrong-type']],
    ['BOOLEAN', { defaultValue: 'yes' }, ['defaultValue wrong-type']],
    ['INTEGER', { defaultValue: 1.5 }, ['defaultValue wrong-type']],
    ['ENUM', {}, ['enumValues required']],
    ['ENUM', { enumValues: ['a', 'b'], defaultValue: 'c' }, ['defaultValue not-in-dictionary']],
    ['STRING', { enumValues: ['a'] }, ['enumValues unfit']],
  ] as const)('of type %s is refused with %o', async (type, more, problems) => {
    const values = { ...more, enumValues: 'enumValues' in more ? [...more.enumValues] : [] };
    expect(problemOf(await make('wrong', { type, ...values })).slice(2)).toEqual(problems);
  });

  it('[META-31, META-34] starts false where it is true or false, and loses a default that is no option any more', async () => {
    expect((await make('seen', { type: 'BOOLEAN' })).body.defaultValue).toBe(false);
    const { body } = await make('shape', {
      type: 'ENUM',
      enumValues: [' a ', 'b', 'b', ''],
      defaultValue: 'b',
    });
    expect(body).toMatchObject({ enumValues: ['a', 'b'], defaultValue: 'b' });
    const changed = await admin.call(updateTemplate, {
      params: { uuid: body.uuid },
      body: { enumValues: ['a'] },
    });
    expect(changed.body).toMatchObject({ enumValues: ['a'], defaultValue: null });
  });

  it('[META-20] that is locked keeps what it is, and changes its words and its default', async () => {
    const uuid = await idOf('sgtt');
    expect(problemOf(await admin.call(deleteTemplate, { params: { uuid } }))).toEqual([
      409,
      'template-locked',
    ]);
    const relaxed = await admin.call(updateTemplate, { params: { uuid }, body: { required: false } });
    expect(problemOf(relaxed).slice(2)).toEqual(['required locked']);
    const changed = await admin.call(updateTemplate, { params: { uuid }, body: { label: 'Titolo' } });
    expect(changed).toMatchObject({ status: 200, body: { label: 'Titolo', locked: true } });
    await admin.call(updateTemplate, { params: { uuid }, body: { label: 'Title' } });
  });

  it('[API-090, META-60, META-63, META-26] deleted is archived: values stay, its ID is free, and they come back', async () => {
    const { body: field } = await make('seal');
    const { uuid } = await importedItem(admin, { sgtt: 'Sealed' });
    const item = (await admin.call(getItem, { params: { uuid } })).body;
    const list = [...item.customMetadataList, { name: 'seal', value: 'red wax' }];
    const put = (customMetadataList: typeof list) =>
      admin.call(updateItem, { params: { uuid }, body: { customMetadataList } });
    expect((await put(list)).status).toBe(200);
    expect((await admin.call(deleteTemplate, { params: { uuid: field.uuid } })).status).toBe(204);
    expect((await admin.call(getTemplate, { params: { uuid: field.uuid } })).status).toBe(404);
    expect((await put(item.customMetadataList)).status).toBe(200);
    expect((await admin.call(getItem, { params: { uuid } })).body.customMetadataList).toEqual(list);
    expect((await make('seal', { type: 'TEXT' })).status).toBe(201);
    const changed = await put([...item.customMetadataList, { name: 'seal', value: 'green wax' }]);
    expect(changed.status).toBe(200);
  });
});

describe('the order', () => {
  it('[META-36, META-40, META-41] has at most two HIGH fields: a new one is MEDIUM then, and one that becomes HIGH sends the last of them down', async () => {
    expect(await listed('STORY')).toEqual(['HIGH sgtt', 'MEDIUM autn', 'LOW sgti']);
    const more = { resourceType: 'STORY' } as const;
    await make('first', more);
    await make('second', more);
    expect(await listed('STORY')).toEqual([
      'HIGH sgtt',
      'HIGH first',
      'MEDIUM autn',
      'MEDIUM second',
      'LOW sgti',
    ]);
    await admin.call(updateTemplate, {
      params: { uuid: await idOf('second', 'STORY') },
      body: { priority: 'HIGH' },
    });
    expect(await listed('STORY')).toEqual([
      'HIGH sgtt',
      'HIGH second',
      'MEDIUM first',
      'MEDIUM autn',
      'LOW sgti',
    ]);
  });

  it('[API-091] is put as a list of all fields, with their priorities where they change', async () => {
    const order = (body: BodyOf<typeof orderTemplates>) =>
      admin.call(orderTemplates, { query: { resourceType: 'SERIES' }, body });
    const [title, description] = [await idOf('sgtt', 'SERIES'), await idOf('sgti', 'SERIES')];
    const put = await order([{ uuid: description, priority: 'HIGH' }, title]);
    expect(put).toMatchObject({ status: 200, body: { success: true } });
    expect(await listed('SERIES')).toEqual(['HIGH sgti', 'HIGH sgtt']);
    expect(problemOf(await order([title])).slice(0, 2)).toEqual([409, 'other-members']);
    expect(problemOf(await order([title, title, description])).slice(0, 2)).toEqual([409, 'other-members']);
    expect(problemOf(await order([title, description, await idOf('sgtt')])).slice(1)).toEqual([
      'invalid',
      '[2] unknown-template',
    ]);
    await make('colour', { resourceType: 'SERIES', priority: 'LOW' });
    const third = { uuid: await idOf('colour', 'SERIES'), priority: 'HIGH' } as const;
    expect(problemOf(await order([title, description, third])).slice(2)).toEqual(['priority too-many-high']);
  });

  it('is put only if it is still the one that was read, where If-Match names it', async () => {
    const list = (query: object = {}, headers: Record<string, string> = {}) =>
      admin.send<AnswerOf<typeof findTemplatesByResourceType>>(
        'GET',
        `/meta/customMetadataTemplates/search/findByResourceType?${new URLSearchParams({ type: 'MEDIA', ...query })}`,
        headers,
      );
    const tagOf = ({ headers }: { headers: object }) => String(Reflect.get(headers, 'etag'));
    const put = (body: BodyOf<typeof orderTemplates>, ifMatch: string) =>
      admin.call(orderTemplates, { query: { resourceType: 'MEDIA' }, body, ifMatch });
    await make('plate', { resourceType: 'MEDIA', priority: 'MEDIUM' });
    const read = await list();
    const tag = tagOf(read);
    const ids = read.body._embedded.customMetadataTemplates.map(({ uuid }) => uuid);
    // The same order, whichever part of it is read, and in whatever sort.
    expect(tagOf(await list({ sort: 'name,desc', size: '1', page: '1' }))).toBe(tag);
    expect(tagOf(await admin.call(findTemplatesByResourceType, { query: { type: 'SERIES' } }))).not.toBe(tag);

    // Another label is the same order, and is not answered as if nothing had changed.
    await admin.call(updateTemplate, {
      params: { uuid: await idOf('plate', 'MEDIA') },
      body: { label: 'Plate' },
    });
    const again = await list({}, { 'if-none-match': tag });
    expect([again.status, tagOf(again)]).toEqual([200, tag]);
    expect(again.body._embedded.customMetadataTemplates.map(({ label }) => label)).toContain('Plate');

    const reversed = ids.toReversed().map((uuid) => ({ uuid, priority: 'MEDIUM' as const }));
    const done = await put(reversed, tag);
    expect(done.status).toBe(200);
    expect(tagOf(done)).not.toBe(tag);
    expect(tagOf(await list())).toBe(tagOf(done));
    const refused = await put(ids, tag);
    expect(problemOf(refused)).toEqual([412, 'stale']);
    expect((await list()).body._embedded.customMetadataTemplates.map(({ uuid }) => uuid)).not.toEqual(ids);

    // Priorities decide before places: the new tag is that of the list as it is read.
    const [first, ...others] = reversed;
    const mixed = await put([...others, { uuid: first?.uuid ?? '', priority: 'HIGH' }], tagOf(done));
    expect([mixed.status, tagOf(await list())]).toEqual([200, tagOf(mixed)]);
    // A further field makes another order too.
    await make('further', { resourceType: 'MEDIA' });
    expect(problemOf(await put(ids, tagOf(mixed)))).toEqual([412, 'stale']);
  });
});
