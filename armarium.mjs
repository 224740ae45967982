/**
 * The door to every command of Armarium: builds what is stale, then hands over to the server's program in
 * this same process, so that signals reach it and its exit code is ours.
 *
 *   node armarium.mjs [serve | web | worker | migrate | …]   what the server's `main.ts` offers; serve if none
 *   node armarium.mjs build [server] [web]                   only builds, what is named or all
 *
 * It has to start on any Node that knows ES modules, to be able to say that it is too old: no newer syntax
 * and no newer built-in may stand at its top level.
 */
import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import util from 'node:util';

const OLDEST_NODE = [20, 19];
const here = path.dirname(fileURLToPath(import.meta.url));

/** Each thing that is built: what its result depends on, and how. Paths are relative to the repository. */
const targets = [
  {
    key: 'server',
    name: 'the server',
    dist: 'apps/server/dist',
    sources: ['armarium.mjs', 'apps/server/build.mjs', 'apps/server/src', 'packages/contract/src'],
    async build(outDir) {
      const { buildServer } = await import('./apps/server/build.mjs');
      await buildServer(outDir);
    },
  },
  {
    key: 'web',
    name: 'the web client',
    dist: 'apps/web/dist',
    sources: [
      'armarium.mjs',
      'apps/web/index.html',
      'apps/web/postcss.config.mjs',
      'apps/web/vite.config.ts',
      'apps/web/tsconfig.json',
      'apps/web/public',
      'apps/web/help',
      'apps/web/viewers',
      'apps/web/src',
      'packages/contract/src',
    ],
    async build(outDir) {
      const { build } = await import('vite');
      const root = path.join(here, 'apps/web');
      await build({ root, logLevel: 'error', build: { outDir, emptyOutDir: false } });
    },
  },
];
const [server, web] = targets;

/** An end that needs no stack trace: the message says what happened and what to do. */
class Refusal extends Error {}

function checkNode() {
  const [major, minor] = process.versions.node.split('.').map(Number);
  if (major > OLDEST_NODE[0] || (major === OLDEST_NODE[0] && minor >= OLDEST_NODE[1])) return;
  throw new Refusal(
    `Armarium needs Node ${OLDEST_NODE.join('.')} or newer; this is ${process.versions.node} (${process.execPath}).`,
  );
}

/** Absolute paths of the files in a folder that can change a build: tests and hidden files can't. */
function filesIn(folder) {
  return fs
    .readdirSync(folder, { withFileTypes: true })
    .filter(({ name }) => !name.startsWith('.') && !/\.test\.tsx?$/.test(name))
    .flatMap((entry) => {
      const whole = path.join(folder, entry.name);
      return entry.isDirectory() ? filesIn(whole) : [whole];
    });
}

/** What a target is built from, in order. */
function filesOf(target) {
  return [...target.sources, 'package-lock.json']
    .map((name) => path.join(here, name))
    .filter((whole) => fs.existsSync(whole))
    .flatMap((whole) => (fs.statSync(whole).isDirectory() ? filesIn(whole) : [whole]))
    .sort();
}

/** SHA-256 over the Node that builds and what is told of each file. */
function hashOf(files, tell) {
  const hash = createHash('sha256').update(`node ${process.versions.node.split('.')[0]}\n`);
  for (const file of files) for (const part of tell(file)) hash.update(part);
  return hash.digest('hex');
}

/** SHA-256 over the sources with their paths, the locked versions and the Node that builds. */
function stampOf(target) {
  return hashOf(filesOf(target), (file) => {
    const bytes = fs.readFileSync(file);
    return [`${path.relative(here, file)} ${bytes.length}\n`, bytes];
  });
}

/** The same without reading them: a file that is written to has another time of change. */
function lookOf(target) {
  return hashOf(filesOf(target), (file) => {
    const { size, ino, ctimeMs } = fs.statSync(file);
    return [`${file} ${size} ${ino} ${ctimeMs}\n`];
  });
}

function isKept(target, name, stamp) {
  try {
    return fs.readFileSync(path.join(here, target.dist, name), 'utf8') === stamp;
  } catch {
    return false;
  }
}

const isCurrent = (target, stamp) => isKept(target, '.stamp', stamp);

/** Whether it is built from what its sources are now. They are read only where they look otherwise than the last time. */
function isFresh(target) {
  const look = lookOf(target);
  if (isKept(target, '.look', look)) return true;
  if (!isCurrent(target, stampOf(target))) return false;
  try {
    fs.writeFileSync(path.join(here, target.dist, '.look'), look);
  } catch {
    // Somebody who may not write there reads them each time.
  }
  return true;
}

