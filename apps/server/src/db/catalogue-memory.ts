import { createHash } from 'node:crypto';
import { sql, type QueryExecutorProvider } from 'kysely';
import { LRUCache } from 'lru-cache';

/** The most answers; the people of a tenant repeat far fewer queries. */
const REMEMBERED = 2_000;
/** The block keys of a list of a million items take some 200 kB. */
const REMEMBERED_MAX_CHARACTERS = 32 * 1024 * 1024;
/** A hash stands for a longer question: texts of thousands of characters must not fill the memory. */
const QUESTION_MAX_CHARACTERS = 500;

export interface Question {
  readonly tenantId: number;
  /** A transaction of the tenant; it decides which version of the catalogue counts. */
  readonly db: QueryExecutorProvider;
  /** The key: everything that the answer depends on beside the catalogue. */
  readonly question: string;
  /** The version of a part of the catalogue, where the answer depends on that part alone. */
  readonly version: string | undefined;
  /** Whether nothing is hidden from the actor (decisions §4). Otherwise the answer has a key of its own. */
  readonly seesAll: boolean;
}

interface Remembered {
  readonly version: string;
  readonly answer: Promise<unknown>;
}

/**
 * A cache of results that were computed from the catalogues, mainly counts (design: the catalogue at a
 * million items). Each is stored with the version of the catalogue in the transaction that computed it, so
 * that no process needs notices of another's writes.
 */
export class CatalogueMemory {
  readonly #known: LRUCache<string, Remembered>;

  /** @param most characters of the answers, as JSON; above this the least recently used ones are dropped */
  constructor(most = REMEMBERED_MAX_CHARACTERS) {
    this.#known = new LRUCache({ max: REMEMBERED, maxSize: most });
  }

  /**
   * Returns the cached answer, or computes it where there is none for this version of the catalogue and this
   * actor's view.
   */
  async answer<Answer>(
    { tenantId, db, question, version, seesAll }: Question,
    workOut: () => Promise<Answer>,
  ): Promise<Answer> {
    const { now, hiddenFrom } = await standOf(db, version, seesAll);
    const asked =
      question.length > QUESTION_MAX_CHARACTERS
        ? createHash('sha256').update(question).digest('base64')
        : question;
    const key = `${tenantId} ${hiddenFrom ?? ''} ${asked}`;
    const known = this.#known.get(key);
    if (known?.version === now) return known.answer as Promise<Answer>;
    const answer = workOut();
    const entry: Remembered = { version: now, answer };
    this.#known.set(key, entry, { size: key.length });
    const isStillKept = () => this.#known.peek(key) === entry;
    answer.then(
      (found) => {
        // A new object, since the cache accepts a new size only with a new value.
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
 * The version for the key. For an actor from whom something is hidden the counts differ, and the order of a
 * list depends on more than its own version.
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
