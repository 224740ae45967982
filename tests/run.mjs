/**
 * Everything that must hold, in one command: `npm test`.
 *
 *   npm test                         all of it
 *   npm test -- --only lint,unit     only these steps; `static` stands for all checks that run nothing
 *
 * The step `http` runs on a PostgreSQL of the machine, the server that TEST_DATABASE_URL names or one that is started from
 * /usr/lib/postgresql for the time of the tests, and what asks most of the database then on the embedded one too, as the step
 * `http-embedded`. Without one of the machine all of it runs on the embedded one.
 *
 * Every step runs even if one before it failed, so that one run tells everything. Each prints its time; the
 * last line is the sum, and the exit code is 1 if anything failed.
 */
import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

const root = path.resolve(import.meta.dirname, '..');
const bin = (name) => path.join(root, 'node_modules/.bin', name);
const reports = mkdtempSync(path.join(tmpdir(), 'armarium-tests-'));
const MINUTE_MS = 60_000;
const sourceFolders = ['apps', 'packages', 'tests', 'bench'].filter((name) =>
  existsSync(path.join(root, name)),
);

/** These read the sources and run nothing, so two at once are safe. The slowest come first. */
const staticSteps = [
  { name: 'format', command: [bin('prettier'), '--check', '--log-level', 'warn', '.'] },
  // Types and rules in one look.
  { name: 'lint', command: [bin('oxlint'), '--deny-warnings'] },
  {
    name: 'imports',
    command: [bin('depcruise'), '--config', '.dependency-cruiser.cjs', ...sourceFolders],
  },
  { name: 'names', command: [process.execPath, 'tests/checks/house-names.mjs'] },
  { name: 'dead-code', command: [bin('knip'), '--no-progress'] },
];

const build = {
  name: 'build',
  command: [process.execPath, 'armarium.mjs', 'build'],
  limit_ms: 5 * MINUTE_MS,
};

const weight = {
  name: 'weight',
  needsBuild: true,
  command: [process.execPath, 'tests/checks/page-weight.mjs'],
};

const OLDEST_POSTGRES = 15;

/** Where the tests over HTTP find a server of the machine, as variables for tests/http/global-setup.ts. */
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
const machineServer = serverOfTheMachine();
const embedded = { TEST_DATABASE_URL: '', TEST_POSTGRES_BIN: '', TEST_HTTP_PART: '' };

const project = (name, limit_ms, more = {}) => ({
  name,
  limit_ms,
  report: path.join(reports, `${name}.json`),
  command: [
    bin('vitest'),
    'run',
    ...['--project', more.project ?? name, '--reporter', 'default', '--reporter', 'json'],
    `--outputFile.json=${path.join(reports, `${name}.json`)}`,
  ],
  ...more,
});
const projects = [
  project('unit', 10 * MINUTE_MS),
  project('http', 10 * MINUTE_MS, { env: { ...embedded, ...machineServer } }),
  project('http-embedded', 5 * MINUTE_MS, {
    project: 'http',
    env: { ...embedded, TEST_HTTP_PART: 'database' },
    skip: machineServer
      ? undefined
      : `http has run on it, for want of a PostgreSQL ${OLDEST_POSTGRES} or newer in /usr/lib/postgresql; install one, or set TEST_DATABASE_URL`,
  }),
  project('e2e', 20 * MINUTE_MS, { needsBuild: true }),
  project('faults', 20 * MINUTE_MS, { needsBuild: true }),
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
    env: { ...process.env, NO_COLOR: '1', ...env },
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

/** What vitest counted. A file that didn't load, or an error outside any test, is one failure more. */
function countsOf(step, isGood) {
  let report;
  try {
    report = JSON.parse(readFileSync(step.report, 'utf8'));
  } catch {
    return { passed: 0, failed: 1, skipped: 0 };
  }
  const unloaded = report.testResults.filter(
    ({ status, assertionResults }) =>
      status === 'failed' && !assertionResults.some((assertion) => assertion.status === 'failed'),
  ).length;
  const failed = report.numFailedTests + unloaded;
  return {
    passed: report.numPassedTests,
    failed: failed === 0 && !isGood ? 1 : failed,
    skipped: report.numPendingTests + report.numTodoTests,
  };
}

const results = [];

async function runStep(step, isKept) {
  if (isStopped) return false;
  if (!isKept) console.log(`\n--- ${step.name}`);
  const began_ms = performance.now();
  const { code, why, output } = await execute(step, isKept);
  const isGood = code === 0;
  const counts = step.report
    ? countsOf(step, isGood)
    : { passed: isGood ? 1 : 0, failed: isGood ? 0 : 1, skipped: 0 };
  if (!isGood && output) console.log(`\n--- ${step.name}\n${output}`);
  note({ name: step.name, counts, took_ms: performance.now() - began_ms, why: isGood ? '' : why });
  return isGood;
}

function note(result) {
  results.push(result);
  console.log(lineOf(result));
}

function lineOf({ name, counts, took_ms, why }) {
  const verdict = counts.failed > 0 ? 'FAILED' : counts.skipped > 0 && counts.passed === 0 ? 'skipped' : 'ok';
  const time = `${(took_ms / 1000).toFixed(1)} s`;
  const many = counts.passed + counts.failed > 1 ? `  ${sumLine(counts)}` : '';
  return `${verdict.padEnd(7)} ${name.padEnd(16)} ${time.padStart(8)}${many}${why ? `  ${why}` : ''}`;
}

function sumLine({ passed, failed, skipped }) {
  return `${passed} passed, ${failed} failed, ${skipped} skipped`;
}

async function runAtMost(count, steps) {
  const waiting = [...steps];
  const worker = async () => {
    for (let step = waiting.shift(); step; step = waiting.shift()) await runStep(step, true);
  };
  await Promise.all(Array.from({ length: count }, worker));
}

/** @returns {(step: { name: string }) => boolean} whether a step was asked for */
function selection(args) {
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

const isWanted = selection(process.argv.slice(2));
const began_ms = performance.now();
await runAtMost(2, staticSteps.filter(isWanted));

const wantedProjects = [weight, ...projects].filter(isWanted);
let isBuilt = true;
if (isWanted(build) || wantedProjects.some((step) => step.needsBuild)) isBuilt = await runStep(build, true);
for (const step of wantedProjects) {
  if (step.needsBuild && !isBuilt && !isStopped) {
    note({
      name: step.name,
      counts: { passed: 0, failed: 1, skipped: 0 },
      took_ms: 0,
      why: 'not run: no build',
    });
  } else if (step.skip) {
    note({ name: step.name, counts: { passed: 0, failed: 0, skipped: 1 }, took_ms: 0, why: step.skip });
  } else await runStep(step, false);
}

rmSync(reports, { recursive: true, force: true });
const total = { passed: 0, failed: 0, skipped: 0 };
for (const { counts } of results) for (const key of Object.keys(total)) total[key] += counts[key];
console.log(`\n--- all steps, ${((performance.now() - began_ms) / 1000).toFixed(0)} s`);
for (const result of results) console.log(lineOf(result));
console.log(`\n${sumLine(total)}`);
process.exitCode = total.failed > 0 || isStopped ? 1 : 0;
