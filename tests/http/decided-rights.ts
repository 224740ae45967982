import type { Capability, Reach, Role, UserRights } from '@armarium/contract/capability';

/**
 * The table of decisions §3, word for word, and below it what §11 says of saved searches, and what opens the trash: any
 * right to restore something. It is what the tests hold the product's own table against.
 */
const decided = `
| capability | U | RE | DL | NW | ME | CC | PU | TA | AD |
|---|---|---|---|---|---|---|---|---|---|
| sign in, change organisation, own profile and password | Y | Y | Y | Y | Y | Y | Y | Y | Y |
| browse, search, preview (watermarked) | Y | Y | Y | Y | Y | Y | Y | Y | Y |
| see restricted records (§4) | c | | | | Y | Y | Y | Y | Y |
| view without watermark (where the tenant has one) | | | | Y | Y | Y | Y | Y | Y |
| download image sizes, crop, full, zip (after the agreement) | | | Y | | | Y | | Y | Y |
| download the original master (logged) | | | with NW | with DL | | Y | | Y | Y |
| export metadata of what one can see | Y | Y | | | Y | Y | Y | Y | Y |
| create collection, item | c | | | | Y | Y | | Y | Y |
| upload, import, replace asset, fetch by URL | c | | | | | Y | | Y | Y |
| edit metadata of one record | c | | | | Y | o | | Y | Y |
| edit metadata of assets, several at once too | c | | | | Y | Y | | Y | Y |
| correct a pressmark (with a reason) | | | | | Y | | | Y | Y |
| bulk edit, spreadsheet update | | | | | Y | | | Y | Y |
| move, link, unlink items; reorder, move assets | c | | | | Y | Y | | Y | Y |
| move, link, unlink collections | | | | | Y | | | Y | Y |
| item or asset to the trash, restore | o | | | | Y | o | | Y | Y |
| delete a collection (after the dry run), purge | | | | | | | | Y | Y |
| workflow transitions (each may narrow its roles) | c | | | | Y | Y | Y | Y | Y |
| publish, withdraw, public visibility, share links | | | | | | | Y | Y | Y |
| stories and series: create, edit, duplicate, preview | c | | | | Y | | Y | Y | Y |
| stories and series: delete, reorder | o | | | | o | | Y | Y | Y |
| import monitor | o | | | | o | o | | Y | Y |
| history of a record | c | Y | | | Y | Y | Y | Y | Y |
| management, configuration, users of the tenant | | | | | | | | Y | Y |
| tenants, granting ROLE_ADMIN | | | | | | | | | Y |
| saved searches of the organisation | | | | | Y | | | Y | Y |
| open the trash | o | | | | Y | o | Y | Y | Y |
`;

/** Which row speaks of a capability. The row without one needs a session alone. */
const rowOf: Record<Capability, string> = {
  browse: 'browse, search, preview (watermarked)',
  seeRestricted: 'see restricted records (§4)',
  viewUnwatermarked: 'view without watermark (where the tenant has one)',
  download: 'download image sizes, crop, full, zip (after the agreement)',
  downloadOriginal: 'download the original master (logged)',
  exportMetadata: 'export metadata of what one can see',
  create: 'create collection, item',
  upload: 'upload, import, replace asset, fetch by URL',
  edit: 'edit metadata of one record',
  editAssets: 'edit metadata of assets, several at once too',
  correctPressmark: 'correct a pressmark (with a reason)',
  editSharedSearches: 'saved searches of the organisation',
  bulkEdit: 'bulk edit, spreadsheet update',
  arrangeItems: 'move, link, unlink items; reorder, move assets',
  arrangeCollections: 'move, link, unlink collections',
  trash: 'item or asset to the trash, restore',
  useTrash: 'open the trash',
  deleteCollections: 'delete a collection (after the dry run), purge',
  transition: 'workflow transitions (each may narrow its roles)',
  publish: 'publish, withdraw, public visibility, share links',
  editStories: 'stories and series: create, edit, duplicate, preview',
  arrangeStories: 'stories and series: delete, reorder',
  monitorImports: 'import monitor',
  readHistory: 'history of a record',
  manage: 'management, configuration, users of the tenant',
  manageTenants: 'tenants, granting ROLE_ADMIN',
};
const withoutCapability = 'sign in, change organisation, own profile and password';

const short: Record<Role, string> = {
  ROLE_USER: 'U',
  ROLE_RESEARCHER: 'RE',
  ROLE_IMAGE_DOWNLOAD: 'DL',
  ROLE_NO_WATERMARK: 'NW',
  ROLE_METADATA_EDITOR: 'ME',
  ROLE_CCC: 'CC',
  ROLE_PUBLISHER: 'PU',
  ROLE_TENANT_ADMIN: 'TA',
  ROLE_ADMIN: 'AD',
};

const [[, ...columns] = [], , ...rows] = decided
  .trim()
  .split('\n')
  .map((line) =>
    line
      .split('|')
      .slice(1, -1)
      .map((cell) => cell.trim()),
  );
const cells = new Map(rows.map(([title = '', ...row]) => [title, row]));

/** The rows that no capability stands for, and the capabilities without a row; both have to be empty. */
export function unmatchedRows(capabilities: readonly Capability[]): string[] {
  const known = new Set([withoutCapability, ...Object.values(rowOf)]);
  return [
    ...[...cells.keys()].filter((title) => !known.has(title)),
    ...capabilities.filter((capability) => !cells.has(rowOf[capability])),
  ];
}

/** How far a capability reaches for who holds these roles, by the table; undefined where not at all. */
export function decidedReach(
  capability: Capability,
  held: readonly Role[],
  setting: UserRights,
): Reach | undefined {
  const reaches = held.map((role): Reach | undefined => {
    const cell = cells.get(rowOf[capability])?.[columns.indexOf(short[role])] ?? '';
    if (cell === 'Y') return 'all';
    if (cell === 'c') return setting === 'read-only' ? undefined : setting;
    if (cell.startsWith('with ')) {
      return held.some((other) => short[other] === cell.slice('with '.length)) ? 'all' : undefined;
    }
    // read-only changes nothing, the own records neither; looking at own imports changes nothing.
    const forbids = role === 'ROLE_USER' && setting === 'read-only' && capability !== 'monitorImports';
    return cell === 'o' && !forbids ? 'own' : undefined;
  });
  return reaches.includes('all') ? 'all' : reaches.find((reach) => reach !== undefined);
}

/** What `GET /iam/me/permissions` has to answer. */
export function decidedPermissions(held: readonly Role[], setting: UserRights) {
  const reaches = (Object.keys(rowOf) as Capability[]).map((capability) => [
    capability,
    decidedReach(capability, held, setting),
  ]);
  return Object.fromEntries(reaches.filter(([, reach]) => reach !== undefined)) as Partial<
    Record<Capability, Reach>
  >;
}
