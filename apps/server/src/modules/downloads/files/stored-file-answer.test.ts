import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import fastify from 'fastify';
import { afterAll, expect, it } from 'vitest';
import { openFileStorage } from '../../../storage/file-storage.ts';
import type { Storage } from '../../../storage/storage.ts';
import { storedFileAnswer } from './stored-file-answer.ts';

const folder = await mkdtemp(join(tmpdir(), 'armarium-answer-'));
afterAll(() => rm(folder, { recursive: true, force: true }));

it('a stream that breaks while the log waits is a failure of that answer alone', async () => {
  const stored = await openFileStorage(folder);
  const stage = await stored.stage();
  const { size_bytes } = await stored.receive(join(stage.path, 'file'), Readable.from(['some bytes']));
  await stored.adopt(join(stage.path, 'file'), 'tenants/1/a');
  await stage.remove();
  const opened: Readable[] = [];
  const storage: Storage = {
    ...stored,
    read(key, range) {
      const bytes = stored.read(key, range);
      opened.push(bytes);
      return bytes;
    },
  };
  const told: string[] = [];
  const app = fastify();
  app.setErrorHandler((error, _request, reply) => {
    told.push((error as Error).name);
    return reply.code(503).removeHeader('content-length').send('');
  });
  app.get('/', async (request, reply) =>
    storedFileAnswer(
      storage,
      { key: 'tenants/1/a', size_bytes, mediaType: 'text/plain', entityTag: '"a"', caching: 'no-store' },
      request,
      reply,
      async () => {
        const [bytes] = opened;
        // Nobody but the answer listens: without that this would end the process.
        const closed = new Promise((resolve) => bytes?.once('close', resolve));
        bytes?.destroy(new Error('The connection was reset.'));
        await closed;
      },
    ),
  );
  expect((await app.inject('/')).statusCode).toBe(503);
  expect(told).toEqual(['StorageUnavailable']);
  await app.close();
});
