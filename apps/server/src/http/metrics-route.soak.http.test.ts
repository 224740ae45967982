import { randomBytes, randomUUID } from 'node:crypto';
import { connect } from 'node:net';
import { networkInterfaces } from 'node:os';
import { Readable } from 'node:stream';
import { pino } from 'pino';
import { describe, expect, it } from 'vitest';
import { uploadFile } from '@armarium/contract/uploads';
import { getPermissions } from '@armarium/contract/session';
import { operations } from '@armarium/contract/operations';
import {
  importedItem,
  openInstallation,
  settledImport,
  uploaded,
} from '../../../../tests/http/test-installation.ts';

const lines: Record<string, unknown>[] = [];
const log = pino(
  {},
  { write: (line: string) => void lines.push(JSON.parse(line) as Record<string, unknown>) },
);
const house = await openInstallation({ worker: true, log });
const client = await house.administrator();

/** The samples of a scrape by name and labels. */
async function scrape(headers: Record<string, string> = {}): Promise<Map<string, number>> {
  const { status, bytes } = await house.visitor().send('GET', '/metrics', headers);
  expect(status).toBe(200);
  const lines = bytes
    .toString()
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#'));
  return new Map(
    lines.map((line) => [
      line.slice(0, line.lastIndexOf(' ')),
      Number(line.slice(line.lastIndexOf(' ') + 1)),
    ]),
  );
}

/** What was counted between two scrapes, for samples that are there from the first time they count. */
async function countedBy(work: () => Promise<void>) {
  const before = await scrape();
  await work();
  const after = await scrape();
  return (sample: string) => (after.get(sample) ?? 0) - (before.get(sample) ?? 0);
}

const requests = (operation: string, method: string, status: string) =>
  `armarium_http_request_seconds_count{operation="${operation}",method="${method}",status="${status}"}`;

const underWay = 'armarium_http_requests_under_way';

