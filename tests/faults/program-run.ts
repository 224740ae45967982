import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';

const repository = fileURLToPath(new URL('../..', import.meta.url));

/** A run of a command line, in the repository unless told otherwise, with its output; for starts that are to fail, and for npm's. */
export class ProgramRun {
  readonly child: ChildProcess & { readonly pid: number };
  readonly ended: Promise<{ code: number | null; signal: NodeJS.Signals | null }>;
  output = '';
  readonly #ownGroup: boolean;

  /**
   * @param options.cwd the repository without it
   * @param options.input what it reads on standard input; nothing, and no terminal, without it
   * @param options.ownGroup whether it leads a process group of its own, which `signalGroup` signals
   */
  constructor(
    words: readonly [string, ...string[]],
    env: Readonly<Record<string, string>>,
    { cwd = repository, input, ownGroup = false }: { cwd?: string; input?: string; ownGroup?: boolean } = {},
  ) {
    this.#ownGroup = ownGroup;
    const [file, ...args] = words;
    const child = spawn(file, args, {
      cwd,
      env: { PATH: process.env['PATH'] ?? '', HOME: process.env['HOME'] ?? '', ...env },
      stdio: ['pipe', 'pipe', 'pipe'],
      detached: ownGroup,
    });
    // It may end without having read anything.
    child.stdin.on('error', () => undefined).end(input);
    if (child.pid === undefined) throw new Error(`${file} can't be started.`);
    this.child = child as ChildProcess & { readonly pid: number };
    for (const stream of [child.stdout, child.stderr]) {
      stream.setEncoding('utf8').on('data', (text: string) => {
        this.output += text;
      });
    }
    this.ended = once(child, 'close').then(([code, signal]) => ({
      code: code as number | null,
      signal: signal as NodeJS.Signals | null,
    }));
  }

  /** `armarium <command>` as a process of its own. */
  static armarium(
    command: readonly string[],
    env: Readonly<Record<string, string>>,
    input?: string,
  ): ProgramRun {
    return new ProgramRun(
      [process.execPath, 'armarium.mjs', ...command],
      env,
      input === undefined ? {} : { input },
    );
  }

  /** Signals every process of its own group, as a terminal does. Does nothing once all of them have ended. */
  signalGroup(signal: NodeJS.Signals): void {
    if (!this.#ownGroup) return;
    try {
      process.kill(-this.child.pid, signal);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
    }
  }

  /** Ends it if it still runs. */
  async end(): Promise<void> {
    this.signalGroup('SIGKILL');
    if (this.child.exitCode === null && this.child.signalCode === null) this.child.kill('SIGKILL');
    await this.ended;
  }
}
