import { createHash, randomBytes } from 'node:crypto';
import { createServer, request as requestOf } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Readable } from 'node:stream';
import sharp from 'sharp';
import { afterAll, expect, it } from 'vitest';
import { uploadFile } from '@armarium/contract/uploads';
import { until } from '../../../../../../tests/harness/waiting.ts';
import { startS3Server } from '../../../../../../tests/harness/s3-server.ts';
import { openInstallation } from '../../../../../../tests/http/test-installation.ts';

const bucket = await startS3Server();
/** How often each way of writing came by, and what is done before it is let through. */
const sent = { count: 0, before: (): Promise<unknown> => Promise.resolve() };
const gate = createServer((request, response) => {
  void (async () => {
    if (request.method === 'PUT' || request.method === 'POST') {
      sent.count += 1;
      await sent.before();
    }
    const onward = requestOf(bucket.endpoint, {
      method: request.method,
      path: request.url,
      headers: request.headers,
    });
    onward.on('response', (answer) => {
      response.writeHead(answer.statusCode ?? 500, answer.headers);
      answer.pipe(response);
    });
    request.pipe(onward);
  })().catch((error: unknown) => response.destroy(error as Error));
});
await new Promise<void>((listening) => gate.listen(0, '127.0.0.1', listening));
const endpoint = `http://127.0.0.1:${(gate.address() as AddressInfo).port}`;
afterAll(async () => {
  gate.close();
  await bucket.close();
});
const house = await openInstallation({
  limits: { uploadPart_bytes: 50_000 },
  environment: {
    STORAGE_URL: bucket.url.replace(encodeURIComponent(bucket.endpoint), encodeURIComponent(endpoint)),
  },
});
const client = await house.person('default', 'ROLE_CCC');
const picture = await sharp(randomBytes(200 * 200 * 3), { raw: { width: 200, height: 200, channels: 3 } })
  .png()
  .toBuffer();

/** Waits until no transaction is open that its program has nothing to ask of: one that waits for the bucket stays. */
const allIsCommitted = () =>
  until(
    'no transaction waits for the bucket',
    async () => {
      const open = await house.query<{ query: string }>(
        `select query from pg_stat_activity where datname = current_database() and state = 'idle in transaction'`,
      );
      return open.length === 0 ? true : undefined;
    },
    5_000,
  );

async function whileNothingIsOpen(work: () => Promise<void>): Promise<void> {
  const before = sent.count;
  const failures: unknown[] = [];
  sent.before = () => allIsCommitted().catch((error: unknown) => failures.push(error));
  await work();
  expect(sent.count).toBeGreaterThan(before);
  expect(failures).toEqual([]);
}

it('a file is sent to a bucket while no transaction is open', async () => {
  await whileNothingIsOpen(async () => {
    const { status, body } = await client.upload(uploadFile, {
      source: picture,
      name: 'carta.png',
      type: 'image/png',
    });
    expect([status, body.size_bytes]).toEqual([201, picture.length]);
  });
});

it('so are the pieces of a file, and the whole of them', async () => {
  await whileNothingIsOpen(async () => {
    const headers = { 'tus-resumable': '1.0.0', 'x-xsrf-token': await client.csrfToken() };
    const begun = await client.send('POST', '/ccc/resumable', {
      ...headers,
      'upload-length': picture.length,
    });
    const { status, body } = await client.send<{ sha256: string }>(
      'PATCH',
      String(begun.headers['location']),
      {
        ...headers,
        'upload-offset': '0',
        'content-type': 'application/offset+octet-stream',
        'content-length': picture.length,
      },
      Readable.from([picture]),
    );
    expect([status, body.sha256]).toEqual([201, createHash('sha256').update(picture).digest('hex')]);
  });
});
