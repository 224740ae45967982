import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { processesInFolder } from '../harness/processes-in-folder.ts';
import { RunningArmarium } from '../harness/start-armarium.ts';
import { ProgramRun } from './program-run.ts';

let armarium: RunningArmarium;
let folder: string;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'armarium-refused-'));
  armarium = await RunningArmarium.start();
});
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

test('[RUN-10] a port that is in use is told, and no database is left behind', async () => {
  const { code, output } = await start({ PORT: String(armarium.port) });
  expect(code).toBe(1);
  expect(output).toContain('the port is in use already');
  expect(output).not.toContain('    at ');
  expect(processesInFolder(folder)).toEqual([]);
  expect(await isServing()).toBe(true);
});

test.each([
  ['PORT', 'high', 'PORT="high" is not a whole number from 0 to 65535'],
  ['PORT', '70000', 'PORT="70000" is not a whole number from 0 to 65535'],
  ['ADMIN_PASSWORD', 'short', 'ADMIN_PASSWORD is shorter than 12 characters'],
  ['SAMPLE_CATALOGUE', 'maybe', 'SAMPLE_CATALOGUE="maybe" is neither "on" nor "off"'],
  ['DATABASE_URL', 'mysql://localhost/x', 'DATABASE_URL begins with "mysql://"'],
  ['STORAGE_URL', 'nowhere', 'STORAGE_URL is not an address that begins with file://'],
  ['IMAGE_MAX_PIXELS', '-1', 'IMAGE_MAX_PIXELS="-1" is not a whole number'],
  ['LOG_LEVEL', 'loud', 'LOG_LEVEL="loud" is not one of'],
])('[RUN-09, RUN-21] %s=%s is refused by name before anything is written', async (name, value, message) => {
  const untouched = join(folder, 'untouched');
  const { code, output } = await start({ DATA_DIR: untouched, [name]: value });
  expect(code).toBe(1);
  expect(output).toContain(`Armarium does not start: ${message}`);
  expect(output).not.toContain('    at ');
  expect(() => readFileSync(untouched)).toThrow(/ENOENT/);
});

test.each([
  ['server', '"server" is not a command. Is "serve" meant?'],
  ['wroker', '"wroker" is not a command. Is "worker" meant?'],
  ['dance', '"dance" is not a command.\n'],
])('the command %s, that there is not, is answered with those that there are', async (name, message) => {
  const { code, output } = await start({}, [name]);
  expect(code).toBe(2);
  expect(output).toContain(message);
  expect(output).toContain('migrate');
});

test.each([
  [['help'], 'armarium <command>'],
  [['--help'], 'armarium <command>'],
  [['worker', '--help'], 'listens on no port'],
  [['help', 'web'], 'armarium web'],
])('%j explains, and starts nothing', async (command, message) => {
  const { code, output } = await start({ PORT: 'high' }, command);
  expect(code).toBe(0);
  expect(output).toContain(message);
});

test('a slip in the name of a setting is told', async () => {
  const { code, output } = await start({ DATABSE_URL: 'postgres://db/x', PORT: 'high' });
  expect(code).toBe(1);
  expect(output).toContain(
    'DATABSE_URL is no setting of Armarium and changes nothing. Is DATABASE_URL meant?',
  );
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

test('[RUN-06] migrate brings the database up to date and ends', async () => {
  const migrated = await start({}, ['migrate']);
  expect(migrated).toMatchObject({ code: 0 });
  expect(processesInFolder(folder)).toEqual([]);
});

test('a postmaster.pid that a crash left behind does not keep it from starting', async () => {
  await armarium.stop();
  const file = join(armarium.dataDir, 'postgres', 'postmaster.pid');
  // Of a process that is no PostgreSQL and lives: this one.
  writeFileSync(file, `${process.pid}\n${join(armarium.dataDir, 'postgres')}\n1\n5432\n\n\n`);
  await armarium.restart();
  expect(await isServing()).toBe(true);
});
