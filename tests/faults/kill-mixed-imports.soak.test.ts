import type { ImportedItem } from '@armarium/contract/import-tracking';
import { importItem, importPdf } from '@armarium/contract/imports';
import { uploadFile, type StoredUpload, uploadCalls } from '@armarium/contract/uploads';
import { findAllItems } from '@armarium/contract/item-calls';
import { existsSync, mkdtempSync, rmSync, utimesSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { HttpClient } from '../harness/http-client.ts';
import { expectStatus, importEnded, rootUuid, signedIn } from '../harness/importing.ts';
import { until } from '../harness/waiting.ts';
import { PostgresServer } from '../harness/postgres-server.ts';
import { seed } from '../harness/soak.ts';
import { RunningArmarium } from '../harness/start-armarium.ts';
import { ProgramRun } from './program-run.ts';
import { randomNumbers } from '../harness/random-numbers.ts';
import { filesBelow } from './storage-files.ts';

/** Fewer than the losses after which a file is held to be what ends its process. */
const KILLS = 10;
const PEACE_MS = 1_500;
const data = resolve(import.meta.dirname, '../../../shared/data');

const calls = {
  image: uploadFile,
  pdf: uploadCalls.pdf,
  audio: uploadCalls.audio,
  video: uploadCalls.video,
  model: uploadCalls.zip,
} as const;

interface SentFile {
  readonly kind: keyof typeof calls;
  /** Below ../shared/data. */
  readonly file: string;
}

/** Those that take seconds of a processor each are few: they are killed as often as the others. */
function slowOne(round: number): SentFile {
  if (round % 6 === 3) return { kind: 'video', file: 'video/flower.mp4' };
  if (round % 4 === 0) return { kind: 'model', file: 'models3d/derived-cow.zip' };
  return { kind: 'audio', file: 'audio/subset-60-mono.flac' };
}

/** A hundred files of every kind, small ones, in the order in which they are sent. */
const files = Array.from({ length: 20 }, (_, round): SentFile[] => [
  { kind: 'image', file: 'images/67352ccc-d1b0-11e1-89ae-279075081939.png' },
  slowOne(round),
  { kind: 'audio', file: round % 2 === 0 ? 'audio/t-rex-roar.mp3' : 'audio/subset-60-mono.flac' },
  { kind: 'image', file: 'images/concert-public-domain.jpg' },
  { kind: 'pdf', file: 'pdf/text_only_pdfa1b.pdf' },
]).flat();

describe.skipIf(!existsSync(data))(
  'real files of every kind (skipped where ../shared/data is absent)',
  () => {
    let folder: string;
    let database: PostgresServer;
    let web: RunningArmarium;
    let worker: ProgramRun;
    let client: HttpClient;
    let env: Record<string, string>;
    /** A further attempt of the runner's makes items of its own. */
    let attempts = 0;

    const startWorker = () =>
      ProgramRun.armarium(['worker'], { ...env, DATA_DIR: join(folder, 'worker'), WORKERS: '2' });

    beforeAll(async () => {
      folder = mkdtempSync(join(tmpdir(), 'armarium-mixed-'));
      database = await PostgresServer.start();
      env = {
        DATABASE_URL: database.url,
        STORAGE_URL: `file://${join(folder, 'files')}`,
        LOG_LEVEL: 'info',
      };
      web = await RunningArmarium.start({ command: ['web'], env });
      worker = startWorker();
      client = await signedIn(web);
    });
    afterAll(async () => {
      client?.close();
      await worker?.end();
      await web?.close();
      await database?.close();
      rmSync(folder, { recursive: true, force: true });
    });

    /** @returns the item, which is made of the file alone */
    async function imported(number: number, root: string): Promise<string> {
      const { kind, file } = files[number] ?? { kind: 'image' as const, file: '' };
      const name = file.split('/').pop() ?? '';
      const source = { source: join(data, file), name, type: 'application/octet-stream' };
      const { uuid } = expectStatus<StoredUpload>(await client.upload(calls[kind], source), 201);
      const own = [{ uuid }];
      const body = {
        pressmark: `MIXED ${attempts}-${number}`,
        sgtt: `${kind} ${number}`,
        parentCollectionsUuids: [root],
        ...(kind === 'image' && { images: own }),
        ...(kind === 'audio' && { audios: own }),
        ...(kind === 'video' && { videos: own }),
        ...(kind === 'model' && { model3Ds: own }),
      };
      const item = expectStatus(await client.call(importItem, { body }), 201).uuid;
      if (kind === 'pdf')
        expectStatus(await client.call(importPdf, { body: { culturalItemUuid: item, uuid } }), 202);
      return item;
    }

    test('[IMP-21, IMP-22, IMP-24] imports of every kind outlive kill -9 of their worker at random moments, each done once', async () => {
      attempts += 1;
      console.log(`the same moments again: TEST_SEED=${seed}`);
      const random = randomNumbers(seed);
      const root = await rootUuid(client);
      let allSent = false;
      const sending = (async () => {
        const items = [];
        for (const number of files.keys()) items.push(await imported(number, root));
        return items;
      })().finally(() => {
        allSent = true;
      });
      // Whoever awaits it sees the failure.
      sending.catch(() => undefined);
      for (let kill = 1; kill <= KILLS; kill += 1) {
        await until('the worker works', () =>
          worker.output.includes('The queue is working') ? true : undefined,
        );
        const wait_ms = random() * PEACE_MS;
        await sleep(wait_ms);
        console.log(`kill ${kill}: ${Math.round(wait_ms)} ms after its start${allSent ? ', all sent' : ''}`);
        await worker.end();
        worker = startWorker();
      }
      for (const [number, item] of (await sending).entries()) {
        const { kind } = files[number] ?? {};
        const isOfImages = kind === 'image' || kind === 'pdf';
        await importEnded(client, item);
        const body = await until('its sounds, videos and models are ready', async () => {
          const answer = await client.send<ImportedItem>('GET', `/import-manager/culturalItems/${item}`);
          return answer.body.notReadyMediaCount === 0 ? answer.body : undefined;
        });
        expect(body).toMatchObject({
          pressmark: `MIXED ${attempts}-${number}`,
          imagesCount: isOfImages ? 1 : 0,
          mediaCount: isOfImages ? 0 : 1,
          failedImagesCount: 0,
          failedMediaCount: 0,
          overall: { importState: 'DONE', cause: null },
        });
      }
      const all = expectStatus(await client.call(findAllItems, { query: { size: 1000 } }), 200);
      const pressmarks = all._embedded.culturalItems.map(({ pressmark }) => pressmark);
      expect(pressmarks.filter((one) => one.startsWith(`MIXED ${attempts}-`))).toHaveLength(files.length);

      // What was made of each is there once: no file is missing, and none is left over from a run that was cut off.
      const storage = join(folder, 'files');
      const then = new Date(Date.now() - 3 * 60 * 60 * 1000);
      for (const file of filesBelow(storage)) utimesSync(join(storage, file), then, then);
      const verified = ProgramRun.armarium(['verify'], env);
      expect(await verified.ended, verified.output).toEqual({ code: 0, signal: null });
      expect(verified.output).toMatch(/^\d+ files, .* as they should be\.$/m);
      expect(verified.output).not.toContain('in no record');
    });
  },
);
