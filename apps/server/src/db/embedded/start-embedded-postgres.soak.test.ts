import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { existsSync } from 'node:fs';
import { chmod, chown, cp, mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { build } from 'esbuild';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { isSoak } from '../../../../../tests/harness/soak.ts';
import { until } from '../../../../../tests/harness/waiting.ts';
import { binariesInPlace, findPackage } from './binaries.ts';
import { findHostCommands } from './host-commands.ts';
import { isPostmasterOf, processBirth } from './process-table.ts';
import {
  startEmbeddedPostgres,
  type EmbeddedOptions,
  type EmbeddedPostgres,
} from './start-embedded-postgres.ts';

const asRoot = process.getuid?.() === 0;
const nobody = 65_534;
const { unshare } = await findHostCommands();
/** What is rare, and takes a checkout or a cluster of its own. */
const inSoak = it.runIf(isSoak);

let room: string;
let running: EmbeddedPostgres[] = [];
let children: ChildProcess[] = [];
let logged: { level: string; message: string; detail: Record<string, unknown> | undefined }[] = [];

const log: EmbeddedOptions['log'] = (level, message, detail) => void logged.push({ level, message, detail });

beforeAll(async () => {
  room = await mkdtemp(path.join(os.tmpdir(), 'armarium-embedded-test-'));
  await chmod(room, 0o755);
  await mkdir(path.join(room, 'tmp'));
  await chmod(path.join(room, 'tmp'), 0o1777);
  await makeApp(path.join(room, 'app'));
  await (await start({ dataDir: path.join(room, 'made') })).stop();
});

afterEach(async () => {
  await Promise.all(running.map((server) => server.stop()));
  for (const child of children) await end(child, 'SIGKILL');
  running = [];
  children = [];
  logged = [];
});

afterAll(async () => {
  await rm(room, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 });
});

