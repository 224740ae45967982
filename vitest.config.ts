import { playwright } from '@vitest/browser-playwright';
import { defineConfig } from 'vitest/config';
import { findChromium } from './tests/harness/find-chromium.ts';
import { SlowestFirst } from './tests/harness/slowest-first.ts';
import { isSoak } from './tests/harness/soak.ts';
import { INTERVAL_MS, PATIENCE_MS } from './tests/harness/patience.ts';

/** On two cores more processes than these only wait for each other. */
const maxWorkers = 2;
/** What is waited for comes as slowly as a loaded machine lets it; one second is what the library gives it. */
const expect = { poll: { timeout: PATIENCE_MS, interval: INTERVAL_MS } };
/**
 * What needs only Node or a database and has not ended by then hangs, however busy the machine is. Longer than a wait
 * (tests/harness/patience.ts), so that what was waited for in vain is told by its name.
 */
const hangs_ms = 300_000;
const notOurs = ['**/node_modules/**', '**/dist/**', '**/.dist-*/**'];
/** `vitest run users.soak` runs a file of the soak with the small sizes of `npm test`. */
const isSoakFileNamed = process.argv.some((word) => word.includes('.soak'));
/** What is too heavy for every change: `npm test` leaves it out. */
const exclude = isSoak || isSoakFileNamed ? notOurs : [...notOurs, '**/*.soak.*'];
/**
 * A browser and a process that is killed depend on more than the code. Tests of theirs get two attempts more, which
 * tests/run.mjs prints and counts. No other test gets one.
 */
const retry = 2;
/** Where there is no browser, what needs none can be tested all the same. */
const chromium = await findChromium().catch((error: unknown) => {
  console.warn(`Component tests need a browser. ${String(error)}`);
  return undefined;
});

/**
 * Five kinds of test, one runner. `unit` needs nothing but Node; `http` gets a real PostgreSQL and, per
 * file, a database cloned from a migrated template; `components` draws the client in a browser, with answers of the test
 * in place of a server; `e2e` and `faults` start the built program itself.
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
            'tests/{checks,components,harness}/**/*.test.ts',
          ],
          exclude: [...exclude, '**/*.{http,component}.test.ts'],
          // A process and its modules for each of a hundred files took longer than most of them.
          isolate: false,
          maxWorkers,
          expect,
          testTimeout: hangs_ms,
          hookTimeout: hangs_ms,
        },
      },
      {
        test: {
          name: 'http',
          include: ['apps/server/**/*.http.test.ts', 'tests/tenancy/**/*.test.ts'],
          exclude,
          globalSetup: 'tests/http/global-setup.ts',
          pool: 'forks',
          isolate: false,
          expect,
          // One of them waits for the database while two work.
          maxWorkers: maxWorkers + 1,
          testTimeout: hangs_ms,
          hookTimeout: hangs_ms,
        },
      },
      {
        css: { postcss: './apps/web' },
        // React as visitors get it, which draws twice as fast.
        define: { 'process.env.NODE_ENV': '"production"' },
        publicDir: 'apps/web/public',
        test: {
          name: 'components',
          include: ['tests/components/**/*.component.test.ts'],
          exclude,
          retry,
          expect,
          maxWorkers: maxWorkers + 1,
          testTimeout: hangs_ms,
          hookTimeout: hangs_ms,
          browser: {
            enabled: true,
            headless: true,
            screenshotFailures: false,
            viewport: { width: 1440, height: 900 },
            provider: playwright({
              launchOptions: chromium
                ? { executablePath: chromium.executablePath, args: [...chromium.args] }
                : {},
              // What moves can't be judged, by axe least of all.
              contextOptions: { reducedMotion: 'reduce', locale: 'en-GB' },
              actionTimeout: PATIENCE_MS,
            }),
            instances: [{ browser: 'chromium' }],
          },
        },
      },
      {
        test: {
          name: 'e2e',
          globalSetup: 'tests/e2e/worker-servers.ts',
          include: ['tests/e2e/**/*.e2e.ts'],
          exclude,
          retry,
          pool: 'forks',
          isolate: false,
          maxWorkers: 3,
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
          exclude,
          retry,
          pool: 'forks',
          isolate: false,
          expect,
          // They wait more than they work, and each has folders, ports and processes of its own.
          maxWorkers: maxWorkers + 2,
          // Many kills, or losses of power, are one test of the soak.
          testTimeout: isSoak ? 40 * 60_000 : 300_000,
          hookTimeout: 180_000,
        },
      },
    ],
  },
});
