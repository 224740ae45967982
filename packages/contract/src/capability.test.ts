import { describe, expect, it } from 'vitest';
import { capabilities, reachOf, roles, userRights, type Capability, type Role } from './capability.ts';

type Cell = 'all' | 'own' | 'own unless read-only' | 'as the tenant says';
const [U, RE, DL, NW, ME, CC, PU, TA, AD] = [
  'ROLE_USER',
  'ROLE_RESEARCHER',
  'ROLE_IMAGE_DOWNLOAD',
  'ROLE_NO_WATERMARK',
  'ROLE_METADATA_EDITOR',
  'ROLE_CCC',
  'ROLE_PUBLISHER',
  'ROLE_TENANT_ADMIN',
  'ROLE_ADMIN',
] as const;

/** Decisions §3 once more, written as the checklist has it: who, and how far. */
const expected: Record<Capability, Partial<Record<Cell, readonly Role[]>>> = {
  browse: { all: roles },
  seeRestricted: { 'as the tenant says': [U], all: [ME, CC, PU, TA, AD] },
  viewUnwatermarked: { all: [NW, ME, CC, PU, TA, AD] },
  download: { all: [DL, CC, TA, AD] },
  downloadOriginal: { all: [CC, TA, AD] },
  exportMetadata: { all: [U, RE, ME, CC, PU, TA, AD] },
  create: { 'as the tenant says': [U], all: [ME, CC, TA, AD] },
  upload: { 'as the tenant says': [U], all: [CC, TA, AD] },
  edit: { 'as the tenant says': [U], own: [CC], all: [ME, TA, AD] },
  editAssets: { 'as the tenant says': [U], all: [ME, CC, TA, AD] },
  correctPressmark: { all: [ME, TA, AD] },
  bulkEdit: { all: [ME, TA, AD] },
  editSharedSearches: { all: [ME, TA, AD] },
  arrangeItems: { 'as the tenant says': [U], all: [ME, CC, TA, AD] },
  arrangeCollections: { all: [ME, TA, AD] },
  trash: { 'own unless read-only': [U], own: [CC], all: [ME, TA, AD] },
  useTrash: { 'own unless read-only': [U], own: [CC], all: [ME, PU, TA, AD] },
  deleteCollections: { all: [TA, AD] },
  transition: { 'as the tenant says': [U], all: [ME, CC, PU, TA, AD] },
  publish: { all: [PU, TA, AD] },
  editStories: { 'as the tenant says': [U], all: [ME, PU, TA, AD] },
  arrangeStories: { 'own unless read-only': [U], own: [ME], all: [PU, TA, AD] },
  monitorImports: { own: [U, ME, CC], all: [TA, AD] },
  readHistory: { 'as the tenant says': [U], all: [RE, ME, CC, PU, TA, AD] },
  manage: { all: [TA, AD] },
  manageTenants: { all: [AD] },
};

function cellOf(capability: Capability, role: Role): Cell | undefined {
  const entries = Object.entries(expected[capability]) as [Cell, readonly Role[]][];
  return entries.find(([, held]) => held.includes(role))?.[0];
}

/** What a cell gives under each setting of the tenant for ROLE_USER. */
const given = {
  all: { all: 'all', own: 'all', 'read-only': 'all' },
  own: { all: 'own', own: 'own', 'read-only': 'own' },
  'own unless read-only': { all: 'own', own: 'own', 'read-only': undefined },
  'as the tenant says': { all: 'all', own: 'own', 'read-only': undefined },
} as const;

describe('the capability table', () => {
  it('knows the nine roles', () => {
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
  it.each(cells)('%s of %s', (capability, role) => {
    const cell = cellOf(capability, role);
    for (const setting of userRights) {
      expect(reachOf(capability, [role], setting)).toBe(cell && given[cell][setting]);
    }
  });

  it('[PERM-42] gives ROLE_USER nothing that changes anything where the tenant says read-only', () => {
    const left = capabilities.filter((capability) => reachOf(capability, [U], 'read-only') !== undefined);
    expect(left).toEqual(['browse', 'exportMetadata', 'monitorImports']);
  });

  it('gives the original to who may download and see it without a watermark, not to either alone', () => {
    expect(reachOf('downloadOriginal', [DL, NW], 'all')).toBe('all');
    expect(reachOf('downloadOriginal', [NW, RE, DL], 'all')).toBe('all');
    expect(reachOf('downloadOriginal', [DL, DL], 'all')).toBeUndefined();
    expect(reachOf('downloadOriginal', [NW, ME], 'all')).toBeUndefined();
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
