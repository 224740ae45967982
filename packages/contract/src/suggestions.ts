import type { Static } from '@sinclair/typebox';
import * as Type from '@sinclair/typebox/type';
import { counted } from './item-facets.ts';
import { itemFilters } from './item-query.ts';
import { defineOperation } from './operation.ts';
import { SavedSearch } from './saved-searches.ts';
import { Count, oneOf, Uuid } from './scalar.ts';

const searching = { tag: 'Items', access: 'browse', method: 'GET' } as const;

/** The most suggestions of each kind. */
export const SUGGESTIONS_MAX = 8;

export const Suggestions = Type.Object({
  /**
   * What the last word of the text may become, folded, the most frequent first: among the items that the text finds
   * where these are few, else in the catalogue. Where nothing begins with it, what it may have been meant as. With each
   * of them the text finds something.
   */
  words: Type.Array(Type.String()),
  /** Items that the text finds, the most relevant first. `parentUuid` is the collection where each is opened. */
  records: Type.Array(
    Type.Object({
      uuid: Uuid,
      sgtt: Type.String(),
      autn: Type.String(),
      pressmark: Type.String(),
      parentUuid: Uuid,
    }),
  ),
  /** Collections that the text finds, the most relevant first. */
  collections: Type.Array(Type.Object({ uuid: Uuid, sgtt: Type.String() })),
  /** Saved searches, by name: for each word of the text, their name has a word that begins with it. */
  savedSearches: Type.Array(SavedSearch),
});
export type Suggestions = Static<typeof Suggestions>;

export const getSuggestions = defineOperation({
  ...searching,
  id: 'getSuggestions',
  path: '/meta/search/suggestions',
  summary: 'What the text of a search that is being typed may become and find (decisions §11)',
  query: Type.Object({
    text: Type.String(),
    /** As in the search. */
    findBy: Type.Optional(Type.String()),
  }),
  responses: { 200: Suggestions },
});

/**
 * Another search in place of one that finds little:
 * - `corrected`: the same with words that the catalogue has;
 * - `without`: the same without some of its terms;
 * - `everywhere`: in all fields;
 * - `outside`: in all collections;
 * - `unfiltered`: without filters;
 * - `alone`: its text, or a corrected one, without any limit, where only that finds something.
 */
export const alternativeKinds = [
  'corrected',
  'without',
  'everywhere',
  'outside',
  'unfiltered',
  'alone',
] as const;

export const Alternatives = Type.Object({
  alternatives: Type.Array(
    Type.Object({
      kind: oneOf(alternativeKinds),
      /** The text of the search. */
      text: Type.String(),
      /** Of `without`, what was left out. */
      left: Type.Optional(Type.String()),
      /** How many items it finds: more than the search itself. */
      count: Count,
    }),
  ),
});
export type Alternative = Static<typeof Alternatives>['alternatives'][number];

/** Up to so many items are so few that other searches are offered beside them. */
export const FEW_ITEMS = 3;

export const findAlternatives = defineOperation({
  ...searching,
  id: 'findAlternatives',
  path: '/meta/culturalItems/search/alternatives',
  summary: 'Other searches, for one that finds nothing or little, with the number of items that each finds',
  query: Type.Object({ ...counted, ...itemFilters }),
  responses: { 200: Alternatives },
});
