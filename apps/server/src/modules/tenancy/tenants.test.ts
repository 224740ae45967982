import { describe, expect, it } from 'vitest';
import { tenantOfHost } from './tenants.ts';

const tenant = (id: number, name: string, url: string | null = null) => ({
  id,
  name,
  displayName: name,
  url,
  logoKey: null,
  accent: null,
  language: null,
  userRights: 'all' as const,
});
const one = [tenant(1, 'default')];
const several = [
  tenant(1, 'default'),
  tenant(2, 'museo', 'museo.example.org'),
  tenant(3, 'archivio', 'http://archivio.localhost:8080'),
  tenant(4, 'biblioteca', 'https://Cataloghi.Example.ORG/entrata'),
];

describe('which tenant answers at a host (decisions §2)', () => {
  it.each([
    ['museo.example.org', 'museo'],
    ['archivio.localhost', 'archivio'],
    ['cataloghi.example.org', 'biblioteca'],
    ['museo.localhost', 'museo'],
    ['biblioteca.localhost', 'biblioteca'],
    ['default.localhost', 'default'],
    ['MUSEO.Example.org', 'museo'],
    ['museo.example.org.', 'museo'],
    ['Museo.LOCALHOST.', 'museo'],
    ['localhost', 'default'],
    ['LocalHost.', 'default'],
    ['127.0.0.1', 'default'],
    ['192.168.1.20', 'default'],
    ['[::1]', 'default'],
    ['::1', 'default'],
    ['nobody.localhost', undefined],
    ['example.org', undefined],
    ['museo.example.org.evil.example', undefined],
    ['a.museo.example.org', undefined],
    ['museo', undefined],
    ['', undefined],
  ])('of several, %s is %s', (host, name) => {
    expect(tenantOfHost(several, host)?.name).toBe(name);
  });

  it.each(['localhost', '10.0.0.1', 'library.example.org', 'armarium', 'museo.localhost'])(
    'of one, %s is default',
    (host) => {
      expect(tenantOfHost(one, host)?.name).toBe('default');
    },
  );

  it('is never another than default at this machine, nor another than its name says', () => {
    const strayed = [
      tenant(1, 'default', 'museo.localhost'),
      tenant(2, 'museo', 'localhost:8080'),
      tenant(3, 'archivio', '127.0.0.1'),
      tenant(4, 'carte', 'ftp://files.example.org'),
    ];
    expect(tenantOfHost(strayed, 'localhost')?.name).toBe('default');
    expect(tenantOfHost(strayed, '127.0.0.1')?.name).toBe('default');
    expect(tenantOfHost(strayed, 'museo.localhost')?.name).toBe('museo');
    expect(tenantOfHost(strayed, 'files.example.org')).toBeUndefined();
  });

  it('is none where there is none', () => {
    expect(tenantOfHost([], 'localhost')).toBeUndefined();
  });
});
