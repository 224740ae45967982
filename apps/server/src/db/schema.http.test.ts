import { execFile } from 'node:child_process';
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';
import { TestInstallation } from '../../../../tests/http/test-installation.ts';

const server = fileURLToPath(new URL('../..', import.meta.url));
const generator = createRequire(import.meta.url)
  .resolve('kysely-codegen/package.json')
  .replace(/package\.json$/, 'dist/cli/bin.js');

it('has table types that are those of the migrated database', async () => {
  const installation = await TestInstallation.open({});
  try {
    const { stdout } = await promisify(execFile)(
      process.execPath,
      [generator, '--config-file', '.kysely-codegenrc.json', '--verify', '--url', installation.databaseUrl],
      { cwd: server },
    );
    expect(stdout).toContain('up-to-date');
  } finally {
    await installation.close();
  }
});
