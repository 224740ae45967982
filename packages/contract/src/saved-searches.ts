import type { Static } from '@sinclair/typebox';
import * as Type from '@sinclair/typebox/type';
import { allowed } from './allowed-actions.ts';
import { pageOf, pageQuery } from './hal.ts';
import { byUuid, closed, defineOperation } from './operation.ts';
import { oneOf, Uuid } from './scalar.ts';

/** The most saved searches of an account, and of an organisation. */
export const SAVED_SEARCHES_MAX = 200;
export const SAVED_SEARCH_NAME_MAX_CHARACTERS = 100;

/** Whose a saved search is: the account's in this organisation, or everybody's in it. */
export const savedSearchScopes = ['own', 'organisation'] as const;
export type SavedSearchScope = (typeof savedSearchScopes)[number];

/** Path and query of a page of results in the client. A text of 1,000 characters takes up to 9,000 escaped; the rest is for filters. */
const Address = Type.String({
  pattern: '^/catalog/results(?:/[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12})?(?:\\?[!"$-~]*)?$',
  maxLength: 16_000,
});
const Name = Type.String({ minLength: 1, maxLength: SAVED_SEARCH_NAME_MAX_CHARACTERS });

export const savedSearchActions = ['edit', 'delete'] as const;

export const SavedSearch = Type.Object({
  uuid: Uuid,
  name: Type.String(),
  scope: oneOf(savedSearchScopes),
  address: Type.String(),
  allowedActions: allowed(savedSearchActions),
});
export type SavedSearch = Static<typeof SavedSearch>;

const saved = { tag: 'Saved searches', access: 'browse', path: '/meta/savedSearches' } as const;

export const listSavedSearches = defineOperation({
  ...saved,
  id: 'listSavedSearches',
  method: 'GET',
  summary: 'The saved searches of the caller and of the organisation, by name',
  query: pageQuery({}),
  responses: { 200: pageOf('savedSearches', SavedSearch) },
});

export const createSavedSearch = defineOperation({
  ...saved,
  id: 'createSavedSearch',
  method: 'POST',
  summary: 'Save a search under a name that no other of the same scope has',
  body: Type.Object({ name: Name, scope: oneOf(savedSearchScopes), address: Address }, closed),
  responses: { 201: SavedSearch },
});

export const updateSavedSearch = defineOperation({
  ...saved,
  id: 'updateSavedSearch',
  method: 'PATCH',
  path: '/meta/savedSearches/:uuid',
  summary: 'Rename a saved search, or replace its address',
  params: byUuid,
  body: Type.Object({ name: Type.Optional(Name), address: Type.Optional(Address) }, closed),
  responses: { 200: SavedSearch },
});

export const deleteSavedSearch = defineOperation({
  ...saved,
  id: 'deleteSavedSearch',
  method: 'DELETE',
  path: '/meta/savedSearches/:uuid',
  summary: 'Delete a saved search',
  params: byUuid,
  responses: { 204: null },
});
