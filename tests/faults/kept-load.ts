import { listItemImages } from '@armarium/contract/image-calls';
import { getItem } from '@armarium/contract/item-calls';
import pg from 'pg';
import { expect } from 'vitest';
import type { HttpClient } from '../harness/http-client.ts';
import { expectStatus, importEnded } from '../harness/importing.ts';
import { until } from '../harness/waiting.ts';
import type { MixedLoad } from './mixed-load.ts';
import { originals } from './storage-files.ts';

/** So many of the items are also looked at one by one, through the API. */
const LOOKS = 100;

/** What the load left, as the database has it. */
export class LeftRows {
  readonly #connection: pg.ClientConfig;

  constructor(connection: pg.ClientConfig) {
    this.#connection = connection;
  }

  async all<Row extends object>(text: string): Promise<Row[]> {
    const client = new pg.Client({ ...this.#connection, options: '-c search_path=armarium,public' });
    await client.connect();
    try {
      return (await client.query<Row>(text)).rows;
    } finally {
      await client.end();
    }
  }

  openJobs(): Promise<object[]> {
    return this
      .all(`select key, attempts, last_error, locked_by, run_at - now() as waits, payload::jsonb -> '$losses' as losses
      from graphile_worker._private_jobs where key is null or key not like 'timer:%' order by id`);
  }

  /** However many are left: as long as there come to be fewer, they are being done. */
  async allJobsDone(): Promise<void> {
    for (let left = Infinity; left > 0;) {
      const before = left;
      left = await until('fewer jobs are open', async () => {
        const { length } = await this.openJobs();
        return length < before ? length : undefined;
      });
    }
  }
}

/**
 * Compares what was acknowledged with what the API shows, the storage holds and the database has: all of it is there,
 * once, and its images are ready. All jobs must be done.
 */
export async function expectKept(
  load: MixedLoad,
  client: HttpClient,
  storage: string,
  left: LeftRows,
): Promise<void> {
  for (const { uuid, pressmark, images: promised } of load.acknowledged.slice(-LOOKS)) {
    expect(await importEnded(client, uuid)).toMatchObject({
      pressmark,
      imagesCount: promised.length,
      notReadyImagesCount: 0,
      failedImagesCount: 0,
    });
    const item = expectStatus(await client.call(getItem, { params: { uuid } }), 200);
    expect(item.thumbnail === null).toBe(promised.length === 0);
    if (item.thumbnail !== null) {
      const picture = await client.send('GET', new URL(item.thumbnail).pathname);
      expect(picture).toMatchObject({ status: 200 });
      expect(picture.bytes.subarray(0, 2).toString('hex')).toBe('ffd8');
      expect(picture.bytes.subarray(-2).toString('hex')).toBe('ffd9');
    }
    const page = expectStatus(await client.call(listItemImages, { params: { uuid } }), 200);
    const kept = page._embedded.images.map(({ position, sha256, importState }) => ({
      position,
      sha256,
      importState,
    }));
    expect(kept).toEqual(
      promised.map(({ sha256 }, index) => ({ position: index + 1, sha256, importState: 'DONE' })),
    );
  }

  const kept = originals(storage);
  const promised = [...load.acknowledged.flatMap((item) => item.images), ...load.loose];
  for (const { uuid, sha256 } of promised) {
    expect(kept.filter(({ file }) => file.endsWith(`/${uuid}`))).toEqual([
      expect.objectContaining({ sha256 }),
    ]);
  }
  // Every record was made once, with its files in their order, its link and its word in the history, and is counted.
  const own = `item.pressmark like '${load.name} %'`;
  const items = await left.all<{ pressmark: string; images: unknown }>(`
    select pressmark, links, items_made, images_made, not_ready_images_count + failed_images_count as not_done, images
    from item
    cross join lateral (select count(*)::int as links from item_link where item_uuid = item.uuid) as link
    cross join lateral (
      select count(*)::int as items_made from history
      where record_uuid = item.uuid and resource_type = 'ITEM' and action = 'create'
    ) as made
    cross join lateral (
      select coalesce(json_agg(json_build_array(asset.position, upload.sha256) order by asset.position), '[]') as images,
        (select count(*)::int from history
          where record_uuid = any(array_agg(asset.uuid)) and resource_type = 'MEDIA' and action = 'create'
        ) as images_made
      from asset left join upload on upload.uuid = asset.uuid and claimed_at is not null
      where asset.item_uuid = item.uuid
    ) as asset
    where ${own}`);
  const byPressmark = (one: { pressmark: string }, other: { pressmark: string }) =>
    one.pressmark < other.pressmark ? -1 : 1;
  expect(items.sort(byPressmark)).toEqual(
    load.acknowledged
      .map(({ pressmark, images: promisedOfIt }) => ({
        pressmark,
        links: 1,
        items_made: 1,
        images_made: promisedOfIt.length,
        not_done: 0,
        images: promisedOfIt.map(({ sha256 }, index) => [index + 1, sha256]),
      }))
      .sort(byPressmark),
  );
  expect(
    await left.all(
      `select items_count = (select count(*) from item where trashed_at is null) as counted from collection where is_root`,
    ),
  ).toEqual([{ counted: true }]);
}