describe('the metrics', () => {
  it('[RUN-33] count requests by operation, method and class of status, with their seconds', async () => {
    const counted = await countedBy(async () => {
      await client.call(getPermissions);
      await client.call(getPermissions);
      await client.send('GET', `/meta/culturalItems/${randomUUID()}`);
      await client.send('GET', '/nowhere/at/all');
      await client.send('GET', '/ui/index.html');
      // A page of the client is no file, and no route.
      await client.send('GET', '/ui/catalog');
    });
    expect(counted(requests('getPermissions', 'GET', '2xx'))).toBe(2);
    expect(counted(requests('getItem', 'GET', '4xx'))).toBe(1);
    expect(counted(requests('none', 'GET', '4xx'))).toBe(1);
    expect(counted(requests('/ui/*', 'GET', '2xx'))).toBe(1);
    expect(counted(requests('none', 'GET', '2xx'))).toBe(1);
    const sum = requests('getPermissions', 'GET', '2xx').replace('_count', '_sum');
    expect(counted(sum)).toBeGreaterThan(0);
  });

  it('[RUN-33] count what is under way, of which the scrape itself is one', async () => {
    await client.send('GET', '/%zz');
    expect((await scrape()).get(underWay)).toBe(1);
  });

  it('[RUN-33] count a request that its caller gives up once, and keep none under way', async () => {
    const aborted = requests('uploadFile', 'POST', 'aborted');
    const counted = await countedBy(async () => {
      const body = new Readable({ read: () => undefined });
      body.push('--edge\r\nContent-Disposition: form-data; name="file"; filename="a.png"\r\n\r\n');
      const headers = {
        'content-type': 'multipart/form-data; boundary=edge',
        'x-xsrf-token': await client.csrfToken(),
      };
      const sent = expect(client.send('POST', uploadFile.path, headers, body)).rejects.toThrow();
      await expect.poll(async () => (await scrape()).get(underWay)).toBe(2);
      body.destroy();
      await sent;
      await expect.poll(async () => (await scrape()).get(underWay)).toBe(1);
    });
    expect(counted(aborted)).toBe(1);
    const told = lines.filter(({ msg, path }) => msg === 'answered' && path === uploadFile.path);
    expect(told).toMatchObject([{ method: 'POST', aborted: true }]);
    expect(told[0]).not.toHaveProperty('status');
    // And whoever stays is no such case.
    expect(lines.filter((line) => line['aborted'] === true)).toHaveLength(1);
  });

  it('[RUN-33] count the requests of a connection that closes while their answers wait for the first one', async () => {
    const known = lines.length;
    // A session that nobody opened is looked up, and waits for the table.
    const request = [
      `GET ${getPermissions.path} HTTP/1.1`,
      `Host: ${house.hostOf('default')}`,
      `Cookie: armarium_session=${randomBytes(32).toString('base64url')}`,
    ];
    const holder = await house.access.migrator.connect();
    try {
      const counted = await countedBy(async () => {
        await holder.query('begin; lock table session');
        const socket = connect(Number(new URL(house.origin).port), '127.0.0.1');
        socket.write(`${request.join('\r\n')}\r\n\r\n`.repeat(12));
        await expect.poll(async () => (await scrape()).get(underWay)).toBe(13);
        socket.destroy();
        await expect.poll(async () => (await scrape()).get(underWay)).toBe(1);
        await holder.query('rollback');
      });
      expect(counted(requests('getPermissions', 'GET', 'aborted'))).toBe(12);
    } finally {
      holder.release(true);
    }
    const told = () => lines.slice(known).filter((line) => line['aborted'] === true);
    await expect.poll(() => told()).toHaveLength(12);
  });

  it('[RUN-33] count sessions opened, sign-ins refused, and those held off', async () => {
    const account = await house.account('default', ['ROLE_USER']);
    const counted = await countedBy(async () => {
      await house.signedIn(account);
      for (let attempt = 0; attempt < 11; attempt += 1)
        await house.visitor().signIn(account.username, 'wrong');
    });
    expect(counted('armarium_sign_ins_total{outcome="opened"}')).toBe(1);
    expect(counted('armarium_sign_ins_total{outcome="refused"}')).toBe(10);
    expect(counted('armarium_sign_ins_total{outcome="held-off"}')).toBe(1);
  });

  it('[RUN-33] count uploads, jobs, and images by the way they were made', async () => {
    let thumbnail_bytes = 0;
    let tile_bytes = 0;
    let upload_bytes = 0;
    const counted = await countedBy(async () => {
      const upload = await uploaded(client);
      upload_bytes = upload.size_bytes;
      const item = await importedItem(client, {}, [upload]);
      await settledImport(client, item.uuid);
      const [stored] = await house.query<{ width: number; height: number }>(
        `select (thumbnail->>'width_px')::integer as width, (thumbnail->>'height_px')::integer as height
         from asset_version where asset_uuid = $1`,
        [upload.uuid],
      );
      const image = `/iiif/3/${upload.uuid}/full`;
      const small = await client.send('GET', `${image}/${stored?.width},${stored?.height}/0/default.jpg`);
      thumbnail_bytes = small.bytes.length;
      tile_bytes = (await client.send('GET', `${image}/7,5/0/default.png`)).bytes.length;
    });
    expect(counted('armarium_uploads_total')).toBe(1);
    expect(counted('armarium_upload_bytes_total')).toBe(upload_bytes);
    expect(counted('armarium_jobs_ended_total{name="derive-image",outcome="done"}')).toBe(1);
    expect(counted('armarium_image_answers_total{way="stored"}')).toBe(1);
    expect(counted('armarium_image_answer_bytes_total{way="stored"}')).toBe(thumbnail_bytes);
    expect(counted('armarium_image_answers_total{way="decoded"}')).toBe(1);
    expect(counted('armarium_image_answer_bytes_total{way="decoded"}')).toBe(tile_bytes);
  });

  it('[RUN-33] tell of the database, the runtime and the version', async () => {
    const samples = await scrape();
    for (const pool of ['reading', 'writing', 'queue']) {
      expect(
        samples.get(`armarium_database_connections{pool="${pool}",state="in-use"}`),
      ).toBeGreaterThanOrEqual(0);
      expect(samples.get(`armarium_database_waiting{pool="${pool}"}`)).toBe(0);
    }
    expect(samples.get('process_resident_memory_bytes')).toBeGreaterThan(1_000_000);
    expect(samples.has('nodejs_eventloop_lag_p99_seconds')).toBe(true);
    expect(samples.get(`armarium_info{version="0.2.0",node="${process.versions.node}"}`)).toBe(1);
  });

  it('[RUN-33] have labels out of the code alone', async () => {
    const account = await house.account('altra', ['ROLE_USER']);
    await house.signedIn(account, 'altra');
    await client.send('GET', `/somewhere/${randomUUID()}`);
    const said = [...(await scrape()).keys()].join('\n');
    expect(said).not.toMatch(/[0-9a-f]{8}-[0-9a-f]{4}/);
    for (const name of ['altra', account.username, 'default"', 'somewhere']) expect(said).not.toContain(name);
    const known = new Set<string>([...operations.map(({ id }) => id), 'isAlive', 'isReady', 'readMetrics']);
    const named = new Set([...said.matchAll(/operation="([^"]+)"/g)].map((match) => match[1] ?? ''));
    for (const name of named) {
      const isRoute = name === 'none' || /^\/[a-z*/.:-]*$/.test(name) || /^image\w*V[23]$/.test(name);
      expect({ name, ok: known.has(name) || isRoute }).toEqual({ name, ok: true });
    }
  });

  it('[RUN-33] are answered while the database does not, without what only it knows', async () => {
    await house.restart();
    await uploaded(client).then((upload) => importedItem(client, {}, [upload]));
    const waiting = 'armarium_jobs{name="derive-image",state="waiting"}';
    expect((await scrape()).get(waiting)).toBe(1);
    await house.query('alter table graphile_worker._private_jobs rename column max_attempts to away');
    await house.restart();
    const samples = await scrape();
    expect(samples.has(waiting)).toBe(false);
    expect(samples.has('process_resident_memory_bytes')).toBe(true);
    await house.query('alter table graphile_worker._private_jobs rename column away to max_attempts');
  });
});

describe('who reads them', () => {
  const outside = Object.values(networkInterfaces())
    .flat()
    .find((one) => one && !one.internal && one.family === 'IPv4')?.address;

  it.each([['x-forwarded-for'], ['x-forwarded-proto'], ['forwarded'], ['via'], ['x-real-ip']])(
    'without a token nobody who comes through a proxy: %s',
    async (header) => {
      await house.restart();
      expect((await house.visitor().send('GET', '/metrics')).status).toBe(200);
      const answer = await client.send('GET', '/metrics', { [header]: '127.0.0.1' });
      expect(answer).toMatchObject({ status: 403, body: { code: 'forbidden' } });
    },
  );

  it('without a token nobody where there is a proxy, also one that marks nothing', async () => {
    await house.restart({ environment: { TRUST_PROXY: 'on' } });
    const answer = await house.visitor().send('GET', '/metrics');
    expect(answer).toMatchObject({ status: 403, body: { code: 'forbidden' } });
  });

  it.skipIf(outside === undefined)('without a token nobody from another address', async () => {
    await house.restart({ environment: { HOST: '0.0.0.0' } });
    const { port } = new URL(house.origin);
    const answer = await fetch(`http://${outside}:${port}/metrics`);
    expect(answer.status).toBe(403);
  });

  it('with a token whoever sends it, from anywhere, and nobody else', async () => {
    const METRICS_TOKEN = 'a-token-of-the-scraper';
    await house.restart({ environment: { METRICS_TOKEN } });
    for (const authorization of [
      '',
      'Bearer',
      'Bearer a-token-of-the-scrapes',
      `Basic ${METRICS_TOKEN}`,
      METRICS_TOKEN,
    ]) {
      const answer = await client.send('GET', '/metrics', { authorization });
      expect(answer).toMatchObject({ status: 401, body: { code: 'not-signed-in' } });
      expect(answer.headers['www-authenticate']).toBe('Bearer realm="metrics"');
      expect(answer.bytes.toString()).not.toContain(METRICS_TOKEN);
    }
    const headers = {
      authorization: `Bearer ${METRICS_TOKEN}`,
      'x-forwarded-for': '192.0.2.7',
      host: 'pod-17',
    };
    const answer = await house.visitor().send('GET', '/metrics', headers);
    expect(answer.status).toBe(200);
    expect(answer.headers).toMatchObject({
      'content-type': expect.stringMatching(/^text\/plain; version=0\.0\.4/) as string,
      'cache-control': 'private, no-store',
    });
  });
});
