import { createHash } from 'node:crypto';
import { isIP } from 'node:net';
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
   * Counts an attempt by its address, by its name there, and by its name, each only while those before hold nobody
   * off: an address that is held off must not wear out anybody's name.
   * @param name normalised; undefined where none was given
   * @throws ProblemError `too-many-requests` with the time to wait; that attempt counts nowhere
   */
  async begin(address: string, name: string | undefined): Promise<CountedAttempt> {
    const keys = this.#keysOf(networkOf(address), name);
    for (const [index, key] of keys.entries()) {
      const { failures, wait_ms } = await this.#count(key);
      if (failures <= key.allowed) continue;
      await this.#forgive(keys.slice(0, index + 1));
      const seconds = Math.max(1, Math.ceil(wait_ms / 1000));
      throw new ProblemError('too-many-requests', `Wait ${seconds} seconds, then try again.`, {
        headers: { 'retry-after': String(seconds) },
      });
    }
    return {
      succeeded: async () => {
        await this.#forgive(keys.filter(({ isOfName }) => !isOfName));
        await sql`
          delete from sign_in_attempt where key_hash in (
            ${this.#locked(keys.filter(({ isOfName }) => isOfName))})`.execute(this.#system);
      },
      forgiven: () => this.#forgive(keys),
    };
  }

  #keysOf(network: string, name: string | undefined): Key[] {
    const hashOf = (text: string) => createHash('sha256').update(text).digest();
    const wide = this.#allowed * PEOPLE_BEHIND_ONE_ADDRESS;
    const ofAddress = { hash: hashOf(`address:${network}`), allowed: wide, isOfName: false };
    if (name === undefined) return [ofAddress];
    return [
      ofAddress,
      { hash: hashOf(`name:${name} address:${network}`), allowed: this.#allowed, isOfName: true },
      // By name alone the door is wider: no one address keeps another's owner out by failing in their name. As many
      // addresses together as people are reckoned behind one can, for the window.
      { hash: hashOf(`name:${name}`), allowed: wide, isOfName: true },
    ];
  }

  async #count({ hash }: Key): Promise<{ failures: number; wait_ms: number }> {
    const { rows } = await sql<{ failures: number; wait_ms: number }>`
      insert into sign_in_attempt as known (key_hash, failures, until)
      values (${hash}, 1, now() + ${this.#window_ms} * interval '1 millisecond')
      on conflict (key_hash) do update set
        failures = case when known.until <= now() then 1 else known.failures + 1 end,
        until = case when known.until <= now() then excluded.until else known.until end
      returning failures, (extract(epoch from until - now()) * 1000)::float8 as wait_ms`.execute(
      this.#system,
    );
    return rows[0] ?? { failures: 0, wait_ms: 0 };
  }

  /** Always in one order, so that no two wait for each other's rows. */
  #locked(keys: readonly Key[]) {
    return sql`
      select key_hash from sign_in_attempt where key_hash = any(${keys.map(({ hash }) => hash)}::bytea[])
      order by key_hash for update`;
  }

  async #forgive(keys: readonly Key[]): Promise<void> {
    await sql`
      update sign_in_attempt set failures = greatest(failures - 1, 0)
      where key_hash in (${this.#locked(keys)})`.execute(this.#system);
  }
}

/**
 * What counts as one address: whoever has one of version 6 has 2^64 of them, the lower half being theirs to choose
 * (RFC 4291 §2.5.1). One of version 4 in the form of version 6 stands for itself, mapped or by a translator between
 * the two (RFC 6052 §2.1), behind which all of them would be one network.
 */
export function networkOf(address: string): string {
  if (isIP(address) !== 6) return address;
  // The zone (%eth0) is of this machine.
  const whole = new URL(`http://[${address.replace(/%.*$/, '')}]`).hostname.slice(1, -1);
  if (whole.startsWith('::ffff:')) return whole;
  const [head = '', tail = ''] = whole.split('::');
  const groups = (part: string) => part.split(':').filter((group) => group !== '');
  const zeros = Array<string>(8 - groups(head).length - groups(tail).length).fill('0');
  const all = [...groups(head), ...zeros, ...groups(tail)];
  if (all.slice(0, 6).join(':') === '64:ff9b:0:0:0:0') return whole;
  return all.slice(0, 4).join(':');
}
