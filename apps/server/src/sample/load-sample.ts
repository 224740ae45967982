import { join } from 'node:path';
import type { Pool } from '../db/pool.ts';
import { system } from '../db/database.ts';
import { addMedia, storeUpload, type MediaParts } from '../modules/media/public.ts';
import { createCollection, createItem } from '../modules/catalogue/public.ts';
import { mirrorOf } from '../modules/records/public.ts';
import type { Logger } from '../observe/log.ts';
import { openAsStream } from './page-stream.ts';
import { startPagePainter, type PagePainter } from './page-painter.ts';
import { sampleCatalogue } from './sample-catalogue.ts';
import type { SampleItem } from './sample-record.ts';

const MARK = 'sample-catalogue';

/**
 * Makes the sample catalogue through the ordinary writes and the ordinary import (decisions §1). All records
 * are made first, then the pages are drawn one by one. After an interruption the next start continues: a mark
 * in the database says that the sample is wanted, and existing records are found by pressmark and title.
 */
export async function loadSampleCatalogue(
  parts: MediaParts,
  tenantId: number,
  migrator: Pool,
  {
    wanted,
    painter: script,
    signal,
    log,
  }: { wanted: boolean; painter: string; signal: AbortSignal; log: Logger },
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

  const painter = startPagePainter(script);
  try {
    const collections = await makeCollections(parts, tenantId);
    const items = new Map<string, string>();
    for (const item of sampleCatalogue.items) {
      items.set(item.key, await makeItem(parts, tenantId, item, collections));
    }
    // First pages first, so that all items soon have pictures.
    const longest = Math.max(...sampleCatalogue.items.map(({ pages }) => pages.length));
    for (let number = 0; number < longest; number += 1) {
      for (const item of sampleCatalogue.items) {
        if (signal.aborted) return;
        if (number < item.pages.length)
          await makePage(parts, tenantId, item, items.get(item.key) ?? '', number, painter, log);
      }
    }
    await migrator.query('update armarium.installation set value = $2 where name = $1', [
      MARK,
      Buffer.from('done'),
    ]);
  } catch (error) {
    if (!signal.aborted)
      log.error({ err: error }, 'the sample catalogue is not complete; the next start goes on with it');
  } finally {
    painter.end();
  }
}

async function makeCollections({ database }: MediaParts, tenantId: number): Promise<Map<string, string>> {
  return database.tenant(tenantId, system).write('sample', async (tx) => {
    const root = await tx.db
      .selectFrom('collection')
      .select('uuid')
      .where('is_root', '=', true)
      .executeTakeFirstOrThrow();
    const uuids = new Map([['root', root.uuid]]);
    for (const { key, parents, metadata } of sampleCatalogue.collections) {
      const parentUuids = parents.map((parent) => uuids.get(parent) ?? root.uuid);
      const existing = await tx.db
        .selectFrom('collection')
        .innerJoin('collection_link', 'child_uuid', 'collection.uuid')
        .select('collection.uuid')
        .where('parent_uuid', 'in', parentUuids)
        .where('sgtt', '=', mirrorOf(metadata, 'sgtt'))
        .executeTakeFirst();
      uuids.set(key, existing?.uuid ?? (await createCollection(tx, metadata, parentUuids)));
    }
    return uuids;
  });
}

async function makeItem(
  { database }: MediaParts,
  tenantId: number,
  { metadata, parents }: SampleItem,
  collections: ReadonlyMap<string, string>,
): Promise<string> {
  const data = database.tenant(tenantId, system);
  const existing = await data.read((db) =>
    db
      .selectFrom('item')
      .select('uuid')
      .where('pressmark', '=', mirrorOf(metadata, 'pressmark'))
      .executeTakeFirst(),
  );
  if (existing) return existing.uuid;
  const parentCollectionsUuids = parents.flatMap((parent) => collections.get(parent) ?? []);
  const made = await data.write('sample', (tx) =>
    createItem(tx, { customMetadataList: metadata, mirrors: {}, parentCollectionsUuids }),
  );
  return made.uuid;
}

async function makePage(
  parts: MediaParts,
  tenantId: number,
  item: SampleItem,
  itemUuid: string,
  number: number,
  painter: PagePainter,
  log: Logger,
): Promise<void> {
  const page = item.pages[number];
  if (!page) return;
  const data = parts.database.tenant(tenantId, system);
  const there = await data.read((db) =>
    db.selectFrom('item').select('images_count').where('uuid', '=', itemUuid).executeTakeFirst(),
  );
  // The item is gone, its page was drawn before the last stop, or somebody has changed it since: leave it
  // alone.
  if (there?.images_count !== number) return;
  const staging = await parts.storage.stage();
  try {
    const extension = { jpeg: 'jpg', png: 'png', tiff: 'tif' }[page.format];
    const name = `${mirrorOf(item.metadata, 'pressmark').replace(/[^\p{L}\p{N}]+/gu, '-')}_${String(number + 1).padStart(3, '0')}.${extension}`;
    const file = join(staging.path, name);
    await painter.draw(page, file);
    const stored = await storeUpload(
      parts,
      'image',
      tenantId,
      system.accountUuid,
      name,
      openAsStream(file),
      log,
    );
    await data.write('sample', (tx) =>
      addMedia(tx, itemUuid, 'image', [{ uuid: stored.uuid }], { path: () => '' }),
    );
  } finally {
    await staging.remove();
  }
}
