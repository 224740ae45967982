import { execFileSync, spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { until } from '../harness/waiting.ts';

/** Why calls of other processes can't be made to fail here, undefined where they can. */
export function obstacleToFailingCalls(): string | undefined {
  if (process.platform !== 'linux') return 'it needs Linux';
  try {
    execFileSync('strace', ['-qq', '-e', 'inject=fsync:error=EIO', 'true'], { stdio: 'ignore' });
    return undefined;
  } catch {
    return 'it needs strace, and the right to use it';
  }
}

interface Failure {
  /** Names of system calls, with commas. */
  readonly calls: string;
  readonly error: 'EIO' | 'ENOSPC';
  /** Which of the calls fail, as strace takes it: `3+` is the third and all later ones. All if absent. */
  readonly when?: string;
  /** Only calls for this file. */
  readonly path?: string;
}

/** Lets system calls of running processes, and of those that they start, fail by strace. */
export class FailingCalls {
  /** Calls that have failed so far. */
  failed = 0;
  readonly #strace: ChildProcess;
  readonly #ended: Promise<unknown>;

  private constructor(strace: ChildProcess) {
    this.#strace = strace;
    this.#ended = once(strace, 'exit');
  }

  /** Resolves when calls of all of the processes that live still are made to fail. */
  static async begin(pids: readonly number[], failure: Failure): Promise<FailingCalls> {
    const { calls, error, when, path } = failure;
    const inject = `inject=${calls}:error=${error}${when === undefined ? '' : `:when=${when}`}`;
    const only = path === undefined ? [] : ['-P', path];
    const attach = pids.flatMap((pid) => ['-p', String(pid)]);
    const strace = spawn('strace', ['-f', ...only, '-e', `trace=${calls}`, '-e', inject, ...attach], {
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    const failing = new FailingCalls(strace);
    let said = '';
    const attached = new Set<number>();
    createInterface({ input: strace.stderr }).on('line', (line) => {
      said += `${line}\n`;
      if (line.includes('(INJECTED)')) failing.failed += 1;
      const pid = /strace: (?:Process |attach: ptrace\(PTRACE_SEIZE, )(\d+)/.exec(line)?.[1];
      if (pid !== undefined) attached.add(Number(pid));
    });
    await until('strace has attached', () => {
      if (strace.exitCode !== null) throw new Error(said);
      return pids.every((pid) => attached.has(pid)) ? true : undefined;
    });
    return failing;
  }

  /** The calls succeed again. */
  async end(): Promise<void> {
    this.#strace.kill('SIGINT');
    await this.#ended;
  }
}

/** A process with those that it has started, without theirs. */
export function withChildren(pid: number): number[] {
  const children = execFileSync('ps', ['-o', 'pid=,comm=', '--ppid', String(pid)], { encoding: 'utf8' });
  const own = children.split('\n').flatMap((line) => {
    const [number, program] = line.trim().split(/\s+/);
    return number && program === 'node' ? [Number(number)] : [];
  });
  return [pid, ...own];
}
