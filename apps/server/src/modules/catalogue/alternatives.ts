import { fold } from '@armarium/contract/folded-text';
import type { ItemQuery } from '@armarium/contract/item-query';
import {
  groupPart,
  SEARCH_MAX_TERMS,
  withoutParts,
  type SearchGroup,
  type SearchTerm,
} from '@armarium/contract/search-grammar';
import { FEW_ITEMS, findAlternatives, type Alternative } from '@armarium/contract/suggestions';
import type { TenantQueries } from '../../db/database.ts';
import { implement, type Implementation } from '../../http/operation-route.ts';
import { closeWords, isVocabularyWord, itemsOfWord, readSearch } from '../records/public.ts';
import { itemTotal, requireCollections, withItems } from './item-list.ts';
import { encodeQuery, fastContext, scopeOf } from './item-query.ts';
import { itemsByUuids, nearPressmarks } from './record.queries.ts';

/** The most searches of one kind that are offered. */
const OFFERED_MAX = 3;
/** How many terms are left out, each by itself, and how many words are tried in place of one: each takes queries. */
const LEFT_OUT_MAX = 12;
const CLOSE_MAX = 8;
/** After this time no further search is tried. */
const TRIED_ms = 3_000;
/** What finds fewer than this part of another correction was hardly meant. */
const UNLIKELY_PART = 10;

type Other = Omit<Alternative, 'count'> & { readonly query: ItemQuery };

/**
 * Other searches for one that finds nothing or little, each with the number of items that it finds for this user. None
 * is offered that finds no more (decisions §11).
 */
export const alternatives: Implementation = implement(findAlternatives, async ({ data, query }) =>
  data.read(async (db) => {
    await requireCollections(db, query);
    const context = await fastContext(db, query);
    const { text = '' } = query;
    const groups = readSearch(text, scopeOf(query, context));
    const encode = (asked: ItemQuery) => encodeQuery(asked, context);
    const count = (asked: ItemQuery) => itemTotal(data, db, encode(asked));
    const total = await count(query);
    const began_ms = performance.now();
    const counted = async (others: readonly Other[]): Promise<Alternative[]> => {
      const found: Alternative[] = [];
      for (const { query: asked, ...other } of others) {
        if (performance.now() - began_ms > TRIED_ms) break;
        const items = await count(asked);
        if (items > total) found.push({ ...other, count: items });
      }
      return found;
    };
    const suspects = await suspectWords(db, groups, encode);
    const texts = [...correctedTexts(text, groups, suspects), ...(await nearbyPressmarks(db, text))];
    const corrected = likely(
      await counted(
        texts.map((other) => ({ kind: 'corrected', text: other, query: { ...query, text: other } })),
      ),
    );
    const unknown = groups.filter((group) =>
      group.every(({ words }) => words.some((word) => suspects.has(word.text))),
    );
    const tries = groups.slice(0, LEFT_OUT_MAX);
    // Without one term; where that finds nothing, without all words that nobody has; then with one term alone.
    const left = [
      tries.map((group) => [group]),
      [unknown],
      groups.length > 2 ? tries.map((group) => groups.filter((other) => other !== group)) : [],
    ];
    let without: Alternative[] = [];
    for (const lefts of left) {
      if (without.length > 0) break;
      without = await counted(lefts.flatMap((one) => withoutGroups(query, groups, one)));
    }
    without = without.toSorted((one, other) => other.count - one.count).slice(0, OFFERED_MAX);
    const limits = widerSearches(query);
    const wider = await counted(limits);
    const found = [
      ...corrected,
      ...without,
      // Without all limits finds what is found without one of them.
      ...wider.filter(({ kind }) => kind !== 'alone' || wider.length === 1),
    ];
    const isLimited = limits.length > 0;
    return {
      alternatives:
        found.length > 0 || !isLimited
          ? found
          : await counted(texts.map((other) => ({ kind: 'alone', text: other, query: { text: other } }))),
    };
  }),
);

/** The corrections without those that find hardly anything in comparison with another one. */
function likely(corrected: readonly Alternative[]): Alternative[] {
  const most = Math.max(...corrected.map(({ count }) => count));
  return corrected.filter(({ count }) => count * UNLIKELY_PART >= most).slice(0, OFFERED_MAX);
}