/** The folder beside `dist` in which this process builds; a process that died left its own behind. */
function makeWorkFolder(target) {
  const parent = path.join(here, path.dirname(target.dist));
  const mine = path.join(parent, `.dist-${process.pid}`);
  try {
    for (const entry of fs.readdirSync(parent)) {
      const pid = /^\.dist-(\d+)/.exec(entry);
      if (pid && !isRunning(Number(pid[1]))) fs.rmSync(path.join(parent, entry), { recursive: true });
    }
    fs.mkdirSync(mine);
  } catch (error) {
    if (!['EACCES', 'EPERM', 'EROFS'].includes(error.code)) throw error;
    throw new Refusal(
      `${target.dist} is missing or out of date, and ${parent} is not writable for ${os.userInfo().username}. ` +
        'Run "node armarium.mjs build" once as somebody who may write there.',
    );
  }
  return mine;
}

function isRunning(pid) {
  if (pid === process.pid) return false;
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error.code === 'EPERM';
  }
}

/**
 * Puts the finished folder in the place of `dist`. A start beside this one may be doing the same: whoever
 * comes second finds the same stamp there and leaves it.
 */
function moveIntoPlace(target, stamp, built) {
  const dist = path.join(here, target.dist);
  const old = `${built}-old`;
  for (let attempt = 0; attempt < 5 && !isCurrent(target, stamp); attempt += 1) {
    try {
      fs.renameSync(built, dist);
      return;
    } catch (error) {
      if (!['ENOTEMPTY', 'EEXIST'].includes(error.code)) throw error;
    }
    fs.rmSync(old, { recursive: true, force: true });
    try {
      fs.renameSync(dist, old);
    } catch (error) {
      if (error.code !== 'ENOENT') throw error;
    }
  }
  if (!isCurrent(target, stamp)) throw new Error(`could not put ${dist} in its place`);
}

async function buildIfStale(target) {
  const stamp = stampOf(target);
  if (isCurrent(target, stamp)) return;
  const folder = makeWorkFolder(target);
  try {
    await target.build(folder);
    fs.writeFileSync(path.join(folder, '.stamp'), stamp);
    moveIntoPlace(target, stamp, folder);
  } catch (error) {
    if (error.code === 'ERR_MODULE_NOT_FOUND') throw notInstalled(error);
    // The bundler colours its message wherever it goes, a log file too.
    const message = process.stderr.isTTY ? error.message : util.stripVTControlCharacters(error.message);
    throw new Refusal(`Building ${target.name} failed:\n${message}`);
  } finally {
    fs.rmSync(folder, { recursive: true, force: true });
    fs.rmSync(`${folder}-old`, { recursive: true, force: true });
  }
}

function notInstalled(error) {
  return new Refusal(`Something is not installed: run "npm ci" first.\n${error.message}`);
}

/**
 * Builds in a process of its own: the bundler's memory (some 150 MB) and the environment that it sets
 * would otherwise stay with the server until its end.
 */
async function buildApart(stale) {
  const args = [fileURLToPath(import.meta.url), 'build', ...stale.map((target) => target.key)];
  const child = spawn(process.execPath, args, { stdio: 'inherit' });
  const forward = (signal) => child.kill(signal);
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP']) process.on(signal, forward);
  const [code, signal] = await new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('exit', (...how) => resolve(how));
  });
  for (const name of ['SIGTERM', 'SIGINT', 'SIGHUP']) process.off(name, forward);
  if (signal) process.kill(process.pid, signal);
  if (code !== 0 || signal) process.exit(code || 1);
}

async function main(argv) {
  checkNode();
  const command = argv[0] || 'serve';
  if (command === 'build') {
    const named = targets.filter((target) => argv.includes(target.key));
    for (const target of named.length > 0 ? named : targets) await buildIfStale(target);
    return;
  }
  const needed = ['serve', 'web'].includes(command) ? [server, web] : [server];
  const stale = needed.filter((target) => !isFresh(target));
  if (stale.length > 0) {
    const what = stale.map((target) => target.name).join(' and ');
    console.error(`Building ${what} (first start or changed sources)…`);
    await buildApart(stale);
  }
  process.setSourceMapsEnabled(true);
  let program;
  try {
    program = await import(pathToFileURL(path.join(here, server.dist, 'main.js')).href);
  } catch (error) {
    throw error.code === 'ERR_MODULE_NOT_FOUND' ? notInstalled(error) : error;
  }
  await program.run(argv);
}

main(process.argv.slice(2)).catch((error) => {
  console.error(error instanceof Refusal ? error.message : error);
  process.exitCode = 1;
});
