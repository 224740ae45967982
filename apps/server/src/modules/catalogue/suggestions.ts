import { sql } from 'kysely';
import { SEARCH_MAX_TERMS, type SearchGroup, type SearchTerm } from '@armarium/contract/search-grammar';
import type { SearchWord } from '@armarium/contract/search-words';
import { getSuggestions, SUGGESTIONS_MAX, type Suggestions } from '@armarium/contract/suggestions';
import type { TenantQueries } from '../../db/database.ts';
import { implement, type Implementation } from '../../http/operation-route.ts';
import {
  closeWords,
  prefixesOf,
  readSearch,
  sortPressmark,
  sortTitle,
  wordsBeginning,
  type SearchScope,
} from '../records/public.ts';
import { savedSearchesNamed } from '../saved-searches/public.ts';
import { withItems } from './item-list.ts';
import { encodeQuery, encodeRanks, exactContext, scopeOf } from './item-query.ts';
import { collectionsByUuids, itemsByUuids, rootUuid } from './record.queries.ts';
import { foundCollections } from './search-collections.ts';

/** Words that are looked up, so that as many as are offered remain of them. */
const CANDIDATES = 2 * SUGGESTIONS_MAX;
const BEGINNING_MIN = 2;

interface TypedSearch {
  readonly text: string;
  readonly findBy?: string | undefined;
}

/** What the text of a search that is being typed may become, and the records that it finds (decisions §11). */
export const suggestions: Implementation = implement(getSuggestions, async ({ data, actor, query }) =>
  data.read(async (db) => {
    const context = await exactContext(db, query);
    const scope = scopeOf(query, context);
    const encode = (asked: TypedSearch) => encodeQuery(asked, context);
    const encoded = encode(query);
    const groups = readSearch(query.text, scope);
    const isSought = groups.some((group) => group.some(({ isExcluded }) => !isExcluded));
    if (!isSought)
      return { words: [], records: [], collections: [], savedSearches: [] } satisfies Suggestions;
    const ranks = encodeRanks(query, context) ?? null;
    const { rows } = await sql<{ uuid: string }>`
      select found as uuid from suggested_items(${encoded}::jsonb, ${ranks}::jsonb, ${sortPressmark(query.text)},
        ${SUGGESTIONS_MAX}) as found`.execute(db);
    const items = await itemsByUuids(
      db,
      rows.map(({ uuid }) => uuid),
    );
    // An item whose collections the user may not see is opened in the root.
    const isHomeless = items.some(({ parents }) => parents.length === 0);
    const root = isHomeless ? await rootUuid(db) : '';
    const { uuids } = await foundCollections(db, query, { number: 0, size: SUGGESTIONS_MAX });
    const collections = await collectionsByUuids(db, uuids);
    return {
      words: await offeredWords(db, query, { encoded, groups, scope, encode }),
      records: items.map(({ uuid, sgtt, autn, pressmark, parents: [parentUuid = root] }) => ({
        uuid,
        sgtt,
        autn,
        pressmark,
        parentUuid,
      })),
      collections: collections.map(({ uuid, sgtt }) => ({ uuid, sgtt })),
      savedSearches: await savedSearchesNamed(db, actor, query.text, SUGGESTIONS_MAX),
    } satisfies Suggestions;
  }),
);

/** A typed search as it was read, and how another text is encoded in its place. */
interface ReadSearch {
  readonly encoded: string;
  readonly groups: readonly SearchGroup[];
  readonly scope: SearchScope;
  readonly encode: (asked: TypedSearch) => string;
}

/** What the last word of the text may become, or may have been meant as. */
async function offeredWords(
  db: TenantQueries,
  query: TypedSearch,
  { encoded, groups, scope, encode }: ReadSearch,
): Promise<string[]> {
  const last = wordAtEnd(query.text, groups);
  const words = groups.flat().flatMap((term) => term.words);
  // Where there are more words, the last condition holds several of them, and one can't be replaced.
  if (!last || words.length > SEARCH_MAX_TERMS) return [];
  const { word } = last;
  const [prefix, ...others] = prefixesOf(last.term, scope);
  if (prefix === undefined || others.length > 0) return [];
  const firstWord = words.length > 1 ? (words[0]?.text ?? '') : '';
  const candidates = await wordsBeginning(db, word.text, CANDIDATES);
  const prefixed = candidates.map((candidate) => prefix + candidate);
  const { rows } = await sql<{ word: string }>`
    select found as word from suggested_words(${encoded}::jsonb, ${prefix + word.text}, ${sortTitle(firstWord)},
      ${prefixed}::text[], ${SUGGESTIONS_MAX + 1}) as found`.execute(db);
  const found = rows.map((row) => row.word.slice(prefix.length));
  if (found.length > 0) return found.filter((one) => one !== word.text).slice(0, SUGGESTIONS_MAX);
  const close = await closeWords(db, word.text, SUGGESTIONS_MAX);
  const before = query.text.trimEnd().replace(/[\p{L}\p{N}\p{M}\p{Cf}]+$/u, '');
  const asked = close.map((other) => encode({ ...query, text: before + other }));
  return (await withItems(db, asked)).flatMap((place) => close[place] ?? []);
}

/** The word with which a text ends, where it may still be typed: the last of a term that is no phrase and no alternative. */
function wordAtEnd(
  text: string,
  groups: readonly SearchGroup[],
): { word: SearchWord; term: SearchTerm } | undefined {
  const [term, ...others] = groups.at(-1) ?? [];
  if (!term || others.length > 0 || term.kind !== 'words' || term.isExcluded) return undefined;
  const word = term.words.at(-1);
  // A field is asked for all words of a term together.
  const isAlone = term.field === undefined || term.words.length === 1;
  const isAtEnd = term.start + term.typed.length === text.length && /[\p{L}\p{N}\p{M}]$/u.test(text);
  if (!word || word.isUnspaced || !isAlone || !isAtEnd || word.text.length < BEGINNING_MIN) return undefined;
  return { word, term };
}
