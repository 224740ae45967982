/** At most so many names are remembered; beyond, the oldest are forgotten first. */
const REMEMBERED = 50_000;

/**
 * Counts failed sign-ins by key within a window, in this process. Successful ones clear the account's count
 * but not the address's, so that one known password does not open the way to guess others.
 */
export class SignInAttempts {
  readonly #failures = new Map<string, { count: number; until_ms: number }>();
  readonly #allowed: number;
  readonly #window_ms: number;

  constructor(allowed: number, window_ms: number) {
    this.#allowed = allowed;
    this.#window_ms = window_ms;
  }

  /** Milliseconds to wait before another attempt is heard, 0 when it is heard now. */
  wait_ms(key: string, allowed = this.#allowed): number {
    const entry = this.#failures.get(key);
    if (!entry || entry.until_ms <= Date.now()) return 0;
    return entry.count >= allowed ? entry.until_ms - Date.now() : 0;
  }

  failed(key: string): void {
    const entry = this.#failures.get(key);
    if (entry && entry.until_ms > Date.now()) {
      entry.count += 1;
      return;
    }
    if (this.#failures.size >= REMEMBERED) {
      const oldest = this.#failures.keys().next().value;
      if (oldest !== undefined) this.#failures.delete(oldest);
    }
    this.#failures.delete(key);
    this.#failures.set(key, { count: 1, until_ms: Date.now() + this.#window_ms });
  }

  succeeded(key: string): void {
    this.#failures.delete(key);
  }

  /** Takes one failure back that was counted before its attempt was judged. */
  forgive(key: string): void {
    const entry = this.#failures.get(key);
    if (entry) entry.count = Math.max(0, entry.count - 1);
  }
}
