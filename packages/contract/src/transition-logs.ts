import type { Static } from '@sinclair/typebox';
import * as Type from '@sinclair/typebox/type';
import { pageOf, pageQuery } from './hal.ts';
import { ConfirmedImages } from './confirmed-images.ts';
import { closed, defineOperation } from './operation.ts';
import { TemplateResourceType } from './record-types.ts';
import { Timestamp, Uuid } from './scalar.ts';

/** Room for a reason of several pages; anything longer belongs in a document. */
export const COMMENT_MAX_CHARACTERS = 10_000;

/** A transition that was performed on a record; it outlives both (decisions §8). */
export const TransitionLog = Type.Object({
  uuid: Uuid,
  assetUuid: Uuid,
  resourceType: TemplateResourceType,
  transitionUuid: Uuid,
  /** The event name and the names of the states at that time. */
  name: Type.String(),
  itemFromState: Type.String(),
  itemToState: Type.String(),
  comment: Type.String(),
  date: Timestamp,
  /** Name and surname at that time. */
  user: Type.String(),
  /** The entry whose CASCADE performed this one; null where a person did. */
  causedBy: Type.Union([Uuid, Type.Null()]),
  /** The same for all changes of one transaction. */
  changeSet: Uuid,
});
export type TransitionLog = Static<typeof TransitionLog>;

export const performTransition = defineOperation({
  id: 'performTransition',
  tag: 'Workflow',
  method: 'POST',
  path: '/meta/transitionLogs',
  summary: 'Perform a transition on a record: its guards and changes run in order, all or nothing',
  access: 'transition',
  body: Type.Object(
    {
      assetUuid: Uuid,
      resourceType: TemplateResourceType,
      transitionUuid: Uuid,
      comment: Type.Optional(Type.String({ maxLength: COMMENT_MAX_CHARACTERS })),
      confirmedImages: ConfirmedImages,
    },
    closed,
  ),
  responses: { 201: TransitionLog },
});

export const listTransitionLogs = defineOperation({
  id: 'listTransitionLogs',
  tag: 'Workflow',
  method: 'GET',
  path: '/meta/transitionLogs',
  summary: 'The transitions that were performed on a record, the newest first',
  access: 'readHistory',
  query: pageQuery({ assetUuid: Uuid }),
  responses: { 200: pageOf('transitionLogs', TransitionLog) },
});
