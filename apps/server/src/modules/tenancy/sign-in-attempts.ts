import { createHash } from 'node:crypto';
import { sql, type Kysely } from 'kysely';
import type { SystemTables } from '../../db/database.ts';
import { ProblemError } from '../../problem-error.ts';

/** One address may stand for a whole reading room behind one router. */
const PEOPLE_BEHIND_ONE_ADDRESS = 10;

/** An attempt that was counted before anybody looked at the password, so that many at once don't slip past. */
export interface CountedAttempt {
  /**
   * The password was right: the name's count is gone. The address's stays but for this one, so that one known
   * password does not open the way to guess others.
   */
  succeeded(): Promise<void>;
  /** Nobody looked at the password: an outage must not lock out who kept trying. */
  forgiven(): Promise<void>;
}

interface Key {
  readonly hash: Buffer;
  readonly allowed: number;
  readonly isOfName: boolean;
}

/** Counts failed sign-ins within a window, in the database: for all processes, by its clock. */
export class SignInAttempts {
  readonly #system: Kysely<SystemTables>;
  readonly #allowed: number;
  readonly #window_ms: number;

  constructor(system: Kysely<SystemTables>, allowed: number, window_ms: number) {
    this.#system = system;
    this.#allowed = allowed;
    this.#window_ms = window_ms;
  }

  /**
   * Counts an attempt by its address, by its name, and by both.
   * @param name normalised; undefined where none was given
   * @throws ProblemError `too-many-requests` with the time to wait; that attempt counts nowhere
   */
  async begin(address: string, name: string | undefined): Promise<CountedAttempt> {
    const keys = this.#keysOf(address, name);
    const counts = await this.#count(keys);
    const waits_ms = counts.flatMap(({ key_hash, failures, wait_ms }) => {
      const key = keys.find(({ hash }) => hash.equals(key_hash));
      return key && failures > key.allowed ? [Number(wait_ms)] : [];
    });
    if (waits_ms.length > 0) {
      await this.#forgive(keys);
      const seconds = Math.max(1, Math.ceil(Math.max(...waits_ms) / 1000));
      throw new ProblemError('too-many-requests', `Wait ${seconds} seconds, then try again.`, {
        headers: { 'retry-after': String(seconds) },
      });
    }
    return {
      succeeded: async () => {
        await this.#forgive(keys.filter(({ isOfName }) => !isOfName));
        const ofName = keys.filter(({ isOfName }) => isOfName).map(({ hash }) => hash);
        await sql`
          delete from sign_in_attempt where key_hash = any(${ofName}::bytea[]) or until < now()`.execute(
          this.#system,
        );
      },
      forgiven: () => this.#forgive(keys),
    };
  }

  #keysOf(address: string, name: string | undefined): Key[] {
    const hashOf = (text: string) => createHash('sha256').update(text).digest();
    const wide = this.#allowed * PEOPLE_BEHIND_ONE_ADDRESS;
    const keys = [{ hash: hashOf(`address:${address}`), allowed: wide, isOfName: false }];
    if (name !== undefined) {
      keys.push(
        // By name alone the door is wider: nobody keeps another out of their account by failing in their name.
        { hash: hashOf(`name:${name}`), allowed: wide, isOfName: true },
        { hash: hashOf(`name:${name} address:${address}`), allowed: this.#allowed, isOfName: true },
      );
    }
    // Always in one order, so that no two wait for each other's rows.
    return keys.sort((one, other) => Buffer.compare(one.hash, other.hash));
  }

  async #count(keys: readonly Key[]) {
    const { rows } = await sql<{ key_hash: Buffer; failures: number; wait_ms: string }>`
      insert into sign_in_attempt as known (key_hash, failures, until)
      select hash, 1, now() + ${this.#window_ms} * interval '1 millisecond'
      from unnest(${keys.map(({ hash }) => hash)}::bytea[]) hash
      on conflict (key_hash) do update set
        failures = case when known.until <= now() then 1 else known.failures + 1 end,
        until = case when known.until <= now() then excluded.until else known.until end
      returning key_hash, failures, extract(epoch from until - now()) * 1000 as wait_ms`.execute(
      this.#system,
    );
    return rows;
  }

  async #forgive(keys: readonly Key[]): Promise<void> {
    await sql`
      update sign_in_attempt set failures = greatest(failures - 1, 0)
      where key_hash in (
        select key_hash from sign_in_attempt where key_hash = any(${keys.map(({ hash }) => hash)}::bytea[])
        order by key_hash for update)`.execute(this.#system);
  }
}