/** The same search without some of its terms; none where nothing is left that is looked for. */
function withoutGroups(
  query: ItemQuery,
  groups: readonly SearchGroup[],
  left: readonly SearchGroup[],
): Other[] {
  const { text = '' } = query;
  const rest = groups.filter((group) => !left.includes(group));
  if (left.length === 0 || !rest.flat().some(({ isExcluded }) => !isExcluded)) return [];
  const parts = left.map(groupPart);
  const shorter = withoutParts(text, parts);
  return [
    {
      kind: 'without',
      text: shorter,
      left: parts.map(({ start, end }) => text.slice(start, end)).join(' '),
      query: { ...query, text: shorter },
    },
  ];
}

/** The same search without each of its limits, and without all of them where it has several. */
function widerSearches({ text = '', findBy, belowUuid, collectionUuid, ...filters }: ItemQuery): Other[] {
  const place = { belowUuid, collectionUuid };
  const isPlaced = belowUuid !== undefined || collectionUuid !== undefined;
  const isFiltered = Object.keys(filters).length > 0;
  const single: Other[] = [
    ...(findBy === undefined
      ? []
      : [{ kind: 'everywhere', text, query: { text, ...place, ...filters } } as const]),
    ...(isPlaced ? [{ kind: 'outside', text, query: { text, findBy, ...filters } } as const] : []),
    ...(isFiltered ? [{ kind: 'unfiltered', text, query: { text, findBy, ...place } } as const] : []),
  ];
  return single.length > 1 && text !== '' ? [...single, { kind: 'alone', text, query: { text } }] : single;
}

/**
 * The words of a search that no item has, or hardly any, with the words that may have been meant. What only items have
 * that the user does not see counts as absent.
 */
async function suspectWords(
  db: TenantQueries,
  groups: readonly SearchGroup[],
  encode: (query: ItemQuery) => string,
): Promise<Map<string, readonly string[]>> {
  const sought = groups
    .flat()
    .filter(({ isExcluded, kind }) => !isExcluded && kind !== 'signs')
    .flatMap(({ kind, words }) => words.map((word) => ({ ...word, isBeginning: kind === 'words' })))
    .filter(({ text, isUnspaced }) => !isUnspaced && isVocabularyWord(text));
  const suspects = new Map<string, readonly string[]>();
  for (const { text, isBeginning } of sought.slice(0, SEARCH_MAX_TERMS)) {
    if (suspects.has(text)) continue;
    const isFrequent = (await itemsOfWord(db, text, isBeginning)) > FEW_ITEMS;
    const itself = encode({ text: isBeginning ? text : `"${text}"` });
    if (isFrequent && (await withItems(db, [itself])).length > 0) continue;
    const close = await closeWords(db, text, CLOSE_MAX);
    const found = await withItems(
      db,
      close.map((word) => encode({ text: word })),
    );
    suspects.set(text, found.flatMap((place) => close[place] ?? []).slice(0, OFFERED_MAX));
  }
  return suspects;
}

/** The text with the first of the words that may have been meant, with the second ones, and so on. */
function correctedTexts(
  text: string,
  groups: readonly SearchGroup[],
  suspects: ReadonlyMap<string, readonly string[]>,
): string[] {
  const most = Math.max(0, ...[...suspects.values()].map((words) => words.length));
  const texts = Array.from({ length: most }, (_, place) =>
    groups
      .flat()
      .filter(({ isExcluded }) => !isExcluded)
      .toSorted((one, other) => other.start - one.start)
      .reduce((corrected, term) => {
        const end = term.start + term.typed.length;
        return corrected.slice(0, term.start) + rewritten(term, suspects, place) + corrected.slice(end);
      }, text),
  );
  return [...new Set(texts)].filter((other) => other !== text);
}

/** A term as it was typed, with other words in place of some. */
function rewritten(
  { typed, field }: SearchTerm,
  suspects: ReadonlyMap<string, readonly string[]>,
  place: number,
): string {
  const from = field === undefined ? 0 : typed.indexOf(':') + 1;
  const words = typed.slice(from).replace(/[\p{L}\p{N}\p{M}\p{Cf}]+/gu, (word) => {
    const meant = suspects.get(fold(word));
    return meant?.[place] ?? meant?.[0] ?? word;
  });
  return typed.slice(0, from) + words;
}

/** The pressmarks that differ from the text in leading zeros, or in O for 0. */
async function nearbyPressmarks(db: TenantQueries, text: string): Promise<string[]> {
  if (!/\d/.test(text)) return [];
  const items = await itemsByUuids(db, await nearPressmarks(db, text, OFFERED_MAX));
  return items.map(({ pressmark }) => pressmark);
}
