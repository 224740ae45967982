import { sql, type QueryExecutorProvider } from 'kysely';

/** A tenant's people ask for far fewer things in a row. */
const REMEMBERED = 2_000;
/** Longer questions are rare, and counted anew: texts of thousands of characters must not fill the memory. */
const QUESTION_MAX_CHARACTERS = 2_000;

/**
 * What was worked out from the catalogues of an installation, for as long as they are as they were: counts above all
 * (design: the catalogue at a million items). Each is kept with the version that the catalogue had for whoever worked
 * it out, so that no process needs to hear of another's writes.
 */
export class CatalogueMemory {
  readonly #known = new Map<string, { readonly version: string; readonly answer: Promise<unknown> }>();

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
    this.#known.delete(key);
    if (known?.version === now) {
      // Behind all others: the first are those that nobody asked for of late.
      this.#known.set(key, known);
      return known.answer as Promise<Answer>;
    }
    const [oldest] = this.#known.keys();
    if (this.#known.size >= REMEMBERED && oldest !== undefined) this.#known.delete(oldest);
    const entry = { version: now, answer: workOut() };
    this.#known.set(key, entry);
    entry.answer.catch(() => {
      if (this.#known.get(key) === entry) this.#known.delete(key);
    });
    return entry.answer;
  }
}

async function versionOf(db: QueryExecutorProvider): Promise<string> {
  const { rows } = await sql<{ version: string }>`select catalogue_version() as version`.execute(db);
  return String(rows[0]?.version);
}
