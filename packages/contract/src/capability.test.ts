import { describe, expect, it } from 'vitest';
import { capabilities, reachOf, roles, type Capability, type Role } from './capability.ts';

/** Decisions §3 once more, written as people read it: who, and how far. */
const expected: Record<Capability, Partial<Record<Role, 'all' | 'own' | 'as the tenant says'>>> = {
  browse: Object.fromEntries(roles.map((role) => [role, 'all'])),
  create: {
    ROLE_USER: 'as the tenant says',
    ROLE_METADATA_EDITOR: 'all',
    ROLE_CCC: 'all',
    ROLE_TENANT_ADMIN: 'all',
    ROLE_ADMIN: 'all',
  },
  upload: {
    ROLE_USER: 'as the tenant says',
    ROLE_CCC: 'all',
    ROLE_TENANT_ADMIN: 'all',
    ROLE_ADMIN: 'all',
  },
  monitorImports: {
    ROLE_USER: 'own',
    ROLE_METADATA_EDITOR: 'own',
    ROLE_CCC: 'own',
    ROLE_TENANT_ADMIN: 'all',
    ROLE_ADMIN: 'all',
  },
};

describe('the capability table', () => {
  it('[PERM-03] knows the nine roles', () => {
    expect([...roles].sort()).toEqual([
      'ROLE_ADMIN',
      'ROLE_CCC',
      'ROLE_IMAGE_DOWNLOAD',
      'ROLE_METADATA_EDITOR',
      'ROLE_NO_WATERMARK',
      'ROLE_PUBLISHER',
      'ROLE_RESEARCHER',
      'ROLE_TENANT_ADMIN',
      'ROLE_USER',
    ]);
  });

  it('holds what decisions §3 holds, row by row', () => {
    expect(Object.keys(expected).sort()).toEqual([...capabilities].sort());
  });

  const cells = capabilities.flatMap((capability) => roles.map((role) => [capability, role] as const));
  it.each(cells)('[PERM-11, PERM-15, PERM-16, PERM-27] %s of %s', (capability, role) => {
    const cell = expected[capability][role];
    const dependent = cell === 'as the tenant says';
    expect(reachOf(capability, [role], 'all')).toBe(dependent ? 'all' : cell);
    expect(reachOf(capability, [role], 'own')).toBe(dependent ? 'own' : cell);
    expect(reachOf(capability, [role], 'read-only')).toBe(dependent ? undefined : cell);
  });

  it('[PERM-04] adds roles up, the farthest reach first, whatever their order', () => {
    expect(reachOf('monitorImports', ['ROLE_USER', 'ROLE_TENANT_ADMIN'], 'all')).toBe('all');
    expect(reachOf('monitorImports', ['ROLE_TENANT_ADMIN', 'ROLE_USER'], 'all')).toBe('all');
    expect(reachOf('upload', ['ROLE_USER', 'ROLE_CCC'], 'own')).toBe('all');
    expect(reachOf('upload', ['ROLE_RESEARCHER', 'ROLE_USER'], 'own')).toBe('own');
    expect(reachOf('create', ['ROLE_RESEARCHER', 'ROLE_IMAGE_DOWNLOAD'], 'all')).toBeUndefined();
  });

  it('gives nobody without a role anything', () => {
    for (const capability of capabilities) expect(reachOf(capability, [], 'all')).toBeUndefined();
  });
});
