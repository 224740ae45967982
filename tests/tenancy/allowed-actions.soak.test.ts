import { beforeAll, describe, expect, it } from 'vitest';
import { roles, userRights, type Role } from '@armarium/contract/capability';
import { addImage, deleteImage, updateImage, getImage } from '@armarium/contract/image-calls';
import { downloadArchive } from '@armarium/contract/downloads';
import { importImage, importItem } from '@armarium/contract/imports';
import {
  correctPressmark,
  createCollection,
  updateCollection,
  updateItem,
} from '@armarium/contract/record-edits';
import {
  collectionActions,
  imageActions,
  itemActions,
  seriesActions,
  storyActions,
} from '@armarium/contract/allowed-actions';
import { getCollection } from '@armarium/contract/collection-calls';
import { getItem } from '@armarium/contract/item-calls';
import type { HttpClient } from '../harness/http-client.ts';
import {
  arrangeSeries,
  createStory,
  deleteSeries,
  deleteStory,
  getSeries,
  getStory,
  updateSeries,
  updateStory,
} from '@armarium/contract/story-calls';
import { isSoak } from '../harness/soak.ts';
import { deleteCollection, deleteItem } from '@armarium/contract/deletions';
import { importedItem, openInstallation, uploaded } from '../http/test-installation.ts';
import { handOver, madeSeries, madeStory, makeWorld } from './operation-fixtures.ts';

const house = await openInstallation();
const world = await makeWorld(house, 'default');
await world.preparedImage();
const { story } = await madeStory(world);
const { series } = await madeSeries(world);
const bystander = await house.account('default', ['ROLE_CCC']);
const bystanding = await house.signedIn(bystander);
const accounts = await Promise.all(
  roles.map(async (role) => ({ role, account: await house.account('default', [role]) })),
);

interface Viewer {
  readonly role: Role;
  readonly uuid: string;
  readonly client: HttpClient;
}
/** Does what an action stands for. @returns the status of its call */
type Try = (viewer: Viewer) => Promise<number>;

/** An upload of somebody's, also of who may not upload: another's is given to them. */
async function uploadOf(viewer: Viewer): Promise<string> {
  const { uuid } = await uploaded(bystanding);
  await house.query('update upload set account_uuid = $1 where uuid = $2', [viewer.uuid, uuid]);
  return uuid;
}

/** Deletes a story or a series like the one whose actions are tried: that must be there for the next action. */
const deleted =
  (kind: 'story' | 'series'): Try =>
  async ({ client }) => {
    const one = kind === 'story' ? (await madeStory(world)).story : (await madeSeries(world)).series;
    const pattern = kind === 'story' ? story : series;
    await house.query(
      `update ${kind} set created_by = (select created_by from ${kind} where uuid = $2) where uuid = $1`,
      [one, pattern],
    );
    const operation = kind === 'story' ? deleteStory : deleteSeries;
    return (await client.call(operation, { params: { uuid: one } })).status;
  };

/** Two collections that records stand in, and a third to go to. */
const places = [await world.shelf(), await world.shelf(), await world.shelf()];

/** Puts item and collection back into two places, whatever was done to them. */
async function putBack(): Promise<void> {
  const parentCollectionsUuids = places.slice(0, 2);
  const body = { parentCollectionsUuids };
  await world.client.call(updateItem, { params: { uuid: world.item }, body });
  await world.client.call(updateCollection, { params: { uuid: world.collection }, body });
}

/** A PATCH of the item or the collection, from where it stands in two places. */
const patched =
  (kind: 'item' | 'collection', body: () => { sgtt?: string; parentCollectionsUuids?: string[] }): Try =>
  async ({ client }) => {
    await putBack();
    const operation = kind === 'item' ? updateItem : updateCollection;
    return (await client.call(operation, { params: { uuid: world[kind] }, body: body() })).status;
  };
