import { execFileSync, spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { PATIENCE_MS } from './patience.ts';
import { processesInFolder } from './processes-in-folder.ts';

const repository = fileURLToPath(new URL('../..', import.meta.url));

/** A first start builds, makes a database cluster and migrates it. */
const READY_WITHIN_MS = 150_000;

export interface Ended {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
}

export interface StartOptions {
  /** Added to a bare environment: nothing but the path, the home and the language is inherited. */
  readonly env?: Readonly<Record<string, string>>;
  /** The command line after `armarium.mjs`, `['serve']` if absent. */
  readonly command?: readonly string[];
  /**
   * Whether it begins as a copy of the installation that `made-installation.ts` made, where there is one. If absent, it
   * does unless it is given an environment or a command.
   */
  readonly isCopy?: boolean;
  /** Its data folder, whose parent must be there; one of its own if absent. */
  readonly dataDir?: string;
}

/**
 * The whole program as its users start it, on a data folder, a port and a password of its own. Call
 * `close()` in `afterAll`; it fails if a process was left behind.
 */
export class RunningArmarium {
  readonly dataDir: string;
  readonly port: number;
  /** Its tenant at an IP address. */
  readonly tenant = 'default';
  readonly username = 'admin';
  readonly password = 'a long enough password';
  /** Every line of both outputs, oldest first, over all starts. */
  readonly log: string[] = [];
  readonly #folder: string;
  readonly #options: StartOptions;
  #child: ChildProcess | undefined;

  private constructor(folder: string, port: number, options: StartOptions) {
    this.#folder = folder;
    this.#options = options;
    this.dataDir = options.dataDir ?? join(folder, 'data');
    this.port = port;
    process.once('exit', this.#removeAtOnce);
  }

  /**
   * Starts the program and waits until it is ready.
   * @throws with its output if the program ends or isn't ready in time; nothing is left behind then
   */
  static async start(options: StartOptions = {}): Promise<RunningArmarium> {
    const folder = mkdtempSync(join(tmpdir(), 'armarium-'));
    // PostgreSQL, which runs as another account where we are root, has to pass through here.
    chmodSync(folder, 0o755);
    const armarium = new RunningArmarium(folder, await freePort(), options);
    const { env, command, isCopy = !env && !command } = options;
    const made = process.env['ARMARIUM_MADE_INSTALLATION'];
    try {
      // With the owners of its files: PostgreSQL's are another account's where we are root.
      if (made && isCopy) execFileSync('cp', ['-a', made, armarium.dataDir]);
      await armarium.#spawnUntilReady();
    } catch (error) {
      armarium.#removeAtOnce();
      throw error;
    }
    return armarium;
  }

  get origin(): string {
    return `http://127.0.0.1:${this.port}`;
  }

  /** The process that serves now. @throws if it doesn't run */
  get process(): ChildProcess & { readonly pid: number } {
    const child = this.#child;
    if (child?.pid === undefined || hasEnded(child)) throw new Error('Armarium does not run.');
    return child as ChildProcess & { readonly pid: number };
  }

  /**
   * Sends a signal and waits for the end. A program that takes longer to stop than it may (decisions §1) ends itself,
   * with 1.
   * @throws if it still runs after a minute
   */
  async stop(signal: NodeJS.Signals = 'SIGTERM'): Promise<Ended> {
    const child = this.process;
    const exit = once(child, 'exit') as Promise<[number | null, NodeJS.Signals | null]>;
    child.kill(signal);
    const ended = await Promise.race([exit, sleep(PATIENCE_MS, undefined, { ref: false })]);
    if (!ended) throw new Error(`Still running ${PATIENCE_MS} ms after ${signal}.\n${this.tail()}`);
    return { code: ended[0], signal: ended[1] };
  }

  /** Kills the program alone, not its children, as `kill -9` would. */
  async kill9(): Promise<void> {
    await this.stop('SIGKILL');
  }

  /** Ends the program and all processes that work in its data folder at once, as when the power goes. */
  async killAll(): Promise<void> {
    await this.kill9();
    this.#killProcesses();
  }

  /** Starts it again on the same folder and port, after stopping it if it still runs. */
  async restart(): Promise<void> {
    if (this.#child && !hasEnded(this.#child)) await this.stop();
    await this.#spawnUntilReady();
  }

  /** For an attempt that follows one which failed while the program was stopped. */
  async startIfStopped(): Promise<void> {
    if (!this.#child || hasEnded(this.#child)) await this.#spawnUntilReady();
  }

  /** The last lines of the output, for messages. */
  tail(lines = 40): string {
    return this.log.slice(-lines).join('\n');
  }

  /**
   * Stops what runs and removes the folder.
   * @throws if the stop failed, or a process of this installation still lived a minute later (it is killed then)
   */
  async close(): Promise<void> {
    try {
      if (this.#child && !hasEnded(this.#child)) {
        const { code } = await this.stop();
        if (code !== 0) throw new Error(`SIGTERM ended it with exit code ${String(code)}.\n${this.tail()}`);
      }
      await this.#waitUntilAlone();
    } finally {
      this.#removeAtOnce();
      process.off('exit', this.#removeAtOnce);
    }
  }

  async #waitUntilAlone(): Promise<void> {
    for (let waited_ms = 0; waited_ms < PATIENCE_MS; waited_ms += 100) {
      if (this.#processes().length === 0) return;
      await sleep(100);
    }
    const left = this.#processes().map(({ pid, command }) => `${pid} ${command}`);
    throw new Error(`Processes were left behind:\n${left.join('\n')}`);
  }

  async #spawnUntilReady(): Promise<void> {
    const child = spawn(process.execPath, ['armarium.mjs', ...(this.#options.command ?? ['serve'])], {
      cwd: repository,
      env: { ...bareEnvironment(), ...this.settings, ...this.#options.env },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    this.#child = child;
    for (const stream of [child.stdout, child.stderr]) {
      createInterface({ input: stream }).on('line', (line) => this.log.push(line));
    }
    const deadline_ms = performance.now() + READY_WITHIN_MS;
    while (!(await this.#isReady())) {
      if (hasEnded(child)) {
        throw new Error(`Armarium ended with ${child.signalCode ?? String(child.exitCode)}.\n${this.tail()}`);
      }
      if (performance.now() > deadline_ms) {
        throw new Error(`Not ready within ${READY_WITHIN_MS} ms.\n${this.tail()}`);
      }
      await sleep(50);
    }
  }

  /** What it is told in its environment, but for `options.env`. */
  get settings(): Readonly<Record<string, string>> {
    return {
      HOST: '127.0.0.1',
      PORT: String(this.port),
      DATA_DIR: this.dataDir,
      ADMIN_PASSWORD: this.password,
      SAMPLE_CATALOGUE: 'off',
    };
  }

  async #isReady(): Promise<boolean> {
    try {
      const response = await fetch(`${this.origin}/readyz`, { signal: AbortSignal.timeout(5000) });
      await response.arrayBuffer();
      return response.ok;
    } catch {
      return false;
    }
  }

  /** Without waiting, for the end of the test's own process; nothing may survive it. */
  readonly #removeAtOnce = (): void => {
    if (this.#child && !hasEnded(this.#child)) this.#child.kill('SIGKILL');
    this.#killProcesses();
    rmSync(this.#folder, { recursive: true, force: true, maxRetries: 5 });
  };

  #processes() {
    return [this.#folder, this.dataDir].flatMap(processesInFolder);
  }

  #killProcesses(): void {
    for (const { pid } of this.#processes()) {
      try {
        process.kill(pid, 'SIGKILL');
      } catch {
        // It ended by itself between the look and the kill.
      }
    }
  }
}

function hasEnded(child: ChildProcess): boolean {
  return child.exitCode !== null || child.signalCode !== null;
}

function bareEnvironment(): Record<string, string> {
  const kept = ['PATH', 'HOME', 'USER', 'LANG', 'TMPDIR', 'CI'];
  return Object.fromEntries(
    kept.flatMap((name) => {
      const value = process.env[name];
      return value === undefined ? [] : [[name, value]];
    }),
  );
}

/** One that nobody listens on at this moment. */
export async function freePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1');
  await once(probe, 'listening');
  const address = probe.address();
  probe.close();
  await once(probe, 'close');
  if (address === null || typeof address === 'string') throw new Error('No port was given.');
  return address.port;
}
