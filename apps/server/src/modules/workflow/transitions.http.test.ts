import { describe, expect, it } from 'vitest';
import { roles, userRights } from '@armarium/contract/capability';
import type { Problem } from '@armarium/contract/problem';
import type { AvailableTransition } from '@armarium/contract/allowed-actions';
import { getCollection, listCollectionItems } from '@armarium/contract/collection-calls';
import { getImage } from '@armarium/contract/image-calls';
import { getItem } from '@armarium/contract/item-calls';
import { getItemHistory } from '@armarium/contract/history';
import {
  listTransitionLogs,
  performTransition,
  type TransitionLog,
} from '@armarium/contract/transition-logs';
import {
  findTransitionsByResourceType,
  findTransitionsFromState,
  getTransitionTemplate,
  listTransitionTemplates,
  type TransitionTemplate,
} from '@armarium/contract/transitions';
import type { HttpClient } from '../../../../../tests/harness/http-client.ts';
import { everyNth } from '../../../../../tests/harness/soak.ts';
import {
  importedItem,
  openInstallation,
  rootOf,
  uploaded,
} from '../../../../../tests/http/test-installation.ts';

const house = await openInstallation();
const admin = await house.person('default', 'ROLE_TENANT_ADMIN');
const root = (await rootOf(admin)).uuid;

type Kind = 'ITEM' | 'COLLECTION' | 'MEDIA';
const tables = { ITEM: 'item', COLLECTION: 'collection', MEDIA: 'asset' } as const;

const { body: all } = await admin.call(listTransitionTemplates, { query: { size: 1000 } });
const transitions = all._embedded.transitionTemplates;
function named(name: string, resourceType: Kind = 'ITEM', from?: string): TransitionTemplate {
  const found = transitions.find(
    (one) =>
      one.name === name &&
      one.resourceType === resourceType &&
      (from === undefined || one.itemFromState === from),
  );
  if (!found) throw new Error(`There is no ${name} of ${resourceType}.`);
  return found;
}

async function anItem(fields: { autn?: string } = {}): Promise<string> {
  return (await importedItem(admin, fields)).uuid;
}

async function putInto(state: string, uuid: string, kind: Kind = 'ITEM'): Promise<void> {
  await house.query(`update ${tables[kind]} set state = $1 where uuid = $2`, [state, uuid]);
}

function perform(
  client: HttpClient,
  uuid: string,
  transition: { uuid: string },
  { comment, kind = 'ITEM' }: { comment?: string; kind?: Kind } = {},
) {
  return client.call(performTransition, {
    body: {
      assetUuid: uuid,
      resourceType: kind,
      transitionUuid: transition.uuid,
      ...(comment !== undefined && { comment }),
    },
  });
}
const stateOf = async (uuid: string) => (await admin.call(getItem, { params: { uuid } })).body.state;

describe('the default workflow', () => {
  const chain = [
    ['Start', 'Default', 'In progress'],
    ['Submit', 'In progress', 'In review'],
    ['Request changes', 'In review', 'Changes requested'],
    ['Request changes', 'Approved', 'Changes requested'],
    ['Resubmit', 'Changes requested', 'In review'],
    ['Approve', 'In review', 'Approved'],
    ['Publish', 'Approved', 'Published'],
    ['Revise', 'Published', 'In progress'],
    ['Withdraw', 'Published', 'Withdrawn'],
    ['Reopen', 'Withdrawn', 'In progress'],
    ['Archive', 'Published', 'Archived'],
    ['Archive', 'Withdrawn', 'Archived'],
  ];
  it.each(['ITEM', 'COLLECTION', 'MEDIA', 'STORY', 'SERIES'] as const)(
    '[WFACT-41, WFACT-42, WFACT-43, WFACT-44, API-112] of %s is the chain from Start to Archive',
    async (resourceType) => {
      const { body } = await admin.call(findTransitionsByResourceType, { query: { resourceType } });
      expect(
        body._embedded.transitionTemplates.map(({ name, itemFromState, itemToState }) => [
          name,
          itemFromState,
          itemToState,
        ]),
      ).toEqual(chain);
    },
  );

  it.each(['ITEM', 'COLLECTION', 'MEDIA'] as const)(
    '[WFACT-45, WFACT-46] of %s publishes with its guards, and follows the item’s visibility where it is an asset',
    (kind) => {
      const tasksOf = (name: string) =>
        named(name, kind).actions.map(({ templateName, parameters }) => [templateName, parameters]);
      const fields = kind === 'ITEM' ? ['sgtt', 'pressmark'] : ['sgtt'];
      const sets = (visibility: string) => (kind === 'MEDIA' ? [] : [['SET_VISIBILITY', { visibility }]]);
      expect(tasksOf('Publish')).toEqual([
        ['REQUIRE_METADATA', { fields }],
        ['REQUIRE_ASSETS_READY', {}],
        ...sets('public'),
      ]);
      expect(tasksOf('Withdraw')).toEqual(sets('private'));
      expect(tasksOf('Approve')).toEqual([]);
    },
  );

  it('[WFACT-47, WFACT-48, WFACT-49] narrows who decides, publishes and archives', () => {
    for (const kind of ['ITEM', 'COLLECTION', 'MEDIA'] as const) {
      for (const name of ['Approve', 'Request changes'])
        expect(named(name, kind).roles).toEqual([
          'ROLE_METADATA_EDITOR',
          'ROLE_PUBLISHER',
          'ROLE_TENANT_ADMIN',
          'ROLE_ADMIN',
        ]);
      for (const name of ['Publish', 'Withdraw'])
        expect(named(name, kind).roles).toEqual(['ROLE_PUBLISHER', 'ROLE_TENANT_ADMIN', 'ROLE_ADMIN']);
      expect(named('Archive', kind).roles).toEqual(['ROLE_TENANT_ADMIN', 'ROLE_ADMIN']);
      expect(named('Start', kind).roles).toEqual([]);
    }
  });
});

