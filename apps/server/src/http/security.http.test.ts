import { connect } from 'node:net';
import { Readable } from 'node:stream';
import { listItemImages } from '@armarium/contract/image-calls';
import { findAllItems, findItemByPressmark, getItem, searchItems } from '@armarium/contract/item-calls';
import { importItem } from '@armarium/contract/imports';
import { uploadFile } from '@armarium/contract/uploads';
import type { Problem } from '@armarium/contract/problem';
import { getSelf, signIn, signOut, tenantInfo } from '@armarium/contract/session';
import { pino } from 'pino';
import { describe, expect, it } from 'vitest';
import { HttpClient } from '../../../../tests/harness/http-client.ts';
import { madePng } from '../../../../tests/http/made-png.ts';
import {
  importedItem,
  openInstallation,
  rootOf,
  settledImport,
  uploaded,
} from '../../../../tests/http/test-installation.ts';

const lines: Record<string, unknown>[] = [];
const log = pino(
  { base: null },
  { write: (line: string) => void lines.push(JSON.parse(line) as Record<string, unknown>) },
);
const house = await openInstallation({ log, worker: true });
const client = await house.person('default', 'ROLE_TENANT_ADMIN');
const root = (await rootOf(client)).uuid;
const made = await importedItem(client, {}, [{ uuid: (await uploaded(client)).uuid }]);
await settledImport(client, made.uuid);
const image = made.images[0]?.uuid ?? '';
const port = Number(new URL(house.origin).port);

/** Sends bytes as they are, and reads until the connection is closed. */
async function raw(...pieces: string[]): Promise<string> {
  const socket = connect(port, '127.0.0.1');
  socket.setTimeout(10_000, () => socket.destroy());
  const chunks: Buffer[] = [];
  socket.on('data', (chunk: Buffer) => chunks.push(chunk));
  const closed = new Promise<void>((resolve) => socket.once('close', () => resolve()));
  socket.on('error', () => undefined);
  socket.write(pieces.join('\r\n'));
  await closed;
  return Buffer.concat(chunks).toString('latin1');
}

const statusOf = (answer: string) => Number(/^HTTP\/1\.1 (\d+)/.exec(answer)?.[1] ?? 0);

describe('every answer', () => {
  it.each([
    ['a page', '/ui/'],
    ['a route of the client', '/ui/catalog'],
    ['JSON', '/iam/me/permissions'],
    ['a problem', '/meta/culturalItems/x'],
    ['an address that is none', '/nowhere'],
    ['a redirection', '/'],
    ['an image', `/iiif/3/${image}/full/max/0/default.jpg`],
    ['an information document', `/iiif/3/${image}/info.json`],
    ['the description of the calls', '/openapi.json'],
    ['the sign of life', '/healthz'],
  ])(
    '(V3.4.3, V3.4.4, V3.4.5, V3.4.6, V3.4.8, V13.4.6) %s tells the browser what it may do with it',
    async (_what, path) => {
      const { headers } = await client.send('GET', path);
      const policy = String(headers['content-security-policy']);
      const directives = new Map(
        policy.split(';').map((one) => [one.trim().split(' ')[0] ?? '', one.trim()]),
      );
      expect(directives.get('script-src')).toBe("script-src 'self'");
      expect(directives.get('default-src')).toBe("default-src 'self'");
      expect(directives.get('object-src')).toBe("object-src 'none'");
      expect(directives.get('base-uri')).toBe("base-uri 'none'");
      expect(directives.get('frame-ancestors')).toBe("frame-ancestors 'self'");
      expect(directives.get('form-action')).toBe("form-action 'self'");
      expect(policy).not.toMatch(/unsafe-eval|https?:|\*/);
      expect(headers).toMatchObject({
        'x-content-type-options': 'nosniff',
        'referrer-policy': 'same-origin',
        'cross-origin-opener-policy': 'same-origin',
      });
      expect(headers['cross-origin-resource-policy']).toBe(
        path.startsWith('/iiif/') ? 'cross-origin' : 'same-origin',
      );
      expect(headers.server ?? headers['x-powered-by']).toBeUndefined();
    },
  );

  it('(V3.4.2) grants other origins the image routes alone', async () => {
    const origin = 'https://elsewhere.example';
    for (const path of ['/iam/me/permissions', '/users/info', '/ui/', '/openapi.json', '/nowhere']) {
      const { headers } = await client.send('GET', path, { origin });
      expect(headers['access-control-allow-origin']).toBeUndefined();
      const preflight = await client.send('OPTIONS', path, {
        origin,
        'access-control-request-method': 'GET',
      });
      expect(preflight.headers['access-control-allow-origin']).toBeUndefined();
    }
    const { headers } = await client.send('GET', `/iiif/3/${image}/info.json`, { origin });
    expect(headers['access-control-allow-origin']).toBe('*');
    // A star, so that no browser lets a page there use anybody's session.
    expect(headers['access-control-allow-credentials']).toBeUndefined();
  });

  it('(V3.2.1) is no service worker: a script of ours can’t be installed as one', async () => {
    for (const path of ['/ui/', '/openapi.json', `/iiif/3/${image}/info.json`]) {
      expect((await client.send('GET', path)).status, path).toBe(200);
      expect((await client.send('GET', path, { 'service-worker': 'script' })).status, path).toBe(404);
    }
  });

  it('(V3.4.1) asks to come back by TLS where it was asked by TLS, and only where a trusted proxy says so', async () => {
    const forwarded = { 'x-forwarded-proto': 'https' };
    const plain = await house.visitor().send('GET', '/users/info', forwarded);
    expect(plain.headers['strict-transport-security']).toBeUndefined();
    await house.restart({ log, worker: true, environment: { TRUST_PROXY: 'on' } });
    const secure = await house.visitor().send('GET', '/users/info', forwarded);
    expect(secure.headers['strict-transport-security']).toBe('max-age=31536000');
    expect(secure.headers['set-cookie']?.every((line) => /; Secure/.test(line))).toBe(true);
    await house.restart({ log, worker: true });
  });
});

