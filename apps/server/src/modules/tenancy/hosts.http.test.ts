import { once } from 'node:events';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { getSelf, signIn, usersInfo } from '@armarium/contract/session';
import { expect, it } from 'vitest';
import { openInstallation } from '../../../../../tests/http/test-installation.ts';

const house = await openInstallation();
await house.query(`update tenant set url = 'museo.example.org' where name = 'altra'`);
await house.restart();

/** A request as it stands on the wire, which no client of HTTP would send. @returns the answer, with its organisation */
async function sent(target: string, headers: readonly string[]) {
  const socket = connect(Number(new URL(house.origin).port), '127.0.0.1');
  await once(socket, 'connect');
  socket.write([`GET ${target} HTTP/1.1`, ...headers, 'Connection: close', '', ''].join('\r\n'));
  const said = await text(socket);
  const tenant = /^domain-tenant: (.*)$/im.exec(said)?.[1]?.trim();
  return { status: Number(said.split(' ')[1]), tenant, said };
}

it.each([
  ['in another case, with its dot and a port', usersInfo.path, ['Host: MUSEO.example.org.:99'], 'altra'],
  [
    'in its address too',
    `http://museo.example.org${usersInfo.path}`,
    ['Host: Museo.Example.org:80'],
    'altra',
  ],
  [
    'in its address too, with a port and a dot',
    `https://museo.example.org${usersInfo.path}`,
    ['Host: museo.example.org.:443'],
    'altra',
  ],
  [
    'in its address too, which has a port and a dot',
    `https://museo.example.org.:443${usersInfo.path}`,
    ['Host: museo.example.org'],
    'altra',
  ],
  ['behind spaces', usersInfo.path, ['hOST:   127.0.0.1  '], 'default'],
])('[TENANT-12] a request names its organisation %s', async (_how, target, headers, tenant) => {
  expect(await sent(target, headers)).toMatchObject({ status: 200, tenant });
});

it.each([
  ['two hosts', usersInfo.path, ['Host: museo.example.org', 'Host: 127.0.0.1'], 400],
  ['two hosts', usersInfo.path, ['Host: 127.0.0.1', 'Host: museo.example.org'], 400],
  ['its host twice', usersInfo.path, ['Host: 127.0.0.1', 'hOST: 127.0.0.1'], 400],
  ['two hosts in one line', usersInfo.path, ['Host: 127.0.0.1, museo.example.org'], 400],
  ['another host in its address', `http://museo.example.org${usersInfo.path}`, ['Host: 127.0.0.1'], 400],
  ['another host in its address', `http://127.0.0.1${usersInfo.path}`, ['Host: museo.example.org'], 400],
  ['another host in its address', `http://evil.example${usersInfo.path}`, ['Host: museo.example.org'], 400],
  ['another port in its address', `http://127.0.0.1:1${usersInfo.path}`, ['Host: 127.0.0.1'], 400],
  ['a host in its path', `//evil.example${usersInfo.path}`, ['Host: museo.example.org'], 404],
  ['no host', usersInfo.path, [], 400],
  ['an empty host', usersInfo.path, ['Host:'], 400],
  ['an address and no host', `http://museo.example.org${usersInfo.path}`, [], 400],
  ['a Cyrillic а', usersInfo.path, ['Host: museo.ex\u0430mple.org'], 400],
  ['that as it stands in the DNS', usersInfo.path, ['Host: museo.xn--exmple-4nf.org'], 404],
  ['a full-width full stop', usersInfo.path, ['Host: museo.example\uff0eorg'], 400],
  ['an underscore', usersInfo.path, ['Host: museo_.example.org'], 400],
  ['a name before the host', usersInfo.path, ['Host: evil.example@museo.example.org'], 400],
  ['a host behind a name', usersInfo.path, ['Host: museo.example.org@evil.example'], 400],
  ['an encoded full stop', usersInfo.path, ['Host: museo%2eexample.org'], 400],
  ['an encoded end', usersInfo.path, ['Host: museo.example.org%00.evil.example'], 400],
  ['a tab', usersInfo.path, ['Host: museo.example.org\tevil.example'], 400],
  ['two dots at the end', usersInfo.path, ['Host: museo.example.org..'], 400],
  ['a second line', usersInfo.path, ['Host: museo.example.org', ' .evil.example'], 400],
  ['a space after the name', usersInfo.path, ['Host : museo.example.org'], 400],
  ['more behind the host', usersInfo.path, ['Host: museo.example.org.evil.example'], 404],
])(
  '[TENANT-16, TENANT-29] a request with %s reaches no organisation: %s %j',
  async (_what, target, headers, status) => {
    const answer = await sent(target, headers);
    expect(answer).toMatchObject({ status, tenant: undefined });
    // Neither names a stranger in an address, nor gives a cookie.
    expect(answer.said).not.toMatch(/https?:\/\/|^set-cookie:/im);
  },
);

it('[TENANT-29] the addresses in an answer are of the host that was asked, whichever is said beside it', async () => {
  const account = await house.account('altra', ['ROLE_USER']);
  const basic = Buffer.from(`${account.username}:${account.password}`).toString('base64');
  const { said } = await sent(`http://museo.example.org${signIn.path}`, [
    'Host: museo.example.org',
    'X-Forwarded-Host: evil.example',
    `Authorization: Basic ${basic}`,
  ]);
  expect(said).toContain(`"http://museo.example.org${getSelf.path}"`);
  expect(said).not.toContain('evil.example');
});
