import { oneOf } from './scalar.ts';

/** The roles of the back office specification §6, assigned per tenant; they add up (decisions §3). */
export const roles = [
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
export type Role = (typeof roles)[number];
export const RoleName = oneOf(roles);

/** How far a capability reaches: all records of the tenant, or only those that the account made. */
export type Reach = 'all' | 'own';

/**
 * What ROLE_USER may change in a tenant (decisions §3): everything marked c, own records only, or nothing.
 */
export const userRights = ['all', 'own', 'read-only'] as const;
export type UserRights = (typeof userRights)[number];

/**
 * The capability table of decisions §3, and what §11 says of saved searches: one row for each capability, columns in
 * the order of `roles`: `Y` yes; `o` own records and imports only; `m` as `o`, but nothing where the tenant's setting
 * for ROLE_USER is read-only (PERM-42); `c` as that setting says; `w` only together with another role whose cell is `w`
 * too; `-` no. Actions of every account with a role (signing in, changing the organisation, the own profile and
 * password) have no row: they need only a session.
 */
const table = {
  //                          U RE DL NW ME CC PU TA AD
  browse: /*               */ 'Y Y Y Y Y Y Y Y Y',
  seeRestricted: /*        */ 'c - - - Y Y Y Y Y',
  viewUnwatermarked: /*    */ '- - - Y Y Y Y Y Y',
  download: /*             */ '- - Y - - Y - Y Y',
  downloadOriginal: /*     */ '- - w w - Y - Y Y',
  exportMetadata: /*       */ 'Y Y - - Y Y Y Y Y',
  create: /*               */ 'c - - - Y Y - Y Y',
  upload: /*               */ 'c - - - - Y - Y Y',
  edit: /*                 */ 'c - - - Y o - Y Y',
  editAssets: /*           */ 'c - - - Y Y - Y Y',
  correctPressmark: /*     */ '- - - - Y - - Y Y',
  bulkEdit: /*             */ '- - - - Y - - Y Y',
  editSharedSearches: /*   */ '- - - - Y - - Y Y',
  arrangeItems: /*         */ 'c - - - Y Y - Y Y',
  arrangeCollections: /*   */ '- - - - Y - - Y Y',
  trash: /*                */ 'm - - - Y o - Y Y',
  useTrash: /*             */ 'm - - - Y o Y Y Y',
  deleteCollections: /*    */ '- - - - - - - Y Y',
  transition: /*           */ 'c - - - Y Y Y Y Y',
  publish: /*              */ '- - - - - - Y Y Y',
  editStories: /*          */ 'c - - - Y - Y Y Y',
  arrangeStories: /*       */ 'm - - - o - Y Y Y',
  monitorImports: /*       */ 'o - - - o o - Y Y',
  readHistory: /*          */ 'c Y - - Y Y Y Y Y',
  manage: /*               */ '- - - - - - - Y Y',
  manageTenants: /*        */ '- - - - - - - - Y',
} as const satisfies Record<string, string>;

export type Capability = keyof typeof table;
export const capabilities = Object.keys(table) as Capability[];

/** The union of what the roles give; undefined: nothing. */
export function reachOf(
  capability: Capability,
  held: readonly Role[],
  setting: UserRights,
): Reach | undefined {
  const cells = table[capability].split(' ');
  let reach: Reach | undefined;
  for (const role of held) {
    const cell = cells[roles.indexOf(role)];
    if (cell === 'Y' || (cell === 'c' && setting === 'all')) return 'all';
    if (cell === 'o' || (cell === 'm' && setting !== 'read-only') || (cell === 'c' && setting === 'own'))
      reach = 'own';
    if (cell === 'w' && new Set(held.filter((other) => cells[roles.indexOf(other)] === 'w')).size > 1)
      return 'all';
  }
  return reach;
}