describe('[RUN-13] the embedded server of a data folder', () => {
  it('makes cluster and database on the first start and keeps the rows over a stop', async () => {
    const dataDir = newDataDir();
    const first = await start({ dataDir, settings: {} });
    const shown = await query(
      first,
      `select datlocprovider as provider, datlocale as locale, datctype as ctype, lower('ÀÉŒ') as lower,
        (select string_agg(w, '' order by w) from (values ('é'), ('z'), ('B'), ('a')) v(w)) as sorted,
        current_setting('data_checksums') as checksums, current_setting('fsync') as fsync,
        current_setting('listen_addresses') as addresses, pg_encoding_to_char(encoding) as encoding
       from pg_database where datname = current_database()`,
    );
    expect(shown).toEqual([
      {
        provider: 'b',
        locale: 'C.UTF-8',
        ctype: expect.stringMatching(/UTF-8|^C$/) as string,
        lower: 'àéœ',
        sorted: 'Bazé',
        checksums: 'on',
        fsync: 'on',
        addresses: '',
        encoding: 'UTF8',
      },
    ]);
    await query(first, 'create table kept as select 42 as answer');
    const socketFolder = await stat(first.connection.host);
    expect(socketFolder.mode & 0o777).toBe(0o700);
    await first.stop();
    await first.stop();
    expect(existsSync(first.connection.host)).toBe(false);
    expect(await readdir(dataDir)).not.toContain('postgres.lock');

    const second = await start({ dataDir, settings: { max_connections: '33' } });
    expect(
      await query(second, 'select answer, current_setting($$max_connections$$) as max from kept'),
    ).toEqual([{ answer: 42, max: '33' }]);
    expect(logged.filter(({ level }) => level !== 'info')).toEqual([]);
  });

  it('refuses a second start and leaves the first alone', async () => {
    const dataDir = madeDataDir();
    const first = await start({ dataDir });
    await expect(start({ dataDir })).rejects.toMatchObject({
      code: 'already-running',
      message: `The data folder ${dataDir} is in use by process ${process.pid}; stop it first or choose another DATA_DIR.`,
    });
    const child = await runApp(dataDir);
    expect(child.refusal?.code).toBe('already-running');
    expect(child.refusal?.message).toContain(`process ${process.pid};`);
    // Even when the lock is gone, a server with a living parent is not an orphan.
    await rm(path.join(dataDir, 'postgres.lock'));
    await expect(start({ dataDir })).rejects.toMatchObject({ code: 'already-running' });
    expect(await query(first, 'select 1 as one')).toEqual([{ one: 1 }]);
  });

  it('lets only one of several starts at the same time have a folder with a dead lock', async () => {
    const dataDir = madeDataDir();
    await writeFile(
      path.join(dataDir, 'postgres.lock'),
      JSON.stringify({ pid: process.pid, birth: 'long ago' }),
    );
    const outcomes = await Promise.allSettled([start({ dataDir }), start({ dataDir }), start({ dataDir })]);
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    for (const outcome of outcomes) {
      if (outcome.status === 'rejected') expect(outcome.reason).toMatchObject({ code: 'already-running' });
    }
  });

  it('leaves no orphan behind a kill -9, starts again at once, and has what was committed', async () => {
    const dataDir = madeDataDir();
    const app = await runApp(dataDir);
    if (app.started === null) throw new Error(app.refusal?.message);
    const { started, child } = app;
    const cluster = path.join(dataDir, 'postgres');
    expect(isPostmasterOf(started.pid, cluster)).toBe(true);
    await query(started, 'create table kept (n int)');
    const writer = new pg.Client(started.connection);
    writer.on('error', () => undefined);
    await writer.connect();
    let committed = 0;
    const writing = (async () => {
      for (;;) {
        await writer.query('insert into kept values ($1)', [committed + 1]);
        committed += 1;
      }
    })().catch(() => undefined);
    await untilSo('a few rows are committed', () => committed > 10);
    child.kill('SIGKILL');

    const again = await start({ dataDir });
    await writing;
    expect(processBirth(started.pid)).toBeNull();
    expect(existsSync(started.connection.host)).toBe(false);
    const [row] = await query(again, 'select count(*)::int as n from kept');
    expect(committed).toBeGreaterThan(0);
    expect(Number(row?.['n'])).toBeGreaterThanOrEqual(committed);
  });

  it('ends with a killed parent also where the kernel cannot be asked for it', async () => {
    const dataDir = madeDataDir();
    const app = await runApp(dataDir, { without: ['setpriv', 'flock'] });
    if (app.started === null) throw new Error(app.refusal?.message);
    const { started, child } = app;
    await end(child, 'SIGKILL');
    await untilSo('the server is gone', () => processBirth(started.pid) === null);
  });

  it('ends an orphan that nobody told of its parent’s death', async () => {
    const dataDir = madeDataDir();
    const cluster = path.join(dataDir, 'postgres');
    const { uid, gid } = await stat(cluster);
    const binaries = await binariesInPlace(path.join(room, 'app/node_modules', packageName()));
    // The shell is gone at once, so the server's parent is not one of ours.
    const script =
      'nohup "$1" -D "$2" -c listen_addresses= -c unix_socket_directories="$2" >/dev/null 2>&1 & echo $!';
    const shell = spawnSync('/bin/sh', ['-c', script, 'sh', binaries?.postgres ?? '', cluster], {
      encoding: 'utf8',
      cwd: '/',
      env: { PATH: '/usr/bin:/bin' },
      ...(asRoot && uid !== 0 ? { uid, gid } : {}),
    });
    const orphan = Number(shell.stdout);
    await untilSo('it is ready', async () =>
      (await readFile(path.join(cluster, 'postmaster.pid'), 'utf8').catch(() => '')).includes('ready'),
    );
    expect(isPostmasterOf(orphan, cluster)).toBe(true);
    const server = await start({ dataDir });
    expect(processBirth(orphan)).toBeNull();
    expect(await query(server, 'select 1 as one')).toEqual([{ one: 1 }]);
  });

  it('starts over a postmaster.pid whose number belongs to another program now', async () => {
    const dataDir = madeDataDir();
    const first = await start({ dataDir });
    await query(first, 'create table kept as select 42 as answer');
    const file = path.join(dataDir, 'postgres', 'postmaster.pid');
    const left = await readFile(file, 'utf8');
    await first.stop();
    // An ordinary user's server would believe the number, since it may signal that process.
    await writeFile(file, left.replace(/^\d+/, String(process.pid)));
    const second = await start({ dataDir });
    expect(await query(second, 'select answer from kept')).toEqual([{ answer: 42 }]);
  });

  // PostgreSQL leaves it empty when it is killed between making and writing it. A power failure may leave zeros.
  it.each([
    ['is empty', ''],
    ['is full of zeros', '\0'.repeat(80)],
  ])('starts over a postmaster.pid that %s', async (_how, nothing) => {
    const dataDir = madeDataDir();
    const first = await start({ dataDir });
    await query(first, 'create table kept as select 42 as answer');
    await first.stop();
    const cluster = path.join(dataDir, 'postgres');
    const { uid, gid } = await stat(cluster);
    const file = path.join(cluster, 'postmaster.pid');
    await writeFile(file, nothing);
    await chown(file, uid, gid);
    const second = await start({ dataDir });
    expect(await query(second, 'select answer from kept')).toEqual([{ answer: 42 }]);
  });

  inSoak('throws a half-made cluster away and makes it anew', async () => {
    const { dataDir, draft } = await interruptedInitdb();
    expect(await readdir(dataDir)).not.toContain('postgres');
    const server = await start({ dataDir });
    expect(await query(server, 'select 1 as one')).toEqual([{ one: 1 }]);
    expect(await readdir(dataDir)).not.toContain(draft);
  });

  it('comes back by itself when the server is killed, and not after stop', async () => {
    const dataDir = madeDataDir();
    const server = await start({ dataDir });
    await query(server, 'create table kept as select 42 as answer');
    for (let round = 0; round < 2; round++) {
      const before = server.pid;
      // A server that is killed while it starts leaves such a file.
      if (round === 1) await writeFile(path.join(server.connection.host, '.s.PGSQL.5432.lock'), '');
      process.kill(before, 'SIGKILL');
      await untilSo('it is back', async () => server.pid !== before && (await answers(server)));
      expect(await query(server, 'select answer from kept')).toEqual([{ answer: 42 }]);
    }
    expect(
      logged.some(({ level, message }) => level === 'error' && message.includes('ended by itself')),
    ).toBe(true);
    const last = server.pid;
    await server.stop();
    expect(processBirth(last)).toBeNull();
    // It would refuse to, were there one that came back.
    const next = await start({ dataDir });
    expect(await query(next, 'select answer from kept')).toEqual([{ answer: 42 }]);
    await next.stop();
    expect(server.pid).toBe(last);
    expect(existsSync(path.join(dataDir, 'postgres', 'postmaster.pid'))).toBe(false);
  });

  it('does not log what a client did wrong, but what befalls the server', async () => {
    const server = await start({ dataDir: madeDataDir() });
    await expect(query(server, 'select secret from nowhere')).rejects.toThrow('nowhere');
    await query(server, "do $$ begin raise log 'one\ntwo' using detail = 'three'; end $$");
    await untilSo('it is logged', () => logged.some(({ message }) => message.includes('one')));
    expect(logged.find(({ message }) => message.includes('one'))).toMatchObject({
      level: 'info',
      message: 'PostgreSQL: one\ntwo',
      detail: { severity: 'LOG', detail: 'three' },
    });
    expect(JSON.stringify(logged)).not.toContain('nowhere');
  });

  it('says why when it can’t start', async () => {
    const dataDir = madeDataDir();
    await expect(start({ dataDir, settings: { shared_buffers: 'plenty' } })).rejects.toMatchObject({
      code: 'not-startable',
      message: expect.stringContaining('shared_buffers') as string,
    });
    await writeFile(path.join(dataDir, 'postgres', 'PG_VERSION'), '9\n');
    await expect(start({ dataDir })).rejects.toMatchObject({ code: 'wrong-version' });
    await rm(path.join(dataDir, 'postgres', 'PG_VERSION'));
    await expect(start({ dataDir })).rejects.toMatchObject({ code: 'not-startable' });
    expect(await readdir(dataDir)).not.toContain('postgres.lock');
    expect(() => findPackage('aix', 'ppc64')).toThrow('Set DATABASE_URL');
  });
});

