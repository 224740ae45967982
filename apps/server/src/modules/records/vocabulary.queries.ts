import { distance } from 'fastest-levenshtein';
import { sql } from 'kysely';
import type { TenantQueries } from '../../db/database.ts';
import { editsOf } from './close-words.ts';
import type { Completions } from './search-condition.ts';

/** The end of the range of all words with one beginning. */
const LAST = '\u{10FFFF}';
/** The entries that stand for words which the vocabulary does not have (`vocabulary_entry` of the database). */
const OTHERS = '%…';

/** Shorter words are not corrected: nearly each is close to another one. */
const CORRECTED_MIN = 4;
/** Of shorter ones no longer word is offered that begins with an edit of them, and none that is further away. */
const BEGINNING_MIN = 5;
const DISTANT_MIN = 7;
/** The words that are compared one by one where no closer one is found. */
const COMPARED_WORDS = 5_000;

/** More words than these take longer to look up than the beginning that they share. */
const COMPLETIONS_MAX = 16;
/** With more changes that are still to be counted no completion is read: each search would read all of them. */
const UNCOUNTED_MAX = 5_000;

/** Whether the vocabulary may have a folded word: it has words of letters only. */
export function isVocabularyWord(word: string): boolean {
  return /^\p{L}{2,40}$/u.test(word);
}

/** The words of the catalogue with this beginning, without itself, the most frequent first. */
export async function wordsBeginning(
  db: TenantQueries,
  beginning: string,
  wanted: number,
): Promise<string[]> {
  const { rows } = await sql<{ word: string }>`
    select word from vocabulary where word > ${beginning} and word < ${beginning + LAST} and items > 0
      and word not like ${OTHERS}
    order by items desc, word limit ${wanted}`.execute(db);
  return rows.map(({ word }) => word);
}

/**
 * For each beginning all words of the catalogue that begin so, and the beginning itself: looking these up finds the same
 * items. It is absent where there are many of them, where they are not all in the vocabulary, and where it is no word of
 * letters.
 */
export async function wordsInPlaceOf(db: TenantQueries, beginnings: readonly string[]): Promise<Completions> {
  const asked = beginnings.filter(isVocabularyWord);
  if (asked.length === 0) return new Map();
  const { rows } = await sql<{ beginning: string; words: string[] }>`
    with uncounted as materialized (select word from vocabulary_change limit ${UNCOUNTED_MAX + 1})
    select beginning, found.words
    from unnest(${asked}::text[]) as beginning cross join lateral (
      select array_agg(word order by word) as words, bool_and(is_in_vocabulary(word)) as are_whole
      from (
        select beginning as word
        union (select word from vocabulary where word between beginning and beginning || ${LAST}
          limit ${COMPLETIONS_MAX + 1})
        union select word from uncounted where word between beginning and beginning || ${LAST}
      ) as known
    ) as found
    where are_whole and cardinality(words) <= ${COMPLETIONS_MAX}
      and (select count(*) from uncounted) <= ${UNCOUNTED_MAX}`.execute(db);
  return new Map(rows.map(({ beginning, words }) => [beginning, words]));
}

/**
 * How many items have a word, at most: those with several words of one beginning are counted for each. Those in the
 * trash and restricted ones are counted too, so the number is not for users.
 */
export async function itemsOfWord(db: TenantQueries, word: string, asBeginning: boolean): Promise<number> {
  const { rows } = await sql<{ items: string }>`
    select coalesce(sum(items), 0) as items from vocabulary
    where word between ${word} and ${asBeginning ? word + LAST : word}`.execute(db);
  return Number(rows[0]?.items ?? 0);
}

/**
 * The words of the catalogue that a folded word may have been meant as, or whose beginning it may have been: those that one
 * edit away are, the most frequent first; where there is none, and the word is long, those with two edits.
 */
export async function closeWords(db: TenantQueries, word: string, wanted: number): Promise<string[]> {
  const length = [...word].length;
  if (length < CORRECTED_MIN || !isVocabularyWord(word)) return [];
  const edits = editsOf(word);
  const ends = edits.map((edit) => (length > BEGINNING_MIN ? edit + LAST : edit));
  const { rows } = await sql<{ word: string }>`
    select found.word from unnest(${edits}::text[], ${ends}::text[]) as edit (first, last)
    cross join lateral (
      select word, items from vocabulary
      where word between edit.first and edit.last and items > 0 and word not like ${OTHERS}
      order by items desc limit 3
    ) as found
    group by found.word, found.items
    order by bool_or(found.word = edit.first) desc, found.items desc, found.word limit ${wanted}`.execute(db);
  if (rows.length > 0 || length < DISTANT_MIN) return rows.map((row) => row.word);
  const beginning = [...word].slice(0, 2).join('');
  const compared = await sql<{ word: string }>`
    select word from vocabulary
    where word between ${beginning} and ${beginning + LAST} and items > 0
      and char_length(word) between ${length - 2} and ${length + 2} and word not like ${OTHERS}
    order by items desc, word limit ${COMPARED_WORDS}`.execute(db);
  return compared.rows
    .map((row) => row.word)
    .filter((other) => distance(word, other) <= 2)
    .slice(0, wanted);
}
