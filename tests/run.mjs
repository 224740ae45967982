/**
 * Everything that must hold, in one command: `npm test`.
 *
 *   npm test                         all of it, within the budgets below
 *   npm test -- --only lint,unit     only these steps; `static` stands for all checks that run nothing
 *   npm run test:soak                the same steps with all that is too heavy for every change (TEST_SOAK=1):
 *                                    whole tables, new seeds, many kills, and `http` on a PostgreSQL of the machine
 *
 * Formatting is checked in the files that changed since main, where git knows main; in the soak, and where it doesn't,
 * in all of them.
 *
 * Every step runs even if one before it failed, so that one run tells everything. Each prints its time against its
 * budget; a step over its budget is named at the end, but fails nothing, since the time is the machine's as well. Tests
 * of `e2e` and `faults` that passed only at a second or third attempt are listed and counted. The exit code is 1 if
 * anything failed.
 */
import { execFileSync, spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statfsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

const root = path.resolve(import.meta.dirname, '..');
const bin = (name) => path.join(root, 'node_modules/.bin', name);
const args = process.argv.slice(2);
const isSoak = args[0] === '--soak';
if (isSoak) args.shift();

/** What the tests leave on the disk at the same time, with room to spare. */
const SCRATCH_BYTES = 8 * 1024 ** 3;

/**
 * Where tests keep their files: in memory, where Linux offers enough of it. A copy of a database is a thousand small files,
 * which takes 30 ms there and 700 on a disk. The soak stays on the disk, as an installation does.
 */
function scratchFolder() {
  const inMemory = '/dev/shm';
  if (isSoak || process.env.TMPDIR || !existsSync(inMemory)) return tmpdir();
  const { bavail, bsize } = statfsSync(inMemory);
  return bavail * bsize > SCRATCH_BYTES ? inMemory : tmpdir();
}
const scratch = scratchFolder();
const reports = mkdtempSync(path.join(scratch, 'armarium-tests-'));
const MINUTE_MS = 60_000;
const sourceFolders = ['apps', 'packages', 'tests', 'bench'].filter((name) =>
  existsSync(path.join(root, name)),
);

/** What git prints for these arguments, as lines; undefined where it fails. */
function git(...given) {
  try {
    const options = { cwd: root, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] };
    return execFileSync('git', given, options).split('\n').filter(Boolean);
  } catch {
    return undefined;
  }
}

/** The files that changed since main, committed or not; undefined where main is unknown or is what stands here. */
function changedSinceMain() {
  const [here] = git('rev-parse', 'HEAD') ?? [];
  const [base] = git('merge-base', 'HEAD', 'origin/main') ?? [];
  if (!base || base === here) return undefined;
  const changed = git('diff', '--name-only', '--diff-filter=d', base);
  const added = git('ls-files', '--others', '--exclude-standard');
  return changed && added && [...changed, ...added];
}
const toFormat = (!isSoak && changedSinceMain()) || ['.'];

/** These read the sources and run nothing, so two at once are safe. The slowest come first. */
const staticSteps = [
  // Types and rules in one look. A changed type can break a file that didn't change, so it looks at all of them.
  { name: 'lint', budget_s: 60, command: [bin('oxlint'), '--deny-warnings'] },
  {
    name: 'format',
    budget_s: 50,
    command: [bin('prettier'), '--check', '--ignore-unknown', '--log-level', 'warn', ...toFormat],
  },
  { name: 'dead-code', budget_s: 20, command: [bin('knip'), '--no-progress'] },
  {
    name: 'imports',
    budget_s: 15,
    command: [bin('depcruise'), '--config', '.dependency-cruiser.cjs', ...sourceFolders],
  },
  { name: 'names', budget_s: 5, command: [process.execPath, 'tests/checks/house-names.mjs'] },
];

const build = {
  name: 'build',
  budget_s: 20,
  command: [process.execPath, 'armarium.mjs', 'build'],
  limit_ms: 5 * MINUTE_MS,
};

const weight = {
  name: 'weight',
  budget_s: 5,
  needsBuild: true,
  command: [process.execPath, 'tests/checks/page-weight.mjs'],
};

const OLDEST_POSTGRES = 15;

