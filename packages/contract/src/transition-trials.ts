import type { Static } from '@sinclair/typebox';
import * as Type from '@sinclair/typebox/type';
import { deliveryOutcomes } from './deliveries.ts';
import { byUuid, closed, defineOperation } from './operation.ts';
import { FieldProblem } from './problem.ts';
import { ChangedFields } from './record-changes.ts';
import { TemplateResourceType } from './record-types.ts';
import { Count, oneOf, Uuid } from './scalar.ts';
import { COMMENT_MAX_CHARACTERS } from './transition-logs.ts';

/** The most records of one trial (decisions §13). */
export const TRIAL_RECORDS_MAX = 20;

/** A record that a transition would change: the one that was chosen, or one that a CASCADE reaches. */
export const TrialChange = Type.Object({
  uuid: Uuid,
  resourceType: TemplateResourceType,
  sgtt: Type.String(),
  /** The event name and the states of the transition of this record. */
  transition: Type.Object({
    name: Type.String(),
    itemFromState: Type.String(),
    itemToState: Type.String(),
  }),
  /** With state and visibility, where they change. */
  fields: ChangedFields,
  /** The collections that it would come into. */
  entered: Type.Array(Type.Object({ uuid: Uuid, sgtt: Type.String() })),
});
export type TrialChange = Static<typeof TrialChange>;

/** What a task of the kind effect would send about the records that would pass. */
export const TrialEffect = Type.Object({
  taskUuid: Uuid,
  /** `SEND_EMAIL` or `WEBHOOK`. */
  templateName: Type.String(),
  /** The number of records that the message is about. */
  recordsCount: Count,
  messages: Type.Array(
    Type.Object({
      /** Addresses of mail that get the same message, or the one address of a webhook. */
      recipients: Type.Array(Type.String()),
      /** Of mail; null for a webhook. */
      subject: Type.Union([Type.String(), Type.Null()]),
      /** The plain text of mail, or the JSON that a webhook posts. */
      text: Type.String(),
      /** Why it could not be sent as things are, such as `smtp-not-set`; null where nothing is known. */
      obstacle: Type.Union([oneOf(deliveryOutcomes), Type.Null()]),
    }),
  ),
});
export type TrialEffect = Static<typeof TrialEffect>;

export const TransitionTrial = Type.Object({
  /** In the order of the call. */
  records: Type.Array(
    Type.Object({
      uuid: Uuid,
      outcome: oneOf(['done', 'refused']),
      /** Why it would be refused, as the problem of the real call; else empty. */
      causes: Type.Array(
        Type.Object({ code: Type.String(), detail: Type.String(), fields: Type.Array(FieldProblem) }),
      ),
      /** The record first, then those that a CASCADE reaches from it, in their order; empty where it is refused. */
      changes: Type.Array(TrialChange),
    }),
  ),
  effects: Type.Array(TrialEffect),
});
export type TransitionTrial = Static<typeof TransitionTrial>;

export const tryTransition = defineOperation({
  id: 'tryTransition',
  tag: 'Workflow',
  access: 'manage',
  method: 'POST',
  path: '/meta/transitionTemplates/:uuid/trial',
  summary:
    'What a transition would do to records and what it would send, if the caller performed it now; nothing is kept or sent',
  params: byUuid,
  body: Type.Object(
    {
      uuids: Type.Array(Uuid, { minItems: 1, maxItems: TRIAL_RECORDS_MAX }),
      comment: Type.Optional(Type.String({ maxLength: COMMENT_MAX_CHARACTERS })),
    },
    closed,
  ),
  responses: { 200: TransitionTrial },
});
