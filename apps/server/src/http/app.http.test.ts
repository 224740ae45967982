import { rename, rm, writeFile } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { pino } from 'pino';
import { describe, expect, inject, it } from 'vitest';
import { importItem } from '@armarium/contract/imports';
import { uploadFile } from '@armarium/contract/uploads';
import { operations } from '@armarium/contract/operations';
import { problems, type Problem, type ProblemCode } from '@armarium/contract/problem';
import { getItem } from '@armarium/contract/item-calls';
import { getImportedImage, getImportedItem } from '@armarium/contract/import-tracking';
import { getSelf, signOut, tenantInfo } from '@armarium/contract/session';
import { openPool } from '../db/pool.ts';
import { administrator } from '../../../../tests/http/template-database.ts';
import {
  importedItem,
  openInstallation,
  rootOf,
  uploaded,
} from '../../../../tests/http/test-installation.ts';
import { eventually } from '../../../../tests/harness/waiting.ts';

const lines: Record<string, unknown>[] = [];
const log = pino(
  { base: null },
  { write: (line: string) => void lines.push(JSON.parse(line) as Record<string, unknown>) },
);
const house = await openInstallation({ log });
const client = await house.administrator();
const root = (await rootOf(client)).uuid;

async function post(path: string, contentType: string, body: string) {
  const bytes = Buffer.from(body);
  const headers = {
    'content-type': contentType,
    'content-length': bytes.length,
    'x-xsrf-token': await client.csrfToken(),
  };
  return client.send<Problem>('POST', path, headers, Readable.from([bytes]));
}