/** Where the soak's tests over HTTP find a server of the machine, as variables for tests/http/global-setup.ts. */
function serverOfTheMachine() {
  if (process.env.TEST_DATABASE_URL) return { TEST_DATABASE_URL: process.env.TEST_DATABASE_URL };
  const versions = '/usr/lib/postgresql';
  const oldest = (existsSync(versions) ? readdirSync(versions).map(Number) : [])
    .filter((version) => version >= OLDEST_POSTGRES)
    .sort((one, other) => one - other)
    .map((version) => path.join(versions, String(version), 'bin'))
    .find((folder) => existsSync(path.join(folder, 'initdb')));
  return oldest && { TEST_POSTGRES_BIN: oldest };
}
const machineServer = isSoak ? serverOfTheMachine() : undefined;
const embedded = { TEST_DATABASE_URL: '', TEST_POSTGRES_BIN: '' };
const noServer = `on the embedded PostgreSQL, for want of a PostgreSQL ${OLDEST_POSTGRES} or newer in /usr/lib/postgresql; install one, or set TEST_DATABASE_URL`;

/** What has not ended by then hangs, however slow the machine is. */
const PROJECT_LIMIT_MS = (isSoak ? 60 : 20) * MINUTE_MS;

const project = (name, budget_s, more = {}) => {
  const counts = path.join(reports, `${name}.json`);
  return {
    name,
    budget_s,
    limit_ms: PROJECT_LIMIT_MS,
    counts,
    command: [
      ...[bin('vitest'), 'run', '--project', name],
      ...['--reporter', 'default', '--reporter', './tests/harness/counting-reporter.ts'],
    ],
    ...more,
    env: { TEST_COUNTS_FILE: counts, TEST_SOAK: isSoak ? '1' : '', ...more.env },
  };
};
const projects = [
  project('unit', 55),
  project('http', 190, {
    env: { ...embedded, ...machineServer },
    remark: isSoak && !machineServer ? noServer : '',
  }),
  project('components', 110),
  project('e2e', 100, { needsBuild: true }),
  project('faults', 60, { needsBuild: true }),
];

const running = new Set();
let isStopped = false;
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) {
  process.on(signal, () => {
    isStopped = true;
    for (const child of running) killGroup(child, signal);
    setTimeout(() => {
      for (const child of running) killGroup(child, 'SIGKILL');
    }, 10_000).unref();
  });
}

/** A step has a process group of its own, so that what it started ends with it. */
function killGroup(child, signal) {
  try {
    process.kill(-child.pid, signal);
  } catch {
    // The group is gone already.
  }
}

/** Resolves to the exit code, null if the step had to be ended, and to what it printed where that was kept. */
async function execute({ command, env, limit_ms = 5 * MINUTE_MS }, isKept) {
  const child = spawn(command[0], command.slice(1), {
    cwd: root,
    detached: true,
    env: { ...process.env, TMPDIR: scratch, NO_COLOR: '1', ...env },
    stdio: isKept ? ['ignore', 'pipe', 'pipe'] : ['ignore', 'inherit', 'inherit'],
  });
  running.add(child);
  const chunks = [];
  child.stdout?.on('data', (chunk) => chunks.push(chunk));
  child.stderr?.on('data', (chunk) => chunks.push(chunk));
  let tooLong;
  const limit = setTimeout(() => {
    tooLong = `ended after ${limit_ms / MINUTE_MS} minutes, its limit`;
    killGroup(child, 'SIGKILL');
  }, limit_ms);
  const ended = await new Promise((resolve) => {
    child.once('error', (error) => resolve({ code: null, why: error.message }));
    child.once('close', (code, signal) =>
      resolve({ code, why: tooLong ?? (signal ? `ended by ${signal}` : '') }),
    );
  });
  clearTimeout(limit);
  running.delete(child);
  return { ...ended, output: Buffer.concat(chunks).toString('utf8').trimEnd() };
}

/** What tests/harness/counting-reporter.ts counted; a runner that ended before it could count is one failure. */
function countsOf(step, isGood) {
  let counts;
  try {
    counts = JSON.parse(readFileSync(step.counts, 'utf8'));
  } catch {
    return { passed: 0, failed: 1, skipped: 0, retried: [] };
  }
  return { ...counts, failed: counts.failed === 0 && !isGood ? 1 : counts.failed };
}