describe('looking at transitions', () => {
  it('[API-113, API-114, WFCONF-34, WFCONF-65] finds those from a state, with what they hold', async () => {
    const { body } = await admin.call(findTransitionsFromState, {
      query: { itemFromState: 'In review', resourceType: 'COLLECTION' },
    });
    const [first] = body._embedded.transitionTemplates;
    expect(body.page.totalElements).toBe(2);
    expect(first).toMatchObject({
      id: first?.uuid,
      name: 'Request changes',
      label: 'Request changes',
      itemFromState: 'In review',
      itemToState: 'Changes requested',
      workflowName: 'default',
      resourceType: 'COLLECTION',
      actions: [],
    });
    const one = await admin.call(getTransitionTemplate, { params: { uuid: first?.uuid ?? '' } });
    expect(one.body).toEqual(first);
    const none = await admin.call(findTransitionsFromState, {
      query: { itemFromState: 'Nowhere', resourceType: 'ITEM' },
    });
    expect(none.body._embedded.transitionTemplates).toEqual([]);
  });

  it('says whom it lets perform them', async () => {
    const editor = await house.person('default', 'ROLE_METADATA_EDITOR');
    const { body } = await editor.call(findTransitionsByResourceType, { query: { resourceType: 'ITEM' } });
    const performed = body._embedded.transitionTemplates
      .filter(({ allowedActions }) => allowedActions.includes('perform'))
      .map(({ name }) => name);
    expect([...new Set(performed)]).toEqual([
      'Start',
      'Submit',
      'Request changes',
      'Resubmit',
      'Approve',
      'Revise',
      'Reopen',
    ]);
  });
});

