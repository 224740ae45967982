import { randomBytes } from 'node:crypto';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import { startEmbeddedPostgres } from '../../apps/server/src/db/embedded/start-embedded-postgres.ts';
import { openPool } from '../../apps/server/src/db/pool.ts';
import { administrator, buildTemplate } from './template-database.ts';

/** The tests' data live as long as the tests: nothing of it needs to survive a power failure. */
const carelessSettings = { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off' };

/**
 * One PostgreSQL for all files of the project `http`: the embedded one in a folder of its own, or the server
 * that `TEST_DATABASE_URL` names. On it a template with both tenants and the administrator.
 */
export default async function setUp(project: TestProject): Promise<() => Promise<void>> {
  const folder = await mkdtemp(join(tmpdir(), 'armarium-http-'));
  // PostgreSQL, which runs as another account where we are root, has to pass through here.
  await chmod(folder, 0o755);
  const given = process.env['TEST_DATABASE_URL'];
  const server =
    given === undefined
      ? await startEmbeddedPostgres({
          dataDir: join(folder, 'data'),
          settings: carelessSettings,
          log: () => undefined,
        })
      : undefined;
  const postgresUrl = given ?? addressOf(server?.connection);
  const templateDatabase = `armarium_template_${randomBytes(6).toString('hex')}`;
  const pool = openPool({ connectionString: postgresUrl }, 'migrator', 1, () => undefined);
  const tearDown = async () => {
    await pool.query(`drop database if exists ${templateDatabase} with (force)`);
    await pool.end();
    await server?.stop();
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

function addressOf(connection: { host: string; port: number; user: string; database: string } | undefined) {
  if (!connection) throw new Error('There is neither an embedded server nor TEST_DATABASE_URL.');
  const { host, port, user, database } = connection;
  return `postgres://${user}@localhost:${port}/${database}?host=${encodeURIComponent(host)}`;
}