describe.runIf(asRoot)('[RUN-13] the embedded server started by root', () => {
  it('runs as an account that is not root and can enter the data folder', async () => {
    const dataDir = madeDataDir();
    const server = await start({ dataDir });
    expect(await uidOf(server.pid)).not.toBe(0);
    expect((await stat(path.join(dataDir, 'postgres'))).uid).not.toBe(0);
  });

  it('runs as the owner of the data folder, and moves the cluster to a new one', async () => {
    const dataDir = madeDataDir();
    const other = Number(/^(?:daemon|bin):[^:]*:(\d+):/m.exec(await readFile('/etc/passwd', 'utf8'))?.[1]);
    await chown(dataDir, other, other);
    await chmod(dataDir, 0o700);
    const server = await start({ dataDir });
    expect(await uidOf(server.pid)).toBe(other);
    await query(server, 'create table kept as select 42 as answer');
    await server.stop();
    await chown(path.join(dataDir, 'postgres'), 0, 0);
    const again = await start({ dataDir });
    expect(await uidOf(again.pid)).toBe(other);
    expect(await query(again, 'select answer from kept')).toEqual([{ answer: 42 }]);
  });

  inSoak('runs with checkout and data folder below a folder that only root may enter', async () => {
    const closed = path.join(room, 'closed-data');
    await mkdir(closed, { mode: 0o700 });
    await cp(path.join(room, 'app'), path.join(closed, 'app'), { recursive: true });
    const dataDir = path.join(closed, 'app', 'data');
    const app = await runApp(dataDir, { app: path.join(closed, 'app') });
    if (app.started === null) throw new Error(app.refusal?.message);
    expect(await query(app.started, 'select 1 as one')).toEqual([{ one: 1 }]);
    expect(await uidOf(app.started.pid)).not.toBe(0);
    expect(await effectiveCapabilities(app.started.pid)).toHaveLength(1);
    // No orphan here either.
    app.child.kill('SIGKILL');
    const again = await start({ dataDir });
    expect(processBirth(app.started.pid)).toBeNull();
    await again.stop();
    // Opened up, the folder goes to an account without root's rights.
    await chmod(closed, 0o755);
    const opened = await start({ dataDir });
    expect(await uidOf(opened.pid)).not.toBe(0);
    expect(await effectiveCapabilities(opened.pid)).toEqual([]);
  });

  it('says so where no account may enter the data folder', async () => {
    const closed = path.join(room, 'closed-for-all');
    await mkdir(closed, { mode: 0o700 });
    const host = { ...(await findHostCommands()), setpriv: null };
    await expect(start({ dataDir: path.join(closed, 'data'), host })).rejects.toMatchObject({
      code: 'not-startable',
      message: expect.stringMatching(/may not enter the data folder.*DATA_DIR.*DATABASE_URL/) as string,
    });
  });

  inSoak('runs out of a checkout below a folder that only root may enter', async () => {
    const closed = path.join(room, 'closed-app');
    await mkdir(closed, { mode: 0o700 });
    await cp(path.join(room, 'app'), path.join(closed, 'app'), { recursive: true });
    const dataDir = newDataDir();
    const app = await runApp(dataDir, { app: path.join(closed, 'app') });
    if (app.started === null) throw new Error(app.refusal?.message);
    expect(await query(app.started, 'select 1 as one')).toEqual([{ one: 1 }]);
    expect(await uidOf(app.started.pid)).not.toBe(0);
    expect(await readdir(path.join(dataDir, 'cache'))).toHaveLength(1);
  });

  it.runIf(isSoak && nobodyRunsNode() && namespacesWork())(
    'serves a user that has a number only',
    async () => {
      const dataDir = newDataDir();
      const nameless = 54_321;
      await mkdir(dataDir, { mode: 0o700 });
      await chown(dataDir, nameless, nameless);
      const app = await runApp(dataDir, { uid: nameless });
      if (app.started === null) throw new Error(app.refusal?.message);
      expect(await uidOf(app.started.pid)).toBe(nameless);
      expect(await query(app.started, 'select 1 as one')).toEqual([{ one: 1 }]);
      await end(app.child, 'SIGKILL');
      await untilSo('the server is gone', () => processBirth(app.started?.pid ?? 0) === null);
    },
  );

  it.runIf(nobodyRunsNode())('serves an ordinary user out of a checkout that is not theirs', async () => {
    const dataDir = newDataDir();
    await mkdir(dataDir, { mode: 0o700 });
    await chown(dataDir, nobody, nobody);
    const foreign = path.join(room, 'foreign-app');
    await makeApp(foreign);
    const app = await runApp(dataDir, { uid: nobody, app: foreign });
    if (app.started === null) throw new Error(app.refusal?.message);
    expect(await uidOf(app.started.pid)).toBe(nobody);
    await query(app.started, 'create table kept as select 42 as answer');
    const second = await runApp(dataDir, { uid: nobody, app: foreign });
    expect(second.refusal?.code).toBe('already-running');
    app.child.kill('SIGKILL');
    const again = await runApp(dataDir, { uid: nobody, app: foreign });
    if (again.started === null) throw new Error(again.refusal?.message);
    expect(await query(again.started, 'select answer from kept')).toEqual([{ answer: 42 }]);
    await end(again.child, 'SIGTERM');
    expect(again.child.exitCode).toBe(0);
    expect(processBirth(again.started.pid)).toBeNull();
  });
});