describe('performing a transition', () => {
  it('[API-118, API-119, WFACT-25, WFACT-03] moves the record and writes log and history', async () => {
    const uuid = await anItem();
    const before = (await admin.call(getItem, { params: { uuid } })).headers['etag'];
    const { status, body } = await perform(admin, uuid, named('Start'), { comment: ' Taken up. ' });
    expect(status).toBe(201);
    expect(body).toMatchObject({
      assetUuid: uuid,
      resourceType: 'ITEM',
      transitionUuid: named('Start').uuid,
      name: 'Start',
      itemFromState: 'Default',
      itemToState: 'In progress',
      comment: 'Taken up.',
      user: 'Ada Rossi',
      causedBy: null,
    });
    await perform(admin, uuid, named('Submit'));
    const item = await admin.call(getItem, { params: { uuid } });
    expect(item.body.state).toBe('In review');
    expect(item.headers['etag']).not.toBe(before);

    const log = await admin.call(listTransitionLogs, { query: { assetUuid: uuid } });
    expect(log.body._embedded.transitionLogs.map(({ name }) => name)).toEqual(['Submit', 'Start']);
    expect(log.body._embedded.transitionLogs[1]).toEqual(body);
    const history = await admin.call(getItemHistory, { params: { uuid } });
    expect(history.body._embedded.history[1]).toMatchObject({
      action: 'transition',
      changeSet: (body as TransitionLog).changeSet,
      changeSetKind: 'transition',
      before: { state: 'Default' },
      after: { state: 'In progress', transition: 'Start', comment: 'Taken up.' },
    });
  });

  it('[WFACT-01, WFACT-03] goes for collections and images too', async () => {
    const collection = await house.collection('default', 'Atlases', [root]);
    expect(
      (await perform(admin, collection, named('Start', 'COLLECTION'), { kind: 'COLLECTION' })).status,
    ).toBe(201);
    const seen = await admin.call(getCollection, { params: { uuid: collection } });
    expect(seen.body.state).toBe('In progress');

    const { images } = await importedItem(admin, {}, [await uploaded(admin)]);
    const uuid = images[0]?.uuid ?? '';
    expect((await perform(admin, uuid, named('Start', 'MEDIA'), { kind: 'MEDIA' })).status).toBe(201);
    const image = await admin.call(getImage, { params: { uuid } });
    expect(image.body.state).toBe('In progress');
    expect(image.body.availableTransitions.map(({ name }) => name)).toEqual(['Submit']);
  });

  it('[WFACT-23] refuses from another state, 409, and changes nothing', async () => {
    const uuid = await anItem();
    const { status, body } = await perform(admin, uuid, named('Submit'));
    expect(status).toBe(409);
    expect(body as unknown as Problem).toMatchObject({
      code: 'state-changed',
      detail: expect.stringContaining('In progress, but the record is in the state Default') as string,
    });
    expect(await stateOf(uuid)).toBe('Default');
    const log = await admin.call(listTransitionLogs, { query: { assetUuid: uuid } });
    expect(log.body.page.totalElements).toBe(0);
  });

  it('[WFACT-23] refuses a transition of another kind of record, and a record of another kind', async () => {
    const uuid = await anItem();
    const mismatched = await perform(admin, uuid, named('Start', 'COLLECTION'));
    expect(mismatched.status).toBe(422);
    expect((mismatched.body as unknown as Problem).fields[0]?.name).toBe('transitionUuid');
    const wrong = await perform(admin, root, named('Start'));
    expect(wrong.status).toBe(422);
    expect((wrong.body as unknown as Problem).fields[0]?.name).toBe('assetUuid');
    const story = await admin.call(performTransition, {
      body: {
        assetUuid: uuid,
        resourceType: 'STORY',
        transitionUuid: transitions.find(({ resourceType }) => resourceType === 'STORY')?.uuid ?? '',
      },
    });
    expect(story.status).toBe(422);
  });

  it('lets one of two who do the same at once through, and tells the other', async () => {
    const uuid = await anItem();
    const answers = await Promise.all([
      perform(admin, uuid, named('Start')),
      perform(admin, uuid, named('Start')),
    ]);
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 409]);
  });
});

describe('publishing', () => {
  it('[WFACT-33, WFACT-45, WFACT-46, PERM-24] makes a record public, and withdrawing private again', async () => {
    const publisher = await house.person('default', 'ROLE_PUBLISHER');
    const editor = await house.person('default', 'ROLE_METADATA_EDITOR');
    const uuid = await anItem();
    await putInto('Approved', uuid);
    expect((await perform(editor, uuid, named('Publish'))).status).toBe(403);
    expect((await perform(publisher, uuid, named('Publish'))).status).toBe(201);
    const published = await admin.call(getItem, { params: { uuid } });
    expect(published.body).toMatchObject({ state: 'Published', visibility: 'public' });
    expect((await perform(editor, uuid, named('Withdraw'))).status).toBe(403);
    expect((await perform(publisher, uuid, named('Withdraw'))).status).toBe(201);
    expect((await admin.call(getItem, { params: { uuid } })).body).toMatchObject({
      state: 'Withdrawn',
      visibility: 'private',
    });
    const [row] = await house.query<{ ever_public: boolean }>(
      'select ever_public from item where uuid = $1',
      [uuid],
    );
    expect(row?.ever_public).toBe(true);
    const history = await admin.call(getItemHistory, { params: { uuid } });
    expect(history.body._embedded.history[1]).toMatchObject({
      before: { state: 'Approved', visibility: 'private' },
      after: { state: 'Published', visibility: 'public' },
    });
  });

  it('[WFACT-35] names the fields that are empty, required ones too, and changes nothing', async () => {
    const uuid = await anItem();
    await putInto('Approved', uuid);
    await house.query(
      `update metadata_template set required = true where resource_type = 'ITEM' and name = 'autn' and tenant_id = $1`,
      [house.tenantIds.default],
    );
    const { status, body } = await perform(admin, uuid, named('Publish'));
    await house.query(`update metadata_template set required = false where name = 'autn'`);
    expect(status).toBe(422);
    expect(body as unknown as Problem).toMatchObject({
      code: 'metadata-missing',
      detail: 'Author is empty. Fill it, and try again.',
      fields: [{ name: 'autn', code: 'required', message: 'Author is empty.' }],
    });
    expect((await admin.call(getItem, { params: { uuid } })).body).toMatchObject({
      state: 'Approved',
      visibility: 'private',
    });
    expect((await perform(admin, uuid, named('Publish'))).status).toBe(201);
  });

  it('[WFACT-36, WFACT-43] waits for the files of an item, of a collection’s items, of an image itself', async () => {
    const collection = await house.collection('default', 'Unready', [root]);
    // No worker runs here, so the file stays in the making.
    const { uuid: item, images } = await importedItem(admin, { parents: [collection] }, [
      await uploaded(admin),
    ]);
    const image = images[0]?.uuid ?? '';
    const records = [
      ['ITEM', item],
      ['COLLECTION', collection],
      ['MEDIA', image],
    ] as const;
    for (const [kind, uuid] of records) {
      await putInto('Approved', uuid, kind);
      const { status, body } = await perform(admin, uuid, named('Publish', kind), { kind });
      expect({ kind, status, code: (body as unknown as Problem).code }).toEqual({
        kind,
        status: 409,
        code: 'assets-not-ready',
      });
    }
    await house.query(`update asset_import set overall_state = 'ERROR' where asset_uuid = $1`, [image]);
    expect((await perform(admin, item, named('Publish'))).status).toBe(409);
    await house.query(`update asset_import set overall_state = 'DONE' where asset_uuid = $1`, [image]);
    for (const [kind, uuid] of records)
      expect((await perform(admin, uuid, named('Publish', kind), { kind })).status).toBe(201);
  });
});

