import { defineConfig } from 'vitest/config';
import { SlowestFirst } from './tests/harness/slowest-first.ts';

/** On two cores more processes than these only wait for each other. */
const maxWorkers = 2;
/** What is waited for comes as slowly as a loaded machine lets it; one second is what the library gives it. */
const expect = { poll: { timeout: 20_000 } };
const notOurs = ['**/node_modules/**', '**/dist/**', '**/.dist-*/**'];

/**
 * The project `http` runs whole on the oldest PostgreSQL that is there; on the embedded one, where it is another, what asks
 * most of the database: its search, its plans, its locks and its policies. `e2e` and `faults` run on the embedded one anyway.
 */
const mostOfTheDatabase = [
  'apps/server/src/db/*.http.test.ts',
  'apps/server/src/modules/search/*.http.test.ts',
  ...[
    'compose',
    'modules/batch/batch-property',
    'modules/batch/batches',
    'modules/catalogue/deep-pages',
    'modules/catalogue/graph',
    'modules/catalogue/item-tables',
    'modules/catalogue/jobs/index-fields',
    'modules/delivery/event-stream',
    'modules/delivery/restricted-records',
    'modules/trash/deletion-property',
    'queue/queue',
  ].map((name) => `apps/server/src/${name}.http.test.ts`),
  'tests/tenancy/database-isolation.test.ts',
];

/**
 * Four kinds of test, one runner. `unit` needs nothing but Node; `http` gets a real PostgreSQL and, per
 * file, a database cloned from a migrated template; `e2e` and `faults` start the built program itself, each
 * file its own.
 */
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
          expect,
          // The linter reads the types of a whole workspace before it says the first word.
          testTimeout: 120_000,
        },
      },
      {
        test: {
          name: 'http',
          include:
            process.env['TEST_HTTP_PART'] === 'database'
              ? mostOfTheDatabase
              : ['apps/server/**/*.http.test.ts', 'tests/tenancy/**/*.test.ts'],
          exclude: notOurs,
          globalSetup: 'tests/http/global-setup.ts',
          pool: 'forks',
          isolate: false,
          expect,
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
          expect,
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
          expect,
          // They wait more than they work, and each has folders, ports and processes of its own.
          maxWorkers: maxWorkers + 2,
          testTimeout: 300_000,
          hookTimeout: 180_000,
        },
      },
    ],
  },
});
