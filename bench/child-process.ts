import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';

/** A process of the bench that answers questions, one at a time. */
export class Child {
  readonly #process: ChildProcess;
  readonly #name: string;

  private constructor(name: string, child: ChildProcess) {
    this.#name = name;
    this.#process = child;
  }

  /**
   * Starts one of the bundled programs.
   * @param before words before the command, such as those that pin it
   */
  static start(name: string, before: readonly string[] = []): Child {
    const script = fileURLToPath(new URL(`${name}.js`, import.meta.url));
    const words = [...before, process.execPath, '--enable-source-maps', script];
    const [command = process.execPath, ...args] = words;
    return new Child(name, spawn(command, args, { stdio: ['ignore', 'inherit', 'inherit', 'ipc'] }));
  }

  get pid(): number {
    if (this.#process.pid === undefined) throw new Error(`${this.#name} was not started.`);
    return this.#process.pid;
  }

  /** @throws Error when the process ends instead of answering */
  async ask<Answer>(question: object): Promise<Answer> {
    const given = new AbortController();
    const { signal } = given;
    try {
      this.#process.send(question);
      return await Promise.race([
        once(this.#process, 'message', { signal }).then(([answer]) => answer as Answer),
        once(this.#process, 'exit', { signal }).then(([code, by]) => {
          throw new Error(`${this.#name} ended with ${String(by ?? code)} instead of answering.`);
        }),
      ]);
    } finally {
      given.abort();
    }
  }

  async end(): Promise<void> {
    if (this.#process.exitCode !== null || this.#process.signalCode !== null) return;
    const ended = once(this.#process, 'exit');
    this.#process.kill('SIGTERM');
    await ended;
  }
}

/** The other side: answers every question until the bench goes away. */
export function answerQuestions<Question, Answer>(answer: (question: Question) => Promise<Answer>): void {
  process.on('message', (question: Question) => {
    answer(question).then(
      (given) => process.send?.(given),
      (error: unknown) => {
        console.error(error);
        process.exit(1);
      },
    );
  });
  process.on('disconnect', () => process.exit(0));
}
