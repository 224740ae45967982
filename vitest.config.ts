import { defineConfig } from 'vitest/config';
import { SlowestFirst } from './tests/harness/slowest-first.ts';

/** On two cores more processes than these only wait for each other. */
const maxWorkers = 2;
const notOurs = ['**/node_modules/**', '**/dist/**', '**/.dist-*/**'];

/**
 * Four kinds of test, one runner. `unit` needs nothing but Node; `http` gets a real PostgreSQL and, per
 * file, a database cloned from a migrated template; `e2e` and `faults` start the built program itself, each
 * file its own.
 */
/**
 * The run on a server of the machine leaves out what asks little of the database, or nothing that another test doesn't ask:
 * it is the same there, and takes minutes.
 */
const littleOfTheDatabase = [
  ...['hostile-input', 'every-operation', 'every-role', 'allowed-actions', 'image-isolation'].map(
    (name) => `tests/tenancy/${name}.test.ts`,
  ),
  ...[
    'http/app',
    'http/management-door',
    'http/metrics-route',
    'http/security',
    'modules/delivery/files/media-file-routes',
    'modules/delivery/image-conformance',
    'modules/delivery/image-delivery',
    'modules/delivery/image-edge',
    'modules/delivery/image-routes',
    'modules/delivery/manifest/manifest-media',
    'modules/delivery/stored-files',
    'modules/media/captions/captions',
    'modules/media/model3d/model-import',
    'modules/media/pdf/pdf-import',
    'modules/media/recording/recording-import',
    'modules/media/resumable/resumable-routes',
    'modules/media/resumable/slow-bucket',
    'modules/media/upload-file',
    'modules/tenancy/accounts',
    'modules/tenancy/handoff',
    'modules/tenancy/session',
    'queue/queue',
    'commands/bucket',
    'commands/import-files',
  ].map((name) => `apps/server/src/${name}.http.test.ts`),
];
const onMachinesServer = Boolean(process.env['TEST_POSTGRES_BIN'] || process.env['TEST_DATABASE_URL']);

export default defineConfig({
  test: {
    // A test that was left focused would silently switch the others off.
    allowOnly: false,
    sequence: { sequencer: SlowestFirst },
    projects: [
      {
        test: {
          name: 'unit',
          include: [
            'packages/**/*.test.ts',
            'apps/**/*.test.ts',
            'apps/**/*.test.tsx',
            'tests/{checks,harness}/**/*.test.ts',
          ],
          exclude: [...notOurs, '**/*.http.test.ts'],
          // A process and its modules for each of a hundred files took longer than most of them.
          isolate: false,
          maxWorkers,
          // The linter reads the types of a whole workspace before it says the first word.
          testTimeout: 120_000,
        },
      },
      {
        test: {
          name: 'http',
          include: ['apps/server/**/*.http.test.ts', 'tests/tenancy/**/*.test.ts'],
          exclude: onMachinesServer ? [...notOurs, ...littleOfTheDatabase] : notOurs,
          globalSetup: 'tests/http/global-setup.ts',
          pool: 'forks',
          isolate: false,
          // One of them waits for the database while two work.
          maxWorkers: maxWorkers + 1,
          testTimeout: 60_000,
          hookTimeout: 60_000,
        },
      },
      {
        test: {
          name: 'e2e',
          globalSetup: 'tests/harness/made-installation.ts',
          include: ['tests/e2e/**/*.e2e.ts'],
          pool: 'forks',
          isolate: false,
          maxWorkers,
          testTimeout: 180_000,
          hookTimeout: 180_000,
        },
      },
      {
        test: {
          name: 'faults',
          globalSetup: 'tests/harness/made-installation.ts',
          include: ['tests/faults/**/*.test.ts'],
          pool: 'forks',
          isolate: false,
          // They wait more than they work, and each has folders, ports and processes of its own.
          maxWorkers: maxWorkers + 2,
          testTimeout: 300_000,
          hookTimeout: 180_000,
        },
      },
    ],
  },
});
