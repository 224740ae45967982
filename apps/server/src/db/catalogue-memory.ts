import { sql, type QueryExecutorProvider } from 'kysely';

/** A tenant's people ask for far fewer things in a row. */
const REMEMBERED = 2_000;
/** The places of a list of a million items are some 200 kB of it. */
const REMEMBERED_MAX_CHARACTERS = 32 * 1024 * 1024;
/** Longer questions are rare, and counted anew: texts of thousands of characters must not fill the memory. */
const QUESTION_MAX_CHARACTERS = 2_000;

interface Remembered {
  readonly version: string;
  readonly answer: Promise<unknown>;
  /** Of the answer as JSON, once it is there. */
  characters: number;
}

/**
 * What was worked out from the catalogues of an installation, for as long as they are as they were: counts above all
 * (design: the catalogue at a million items). Each is kept with the version that the catalogue had for whoever worked
 * it out, so that no process needs to hear of another's writes.
 */
export class CatalogueMemory {
  readonly #known = new Map<string, Remembered>();
  readonly #most: number;
  #characters = 0;

  /** @param most characters of the answers, as JSON, beyond which those asked for longest ago are forgotten */
  constructor(most = REMEMBERED_MAX_CHARACTERS) {
    this.#most = most;
  }

  /**
   * @param db a transaction of the tenant; the version of the catalogue is the one that it sees
   * @param question says all that the answer depends on beside the catalogue
   * @param version where the answer depends on a part of the catalogue that has a version of its own
   */
  async answer<Answer>(
    tenantId: number,
    db: QueryExecutorProvider,
    question: string,
    workOut: () => Promise<Answer>,
    version?: string,
  ): Promise<Answer> {
    if (question.length > QUESTION_MAX_CHARACTERS) return workOut();
    const now = version ?? (await versionOf(db));
    const key = `${tenantId} ${question}`;
    const known = this.#known.get(key);
    if (known?.version === now) {
      // Behind all others: the first are those that nobody asked for of late.
      this.#known.delete(key);
      this.#known.set(key, known);
      return known.answer as Promise<Answer>;
    }
    this.#forget(key);
    const entry: Remembered = { version: now, answer: workOut(), characters: 0 };
    this.#known.set(key, entry);
    entry.answer.then(
      (answer) => {
        if (this.#known.get(key) !== entry) return;
        entry.characters = key.length + JSON.stringify(answer).length;
        this.#characters += entry.characters;
        this.#forgetOldest();
      },
      () => {
        if (this.#known.get(key) === entry) this.#forget(key);
      },
    );
    this.#forgetOldest();
    return entry.answer as Promise<Answer>;
  }

  #forgetOldest(): void {
    for (const key of this.#known.keys()) {
      if (this.#known.size <= REMEMBERED && this.#characters <= this.#most) return;
      this.#forget(key);
    }
  }

  #forget(key: string): void {
    this.#characters -= this.#known.get(key)?.characters ?? 0;
    this.#known.delete(key);
  }
}

async function versionOf(db: QueryExecutorProvider): Promise<string> {
  const { rows } = await sql<{ version: string }>`select catalogue_version() as version`.execute(db);
  return String(rows[0]?.version);
}