describe('a session', () => {
  it('(V3.3.2, V3.3.4, V7.2.3) is a random word that no script sees', async () => {
    const account = await house.account('default', ['ROLE_USER']);
    const { headers, bytes } = await house.visitor().signIn(account.username, account.password);
    const line = headers['set-cookie']?.find((one) => one.startsWith('armarium_session=')) ?? '';
    expect(line).toMatch(/^armarium_session=[\w-]{43}; Path=\/; HttpOnly; SameSite=Lax$/);
    expect(bytes.toString()).not.toContain(line.slice(17, 60));
  });

  it('(V7.2.4, V7.4.1) is never one that came from outside, nor one that was closed', async () => {
    const planted = 'A'.repeat(43);
    const account = await house.account('default', ['ROLE_USER']);
    const basic = Buffer.from(`${account.username}:${account.password}`).toString('base64');
    const answer = await house
      .visitor()
      .call(signIn, { headers: { authorization: `Basic ${basic}`, cookie: `armarium_session=${planted}` } });
    expect(answer.status).toBe(200);
    const given = /armarium_session=([\w-]+)/.exec(String(answer.headers['set-cookie']))?.[1] ?? '';
    expect(given).not.toBe(planted);
    const asks = (token: string) =>
      house.visitor().send('GET', getSelf.path, { cookie: `armarium_session=${token}` });
    expect((await asks(planted)).status).toBe(401);
    expect((await asks(given)).status).toBe(200);
    const owner = await house.signedIn(account);
    await owner.call(signOut);
    expect((await owner.call(getSelf)).status).toBe(401);
  });

  it.each(['', 'x', 'A'.repeat(5000), '%00', "' or 1=1 --", '../../etc', 'é'.repeat(43)])(
    '(V7.2.1) is not opened by a made-up cookie: %s',
    async (token) => {
      const cookie = `armarium_session=${encodeURIComponent(token)}`;
      expect((await house.visitor().send('GET', getSelf.path, { cookie })).status).toBe(401);
    },
  );
});

