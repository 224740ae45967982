import { fold } from '@armarium/contract/folded-text';
import type { ItemQuery } from '@armarium/contract/item-query';
import {
  groupPart,
  withoutParts,
  type SearchGroup,
  type SearchTerm,
} from '@armarium/contract/search-grammar';
import { FEW_ITEMS, findAlternatives, type Alternative } from '@armarium/contract/suggestions';
import type { TenantQueries } from '../../db/database.ts';
import { implement, type Implementation } from '../../http/operation-route.ts';
import { closeWords, itemsOfWord, readSearch } from '../records/public.ts';
import { itemTotal, requireCollections } from './item-list.ts';
import { encodeQuery, fieldsNamedBy, scopeOf } from './item-query.ts';
import { itemsByUuids, nearPressmarks } from './record.queries.ts';

/** The most searches of one kind that are offered. */
const OFFERED_MAX = 3;
/** The most words that are corrected, and terms of which each is left out by itself: each takes questions of its own. */
const CORRECTED_MAX = 5;
const LEFT_OUT_MAX = 12;

type Other = Omit<Alternative, 'count'> & { readonly query: ItemQuery };

/**
 * Other searches for one that finds nothing or little, each with the number of items that it finds for this user. None
 * is offered that finds no more (decisions §11).
 */
export const alternatives: Implementation = implement(findAlternatives, async ({ data, query }) =>
  data.read(async (db) => {
    await requireCollections(db, query);
    const fields = await fieldsNamedBy(db, query);
    const scope = scopeOf(query, fields);
    const { text = '' } = query;
    const count = (asked: ItemQuery) => itemTotal(data, db, encodeQuery(asked, fields));
    const total = await count(query);
    const counted = async (others: readonly Other[]): Promise<Alternative[]> => {
      const found: Alternative[] = [];
      for (const { query: asked, ...other } of others) {
        const items = await count(asked);
        if (items > total) found.push({ ...other, count: items });
      }
      return found;
    };
    const groups = readSearch(text, scope);
    const suspects = await suspectWords(db, groups);
    const best = (found: readonly Alternative[]) =>
      found.toSorted((one, other) => other.count - one.count).slice(0, OFFERED_MAX);
    const corrected = await counted(
      [...correctedTexts(text, groups, suspects), ...(await nearbyPressmarks(db, text))].map((other) => ({
        kind: 'corrected',
        text: other,
        query: { ...query, text: other },
      })),
    );
    const shorter = (left: readonly SearchGroup[]): Other => {
      const rest = withoutParts(text, left.map(groupPart));
      const words = left.map((group) => text.slice(groupPart(group).start, groupPart(group).end));
      return { kind: 'without', text: rest, left: words.join(' '), query: { ...query, text: rest } };
    };
    const single = groups.length < 2 ? [] : groups.slice(0, LEFT_OUT_MAX).map((group) => shorter([group]));
    const without = best(await counted(single));
    const unknown = groups.filter((group) =>
      group.every(({ words }) => words.some((word) => suspects.has(word.text))),
    );
    const isWorthTrying = without.length === 0 && unknown.length > 1 && unknown.length < groups.length;
    const wider = await counted(widerSearches(query, text));
    return {
      alternatives: [
        ...corrected.slice(0, OFFERED_MAX),
        ...(isWorthTrying ? await counted([shorter(unknown)]) : without),
        // Without any limit finds what is found without one of them.
        ...wider.filter(({ kind }) => kind !== 'alone' || wider.length === 1),
      ],
    };
  }),
);

/** The same search without one of its limits, and without all of them where it has several. */
function widerSearches({ findBy, belowUuid, collectionUuid, ...rest }: ItemQuery, text: string): Other[] {
  const { text: _, ...filters } = rest;
  const place = { belowUuid, collectionUuid };
  const isPlaced = belowUuid !== undefined || collectionUuid !== undefined;
  const isFiltered = Object.keys(filters).length > 0;
  const wider: (Other | false)[] = [
    findBy !== undefined && { kind: 'everywhere', text, query: { ...rest, ...place } },
    isPlaced && { kind: 'outside', text, query: { ...rest, findBy } },
    isFiltered && { kind: 'unfiltered', text, query: { text, findBy, ...place } },
  ];
  const single = wider.filter((other) => other !== false);
  return single.length > 1 ? [...single, { kind: 'alone', text, query: { text } }] : single;
}

/** The words of a search that no item has, or hardly any, with the words that may have been meant. */
async function suspectWords(
  db: TenantQueries,
  groups: readonly SearchGroup[],
): Promise<Map<string, readonly string[]>> {
  const suspects = new Map<string, readonly string[]>();
  const terms = groups.flat().filter(({ isExcluded, kind }) => !isExcluded && kind !== 'signs');
  for (const { kind, words } of terms) {
    for (const { text } of words) {
      if (suspects.size >= CORRECTED_MAX || suspects.has(text) || /[^\p{L}]/u.test(text)) continue;
      if ((await itemsOfWord(db, text, kind === 'words')) > FEW_ITEMS) continue;
      suspects.set(text, await closeWords(db, text, OFFERED_MAX));
    }
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

/** A term as it was typed, with other words in its value. */
function rewritten(
  { typed, value }: SearchTerm,
  suspects: ReadonlyMap<string, readonly string[]>,
  place: number,
): string {
  const from = typed.lastIndexOf(value);
  return (
    typed.slice(0, from) +
    value.replace(/[\p{L}\p{N}\p{M}]+/gu, (word) => {
      const meant = suspects.get(fold(word));
      return meant?.[place] ?? meant?.[0] ?? word;
    }) +
    typed.slice(from + value.length)
  );
}

/** The pressmarks that differ from the text in leading zeros, or in O for 0. */
async function nearbyPressmarks(db: TenantQueries, text: string): Promise<string[]> {
  if (!/\d/.test(text)) return [];
  const items = await itemsByUuids(db, await nearPressmarks(db, text, OFFERED_MAX));
  return items.map(({ pressmark }) => pressmark);
}