type Reachable = Pick<EmbeddedPostgres, 'connection'>;
interface AppOutcome {
  child: ChildProcess;
  started: { pid: number; connection: EmbeddedPostgres['connection'] } | null;
  refusal: { code: string; message: string } | null;
}

async function start(options: Partial<EmbeddedOptions> & { dataDir: string }): Promise<EmbeddedPostgres> {
  // But where it is the subject, what is written needs to survive no power failure.
  const server = await startEmbeddedPostgres({ log, settings: { fsync: 'off' }, ...options });
  running.push(server);
  return server;
}

let folders = 0;
function newDataDir(): string {
  return path.join(room, `data-${++folders}`);
}

/** With a cluster in it that was stopped in order, of the account that the launcher chose. */
function madeDataDir(): string {
  const dataDir = newDataDir();
  const copied = spawnSync('cp', ['-a', path.join(room, 'made'), dataDir], { encoding: 'utf8' });
  if (copied.status !== 0) throw new Error(copied.stderr);
  return dataDir;
}

const untilSo = (what: string, isSo: () => boolean | Promise<boolean>) =>
  until(what, async () => (await isSo()) || undefined);

async function query(server: Reachable, sql: string): Promise<Record<string, unknown>[]> {
  const client = new pg.Client(server.connection);
  client.on('error', () => undefined);
  await client.connect();
  try {
    return (await client.query<Record<string, unknown>>(sql)).rows;
  } finally {
    await client.end();
  }
}