describe('a request', () => {
  it.each([
    ['two lengths', 'Content-Length: 5', 'Content-Length: 6'],
    ['a length and chunks', 'Content-Length: 5', 'Transfer-Encoding: chunked'],
    ['an unknown transfer coding', 'Transfer-Encoding: xchunked'],
    ['a folded header', 'X-A: b', ' c'],
    ['a name with a blank', 'X A: b'],
    ['a carriage return alone', 'X-A: b\rX-C: d'],
  ])('(V4.2.1) with %s is refused before anything reads it', async (_what, ...headers) => {
    const answer = await raw(
      'POST /users/logout HTTP/1.1',
      `Host: 127.0.0.1:${port}`,
      ...headers,
      'Connection: close',
      '',
      'hello',
    );
    expect(statusOf(answer)).toBe(400);
  });

  it.each(['TRACE', 'CONNECT', 'PROPFIND', 'LINK'])(
    '(V13.4.4) by the method %s does nothing',
    async (method) => {
      const answer = await raw(
        `${method} /users/info HTTP/1.1`,
        `Host: 127.0.0.1:${port}`,
        'X-Secret: kept to myself',
        'Connection: close',
        '',
        '',
      );
      expect([0, 400, 404, 405, 501]).toContain(statusOf(answer));
      expect(answer).not.toContain('kept to myself');
    },
  );

  it('(V1.2.1) with headers of a megabyte, or an address of one, is refused', async () => {
    const host = `Host: 127.0.0.1:${port}`;
    const long = 'x'.repeat(1024 * 1024);
    const answer = await raw('GET /healthz HTTP/1.1', host, `X-Long: ${long}`, '', '');
    expect(statusOf(answer)).toBe(431);
    // As every other error.
    expect(answer).toContain('Content-Type: application/problem+json');
    expect(JSON.parse(answer.slice(answer.indexOf('\r\n\r\n')))).toMatchObject({
      status: 431,
      code: 'malformed',
      requestId: /X-Request-Id: (\S+)/.exec(answer)?.[1],
    });
    expect([400, 414, 431]).toContain(statusOf(await raw(`GET /${long} HTTP/1.1`, host, '', '')));
    expect((await client.send('GET', '/healthz')).status).toBe(200);
  });

  it('takes an address of ten thousand Japanese characters, and refuses the search for what it is', async () => {
    const text = '書'.repeat(10_000);
    const path = `/meta/culturalItems/search/findBySgttOrAutnOrPressmark?text=${encodeURIComponent(text)}`;
    expect(await client.send('GET', path)).toMatchObject({ status: 422, body: { code: 'search-too-long' } });
  });

  it.each([
    'evil.example/',
    'evil.example@127.0.0.1',
    'a b',
    '127.0.0.1:99999999',
    '127.0.0.1#x',
    'x"><script>',
    'evil.example\\@127.0.0.1',
    '[::1',
  ])('(V1.2.2, V4.1.3) for the host %s gets no link with it', async (host) => {
    const { status, bytes, headers } = await client.send('GET', tenantInfo.path, { host });
    expect([400, 404]).toContain(status);
    expect(`${bytes.toString()} ${JSON.stringify(headers)}`).not.toMatch(/evil\.example\/|<script>/);
  });

  it('(V1.2.1) can’t write a header of the answer', async () => {
    const evil = '%0d%0aSet-Cookie:%20evil=1';
    for (const path of [
      `/iiif/3/${evil}`,
      `/iiif/3/${image}${evil}/info.json`,
      `/ui/${evil}`,
      `/users/info?x=${evil}`,
      `/users/handoff?token=${evil}`,
      `/meta/culturalItems/search/findAll?page=1&x=${evil}`,
    ]) {
      const { headers } = await client.send('GET', path);
      expect(JSON.stringify(headers['set-cookie'] ?? '')).not.toContain('evil');
      expect(String(headers.location ?? '')).not.toMatch(/[\r\n]/);
    }
  });
});

