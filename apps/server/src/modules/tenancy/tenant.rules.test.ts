import { describe, expect, it } from 'vitest';
import { readDisplayName, readTenantUrl, requireNewName } from './tenant.rules.ts';

const tenants = [
  { name: 'default', url: null },
  { name: 'museo', url: 'museo.example.org' },
  { name: 'archivio', url: 'http://carte.localhost:8080' },
];

describe('a name', () => {
  it.each(['a', 'biblioteca', '2nd', 'museo-civico', 'a'.repeat(63)])('may be %s', (name) => {
    expect(() => requireNewName(name, tenants)).not.toThrow();
  });

  it.each([
    ['default', /reserved/],
    ['museo', /There is an organisation "museo" already/],
    ['carte', /carte\.localhost is the address of "archivio"/],
    ['rnuseo', /"rnuseo" looks like museo\.localhost, the address of "museo"/],
    ['muse0', /looks like museo\.localhost/],
    ['defau1t', /looks like default\.localhost/],
    ['xn--muso-x4d', /looks like museo\.localhost/],
    ['xn--zz', /it begins with xn--/],
    ...['', 'Museo', 'mu seo', 'mu.seo', '-museo', 'museo-', 'museo_1', 'città', 'a'.repeat(64), 'x\n'].map(
      (name) => [name, /small letters a to z, digits and hyphens/] as const,
    ),
  ] as const)('may not be "%s"', (name, why) => {
    expect(() => requireNewName(name, tenants)).toThrow(why);
  });
});

describe('a display name', () => {
  it('is one line, as it was written', () => {
    expect(readDisplayName('  Biblioteca “Città di S. Pietro” \u0065\u0301 ')).toBe(
      'Biblioteca “Città di S. Pietro” \u00e9',
    );
    expect(readDisplayName('')).toBe('');
    expect(() => readDisplayName('two\nlines')).toThrow(/one line/);
    expect(() => readDisplayName('x'.repeat(201))).toThrow(/at most 200/);
    expect(readDisplayName('🙂'.repeat(200))).toHaveLength(400);
  });
});

describe('an address', () => {
  it.each([
    ['biblioteca.example.org', 'biblioteca.example.org'],
    ['  Biblioteca.Example.ORG/ ', 'biblioteca.example.org'],
    ['biblioteca.example.org:8443', 'biblioteca.example.org:8443'],
    ['biblioteca.example.org:443', 'biblioteca.example.org'],
    ['biblioteca.example.org.', 'biblioteca.example.org'],
    ['https://biblioteca.example.org', 'https://biblioteca.example.org'],
    ['HTTP://biblioteca.localhost:8080/', 'http://biblioteca.localhost:8080'],
    ['biblioteca', 'biblioteca'],
    ['città.example.org', 'xn--citt-3na.example.org'],
    ['nobody.localhost', 'nobody.localhost'],
  ])('[TENANT-08] %s is kept as %s', (given, kept) => {
    expect(readTenantUrl(given, 'biblioteca', tenants)).toBe(kept);
  });

  it('may be its own, and one of this machine for default', () => {
    expect(readTenantUrl('museo.example.org:8443', 'museo', tenants)).toBe('museo.example.org:8443');
    expect(readTenantUrl('museo.localhost', 'museo', tenants)).toBe('museo.localhost');
    expect(readTenantUrl('rnuseo.example.org', 'museo', tenants)).toBe('rnuseo.example.org');
    expect(readTenantUrl('http://192.168.1.20:8080', 'default', tenants)).toBe('http://192.168.1.20:8080');
    expect(readTenantUrl('http://[::1]:8080', 'default', tenants)).toBe('http://[::1]:8080');
  });

  it('may be kept, with another scheme and port, by an organisation that looks like another already', () => {
    const alike = [...tenants, { name: 'rnuseo', url: 'rnuseo.example.org' }];
    for (const url of [
      'rnuseo.example.org',
      'http://rnuseo.example.org:8080',
      'http://rnuseo.localhost:8080',
    ])
      expect(readTenantUrl(url, 'rnuseo', alike)).toBe(url);
    expect(() => readTenantUrl('muse0.example.org', 'rnuseo', alike)).toThrow(/looks like/);
  });

  it.each([
    ['', /is not an address/],
    ['https://', /is not an address/],
    ['two words', /is not an address/],
    ['under_score.example.org', /is not an address/],
    ['a..b', /is not an address/],
    ['-a.example.org', /is not an address/],
    ['museo.example.org:99999', /is not an address/],
    ['ftp://biblioteca.example.org', /is not an address/],
    ['javascript://biblioteca.example.org', /is not an address/],
    ['biblioteca.example.org/entrata', /more than a host/],
    ['biblioteca.example.org?x=1', /more than a host/],
    ['biblioteca.example.org?', /more than a host/],
    ['biblioteca.example.org#x', /more than a host/],
    ['https://me:secret@biblioteca.example.org', /more than a host/],
    ['me@biblioteca.example.org', /more than a host/],
    ['localhost:8080', /always lead to "default"/],
    ['127.0.0.1', /always lead to "default"/],
    ['http://[::1]:8080', /always lead to "default"/],
    ['MUSEO.example.org', /is the address of "museo" already/],
    ['http://museo.example.org:9000', /is the address of "museo" already/],
    ['museo.localhost', /is the address of "museo" already/],
    ['carte.localhost', /is the address of "archivio" already/],
    ['default.localhost', /is the address of "default" already/],
    ['rnuseo.example.org', /"rnuseo\.example\.org" looks like museo\.example\.org, the address of "museo"/],
    ['MUSE0.exarnple.org', /looks like museo\.example\.org/],
    ['mus\u0435o.example.org', /looks like museo\.example\.org/],
    ['museo.xn--exmple-4nf.org', /looks like museo\.example\.org/],
    ['c\u0430rte.localhost', /looks like carte\.localhost/],
  ])('may not be "%s"', (given, why) => {
    expect(() => readTenantUrl(given, 'biblioteca', tenants)).toThrow(why);
  });
});