describe('what a record says can be done with it', () => {
  const states = ['Default', 'In review', 'Approved', 'Published', 'Withdrawn', 'Archived'];

  it('[API-161] is in lists as it is alone', async () => {
    const collection = await house.collection('default', 'Listed', [root]);
    const { uuid } = await importedItem(admin, { parents: [collection] });
    await putInto('Published', uuid);
    const alone = await admin.call(getItem, { params: { uuid } });
    expect(
      alone.body.availableTransitions.map(({ name, itemToState }) => `${name} > ${itemToState}`),
    ).toEqual(['Revise > In progress', 'Withdraw > Withdrawn', 'Archive > Archived']);
    const { body } = await admin.call(listCollectionItems, { params: { uuid: collection } });
    expect(body._embedded.culturalItems[0]?.availableTransitions).toEqual(alone.body.availableTransitions);
  });

  describe.each(userRights)('where ROLE_USER may change: %s', (setting) => {
    // What the other roles may does not hang on the setting.
    it.each(roles.filter((role) => setting === 'all' || role === 'ROLE_USER'))(
      '[API-161, PERM-23, WFACT-23] to %s is exactly what goes through',
      async (role) => {
        await house.query('update tenant set user_rights = $1 where id = $2', [
          setting,
          house.tenantIds.default,
        ]);
        const account = await house.account('default', [role]);
        const client = await house.signedIn(account);
        const { uuid: item, images } = await importedItem(admin, { autn: 'Somebody' }, [
          await uploaded(admin),
        ]);
        await house.query(`update asset_import set overall_state = 'DONE'`);
        const records = [
          ['ITEM', item, getItem],
          ['COLLECTION', await house.collection('default', 'Tried', [root]), getCollection],
          ['MEDIA', images[0]?.uuid ?? '', getImage],
        ] as const;
        for (const [place, [kind, uuid, read]] of records.entries()) {
          for (const owner of [account.uuid, '00000000-0000-4000-8000-000000000000']) {
            // What is one's own is tried from the states that another's is not.
            const rotation = roles.indexOf(role) + place + Number(owner === account.uuid);
            await house.query(`update ${tables[kind]} set created_by = $1 where uuid = $2`, [owner, uuid]);
            for (const state of everyNth(states, 2, rotation)) {
              await putInto(state, uuid, kind);
              const { body } = await client.call(read, { params: { uuid } });
              const listed = (body as { availableTransitions: AvailableTransition[] }).availableTransitions;
              const through: string[] = [];
              for (const transition of transitions.filter(
                (one) => one.resourceType === kind && one.itemFromState === state,
              )) {
                await putInto(state, uuid, kind);
                const { status } = await perform(client, uuid, transition, { kind });
                expect([201, 403]).toContain(status);
                if (status === 201) through.push(transition.uuid);
              }
              expect({
                kind,
                state,
                own: owner === account.uuid,
                may: listed.map(({ uuid }) => uuid),
              }).toEqual({
                kind,
                state,
                own: owner === account.uuid,
                may: through,
              });
            }
          }
        }
      },
    );
  });
});
