import type { Ended } from '../harness/start-armarium.ts';
import { ProgramRun } from './program-run.ts';

/** An `armarium worker` that is started again when it gives up for want of a database, as a supervisor does. */
export class SupervisedWorker {
  readonly #env: Readonly<Record<string, string>>;
  #run: ProgramRun;

  constructor(env: Readonly<Record<string, string>>) {
    this.#env = env;
    this.#run = this.#start();
  }

  /** What the process that runs now has said. */
  get output(): string {
    return this.#run.output;
  }

  /** Kills it and starts another. */
  async kill9(): Promise<void> {
    this.#run.child.kill('SIGKILL');
    await this.#run.ended;
    this.#run = this.#start();
  }

  /** Stops it in order. */
  stop(): Promise<Ended> {
    this.#run.child.kill('SIGTERM');
    return this.#run.ended;
  }

  /** Ends it if it still runs. */
  async end(): Promise<void> {
    await this.#run.end();
  }

  #start(): ProgramRun {
    const run = ProgramRun.armarium(['worker'], this.#env);
    void run.ended.then(({ code }) => {
      if (code === 1 && this.#run === run) this.#run = this.#start();
    });
    return run;
  }
}