describe('an error', () => {
  const missing = '/meta/culturalItems/00000000-0000-4000-8000-000000000000';

  it.each<[string, ProblemCode, () => Promise<{ status: number; headers: object; body: unknown }>]>([
    ['[ERR-13] broken JSON', 'malformed', () => post(importItem.path, 'application/json', '{"a":')],
    ['[ERR-13] a query that can’t be read', 'malformed', () => client.send('GET', '/meta/itemStates?size=x')],
    ['[ERR-14] no session', 'not-signed-in', () => house.visitor().send('GET', missing)],
    ['[ERR-14] a wrong password', 'wrong-credentials', () => house.visitor().signIn('admin', 'wrong')],
    ['[ERR-15] no token', 'csrf', () => client.call(signOut, { headers: { 'x-xsrf-token': '' } })],
    ['[ERR-16] an unknown record', 'not-found', () => client.send('GET', missing)],
    ['[ERR-16] an unknown address', 'not-found', () => client.send('GET', '/nowhere')],
    ['[ERR-16] a known address by another method', 'not-found', () => client.send('DELETE', '/users/info')],
    ['an unknown host', 'unknown-host', () => client.send('GET', '/users/info', { host: 'x.example' })],
    [
      '[ERR-17] a conflict',
      'pressmark-taken',
      async () => {
        await importedItem(client, { pressmark: 'ONE 1' });
        const body = { sgtt: 'x', pressmark: 'one 1', parentCollectionsUuids: [root] };
        return client.call(importItem, { body });
      },
    ],
    [
      '[ERR-18] a body over its limit',
      'too-large',
      () => post(importItem.path, 'application/json', JSON.stringify({ sgtt: 'x'.repeat(9 * 1024 * 1024) })),
    ],
    [
      '[ERR-19] a wrong content type',
      'unsupported-media-type',
      () => post(importItem.path, 'text/plain', 'x'),
    ],
    ['[ERR-19] a form', 'unsupported-media-type', () => post(importItem.path, 'application/xml', '<a/>')],
    [
      '[ERR-19] plain text for a file',
      'unsupported-media-type',
      () => post(uploadFile.path, 'text/plain', 'bytes'),
    ],
    ['an address with a broken percent sign', 'malformed', () => client.send('GET', '/iiif/3/%zz')],
    ['[ERR-20] an invalid body', 'invalid', () => post(importItem.path, 'application/json', '{}')],
  ])('[ERR-09, ERR-10, ERR-12, RUN-36] %s is a problem with its request id', async (_what, code, call) => {
    const { status, headers, body } = await call();
    const { status: expected, title } = problems[code];
    expect(status).toBe(expected);
    expect(headers).toMatchObject({
      'content-type': 'application/problem+json; charset=utf-8',
      'cache-control': 'no-store',
    });
    const requestId = (headers as Record<string, string>)['x-request-id'];
    expect(body).toEqual({
      type: `urn:armarium:problem:${code}`,
      title,
      status,
      detail: expect.stringMatching(/\S/) as string,
      code,
      fields: expect.any(Array) as unknown[],
      requestId,
    });
    expect(requestId).toMatch(/^[0-9a-f-]{36}$/);
    expect(lines.some(({ reqId }) => reqId === requestId)).toBe(true);
  });

  it('[RUN-36] of ours stands in the log once under its request id, and tells nothing of the inside', async () => {
    await house.query('alter table item rename to item_away');
    const answer = await client.send<Problem>('GET', missing);
    await house.query('alter table item_away rename to item');
    expect(answer.status).toBe(500);
    expect(answer.bytes.toString()).not.toMatch(/item"|relation|select|kysely|node_modules/i);
    const told = lines.filter(({ reqId, err }) => reqId === answer.body.requestId && err !== undefined);
    expect(told).toHaveLength(1);
    expect(JSON.stringify(told[0])).toContain('relation');
  });

  it('takes no request id from outside', async () => {
    const { headers } = await client.send('GET', missing, { 'x-request-id': 'mine', 'request-id': 'mine' });
    expect(headers['x-request-id']).not.toBe('mine');
  });

  it('[RUN-36] and every other line of the log is JSON without anybody’s secrets', async () => {
    await house.visitor().signIn(administrator.username, administrator.password);
    const said = JSON.stringify(lines);
    const basic = Buffer.from(`${administrator.username}:${administrator.password}`).toString('base64');
    for (const secret of [administrator.password, basic, 'armarium_session=', await client.csrfToken()]) {
      expect(said).not.toContain(secret);
    }
    for (const { time, level, msg } of lines) {
      expect({ time: typeof time, level: typeof level, msg: typeof msg }).toEqual({
        time: 'number',
        level: 'number',
        msg: 'string',
      });
    }
  });
});

describe('an answer', () => {
  it('is nobody else’s to keep, and can’t be framed by strangers', async () => {
    const { headers } = await client.send('GET', '/iam/me/permissions');
    expect(headers).toMatchObject({
      'cache-control': 'private, no-store',
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'same-origin',
      'cross-origin-resource-policy': 'same-origin',
    });
    expect(headers['content-security-policy']).toContain("frame-ancestors 'self'");
    expect(headers['content-security-policy']).toContain("object-src 'none'");
    expect(headers['x-powered-by']).toBeUndefined();
  });

  it('[API-017] of one record or of settings has an entity tag, which stays while the answer does', async () => {
    const { uuid, images } = await importedItem(client, {}, [await uploaded(client)]);
    const image = images[0]?.uuid ?? '';
    for (const path of [
      getSelf.path,
      tenantInfo.path,
      '/iam/me/permissions',
      getImportedItem.path.replace(':uuid', uuid),
      getImportedImage.path.replace(':uuid', image),
    ]) {
      const [first, second] = [await client.send('GET', path), await client.send('GET', path)];
      expect(first).toMatchObject({
        status: 200,
        headers: { etag: expect.stringMatching(/^(W\/)?"[^"]+"$/) as string },
      });
      expect(second.headers.etag).toBe(first.headers.etag);
    }
  });

  it('[IIIF-20] of the pages of the client neither; each address of it is the client’s', async () => {
    for (const path of ['/ui/', '/ui/collections/1', '/ui/login']) {
      const { status, headers, bytes } = await house.visitor().send('GET', path);
      expect(status).toBe(200);
      expect(headers['content-type']).toMatch(/^text\/html/);
      expect(headers['content-security-policy']).toContain("frame-ancestors 'self'");
      expect(bytes.toString()).toContain('<title>Armarium</title>');
    }
    for (const path of ['/', '/ui']) {
      const { status, headers } = await house.visitor().send('GET', path);
      expect([status, headers.location]).toEqual([302, '/ui/']);
    }
  });

  it.each([
    ['/ui/%zz', 400, 'Questo indirizzo non si può leggere'],
    ['/images/viewers/dzi/%zz', 400, 'Questo indirizzo non si può leggere'],
    ['/images/viewers/none/', 404, 'A questo indirizzo non c’è nulla'],
    ['/images/viewers/dzi/?uuid=none', 404, 'Qui non c’è nulla per i visitatori'],
  ])(
    'is a page in the reader’s language, with the request id, where a person opens %s',
    async (path, status, title) => {
      const answer = await house
        .visitor()
        .send('GET', path, { accept: 'text/html', 'accept-language': 'it' });
      const requestId = String(answer.headers['x-request-id']);
      expect(answer).toMatchObject({ status, headers: { 'content-type': 'text/html; charset=utf-8' } });
      const page = answer.bytes.toString();
      expect(page).toContain('<html lang="it">');
      expect(page).toContain(`<h1>${title}</h1>`);
      expect(page).toContain(`<code>${requestId}</code>`);
    },
  );

  it('is a problem at the address of a page for a script that accepts JSON only', async () => {
    const answer = await house.visitor().send<Problem>('GET', '/ui/%zz', { accept: 'application/json' });
    expect(answer).toMatchObject({
      status: 400,
      body: { code: 'malformed', requestId: answer.headers['x-request-id'] },
    });
  });

  it.each(['/ui/..%2f..%2fconfig.ts', '/ui/%2e%2e/%2e%2e/etc/passwd', '/ui/....//etc/passwd'])(
    'never leaves the client’s folder: %s',
    async (path) => {
      const { bytes } = await house.visitor().send('GET', path);
      expect(bytes.toString()).not.toMatch(/root:|import /);
    },
  );
});

describe('the program', () => {
  it('[RUN-31] says on /healthz that it lives', async () => {
    const { status, bytes } = await house.visitor().send('GET', '/healthz');
    expect([status, bytes.toString()]).toEqual([200, 'alive\n']);
    // Whoever watches over it comes by any name.
    expect((await house.visitor().send('GET', '/healthz', { host: 'pod-17' })).status).toBe(200);
  });

  it('[RUN-32] says on /readyz whether storage answers', async () => {
    const ready = () => house.visitor().send<Problem>('GET', '/readyz');
    // The answer may be a moment old.
    const comesTo = (status: number) => eventually(async () => (await ready()).status).toBe(status);
    await comesTo(200);
    const [folder, away] = [`${house.storageFolder}/.partial`, `${house.storageFolder}/away`];
    await rename(folder, away);
    await writeFile(folder, 'a file where the folder was');
    await comesTo(503);
    expect((await ready()).body.code).toBe('unavailable');
    await rm(folder);
    await rename(away, folder);
    await comesTo(200);
  });

  it('[RUN-32] says on /readyz whether the database answers, and gets over its loss by itself', async () => {
    const ready = () => house.visitor().send<Problem>('GET', '/readyz');
    const name = new URL(house.databaseUrl).pathname.slice(1);
    const server = openPool({ connectionString: inject('postgresUrl') }, 'migrator', 1, () => undefined);
    try {
      await server.query(`alter database ${name} allow_connections false`);
      await server.query('select pg_terminate_backend(pid) from pg_stat_activity where datname = $1', [name]);
      await eventually(async () => (await ready()).status).toBe(503);
      expect((await house.visitor().send('GET', '/healthz')).status).toBe(200);
    } finally {
      await server.query(`alter database ${name} allow_connections true`);
      await server.end();
    }
    await eventually(async () => (await ready()).status).toBe(200);
    expect((await client.send('GET', '/iam/me/permissions')).status).toBe(200);
  });

  it('[RUN-34] describes every operation and the image routes in /openapi.json', async () => {
    interface Described {
      operationId: string;
      responses: Record<string, unknown>;
      security?: unknown[];
    }
    const { status, body } = await house
      .visitor()
      .send<{ openapi: string; paths: Record<string, Record<string, Described>> }>('GET', '/openapi.json');
    expect(status).toBe(200);
    expect(body.openapi).toMatch(/^3\./);
    for (const operation of operations) {
      const path = operation.path.replace(/:(\w+)/g, '{$1}');
      const described = body.paths[path]?.[operation.method.toLowerCase()];
      expect({ path, id: described?.operationId }).toEqual({ path, id: operation.id });
      for (const code of Object.keys(operation.responses)) expect(described?.responses).toHaveProperty(code);
      expect(described?.security === undefined).toBe(operation.access !== 'anyone');
    }
    const further = [
      'get /iiif/3/{id}/info.json',
      'get /iiif/2/{id}/{region}/{size}/{rotation}/{file}',
      'get /healthz',
      'get /readyz',
      'get /metrics',
      'get /openapi.json',
      'options /ui/management',
    ];
    expect(
      Object.entries(body.paths).flatMap(([path, methods]) =>
        Object.keys(methods).map((method) => `${method} ${path}`),
      ),
    ).toEqual(expect.arrayContaining(further));
    const ids = Object.values(body.paths).flatMap((methods) =>
      Object.values(methods).map(({ operationId }) => operationId),
    );
    expect(new Set(ids).size).toBe(ids.length);
  });

  it('[RUN-23, RUN-26] came with a tenant, its root and an administrator, and comes so once', async () => {
    const counts = async () =>
      house.query(
        `select (select count(*) from tenant) as tenants, (select count(*) from account) as accounts,
           (select count(*) from collection where is_root) as roots,
           (select count(*) from metadata_template) as templates, (select count(*) from item_state) as states`,
      );
    const before = await counts();
    await house.restart({ log, environment: { ADMIN_PASSWORD: 'another long password' } });
    expect(await counts()).toEqual(before);
    const answer = await house.visitor().signIn(administrator.username, administrator.password);
    expect(answer.status).toBe(200);
    expect(answer.body.roles).toEqual(['ROLE_ADMIN']);
    expect((await house.visitor().signIn(administrator.username, 'another long password')).status).toBe(401);
    expect(house.program.generatedPassword).toBeUndefined();
  });

  it('[RUN-15] lets links follow the address of the request, whatever PUBLIC_URL says', async () => {
    await house.restart({ log, environment: { PUBLIC_URL: 'https://catalogue.example.org' } });
    const made = await importedItem(client, {});
    const { body } = await client.call(getItem, { params: { uuid: made.uuid } });
    expect(body._links.self.href.startsWith(house.origin)).toBe(true);
  });
});
