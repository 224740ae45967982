/**
 * Who may import whom (docs/architecture.md). A violation fails the tests; tests/checks/import-rules.test.ts
 * breaks every rule once, to see that it still bites.
 *
 * Paths are regular expressions on paths from the repository's root; a package of npm is found as
 * `node_modules/name/`, a module of Node by its bare name.
 */
const server = '^apps/server/src';
const web = '^apps/web/src';
const test = '[.]test[.]tsx?$';

/** From left to right: a module knows only those before it. */
const modules = [
  'tenancy',
  'deliveries',
  'accounts',
  'records',
  'saved-searches',
  'catalogue',
  'media',
  'story',
  'workflow',
  'trash',
  'batch',
  'spreadsheets',
  'import-mail',
  'admission',
  'imaging',
  'downloads',
  'presentation',
  'sharing',
  'organisation',
  'audit',
  'events',
];
/** From the bottom to the top. */
const webLayers = ['lib', 'ui', 'records', 'viewers', 'features', 'app'];
/** The features that show and change the records of the catalogue, from left to right, as modules. */
const catalogueFeatures = [
  'saved-searches',
  'filters',
  'workflow',
  'trash',
  'record-entry',
  'table',
  'operations',
  'spreadsheets',
  'audit',
  'browse',
  'item',
  'stories',
  'story-editor',
];

const error = (name, comment, from, to) => ({ name, comment, severity: 'error', from, to });

/** One rule for each place in an order that has something after it: nothing after it may be imported. */
const inOrder = (prefix, folder, names) =>
  names
    .slice(0, -1)
    .map((name, index) =>
      error(
        `${prefix}-${name}`,
        `${name}/ knows nothing of what comes after it: ${names.slice(index + 1).join(', ')}.`,
        { path: `${folder}/${name}/` },
        { path: `${folder}/(${names.slice(index + 1).join('|')})/` },
      ),
    );

module.exports = {
  forbidden: [
    error(
      'no-circular',
      'What imports itself in a circle can be neither read nor tested alone.',
      {},
      { circular: true },
    ),
    error('resolvable', 'The import leads nowhere.', {}, { couldNotResolve: true }),
    error(
      'product-without-tests',
      'The product never imports tests, their harness, or the bench.',
      { path: '^(apps|packages)/', pathNot: test },
      { path: [test, '^tests/', '^bench/'] },
    ),

    error(
      'contract-alone',
      'The contract is schemas and rules that both sides share: it knows the schema library and, for colours, chroma.js.',
      { path: '^packages/contract/src/', pathNot: test },
      {
        pathNot: ['^packages/contract/src/', 'node_modules/(@sinclair/typebox|chroma-js|@types/chroma-js)/'],
      },
    ),
    error(
      'web-without-server',
      'They meet in the contract.',
      { path: '^apps/web/' },
      { path: '^apps/server/' },
    ),
    error(
      'server-without-web',
      'They meet in the contract.',
      { path: '^apps/server/' },
      { path: '^apps/web/' },
    ),

    error(
      'driver-in-db',
      'The driver and the queue are reached through db/ and queue/; modules build queries with kysely and are ' +
        'given a handle that is bound to a tenant.',
      { path: `${server}/`, pathNot: `${server}/(db|queue)/` },
      { path: 'node_modules/(@types/)?(pg|pg-pool|pg-protocol|pg-copy-streams|graphile-worker)/' },
    ),
    error(
      'files-in-storage',
      'Files are storage/: keys and streams for everybody else. The exceptions work on files of this machine by ' +
        'their nature: db/ (the cluster of the embedded PostgreSQL, the migrations), modules/media/image/ (the ' +
        'image library takes paths of scratch files; tiles are read out of pyramids), modules/media/recording/ (so does FFmpeg), ' +
        'modules/media/pdf/ (a PDF is opened whole), modules/media/captions/ (so are captions), ' +
        'modules/media/model3d/ (models are unpacked into scratch folders), sample/ (reads its pages), http/static- (the built client), ' +
        'commands/ (what a person at a terminal names: lists, folders, backups), observe/resident-bytes (the memory of a process, which Linux shows as a file).',
      {
        path: `${server}/`,
        pathNot: [
          test,
          `${server}/(storage|db|modules/media/(image|pdf|captions|recording|model3d)|sample|commands)/`,
          `${server}/observe/resident-bytes`,
          `${server}/http/static-`,
        ],
      },
      { path: '^(node:)?fs(/promises)?$' },
    ),
    error(
      'objects-in-storage',
      'S3 is storage/ as well.',
      { path: `${server}/`, pathNot: `${server}/storage/` },
      { path: '(^|node_modules/)@aws-sdk/' },
    ),
    error(
      'iiif-image-pure',
      'Parsing and planning of image requests is pure: no Node, no npm, nothing of the rest of the server.',
      { path: `${server}/iiif-image/`, pathNot: test },
      { pathNot: `${server}/iiif-image/` },
    ),

    ...inOrder('module-order', `${server}/modules`, modules),
    error(
      'module-door',
      'Another module is entered through its public.ts; a test may take what its tests make.',
      { path: `${server}/modules/([^/]+)/` },
      {
        path: `${server}/modules/`,
        pathNot: [`${server}/modules/$1/`, '/public[.]ts$', '/made-[^/]+[.]ts$'],
      },
    ),
    error(
      'ground-without-modules',
      'What modules stand on does not know them: compose.ts and main.ts wire them together.',
      { path: `${server}/(http|db|queue|storage|observe|outbound|iiif-image)/`, pathNot: test },
      { path: `${server}/modules/` },
    ),
    error(
      'nobody-imports-the-roof',
      'compose.ts and main.ts import everything; only they and the commands, which use what is composed, know them.',
      { path: `${server}/.+/`, pathNot: [test, `${server}/commands/`] },
      { path: `${server}/(compose|main)[.]ts$` },
    ),
    error(
      'commands-at-the-top',
      'A command is run by main.ts alone; what two of them need belongs to a module.',
      { path: `${server}/`, pathNot: [test, `${server}/main[.]ts$`, `${server}/commands/`] },
      { path: `${server}/commands/` },
    ),

    ...inOrder('web-order', web, webLayers),
    ...inOrder('feature-order', `${web}/features`, catalogueFeatures),
    error(
      'features-apart',
      'A feature never imports another: pages in app/ put them together. Those of the catalogue may, in their order.',
      { path: `${web}/features/([^/]+)/` },
      { path: `${web}/features/`, pathNot: `${web}/features/($1|${catalogueFeatures.join('|')})/` },
    ),
    error(
      'features-apart-from-catalogue',
      'The other features know nothing of those of the catalogue.',
      { path: `${web}/features/`, pathNot: `${web}/features/(${catalogueFeatures.join('|')})/` },
      { path: `${web}/features/(${catalogueFeatures.join('|')})/` },
    ),
  ],
  options: {
    tsPreCompilationDeps: true,
    tsConfig: { fileName: `${__dirname}/tsconfig.base.json` },
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '(^|/)([.]dist-[^/]+|dist|data|[.]cache)/' },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'require', 'node', 'default', 'types'],
      mainFields: ['module', 'main', 'types'],
    },
    cache: false,
  },
};
