import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';
import { PostgresServer } from '../harness/postgres-server.ts';
import { startS3Server } from '../harness/s3-server.ts';
import { freePort } from '../harness/start-armarium.ts';

const READY_WITHIN_MS = 150_000;
const repository = resolve(import.meta.dirname, '../../..');
const password = 'a long enough password';

const say = (line: string) => void process.stdout.write(`${line}\n`);

/**
 * Two processes that serve people and two that work, on one PostgreSQL and one object storage, each with a data folder
 * of its own as on machines of their own. Says where they are, and what they say when LOG_LEVEL is set; SIGINT or
 * SIGTERM ends all of them, and everything that they kept is removed.
 */
export async function runSeveral(): Promise<void> {
  const stopping = new AbortController();
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => stopping.abort());
  const folder = mkdtempSync(join(tmpdir(), 'armarium-several-'));
  const database = await PostgresServer.start();
  const storage = await startS3Server();
  const settings = { DATABASE_URL: database.url, STORAGE_URL: storage.url };
  const children: { name: string; child: ChildProcess; ended: Promise<unknown> }[] = [];

  function start(name: string, command: 'web' | 'worker', port: number): ChildProcess {
    const child = spawn(process.execPath, ['armarium.mjs', command], {
      cwd: repository,
      env: {
        ...process.env,
        ...settings,
        HOST: '127.0.0.1',
        PORT: String(port),
        DATA_DIR: join(folder, name.replace(' ', '-')),
        ADMIN_PASSWORD: password,
        LOG_LEVEL: process.env['LOG_LEVEL'] ?? 'warn',
      },
      // A group of its own: Ctrl-C reaches this process alone, which ends the others in order.
      detached: true,
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    for (const stream of [child.stdout, child.stderr]) {
      createInterface({ input: stream }).on('line', (line) => line !== '' && say(`${name} | ${line}`));
    }
    const ended = once(child, 'exit').then(([code, signal]) => {
      if (!stopping.signal.aborted) say(`${name} ended: ${String(signal ?? code)}`);
    });
    children.push({ name, child, ended });
    return child;
  }

  async function startWeb(name: string): Promise<void> {
    const port = await freePort();
    const child = start(name, 'web', port);
    const until_ms = performance.now() + READY_WITHIN_MS;
    while (!(await isReady(port))) {
      if (stopping.signal.aborted) return;
      if (child.exitCode !== null || performance.now() > until_ms) throw new Error(`${name} does not start.`);
      await sleep(100);
    }
    say(`${name}: http://127.0.0.1:${port}/ui/ process ${child.pid}`);
  }

  try {
    // The first of them makes the tables.
    await startWeb('web 1');
    await startWeb('web 2');
    for (const name of ['worker 1', 'worker 2']) say(`${name}: process ${start(name, 'worker', 0).pid}`);
    say(`Sign in as admin with the password "${password}". Other commands take the same settings:`);
    for (const [name, value] of Object.entries(settings)) say(`${name}='${value}'`);
    say('Ctrl-C ends them all, and removes what they kept.');
    if (!stopping.signal.aborted) await once(stopping.signal, 'abort');
  } finally {
    stopping.abort();
    for (const { child } of children) child.kill('SIGTERM');
    await Promise.all(children.map(({ ended }) => ended));
    await storage.close();
    await database.close();
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
  }
}

async function isReady(port: number): Promise<boolean> {
  try {
    const answer = await fetch(`http://127.0.0.1:${port}/readyz`, { signal: AbortSignal.timeout(5_000) });
    await answer.arrayBuffer();
    return answer.ok;
  } catch {
    return false;
  }
}