const [here, there, elsewhere] = places as [string, string, string];
const rearrangements = (kind: 'item' | 'collection') => ({
  edit: patched(kind, () => ({ sgtt: `${world.mark} ${crypto.randomUUID()}` })),
  move: patched(kind, () => ({ parentCollectionsUuids: [elsewhere, there] })),
  link: patched(kind, () => ({ parentCollectionsUuids: [here, there, elsewhere] })),
  unlink: patched(kind, () => ({ parentCollectionsUuids: [there] })),
});

/** Every action that a record can name, and its call. An action of the contract that isn't here fails to compile. */
const kinds: {
  item: Record<(typeof itemActions)[number], Try>;
  collection: Record<(typeof collectionActions)[number], Try>;
  image: Record<(typeof imageActions)[number], Try>;
  story: Record<(typeof storyActions)[number], Try>;
  series: Record<(typeof seriesActions)[number], Try>;
} = {
  item: {
    upload: async (viewer) =>
      (
        await viewer.client.call(importImage, {
          body: { culturalItemUuid: world.item, uuid: await uploadOf(viewer) },
        })
      ).status,
    ...rearrangements('item'),
    correctPressmark: async ({ client }) =>
      (
        await client.call(correctPressmark, {
          params: { uuid: world.item },
          body: { pressmark: `${world.mark} ${crypto.randomUUID()}`, reason: 'Mistyped' },
        })
      ).status,
    download: async ({ client }) => {
      // Images that another action has added are not prepared here.
      await house.query('update item set not_ready_images_count = 0 where uuid = $1', [world.item]);
      const path = downloadArchive.path.replace(':uuid', world.item);
      return (await client.send('GET', path.replace(':region', 'full').replace(':size', 'full'))).status;
    },
    // Of an item like this one: it must be there for the next action.
    trash: async ({ client }) => {
      const { uuid } = await importedItem(bystanding, {});
      await house.query(
        'update item set created_by = (select created_by from item where uuid = $2) where uuid = $1',
        [uuid, world.item],
      );
      return (await client.call(deleteItem, { params: { uuid } })).status;
    },
  },
  collection: {
    createItem: async ({ client }) =>
      (
        await client.call(importItem, {
          body: {
            pressmark: `${world.mark} ${crypto.randomUUID()}`,
            sgtt: 'Made',
            parentCollectionsUuids: [world.collection],
          },
        })
      ).status,
    createCollection: async ({ client }) =>
      (
        await client.call(createCollection, {
          body: { sgtt: 'Made', parentCollectionsUuids: world.collection },
        })
      ).status,
    ...rearrangements('collection'),
    // Of a collection like this one: it must be there for the next action.
    delete: async ({ client }) =>
      (await client.call(deleteCollection, { params: { uuid: await world.shelf() } })).status,
  },
  image: {
    edit: async ({ client }) =>
      (
        await client.call(updateImage, {
          params: { uuid: world.image },
          body: { sgtt: `${world.mark} ${crypto.randomUUID()}` },
        })
      ).status,
    move: async ({ client }) =>
      (
        await client.call(addImage, {
          params: { uuid: world.item },
          query: { imageUuid: world.image },
          body: {},
        })
      ).status,
    // Of an image like this one: it must be there for the next action.
    trash: async ({ client }) => {
      const { uuid } = await uploaded(bystanding);
      await importedItem(bystanding, {}, [{ uuid }]);
      await house.query(
        'update asset set created_by = (select created_by from asset where uuid = $2) where uuid = $1',
        [uuid, world.image],
      );
      return (await client.call(deleteImage, { params: { uuid } })).status;
    },
  },
  story: {
    edit: async ({ client }) =>
      (
        await client.call(updateStory, {
          params: { uuid: story },
          body: { sgtt: `${world.mark} ${crypto.randomUUID()}` },
        })
      ).status,
    duplicate: async ({ client }) =>
      (await client.call(createStory, { body: { sgtt: `${world.mark} (2)` } })).status,
    delete: deleted('story'),
    publish: async ({ client }) => {
      await house.query(`update story set visibility = 'private' where uuid = $1`, [story]);
      const body = { visibility: 'restricted' } as const;
      return (await client.call(updateStory, { params: { uuid: story }, body })).status;
    },
  },
  series: {
    edit: async ({ client }) =>
      (
        await client.call(updateSeries, {
          params: { uuid: series },
          body: { sgtt: `${world.mark} ${crypto.randomUUID()}` },
        })
      ).status,
    delete: deleted('series'),
    arrange: async ({ client }) => {
      const body = await storiesIn(series);
      return (await client.call(arrangeSeries, { params: { uuid: series }, body })).status;
    },
    publish: async ({ client }) => {
      await house.query(`update series set visibility = 'private' where uuid = $1`, [series]);
      const body = { visibility: 'public' } as const;
      return (await client.call(updateSeries, { params: { uuid: series }, body })).status;
    },
  },
};