async function answers(server: Reachable): Promise<boolean> {
  return query(server, 'select 1').then(
    () => true,
    () => false,
  );
}

/** Kills a first start while its cluster is being made; on a busy machine that moment may be missed. */
async function interruptedInitdb(): Promise<{ dataDir: string; draft: string }> {
  for (let round = 0; round < 5; round++) {
    const dataDir = newDataDir();
    const app = launchApp(dataDir);
    const draft = await until('initdb is at work', async () => {
      const names = existsSync(dataDir) ? await readdir(dataDir) : [];
      if (names.includes('postgres')) return 'missed';
      const name = names.find((entry) => entry.startsWith('postgres.partial-'));
      return name !== undefined && existsSync(path.join(dataDir, name, 'global')) ? name : undefined;
    });
    await end(app, 'SIGKILL');
    if (draft !== 'missed' && !existsSync(path.join(dataDir, 'postgres'))) return { dataDir, draft };
  }
  throw new Error('The cluster was always made before it could be interrupted.');
}

async function uidOf(pid: number): Promise<number> {
  return (await stat(`/proc/${pid}`)).uid;
}

/** The numbers of the capabilities a process has (Linux). */
async function effectiveCapabilities(pid: number): Promise<number[]> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8');
  const bits = BigInt(`0x${/^CapEff:\s*(\w+)$/m.exec(status)?.[1] ?? ''}`);
  return Array.from({ length: 64 }, (_, bit) => bit).filter((bit) => (bits >> BigInt(bit)) & 1n);
}

