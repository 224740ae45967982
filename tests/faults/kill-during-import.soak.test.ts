import type { StoredUpload } from '@armarium/contract/uploads';
import { listItemImages } from '@armarium/contract/image-calls';
import { findAllItems, findItemByPressmark, getItem } from '@armarium/contract/item-calls';
import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { drawnImage } from '../harness/drawn-image.ts';
import type { HttpClient } from '../harness/http-client.ts';
import {
  askForItem,
  expectStatus,
  haltingUpload,
  importEnded,
  rootUuid,
  signedIn,
} from '../harness/importing.ts';
import { until } from '../harness/waiting.ts';
import { processesInFolder } from '../harness/processes-in-folder.ts';
import { isSoak, seed } from '../harness/soak.ts';
import { RunningArmarium } from '../harness/start-armarium.ts';
import { randomNumbers } from '../harness/random-numbers.ts';
import { ageHalfWritten, halfWritten, originals } from './storage-files.ts';

/** Without the soak, one in each of the three parts of an import. */
const KILLS = isSoak ? 60 : 3;
const IMAGES_EACH = 2;

let armarium: RunningArmarium;
let client: HttpClient;
let root: string;
/** A further attempt of the runner's takes pressmarks of its own. */
let attempts = 0;
const storage = () => join(armarium.dataDir, 'files');

beforeAll(async () => {
  armarium = await RunningArmarium.start();
  client = await signedIn(armarium);
  root = await rootUuid(client);
});
afterAll(async () => {
  client?.close();
  await armarium?.close();
});

/** A person's import that goes on after a lost connection with what was not acknowledged. */
class Import {
  readonly pressmark: string;
  readonly sent: Buffer[] = [];
  readonly uploads: StoredUpload[] = [];
  itemUuid: string | undefined;

  constructor(pressmark: string) {
    this.pressmark = pressmark;
  }

  /** @returns the upload that has stopped after that part of its bytes */
  beginUpload(image: Buffer, part: number) {
    const name = `${this.pressmark} f. ${this.uploads.length + 1}.jpg`;
    return haltingUpload(client, { source: image, name, type: 'image/jpeg' }, part);
  }

  async uploadRest(images: readonly Buffer[]): Promise<void> {
    for (const image of images.slice(this.uploads.length)) {
      const upload = this.beginUpload(image, 1);
      upload.goOn();
      this.uploads.push(expectStatus(await upload.answer, 201));
    }
  }

  askForItem() {
    return askForItem(client, {
      pressmark: this.pressmark,
      sgtt: `Item of ${this.pressmark}`,
      parents: [root],
      uploads: this.uploads,
    });
  }

  /** Asks, and where the item was made by a call whose answer got lost, takes that item. */
  async makeItem(): Promise<void> {
    const answer = await this.askForItem();
    if (answer.status === 201) this.itemUuid = answer.body.uuid;
    else {
      expect([409, 422]).toContain(answer.status);
      const found = await client.call(findItemByPressmark, { query: { pressmark: this.pressmark } });
      this.itemUuid = expectStatus(found, 200).uuid;
    }
  }
}

/** The server's own PostgreSQL processes that were started, not the children that those have. */
const databaseServers = () =>
  processesInFolder(armarium.dataDir).filter(
    ({ command }) => command.includes(' -D ') && command.includes('postgres'),
  );

async function killAndStartAgain(): Promise<void> {
  await armarium.kill9();
  await armarium.restart();
  // A child of the server bears its command line for the moment until it takes a title of its own.
  await until('one database server runs', async () => (databaseServers().length === 1 ? true : undefined));
}

async function expectWholeImages(itemUuid: string, uploads: readonly StoredUpload[]): Promise<void> {
  const page = expectStatus(await client.call(listItemImages, { params: { uuid: itemUuid } }), 200);
  const images = page._embedded.images;
  expect(images.map(({ uuid, position }) => ({ uuid, position }))).toEqual(
    uploads.map(({ uuid }, index) => ({ uuid, position: index + 1 })),
  );
  for (const [index, image] of images.entries()) {
    expect(image).toMatchObject({ importState: 'DONE', sha256: uploads[index]?.sha256 });
    const thumbnail = await client.send('GET', new URL(image._links.thumb?.href ?? '').pathname);
    expect(thumbnail.status).toBe(200);
    await sharp(thumbnail.bytes).stats();
    // The last tile of the largest level: it stands near the end of a pyramid that could be cut short.
    const { width_px, height_px } = image;
    const x = Math.floor(((width_px ?? 1) - 1) / 256) * 256;
    const y = Math.floor(((height_px ?? 1) - 1) / 256) * 256;
    const tile = await client.send('GET', `/iiif/3/${image.uuid}/${x},${y},256,256/max/0/default.jpg`);
    expect(tile.status).toBe(200);
    expect(await sharp(tile.bytes).metadata()).toMatchObject({
      width: (width_px ?? 0) - x,
      height: (height_px ?? 0) - y,
    });
  }
}