describe('a body', () => {
  const post = async (text: string) => {
    const bytes = Buffer.from(text);
    const headers = {
      'content-type': 'application/json',
      'content-length': bytes.length,
      'x-xsrf-token': await client.csrfToken(),
    };
    return client.send<Problem>('POST', importItem.path, headers, Readable.from([bytes]));
  };

  it.each([
    '{"__proto__":{"admin":true},"sgtt":"x"}',
    '{"constructor":{"prototype":{"admin":true}}}',
    `{"sgtt":"x","pressmark":"p","parentCollectionsUuids":["${root}"],"customMetadataList":[{"__proto__":{"name":"sgtt"}}]}`,
  ])('(V15.3.3, V15.3.6) that reaches for a prototype is refused: %s', async (text) => {
    expect([400, 422]).toContain((await post(text)).status);
    expect(({} as { admin?: boolean }).admin).toBeUndefined();
  });

  it('(V15.3.3) can’t set what is not the caller’s to set', async () => {
    for (const field of ['uuid', 'tenant_id', 'created_by', 'state', 'visibility', 'version', 'is_root']) {
      const body = { sgtt: 'x', pressmark: `M ${field}`, parentCollectionsUuids: [root], [field]: 'public' };
      const answer = await post(JSON.stringify(body));
      expect(answer.status).toBe(422);
      expect(answer.body.fields).toMatchObject([{ name: field, code: 'unknown-field' }]);
    }
  });

  it('(V15.2.2) of a hundred thousand brackets is refused, and the next call is answered', async () => {
    expect([400, 422]).toContain((await post('['.repeat(100_000) + ']'.repeat(100_000))).status);
    expect([400, 422]).toContain((await post('{"a":'.repeat(50_000))).status);
    expect((await client.send('GET', '/iam/me/permissions')).status).toBe(200);
  });

  it('(V5.3.2, V5.4.2) names a file as it likes, and it is kept under ours', async () => {
    const before = await house.storedFiles();
    for (const name of [
      '../../../etc/passwd',
      '..\\..\\boot.ini',
      '/etc/shadow',
      'a\u0000.png',
      '.htaccess',
      '%2e%2e%2fx',
    ]) {
      const stored = await client.upload(uploadFile, { source: madePng(), name, type: 'image/png' });
      expect(stored.status).toBe(201);
      expect([...stored.body.originalFilename].some((sign) => '/\\\0'.includes(sign))).toBe(false);
    }
    const added = (await house.storedFiles()).filter((file) => !before.includes(file));
    for (const file of added) expect(file).toMatch(/^tenants\/\d+\/originals\/[0-9a-f]{2}\/[0-9a-f-]{36}$/);
  });

  it.each(['<script>alert(1)</script>', '<svg onload=alert(1)>', '<html><body>'])(
    '(V3.2.1, V5.2.2) that is %s is no image, whatever it is called',
    async (text) => {
      const file = { source: Buffer.from(text), name: 'a.png', type: 'image/png' };
      expect((await client.upload(uploadFile, file)).status).toBe(422);
    },
  );
});

