import { setTimeout as sleep } from 'node:timers/promises';
import { HttpClient, type Answer } from '../harness/http-client.ts';
import type { Credentials } from '../harness/importing.ts';

/** Whoever waits for a server that is being killed asks again after so long. */
const AGAIN_AFTER_MS = 120;
/** With more answers than this that nobody should get, the run is over. */
const FAULTS_MAX = 20;

/** People at work on a server that is being killed, each going on after a lost connection as a person would. */
export class PersistentPeople {
  /** Answers that nobody should ever get. */
  readonly faults: string[] = [];
  readonly counted = { answers: 0, unavailable: 0, lost: 0 };
  protected readonly random: () => number;
  readonly #clients: HttpClient[] = [];
  readonly #origin: string;
  readonly #refusals: readonly number[];
  #isOver = false;
  #work: Promise<unknown> = Promise.resolve();

  /** @param refusals after which somebody asks again; each other one is a fault */
  constructor(origin: string, random: () => number, refusals: readonly number[] = [503]) {
    this.#origin = origin;
    this.#refusals = refusals;
    this.random = random;
  }

  /** Signs a person in for each task, which is done again and again until the end. */
  protected start(
    { username, password }: Credentials,
    tasks: readonly ((client: HttpClient) => Promise<unknown>)[],
  ): void {
    const working = async (task: (client: HttpClient) => Promise<unknown>) => {
      const client = this.visitor();
      await this.answered(() => client.signIn(username, password), [200]);
      while (!this.#isOver) await task(client);
    };
    this.#work = Promise.all(tasks.map(working));
  }

  /** Everybody finishes what they have begun, and goes. */
  async end(): Promise<void> {
    this.#isOver = true;
    await this.#work;
    for (const client of this.#clients) client.close();
  }

  /** A client of nobody's, closed at the end. */
  protected visitor(): HttpClient {
    const client = new HttpClient(this.#origin);
    this.#clients.push(client);
    return client;
  }

  /** Asks until the answer has one of the statuses. */
  protected async answered<Body>(
    ask: () => Promise<Answer<Body>>,
    statuses: readonly number[],
  ): Promise<Answer<Body>> {
    for (;;) {
      const answer = await this.askedOnce(ask, statuses);
      if (answer) return answer;
    }
  }

  /** @returns undefined where nobody knows whether it was done: the connection was lost, or the answer is a refusal */
  protected async askedOnce<Body>(
    ask: () => Promise<Answer<Body>>,
    statuses: readonly number[],
  ): Promise<Answer<Body> | undefined> {
    const answer = await ask().catch((error: NodeJS.ErrnoException) => error);
    if (answer instanceof Error) {
      this.counted.lost += 1;
      await sleep(AGAIN_AFTER_MS);
      // Nobody was there to hear it, so it was not asked.
      return answer.code === 'ECONNREFUSED' ? this.askedOnce(ask, statuses) : undefined;
    }
    this.counted.answers += 1;
    if (statuses.includes(answer.status)) return answer;
    if (this.#refusals.includes(answer.status)) this.counted.unavailable += 1;
    else {
      this.faults.push(`${answer.status} ${answer.bytes.toString('utf8').slice(0, 400)}`);
      if (this.faults.length > FAULTS_MAX) throw new Error(this.faults.join('\n'));
    }
    await sleep(AGAIN_AFTER_MS);
    return undefined;
  }
}
