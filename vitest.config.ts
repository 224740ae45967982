import { defineConfig } from 'vitest/config';

/**
 * Three kinds of test, one runner. `unit` needs nothing but Node; `http` gets a real PostgreSQL and, per
 * file, a database cloned from a migrated template; `e2e` and `faults` start the built program itself.
 */
export default defineConfig({
  test: {
    projects: [
      {
        test: {
          name: 'unit',
          include: ['packages/**/*.test.ts', 'apps/**/*.test.ts', 'apps/**/*.test.tsx'],
          exclude: ['**/node_modules/**', '**/*.http.test.ts'],
          testTimeout: 30_000,
        },
      },
    ],
  },
});
