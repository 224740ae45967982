import { randomBytes } from 'node:crypto';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import { startEmbeddedPostgres } from '../../apps/server/src/db/embedded/start-embedded-postgres.ts';
import { openPool } from '../../apps/server/src/db/pool.ts';
import { startInstalledPostgres } from './installed-postgres.ts';
import { administrator, buildTemplate } from './template-database.ts';

/** The tests' data live as long as the tests: nothing of it needs to survive a power failure. */
const carelessSettings = { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off' };

/**
 * One PostgreSQL for all files of the project `http`: the server that `TEST_DATABASE_URL` names, one of the
 * binaries in `TEST_POSTGRES_BIN`, or else the embedded one, the last two in a folder of their own. On it a template with both tenants and the administrator.
 */
export default async function setUp(project: TestProject): Promise<() => Promise<void>> {
  const folder = await mkdtemp(join(tmpdir(), 'armarium-http-'));
  // PostgreSQL, which runs as another account where we are root, has to pass through here.
  await chmod(folder, 0o755);
  const { url: postgresUrl, stop } = await startServer(folder);
  const templateDatabase = `armarium_template_${randomBytes(6).toString('hex')}`;
  const pool = openPool({ connectionString: postgresUrl }, 'migrator', 1, () => undefined);
  const tearDown = async () => {
    await pool.query(`drop database if exists ${templateDatabase} with (force)`);
    await pool.end();
    await stop();
    await rm(folder, { recursive: true, force: true });
  };
  try {
    await pool.query(`create database ${templateDatabase} template template0 encoding 'UTF8'`);
    await buildTemplate(postgresUrl, templateDatabase, folder, administrator);
    // A template must be copied while nobody is connected to it.
    await pool.query(`alter database ${templateDatabase} allow_connections false`);
  } catch (error) {
    await tearDown();
    throw error;
  }
  project.provide('postgresUrl', postgresUrl);
  project.provide('templateDatabase', templateDatabase);
  project.provide('scratchFolder', folder);
  return tearDown;
}

async function startServer(folder: string): Promise<{ url: string; stop: () => Promise<void> }> {
  const given = process.env['TEST_DATABASE_URL'];
  if (given) return { url: given, stop: async () => undefined };
  const binaries = process.env['TEST_POSTGRES_BIN'];
  if (binaries) return startInstalledPostgres(binaries, join(folder, 'server'), carelessSettings);
  const dataDir = join(folder, 'data');
  const server = await startEmbeddedPostgres({ dataDir, settings: carelessSettings, log: () => undefined });
  const { host, port, user, database } = server.connection;
  const url = `postgres://${user}@localhost:${port}/${database}?host=${encodeURIComponent(host)}`;
  return { url, stop: () => server.stop() };
}