test('[IMP-21, IMP-22, IMP-16, IMP-24] an import outlives kill -9 at random moments of each of its parts, and what was left half written is swept a day later', async () => {
  console.log(`the same moments again: TEST_SEED=${seed}`);
  const random = randomNumbers(seed);
  const attempt = (attempts += 1);
  const images = await Promise.all(
    [0, 1, 2, 3].map((index) => drawnImage('jpeg', 1600 + 100 * index, 1200, seed + index)),
  );
  const known = new Set(images.map((image) => createHash('sha256').update(image).digest('hex')));
  const imports: Import[] = [];

  for (let kill = 1; kill <= KILLS; kill += 1) {
    const one = new Import(`Kill ${attempt}-${kill}`);
    imports.push(one);
    const own = Array.from(
      { length: IMAGES_EACH },
      (_, index) => images[(kill + index) % images.length] ?? Buffer.alloc(0),
    );
    // Anywhere in a run of three equal parts: its uploads, the call that makes the item, the processing.
    const moment = isSoak ? random() * 3 : kill - 1 + random();
    const within = moment % 1;
    let said: string;
    if (moment < 1) {
      const number = Math.floor(within * IMAGES_EACH);
      const part = (within * IMAGES_EACH) % 1;
      await one.uploadRest(own.slice(0, number));
      const upload = one.beginUpload(own[number] ?? Buffer.alloc(0), part);
      await upload.halted;
      // Of less the server may not have seen anything yet.
      const isSeen = part > 0.1;
      let early: unknown;
      void upload.answer.then(
        (answer) => (early = answer.body),
        (failure: unknown) => (early = failure),
      );
      if (isSeen)
        await until('it is being written', () => {
          if (early !== undefined) throw new Error('The upload ended too early.', { cause: early });
          return halfWritten(storage()).length > 0 ? true : undefined;
        });
      said = `at ${Math.round(part * 100)} % of upload ${number + 1}`;
      await killAndStartAgain();
      await expect(upload.answer).rejects.toThrow();
      if (isSeen) expect(halfWritten(storage())).not.toEqual([]);
    } else if (moment < 2) {
      await one.uploadRest(own);
      const wait_ms = within * 30;
      said = `${wait_ms.toFixed(1)} ms after the import call was sent`;
      const asked = one.askForItem().catch(() => undefined);
      await sleep(wait_ms);
      await killAndStartAgain();
      const answer = await asked;
      if (answer) one.itemUuid = expectStatus(answer, 201).uuid;
      said += answer ? ' (it had been answered)' : '';
    } else {
      await one.uploadRest(own);
      await one.makeItem();
      const wait_ms = within * 2_000;
      said = `${Math.round(wait_ms)} ms after the import call was answered`;
      await sleep(wait_ms);
      await killAndStartAgain();
    }
    console.log(`kill ${kill}: ${said}`);
    // Whoever was signed in still is, and goes on.
    await one.uploadRest(own);
    if (one.itemUuid === undefined) await one.makeItem();
  }

  for (const { itemUuid = '', uploads, pressmark } of imports) {
    const ended = await importEnded(client, itemUuid);
    expect(ended).toMatchObject({
      pressmark,
      imagesCount: IMAGES_EACH,
      notReadyImagesCount: 0,
      failedImagesCount: 0,
      overall: { importState: 'DONE', cause: null },
    });
    await expectWholeImages(itemUuid, uploads);
    const item = expectStatus(await client.call(getItem, { params: { uuid: itemUuid } }), 200);
    expect(item).toMatchObject({ notReadyImagesCount: 0, mediaTypeInfo: { imagesCount: IMAGES_EACH } });
    expect(item.thumbnail).not.toBeNull();
  }
  const all = expectStatus(await client.call(findAllItems, { query: { size: 1000 } }), 200);
  const own = all._embedded.culturalItems.map(({ pressmark }) => pressmark);
  expect(own.filter((pressmark) => pressmark.startsWith(`Kill ${attempt}-`)).sort()).toEqual(
    imports.map(({ pressmark }) => pressmark).sort(),
  );

  // Every acknowledged file is under its key as it was sent; one whose answer got lost may be there whole.
  const kept = originals(storage());
  for (const { sha256, file } of kept) expect(known, file).toContain(sha256);
  const acknowledged = imports.flatMap(({ uploads }) => uploads);
  for (const { uuid, sha256 } of acknowledged) {
    expect(kept.filter(({ file }) => file.endsWith(`/${uuid}`))).toEqual([
      expect.objectContaining({ sha256 }),
    ]);
  }

  ageHalfWritten(storage());
  await armarium.restart();
  expect(halfWritten(storage())).toEqual([]);
  expect(originals(storage())).toEqual(kept);
});
