import { createHash } from 'node:crypto';
import { isIP } from 'node:net';
import { sql, type Kysely } from 'kysely';
import type { SystemTables } from '../../../db/database.ts';
import { ProblemError } from '../../../problem-error.ts';

/** One address may be a whole reading room behind one router. */
const PEOPLE_BEHIND_ONE_ADDRESS = 10;
/** A code has a million values, of which three are right at any time. */
const WINDOWS_OF_CODES = 12;

/** An attempt. It is counted before the password is checked, so that many at once don't exceed the limit. */
export interface CountedAttempt {
  /**
   * The password was right: resets the count of the name. The count of the address loses only this attempt,
   * so that a known password does not allow guessing others.
   */
  succeeded(): Promise<void>;
  /** The password was not checked: an outage must not lock anybody out. */
  forgiven(): Promise<void>;
  /** Whether the name has no further attempt if this one fails. */
  readonly isLast: boolean;
}

/** Whether a sign-in failed for too many attempts. */
export const isHeldOff = (error: unknown) =>
  error instanceof ProblemError && error.code === 'too-many-requests';

interface Key {
  readonly hash: Buffer;
  readonly allowed: number;
  readonly isOfName: boolean;
}

interface Counted {
  readonly key: Key;
  /** The end of the window in which it was counted, to the microsecond. */
  readonly until: string;
}

/** What an attempt is for. The kinds are counted apart from each other. */
export type AttemptKind = 'password' | 'code' | 'sign-on' | 'forgotten-password';

/**
 * Counts failed sign-ins within a window, in the database: for all processes, by its clock. Codes of a second factor are
 * counted apart from passwords, and more strictly: whoever gives one has given the password, so that nobody else can lock
 * out the owner of a name. So all addresses together have the attempts of one, within an hour where passwords are counted
 * within five minutes, and a right code gives no new ones. Answers of providers of sign-on are counted apart too: a provider that is
 * badly set up must not keep people from their passwords. So are requests for a link to a new password: nobody should
 * be able to keep a whole house from signing in by asking for many.
 */
export class SignInAttempts {
  readonly #system: Kysely<SystemTables>;
  readonly #allowed: number;
  readonly #window_ms: number;
  readonly #of: AttemptKind;

  constructor(system: Kysely<SystemTables>, allowed: number, window_ms: number, of: AttemptKind) {
    this.#system = system;
    this.#allowed = allowed;
    this.#window_ms = of === 'code' ? window_ms * WINDOWS_OF_CODES : window_ms;
    this.#of = of;
  }

