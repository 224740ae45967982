import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { startEmbeddedPostgres } from '../../apps/server/src/db/embedded/start-embedded-postgres.ts';
import { processesInFolder } from '../harness/processes-in-folder.ts';
import { isSoak } from '../harness/soak.ts';
import { RunningArmarium } from '../harness/start-armarium.ts';
import { ProgramRun } from './program-run.ts';

let armarium: RunningArmarium;
let folder: string;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'armarium-refused-'));
  armarium = await RunningArmarium.start();
});
beforeEach(() => armarium.startIfStopped());
afterAll(async () => {
  await armarium?.close();
  rmSync(folder, { recursive: true, force: true });
});

/** Starts beside the running one. @returns what it said and how it ended */
async function start(env: Readonly<Record<string, string>>, command: readonly string[] = ['serve']) {
  const run = ProgramRun.armarium(command, {
    HOST: '127.0.0.1',
    PORT: '0',
    DATA_DIR: join(folder, 'data'),
    SAMPLE_CATALOGUE: 'off',
    ...env,
  });
  try {
    const ended = await run.ended;
    // What is said to a person; the log beside it is JSON.
    const lines = run.output.split('\n').filter((line) => !line.startsWith('{'));
    return { ...ended, output: lines.join('\n') };
  } finally {
    await run.end();
  }
}

const isServing = async () => (await fetch(`${armarium.origin}/readyz`)).status === 200;

test('a second start on the same data folder is refused by name, and the first goes on', async () => {
  const { code, output } = await start({ DATA_DIR: armarium.dataDir });
  expect(code).toBe(1);
  expect(output).toContain(
    `The data folder ${armarium.dataDir} is in use by process ${armarium.process.pid}`,
  );
  expect(output).not.toContain('    at ');
  expect(await isServing()).toBe(true);
});

test('[RUN-09, RUN-21] a setting that can not be is refused by name before anything is written, and a slip in the name of another is told', async () => {
  const untouched = join(folder, 'untouched');
  const { code, output } = await start({
    DATA_DIR: untouched,
    PORT: 'high',
    DATABSE_URL: 'postgres://db/x',
  });
  expect(code).toBe(1);
  expect(output).toContain('Armarium does not start: PORT="high" is not a whole number from 0 to 65535');
  expect(output).toContain(
    'DATABSE_URL is no setting of Armarium and changes nothing. Is DATABASE_URL meant?',
  );
  expect(output).not.toContain('    at ');
  expect(existsSync(untouched)).toBe(false);
});

test('a command that there is not is answered with those that there are', async () => {
  const { code, output } = await start({}, ['wroker']);
  expect(code).toBe(2);
  expect(output).toContain('"wroker" is not a command. Is "worker" meant?');
  expect(output).toContain('migrate');
});

test('help explains, and starts nothing', async () => {
  const { code, output } = await start({ PORT: 'high' }, ['worker', '--help']);
  expect(code).toBe(0);
  expect(output).toContain('listens on no port');
});

test('[RUN-06] migrate makes the database and ends', async () => {
  expect(await start({}, ['migrate'])).toMatchObject({ code: 0 });
  expect(existsSync(join(folder, 'data', 'postgres', 'PG_VERSION'))).toBe(true);
  expect(processesInFolder(folder)).toEqual([]);
});

test('[RUN-14] a folder for files that is none is told without a trace', async () => {
  const file = join(folder, 'a-file');
  writeFileSync(file, '');
  const { code, output } = await start({ STORAGE_URL: `file://${file}` });
  expect(code).toBe(1);
  expect(output).toContain(`Armarium does not start: The files can't be kept in ${file}: EEXIST`);
  expect(output).toContain('STORAGE_URL');
  expect(output).not.toContain('    at ');
  expect(processesInFolder(folder)).toEqual([]);
});

test('[RUN-10] a port that is in use is told, and no database is left behind', async () => {
  const { code, output } = await start({ PORT: String(armarium.port) });
  expect(code).toBe(1);
  expect(output).toContain('the port is in use already');
  expect(output).not.toContain('    at ');
  expect(processesInFolder(folder)).toEqual([]);
  expect(await isServing()).toBe(true);
});

test('[RUN-11] a host that is not of this machine is told', async () => {
  const { code, output } = await start({ HOST: '192.0.2.1' });
  expect(code).toBe(1);
  expect(output).toContain('HOST is no address of this machine');
  expect(output).not.toContain('    at ');
});

test('[RUN-13] a database that nobody serves is told without a trace and without its password', async () => {
  const { code, output } = await start({ DATABASE_URL: 'postgres://me:secret@127.0.0.1:9/none' });
  expect(code).toBe(1);
  expect(output).toContain("Armarium does not start: the database can't be reached");
  expect(output).toContain('DATABASE_URL');
  expect(output).not.toContain('secret');
  expect(output).not.toContain('    at ');
});

test('[TENANT-32] a role of the pools that could step over row-level security keeps everything from starting', async () => {
  const alter = async (role: string) => {
    const server = await startEmbeddedPostgres({ dataDir: armarium.dataDir, log: () => undefined });
    const database = new pg.Client(server.connection);
    await database.connect();
    await database.query(`alter role ${role}`);
    await database.end();
    await server.stop();
  };
  await armarium.stop();
  await alter('armarium_app bypassrls');
  try {
    // All of them open the database in the same place.
    for (const command of isSoak ? ['serve', 'web', 'worker', 'migrate'] : ['serve']) {
      const { code, output } = await start({ DATA_DIR: armarium.dataDir, LOG_LEVEL: 'silent' }, [command]);
      expect({ command, code }).toEqual({ command, code: 1 });
      expect(output).toContain('Armarium does not start: The role armarium_app');
      expect(output).toContain('bypasses row-level security');
      expect(output).not.toContain('    at ');
    }
    expect(processesInFolder(armarium.dataDir)).toEqual([]);
  } finally {
    await alter('armarium_app nobypassrls');
  }
});
