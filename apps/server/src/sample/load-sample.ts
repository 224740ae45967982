import { createReadStream } from 'node:fs';
import { join } from 'node:path';
import type { Pool } from '../db/pool.ts';
import { system, type TenantData } from '../db/database.ts';
import type { EventNews } from '../db/event-news.ts';
import { addMedia, storeUpload, type MediaParts } from '../modules/media/public.ts';
import { createCollection, createItem } from '../modules/catalogue/public.ts';
import type { Logger } from '../observe/log.ts';
import { makeSampleStories } from './make-sample-stories.ts';
import {
  fileNameOf,
  metadataOf,
  readSampleCatalogue,
  readSampleStories,
  type SampleCatalogue,
  type SampleItem,
} from './sample-catalogue.ts';

const MARK = 'sample-catalogue';

export interface SampleSettings {
  /** Whether a sample is wanted that was not begun before. */
  readonly wanted: boolean;
  /** The folder with `catalogue.json`, `stories.json` and `pages`. */
  readonly folder: string;
  readonly news: EventNews;
  readonly signal: AbortSignal;
  readonly log: Logger;
}

interface Loading {
  readonly parts: MediaParts;
  readonly tenantId: number;
  readonly data: TenantData;
  readonly folder: string;
  readonly log: Logger;
}

/**
 * Makes the sample catalogue through the ordinary writes and the ordinary import (decisions §1). All records are made first,
 * then the pages are imported one by one, then the stories are made. After an interruption the next start continues: a mark in
 * the database says that the sample is wanted, and existing records are found by pressmark and title.
 */
export async function loadSampleCatalogue(
  parts: MediaParts,
  tenantId: number,
  migrator: Pool,
  { wanted, folder, news, signal, log }: SampleSettings,
): Promise<void> {
  if (wanted) {
    await migrator.query(
      'insert into armarium.installation (name, value) values ($1, $2) on conflict do nothing',
      [MARK, Buffer.from('wanted')],
    );
  }
  const { rows } = await migrator.query<{ value: Buffer }>(
    'select value from armarium.installation where name = $1',
    [MARK],
  );
  if (rows[0]?.value.toString() !== 'wanted') return;

  const data = parts.database.tenant(tenantId, system);
  try {
    const catalogue = await readSampleCatalogue(folder);
    const items = await makeRecords(data, catalogue);
    await makePages({ parts, tenantId, data, folder, log }, items, signal);
    const stories = await readSampleStories(folder);
    await makeSampleStories({ data, news, log }, stories, items, signal);
    if (signal.aborted) return;
    await migrator.query('update armarium.installation set value = $2 where name = $1', [
      MARK,
      Buffer.from('done'),
    ]);
  } catch (error) {
    if (!signal.aborted)
      log.error({ err: error }, 'the sample catalogue is not complete; the next start goes on with it');
  }
}

/** @returns the items in the order of the sample, with their uuids */
async function makeRecords(
  data: TenantData,
  { collections, items }: SampleCatalogue,
): Promise<ReadonlyMap<SampleItem, string>> {
  const parents = await makeCollections(data, collections);
  const made = new Map<SampleItem, string>();
  for (const item of items) made.set(item, await makeItem(data, item, parents));
  return made;
}

function makeCollections(
  data: TenantData,
  collections: SampleCatalogue['collections'],
): Promise<ReadonlyMap<string, string>> {
  return data.write('sample', async (tx) => {
    const root = await tx.db
      .selectFrom('collection')
      .select('uuid')
      .where('is_root', '=', true)
      .executeTakeFirstOrThrow();
    const uuids = new Map([['root', root.uuid]]);
    for (const collection of collections) {
      const parentUuids = collection.parents.map((parent) => uuids.get(parent) ?? root.uuid);
      const existing = await tx.db
        .selectFrom('collection')
        .innerJoin('collection_link', 'child_uuid', 'collection.uuid')
        .select('collection.uuid')
        .where('parent_uuid', 'in', parentUuids)
        .where('sgtt', '=', collection.metadata.sgtt)
        .executeTakeFirst();
      const uuid = existing?.uuid ?? (await createCollection(tx, metadataOf(collection), parentUuids));
      uuids.set(collection.key, uuid);
    }
    return uuids;
  });
}

async function makeItem(
  data: TenantData,
  item: SampleItem,
  collections: ReadonlyMap<string, string>,
): Promise<string> {
  const existing = await data.read((db) =>
    db.selectFrom('item').select('uuid').where('pressmark', '=', item.metadata.pressmark).executeTakeFirst(),
  );
  if (existing) return existing.uuid;
  const parentCollectionsUuids = item.parents.flatMap((parent) => collections.get(parent) ?? []);
  const made = await data.write('sample', (tx) =>
    createItem(tx, { customMetadataList: metadataOf(item), mirrors: {}, parentCollectionsUuids }),
  );
  return made.uuid;
}

/** Makes the first page of every item, then every second one, so that all items soon have pictures. */
async function makePages(
  loading: Loading,
  items: ReadonlyMap<SampleItem, string>,
  signal: AbortSignal,
): Promise<void> {
  const longest = Math.max(...[...items.keys()].map(({ pages }) => pages.length));
  for (let index = 0; index < longest; index += 1) {
    for (const [item, uuid] of items) {
      if (signal.aborted) return;
      await makePage(loading, item, uuid, index);
    }
  }
}

async function makePage(
  { parts, tenantId, data, folder, log }: Loading,
  item: SampleItem,
  itemUuid: string,
  index: number,
): Promise<void> {
  const page = item.pages[index];
  if (!page) return;
  const there = await data.read((db) =>
    db.selectFrom('item').select('images_count').where('uuid', '=', itemUuid).executeTakeFirst(),
  );
  // The item is gone, its page was imported before the last stop, or somebody has changed it since.
  if (there?.images_count !== index) return;
  const name = fileNameOf(item, index);
  const file = createReadStream(join(folder, 'pages', page));
  const stored = await storeUpload(parts, 'image', tenantId, system.accountUuid, name, file, log);
  await data.write('sample', (tx) =>
    addMedia(tx, itemUuid, 'image', [{ uuid: stored.uuid }], { path: () => '' }),
  );
}