  /**
   * Counts an attempt by address, by address and name, and by name. A later count is made only if the earlier
   * ones are below their limits: a blocked address must not use up the attempts of a name.
   * @param name normalised; undefined where none was given
   * @throws ProblemError `too-many-requests` with the time to wait; that attempt is not counted
   */
  async begin(address: string, name: string | undefined): Promise<CountedAttempt> {
    const counted: Counted[] = [];
    let isLast = false;
    for (const key of this.#keysOf(networkOf(address), name)) {
      const { failures, wait_ms, until } = await this.#count(key);
      counted.push({ key, until });
      isLast ||= key.isOfName && failures === key.allowed;
      if (failures <= key.allowed) continue;
      await this.#forgive(counted);
      const seconds = Math.max(1, Math.ceil(wait_ms / 1000));
      throw new ProblemError('too-many-requests', `Wait ${seconds} seconds, then try again.`, {
        headers: { 'retry-after': String(seconds) },
      });
    }
    return {
      succeeded: async () => {
        if (this.#of === 'code') return this.#forgive(counted);
        await this.#forgive(counted.filter(({ key }) => !key.isOfName));
        const ofNames = counted.filter(({ key }) => key.isOfName).map(({ key }) => key.hash);
        await sql`
          delete from sign_in_attempt where key_hash in (
            select key_hash from sign_in_attempt where key_hash = any(${ofNames}::bytea[])
            order by key_hash for update)`.execute(this.#system);
      },
      forgiven: () => this.#forgive(counted),
      isLast,
    };
  }

  /**
   * Counts an attempt, and takes it back where it was right, or could not be checked.
   * @param check finds what was asked for; undefined where the attempt was wrong
   * @returns what was found, and whether the name has no further attempt
   * @throws what `begin` and `check` throw
   */
  async judge<T>(
    address: string,
    name: string | undefined,
    check: () => Promise<T | undefined>,
  ): Promise<{ readonly found: T | undefined; readonly wasLast: boolean }> {
    const attempt = await this.begin(address, name);
    const found = await check().catch(async (error: unknown) => {
      await attempt.forgiven();
      throw error;
    });
    if (found !== undefined) await attempt.succeeded();
    return { found, wasLast: attempt.isLast };
  }

  #keysOf(network: string, name: string | undefined): Key[] {
    const hashOf = (text: string) => createHash('sha256').update(text).digest();
    const wide = this.#allowed * PEOPLE_BEHIND_ONE_ADDRESS;
    if (this.#of === 'code')
      return [
        { hash: hashOf(`codes from address:${network}`), allowed: wide, isOfName: false },
        { hash: hashOf(`codes of name:${name}`), allowed: this.#allowed, isOfName: true },
      ];
    if (this.#of === 'sign-on')
      return [{ hash: hashOf(`sign-ons from address:${network}`), allowed: wide, isOfName: false }];
    const kind = this.#of === 'forgotten-password' ? 'forgotten ' : '';
    const ofAddress = { hash: hashOf(`${kind}address:${network}`), allowed: wide, isOfName: false };
    if (name === undefined) return [ofAddress];
    return [
      ofAddress,
      { hash: hashOf(`${kind}name:${name} address:${network}`), allowed: this.#allowed, isOfName: true },
      // The limit by name alone is higher, so that a single address can't lock out the owner of a name. It
      // takes as many addresses as we assume people behind one.
      { hash: hashOf(`${kind}name:${name}`), allowed: wide, isOfName: true },
    ];
  }

  async #count({ hash }: Key) {
    const { rows } = await sql<{ failures: number; wait_ms: number; until: string }>`
      insert into sign_in_attempt as known (key_hash, failures, until)
      values (${hash}, 1, now() + ${this.#window_ms} * interval '1 millisecond')
      on conflict (key_hash) do update set
        failures = case when known.until <= now() then 1 else known.failures + 1 end,
        until = case when known.until <= now() then excluded.until else known.until end
      returning failures, (extract(epoch from until - now()) * 1000)::float8 as wait_ms, until::text`.execute(
      this.#system,
    );
    return rows[0] ?? { failures: 0, wait_ms: 0, until: '-infinity' };
  }

  /**
   * Takes attempts back. What was counted in a window that is over by now is not taken from the next one, which would allow more
   * than the limit there.
   */
  async #forgive(counted: readonly Counted[]): Promise<void> {
    const hashes = counted.map(({ key }) => key.hash);
    const ends = counted.map(({ until }) => until);
    // Always in the same order, so that there are no deadlocks.
    await sql`
      update sign_in_attempt set failures = greatest(failures - 1, 0)
      where key_hash in (
        select key_hash from sign_in_attempt
        where (key_hash, until) in (select * from unnest(${hashes}::bytea[], ${ends}::timestamptz[]))
        order by key_hash for update)`.execute(this.#system);
  }
}

/**
 * The unit that counts as one address. An owner of IPv6 has 2^64 addresses, with a free lower half (RFC 4291
 * §2.5.1), so the upper half counts. An IPv4 address in IPv6 form counts as itself, mapped or by a translator
 * (RFC 6052 §2.1), behind which all of them would be one network.
 */
export function networkOf(address: string): string {
  if (isIP(address) !== 6) return address;
  // The zone (%eth0) has a meaning on this machine only.
  const whole = new URL(`http://[${address.replace(/%.*$/, '')}]`).hostname.slice(1, -1);
  if (whole.startsWith('::ffff:')) return whole;
  const [head = '', tail = ''] = whole.split('::');
  const groups = (part: string) => part.split(':').filter((group) => group !== '');
  const zeros = Array<string>(8 - groups(head).length - groups(tail).length).fill('0');
  const all = [...groups(head), ...zeros, ...groups(tail)];
  if (all.slice(0, 6).join(':') === '64:ff9b:0:0:0:0') return whole;
  return all.slice(0, 4).join(':');
}