const results = [];

async function runStep(step, isKept) {
  if (isStopped) return false;
  if (!isKept) console.log(`\n--- ${step.name}`);
  const began_ms = performance.now();
  const { code, why, output } = await execute(step, isKept);
  const isGood = code === 0;
  const counts = step.counts
    ? countsOf(step, isGood)
    : { passed: isGood ? 1 : 0, failed: isGood ? 0 : 1, skipped: 0, retried: [] };
  if (!isGood && output) console.log(`\n--- ${step.name}\n${output}`);
  note({ step, counts, took_s: (performance.now() - began_ms) / 1000, why: isGood ? step.remark : why });
  return isGood;
}

function note(result) {
  results.push(result);
  console.log(lineOf(result));
}

const isOver = ({ step, took_s }) => !isSoak && took_s > step.budget_s;

function lineOf({ step, counts, took_s, why }) {
  const verdict = counts.failed > 0 ? 'FAILED' : 'ok';
  const time = `${took_s.toFixed(1)} s`.padStart(9) + (isSoak ? '' : ` of ${step.budget_s}`.padEnd(7));
  const many = counts.passed + counts.failed > 1 ? `  ${sumLine(counts)}` : '';
  return `${verdict.padEnd(7)} ${step.name.padEnd(10)} ${time}${many}${why ? `  ${why}` : ''}`;
}

function sumLine({ passed, failed, skipped, retried }) {
  return `${passed} passed, ${failed} failed, ${skipped} skipped, ${retried.length} passed only when tried again`;
}

async function runAtMost(count, steps) {
  const waiting = [...steps];
  const worker = async () => {
    for (let step = waiting.shift(); step; step = waiting.shift()) await runStep(step, true);
  };
  await Promise.all(Array.from({ length: count }, worker));
}

/** @returns {(step: { name: string }) => boolean} whether a step was asked for */
function selection() {
  const all = [...staticSteps, build, weight, ...projects].map(({ name }) => name);
  if (args.length === 0) return () => true;
  const names = args[0] === '--only' && args.length === 2 ? args[1].split(',') : [];
  const wanted = new Set(
    names.flatMap((name) => (name === 'static' ? staticSteps.map((step) => step.name) : name)),
  );
  const unknown = [...wanted].filter((name) => !all.includes(name));
  if (wanted.size === 0 || unknown.length > 0) {
    console.error(
      `${unknown.join(', ') || args.join(' ')} is not known. Use --only with: static, ${all.join(', ')}`,
    );
    process.exit(2);
  }
  return ({ name }) => wanted.has(name);
}

const isWanted = selection();
const began_ms = performance.now();
await runAtMost(2, staticSteps.filter(isWanted));

const wantedProjects = [weight, ...projects].filter(isWanted);
let isBuilt = true;
if (isWanted(build) || wantedProjects.some((step) => step.needsBuild)) isBuilt = await runStep(build, true);
for (const step of wantedProjects) {
  if (step.needsBuild && !isBuilt && !isStopped) {
    const counts = { passed: 0, failed: 1, skipped: 0, retried: [] };
    note({ step, counts, took_s: 0, why: 'not run: no build' });
  } else await runStep(step, false);
}

rmSync(reports, { recursive: true, force: true });
/** @type {{ passed: number, failed: number, skipped: number, retried: { name: string, failures: string[] }[] }} */
const total = { passed: 0, failed: 0, skipped: 0, retried: [] };
for (const { counts } of results) {
  for (const key of ['passed', 'failed', 'skipped']) total[key] += counts[key];
  total.retried.push(...counts.retried);
}
console.log(`\n--- all steps, ${((performance.now() - began_ms) / 1000).toFixed(0)} s`);
for (const result of results) console.log(lineOf(result));
const over = results.filter(isOver).map(({ step }) => step.name);
if (over.length > 0) console.log(`\nover their budget: ${over.join(', ')}`);
for (const { name, failures } of total.retried) {
  console.log(`\ntried again: ${name}`);
  for (const failure of failures) console.log(`  ${failure}`);
}
console.log(`\n${sumLine(total)}`);
process.exitCode = total.failed > 0 || isStopped ? 1 : 0;