describe('a text', () => {
  const naughty = [
    "' or '1'='1",
    "'; drop table item; --",
    '") or ("1"="1',
    '%',
    '_',
    '\\',
    '%%%%%%%%%%%%%%%%%%%%%%%%%%%%%%%%%%%%%%%%%%%%%%%%a',
    '$1',
    '${7*7}',
    '{{7*7}}',
    '<img src=x onerror=alert(1)>',
    '\u202eevil',
    '\ufeff',
    'a'.repeat(5_000),
    '((((((((((((((((((((a+)+)+)+)+)+)+)+)+)+)+)+)+)+)+)+)+)+)+)+)!',
  ];

  it.each(naughty)('(V1.2.4, V1.2.9) is looked for as what it is: %s', async (text) => {
    const found = await client.call(searchItems, { query: { text } });
    expect(found.status).toBe(text.length > 1_000 ? 422 : 200);
    expect([200, 404]).toContain(
      (await client.call(findItemByPressmark, { query: { pressmark: text } })).status,
    );
    expect((await client.call(findAllItems, { query: { sort: [text] } })).status).toBe(400);
    expect(await house.query('select 1 from item limit 1')).toHaveLength(1);
  });

  it.each(naughty.filter((text) => text !== '\ufeff' && text.length < 1_000))(
    '(V1.1.2, V1.2.3) is given back as it was typed, as JSON: %s',
    async (text) => {
      const item = await importedItem(client, { sgtt: text });
      const { body, headers } = await client.call(getItem, { params: { uuid: item.uuid } });
      expect(headers['content-type']).toMatch(/^application\/json/);
      expect(body.sgtt).toBe(text.normalize('NFC').trim());
    },
  );

  it.each(['../../etc/passwd', '%2e%2e%2f', '..%5c', 'null', '1', `${image}'--`])(
    '(V5.3.2, V8.2.2) that is no uuid reaches no file and no record: %s',
    async (id) => {
      for (const path of [
        `/iiif/3/${id}/info.json`,
        `/iiif/2/${id}/full/max/0/default.jpg`,
        `/meta/culturalItems/${id}`,
      ]) {
        const { status, bytes } = await client.send('GET', path);
        expect([400, 404]).toContain(status);
        expect(bytes.toString()).not.toMatch(/root:|ENOENT|\/files\//);
      }
    },
  );
});

describe('guessing', () => {
  it('(V6.3.1, V6.1.1) is counted over restarts and processes, by the clock of the database', async () => {
    const environment = { SIGN_IN_ATTEMPTS: '3' };
    await house.query('delete from sign_in_attempt');
    await house.restart({ log, worker: true, environment });
    const account = await house.account('default', ['ROLE_USER']);
    for (let guess = 0; guess < 3; guess += 1) {
      expect((await house.visitor().signIn(account.username, 'wrong')).status).toBe(401);
    }
    await house.restart({ log, worker: true, environment });
    expect((await house.visitor().signIn(account.username, account.password)).status).toBe(429);
    await house.query(`update sign_in_attempt set until = now() - interval '1 second'`);
    expect((await house.visitor().signIn(account.username, account.password)).status).toBe(200);
    expect(await house.query('select from sign_in_attempt where failures > 0')).toEqual([]);
    await house.restart({ log, worker: true });
  });

  it('(V6.3.8) learns nothing of which names there are', async () => {
    const account = await house.account('default', ['ROLE_USER']);
    const known = await house.visitor().signIn(account.username, 'wrong');
    const unknown = await house.visitor().signIn('nobody-at-all', 'wrong');
    const told = ({ status, body }: typeof known) => {
      const { requestId, ...rest } = body as unknown as Problem;
      return { status, rest, hasId: requestId !== '' };
    };
    expect(told(known)).toEqual(told(unknown));
  });
});

describe('the log', () => {
  const since = async (work: () => Promise<unknown>) => {
    const from = lines.length;
    await work();
    await expect.poll(() => lines.slice(from).some(({ msg }) => msg === 'answered')).toBe(true);
    return lines.slice(from);
  };

  it('(V16.2.1, V16.2.5, V16.3.1) tells who signed in and out and who was refused, without what they typed', async () => {
    const account = await house.account('default', ['ROLE_USER'], { username: 'Ada Visible' });
    const told = await since(async () => {
      const visitor = house.visitor();
      await visitor.signIn(account.username, 'hunter2 hunter2');
      await visitor.signIn(account.username, account.password);
      await visitor.call(signOut);
    });
    const events = told.filter(({ event }) => event !== undefined);
    expect(events).toMatchObject([
      {
        event: 'sign-in-refused',
        tenant: 'default',
        address: '127.0.0.1',
        reqId: expect.any(String) as string,
      },
      { event: 'sign-in', tenant: 'default', account: account.uuid },
      { event: 'sign-out', tenant: 'default', account: account.uuid },
    ]);
    expect(JSON.stringify(told)).not.toMatch(/hunter2|Ada Visible|correct horse/);
  });

  it('(V16.3.2, V16.3.3) tells of refused rights and tokens, and whose they were', async () => {
    const reader = await house.person('default', 'ROLE_RESEARCHER');
    const self = (await reader.call(getSelf)).body;
    const body = { sgtt: 'x', pressmark: 'x', parentCollectionsUuids: [root] };
    const told = await since(async () => {
      await reader.call(importItem, { body });
      await reader.call(importItem, { body, headers: { 'x-xsrf-token': 'forged' } });
    });
    const refused = told.filter(({ event }) => event !== undefined);
    expect(refused.map(({ event }) => event)).toEqual(['forbidden', 'csrf']);
    const answered = told.filter(({ reqId, msg }) => reqId === refused[0]?.['reqId'] && msg === 'answered');
    expect(answered).toMatchObject([{ status: 403, account: self.id, tenant: 'default' }]);
  });

  it('(V16.4.1) can’t be forged by a line that somebody sends', async () => {
    const forged = 'x\n{"level":30,"event":"sign-in","account":"forged"}';
    const told = await since(() =>
      house.visitor().send('GET', `/meta/culturalItems/${encodeURIComponent(forged)}`),
    );
    expect(told.every(({ account }) => account !== 'forged')).toBe(true);
  });
});

describe('another tenant', () => {
  it('(V8.4.1) is a stranger to the session, whatever host it names', async () => {
    const page = await client.call(listItemImages, { params: { uuid: made.uuid } });
    expect(page.body.page.totalElements).toBe(1);
    const elsewhere = await client.send('GET', `/meta/culturalItems/${made.uuid}`, {
      host: house.hostOf('altra'),
    });
    expect(elsewhere.status).toBe(401);
    const stranger = new HttpClient(house.origin, { host: house.hostOf('altra') });
    expect((await stranger.send('GET', `/iiif/3/${image}/info.json`)).status).toBe(404);
    stranger.close();
  });
});
