import { LRUCache } from 'lru-cache';
import type { Actor } from '../../db/database.ts';

/** How long a look-up is cached without a notice that it is out of date. */
const REMEMBERED_MS = 5_000;
const REMEMBERED_ACTORS = 5_000;

/** The actors that sessions and tokens open for, each by a key of its own. */
export class ActorCache {
  readonly #known = new LRUCache<string, { readonly actor: Actor | undefined }>({
    max: REMEMBERED_ACTORS,
    ttl: REMEMBERED_MS,
  });
  /** Incremented at each invalidation: a look-up that began before is not cached. */
  #forgotten = 0;

  /** It is a promise only where it is not cached. */
  find(
    key: string,
    lookUp: () => Promise<Actor | undefined>,
  ): Actor | undefined | Promise<Actor | undefined> {
    const known = this.#known.get(key);
    return known ? known.actor : this.#lookUp(key, lookUp);
  }

  async #lookUp(key: string, lookUp: () => Promise<Actor | undefined>): Promise<Actor | undefined> {
    const forgotten = this.#forgotten;
    const actor = await lookUp();
    if (forgotten === this.#forgotten) this.#known.set(key, { actor });
    return actor;
  }

  forget(concerns: (key: string, actor: Actor | undefined) => boolean): void {
    this.#forgotten += 1;
    for (const [key, { actor }] of [...this.#known.entries()])
      if (concerns(key, actor)) this.#known.delete(key);
  }

  /** To be called after a change of an account was committed. The database notifies other processes. */
  forgetAccount(accountUuid: string): void {
    // A refusal may be about any account.
    this.forget((_, actor) => actor === undefined || actor.accountUuid === accountUuid);
  }

  forgetAll(): void {
    this.forget(() => true);
  }
}
