import { sql, type QueryExecutorProvider } from 'kysely';
import { LRUCache } from 'lru-cache';

/** A tenant's people ask for far fewer things in a row. */
const REMEMBERED = 2_000;
/** The places of a list of a million items are some 200 kB of it. */
const REMEMBERED_MAX_CHARACTERS = 32 * 1024 * 1024;
/** Longer questions are rare, and counted anew: texts of thousands of characters must not fill the memory. */
const QUESTION_MAX_CHARACTERS = 2_000;

export interface Question {
  readonly tenantId: number;
  /** A transaction of the tenant; the version of the catalogue is the one that it sees. */
  readonly db: QueryExecutorProvider;
  /** Says all that the answer depends on beside the catalogue. */
  readonly question: string;
  /** Where the answer depends on a part of the catalogue that has a version of its own. */
  readonly version: string | undefined;
  /** Whether nothing is hidden from whoever asks (decisions §4): what is, makes an answer of its own. */
  readonly seesAll: boolean;
}

interface Remembered {
  readonly version: string;
  readonly answer: Promise<unknown>;
}

/**
 * What was worked out from the catalogues of an installation, for as long as they are as they were: counts above all
 * (design: the catalogue at a million items). Each is kept with the version that the catalogue had for whoever worked
 * it out, so that no process needs to hear of another's writes.
 */
export class CatalogueMemory {
  readonly #known: LRUCache<string, Remembered>;

  /** @param most characters of the answers, as JSON, beyond which those asked for longest ago are forgotten */
  constructor(most = REMEMBERED_MAX_CHARACTERS) {
    this.#known = new LRUCache({ max: REMEMBERED, maxSize: most });
  }

  /** What is asked for; worked out where it is not known for the catalogue as it is, and as it is seen. */
  async answer<Answer>(
    { tenantId, db, question, version, seesAll }: Question,
    workOut: () => Promise<Answer>,
  ): Promise<Answer> {
    if (question.length > QUESTION_MAX_CHARACTERS) return workOut();
    const { now, hiddenFrom } = await standOf(db, version, seesAll);
    const key = `${tenantId} ${hiddenFrom ?? ''} ${question}`;
    const known = this.#known.get(key);
    if (known?.version === now) return known.answer as Promise<Answer>;
    const answer = workOut();
    const entry: Remembered = { version: now, answer };
    this.#known.set(key, entry, { size: key.length });
    const isStillKept = () => this.#known.peek(key) === entry;
    answer.then(
      (found) => {
        // A new object, since the cache takes another size only with another value.
        const size = key.length + JSON.stringify(found).length;
        if (isStillKept()) this.#known.set(key, { ...entry }, { size });
      },
      () => {
        if (isStillKept()) this.#known.delete(key);
      },
    );
    return answer;
  }
}

/**
 * The version that counts. Who does not see everything asks whether anything is hidden from them: then theirs are other
 * numbers, and the order of a list changes with more than its own version.
 */
async function standOf(
  db: QueryExecutorProvider,
  version: string | undefined,
  seesAll: boolean,
): Promise<{ now: string; hiddenFrom: string | null }> {
  if (seesAll && version !== undefined) return { now: version, hiddenFrom: null };
  const { rows } = await sql<{ catalogue: string; hidden_from: string | null }>`
    select catalogue_version() as catalogue, ${seesAll ? sql`null` : sql`hidden_from()`} as hidden_from`.execute(
    db,
  );
  const [stand] = rows;
  if (!stand) throw new Error('The catalogue has no version.');
  const catalogue = String(stand.catalogue);
  if (stand.hidden_from !== null) return { now: catalogue, hiddenFrom: stand.hidden_from };
  return { now: version ?? catalogue, hiddenFrom: null };
}
