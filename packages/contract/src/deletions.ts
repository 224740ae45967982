import type { Static } from '@sinclair/typebox';
import * as Type from '@sinclair/typebox/type';
import { byUuid, defineOperation } from './operation.ts';
import { Count, oneOf, Uuid } from './scalar.ts';
import { StoryUse } from './story-use.ts';

/** The reason of a deletion, for people who find the record in the trash or miss it later. */
export const deletionReason = { reason: Type.Optional(Type.String({ maxLength: 1_000 })) };

export const deleteItem = defineOperation({
  tag: 'Items',
  access: 'trash',
  id: 'deleteItem',
  method: 'DELETE',
  path: '/meta/culturalItems/:uuid',
  summary: 'Move an item to the trash with its images; honours If-Match',
  params: byUuid,
  query: Type.Object(deletionReason),
  responses: { 204: null },
});

/** The effect of the deletion of a collection on other records (catalogue §7, decisions §4). */
export const DeletionFigures = Type.Object({
  /** Items that are in other collections too: unlinked and kept. */
  sharedItems: Count,
  /** Collections below it that can be reached only through it: deleted with it. */
  deletedSubcollections: Count,
  /** Items that are in no other collection: to the trash with it, or to its parent. */
  orphanItems: Count,
  /** The stories that show an image of one of these last. */
  shownIn: StoryUse,
});
export type DeletionFigures = Static<typeof DeletionFigures>;

const deletions = { tag: 'Collections', access: 'deleteCollections', method: 'DELETE' } as const;

export const dryRunDeleteCollection = defineOperation({
  ...deletions,
  id: 'dryRunDeleteCollection',
  path: '/meta/culturalItemCollections/:uuid/dry-run',
  summary: 'What deleting a collection would do; changes nothing',
  params: byUuid,
  responses: { 200: DeletionFigures },
});

export const deleteCollection = defineOperation({
  ...deletions,
  id: 'deleteCollection',
  path: '/meta/culturalItemCollections/:uuid',
  summary: 'Delete a collection: one entry of the trash for all that goes with it; honours If-Match',
  params: byUuid,
  query: Type.Object({
    /** Where items without another collection go: to the trash with it (the default), or to its parent. */
    orphans: Type.Optional(oneOf(['trash', 'parent'])),
    /** That parent: the one through which the user arrived; default the first. */
    parentId: Type.Optional(Uuid),
    ...deletionReason,
  }),
  responses: { 204: null },
});