function packageName(): string {
  return `@embedded-postgres/${process.platform}-${process.arch}`;
}

/** A small program with the launcher and its binaries, in a folder of its own, without the library links. */
async function makeApp(folder: string): Promise<void> {
  await build({
    stdin: {
      contents: `
        import { findHostCommands } from './host-commands.ts';
        import { startEmbeddedPostgres } from './start-embedded-postgres.ts';
        const [dataDir, ...without] = process.argv.slice(2);
        try {
          const host = await findHostCommands();
          for (const name of without) host[name] = null;
          const server = await startEmbeddedPostgres({ dataDir, host, log: () => undefined });
          console.log(JSON.stringify({ started: { pid: server.pid, connection: server.connection } }));
          process.on('SIGTERM', () => void server.stop());
        } catch ({ code, message }) {
          console.log(JSON.stringify({ refusal: { code, message } }));
        }`,
      resolveDir: import.meta.dirname,
      loader: 'ts',
    },
    bundle: true,
    platform: 'node',
    format: 'esm',
    outfile: path.join(folder, 'app.mjs'),
    external: ['pg-native'],
    banner: { js: "import { createRequire as cr } from 'node:module'; const require = cr(import.meta.url);" },
  });
  const place = path.join(folder, 'node_modules', packageName());
  await cp(findPackage(), place, { recursive: true, filter: (source) => !source.endsWith('.a') });
  const links = JSON.parse(await readFile(path.join(place, 'native/pg-symlinks.json'), 'utf8')) as {
    target: string;
  }[];
  for (const { target } of links) await rm(path.join(place, target), { force: true });
}

function launchApp(
  dataDir: string,
  options: { uid?: number; app?: string; without?: readonly string[] } = {},
): ChildProcess {
  const app = path.join(options.app ?? path.join(room, 'app'), 'app.mjs');
  const child = spawn(process.execPath, [app, dataDir, ...(options.without ?? [])], {
    cwd: '/',
    env: { PATH: '/usr/bin:/bin', HOME: dataDir, TMPDIR: path.join(room, 'tmp') },
    stdio: ['ignore', 'pipe', 'inherit'],
    ...(options.uid === undefined ? {} : { uid: options.uid, gid: options.uid }),
  });
  children.push(child);
  return child;
}

async function runApp(...parameters: Parameters<typeof launchApp>): Promise<AppOutcome> {
  const child = launchApp(...parameters);
  if (child.stdout === null) throw new Error('no output');
  for await (const line of createInterface({ input: child.stdout })) {
    return { child, started: null, refusal: null, ...(JSON.parse(line) as Partial<AppOutcome>) };
  }
  throw new Error('The program ended without a word.');
}

async function end(child: ChildProcess, signal: NodeJS.Signals): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const exited = new Promise((resolve) => child.once('exit', resolve));
  child.kill(signal);
  await exited;
}

function namespacesWork(): boolean {
  return unshare !== null && spawnSync(unshare, ['--user', '--map-user=65534', 'true']).status === 0;
}

function nobodyRunsNode(): boolean {
  return spawnSync(process.execPath, ['--version'], { uid: nobody, gid: nobody, cwd: '/' }).status === 0;
}