async function storiesIn(uuid: string): Promise<string[]> {
  const rows = await house.query<{ story: string }>(
    'select story_uuid as story from series_story where series_uuid = $1',
    [uuid],
  );
  return rows.map((row) => row.story);
}

const allowed: Record<keyof typeof kinds, (viewer: Viewer) => Promise<readonly string[]>> = {
  item: async ({ client }) =>
    (await client.call(getItem, { params: { uuid: world.item } })).body.allowedActions,
  collection: async ({ client }) =>
    (await client.call(getCollection, { params: { uuid: world.collection } })).body.allowedActions,
  image: async ({ client }) =>
    (await client.call(getImage, { params: { uuid: world.image } })).body.allowedActions,
  story: async ({ client }) => (await client.call(getStory, { params: { uuid: story } })).body.allowedActions,
  series: async ({ client }) =>
    (await client.call(getSeries, { params: { uuid: series } })).body.allowedActions,
};

it('each action of the contract has its call here', () => {
  expect({
    item: Object.keys(kinds.item).sort(),
    collection: Object.keys(kinds.collection).sort(),
    image: Object.keys(kinds.image).sort(),
    story: Object.keys(kinds.story).sort(),
    series: Object.keys(kinds.series).sort(),
  }).toEqual({
    item: [...itemActions].sort(),
    collection: [...collectionActions].sort(),
    image: [...imageActions].sort(),
    story: [...storyActions].sort(),
    series: [...seriesActions].sort(),
  });
});

describe.each(userRights)('where ROLE_USER may change: %s', (setting) => {
  /** A setting is one of ROLE_USER alone (every-role.soak.test.ts); the soak tries the others with it all the same. */
  const tried: readonly Role[] = isSoak || setting === 'all' ? roles : ['ROLE_USER'];
  const viewers = new Map<Role, Viewer>();

  beforeAll(async () => {
    await house.query('update tenant set user_rights = $1 where id = $2', [setting, house.tenantIds.default]);
    for (const { role, account } of accounts.filter(({ role: held }) => tried.includes(held)))
      viewers.set(role, { role, uuid: account.uuid, client: await house.signedIn(account) });
  });

  describe.each(['own', 'another’s'])('the actions that a record of %s allows', (whose) => {
    it.each(tried)('to %s are those whose calls go through', async (role) => {
      const viewer = viewers.get(role)!;
      for (const [kind, actions] of Object.entries(kinds) as [keyof typeof kinds, Record<string, Try>][]) {
        await putBack();
        await handOver(house, world, whose === 'own' ? viewer.uuid : bystander.uuid, viewer.uuid);
        const listed = await allowed[kind](viewer);
        const statuses: Record<string, number> = {};
        for (const [action, attempt] of Object.entries(actions)) statuses[action] = await attempt(viewer);
        const through = Object.keys(statuses).filter((action) => (statuses[action] ?? 0) < 300);
        expect({ kind, listed: [...listed].sort() }).toEqual({ kind, listed: through.sort() });
        for (const status of Object.values(statuses)) expect([200, 201, 202, 204, 403]).toContain(status);
      }
    });
  });
});
