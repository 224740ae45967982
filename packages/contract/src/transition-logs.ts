import type { Static } from '@sinclair/typebox';
import * as Type from '@sinclair/typebox/type';
import { pageOf, pageQuery } from './hal.ts';
import { ConfirmedImages } from './confirmed-images.ts';
import { closed, defineOperation } from './operation.ts';
import { TemplateResourceType } from './record-types.ts';
import { LoggedEffect } from './effects.ts';
import { oneOf, Timestamp, TokenName, Uuid } from './scalar.ts';

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
  token: TokenName,
  /** The entry whose CASCADE performed this one; null where a person did. */
  causedBy: Type.Union([Uuid, Type.Null()]),
  /** The same for all changes of one transaction. */
  changeSet: Uuid,
  /** What was, or is to be, sent after it. */
  effects: Type.Array(LoggedEffect),
});
export type TransitionLog = Static<typeof TransitionLog>;

/** The most records of one call. More are changed by a batch. */
export const TRANSITION_RECORDS_MAX = 1_000;

/** The outcome of a transition for each of several records, in the order of the call. */
export const TransitionResults = Type.Object({
  results: Type.Array(
    Type.Object({
      assetUuid: Uuid,
      outcome: oneOf(['done', 'refused']),
      /** The entry in the log; null where it was refused. */
      log: Type.Union([Uuid, Type.Null()]),
      /** Why it was refused, as the problem of a call on this record alone; else null. */
      problem: Type.Union([Type.Object({ code: Type.String(), detail: Type.String() }), Type.Null()]),
    }),
  ),
});
export type TransitionResults = Static<typeof TransitionResults>;

export const performTransition = defineOperation({
  id: 'performTransition',
  tag: 'Workflow',
  method: 'POST',
  path: '/meta/transitionLogs',
  summary:
    'Perform a transition on a record, or on several: guards and changes run in order, all or nothing for each record; effects follow',
  access: 'transition',
  body: Type.Object(
    {
      /** The record; either this or `assetUuids`. */
      assetUuid: Type.Optional(Uuid),
      assetUuids: Type.Optional(Type.Array(Uuid, { minItems: 1, maxItems: TRANSITION_RECORDS_MAX })),
      resourceType: TemplateResourceType,
      transitionUuid: Uuid,
      /** A new uuid. Effects of calls with the same one are collected for ten seconds, and go out together. */
      changeSet: Type.Optional(Uuid),
      comment: Type.Optional(Type.String({ maxLength: COMMENT_MAX_CHARACTERS })),
      confirmedImages: ConfirmedImages,
    },
    closed,
  ),
  /** 201 for `assetUuid`, 200 for `assetUuids`. */
  responses: { 200: TransitionResults, 201: TransitionLog },
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
