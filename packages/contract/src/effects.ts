import type { Static } from '@sinclair/typebox';
import * as Type from '@sinclair/typebox/type';
import { deliveryProgress, deliveryStates } from './deliveries.ts';
import { links, pageOf, pageQuery } from './hal.ts';
import { byUuid, defineOperation } from './operation.ts';
import { TemplateResourceType } from './record-types.ts';
import { Count, oneOf, Timestamp, Uuid } from './scalar.ts';

const progress = {
  uuid: Uuid,
  taskUuid: Uuid,
  /** `SEND_EMAIL` or `WEBHOOK`. */
  templateName: Type.String(),
  /** `ERROR` where one of several recipients was given up. Before the first attempt `result` is null. */
  ...deliveryProgress,
};

/** An effect as the log of a record has it: without `detail` and links for those who do not manage. */
export const LoggedEffect = Type.Object({ ...progress, _links: links([], ['self', 'retry']) });
export type LoggedEffect = Static<typeof LoggedEffect>;

/**
 * What a task of the kind effect sends after a transition (decisions §13): one message for all records of the same change,
 * at most 1,000.
 */
export const Effect = Type.Object({
  ...progress,
  date: Timestamp,
  resourceType: TemplateResourceType,
  /** The transition as it was performed. */
  transition: Type.Object({
    uuid: Uuid,
    name: Type.String(),
    itemFromState: Type.String(),
    itemToState: Type.String(),
  }),
  /** Name and surname at that time. */
  user: Type.String(),
  comment: Type.String(),
  recordsCount: Count,
  /** The first of the records; null where there is none. */
  record: Type.Union([
    Type.Object({ uuid: Uuid, sgtt: Type.String(), pressmark: Type.Union([Type.String(), Type.Null()]) }),
    Type.Null(),
  ]),
  /** The recipients, addresses of mail or the one address of a webhook; none before the message is written. */
  deliveries: Type.Array(Type.Object({ uuid: Uuid, recipient: Type.String(), ...deliveryProgress })),
  /** `retry` where it has not arrived. */
  _links: links(['self'], ['retry']),
});
export type Effect = Static<typeof Effect>;

const effects = { tag: 'Workflow', access: 'manage' } as const;

export const listEffects = defineOperation({
  ...effects,
  id: 'listEffects',
  method: 'GET',
  path: '/meta/effects',
  summary: 'What was, or is to be, sent after transitions, the newest first (default size 20)',
  query: pageQuery({ state: Type.Optional(oneOf(deliveryStates)) }),
  responses: { 200: pageOf('effects', Effect) },
});

export const getEffect = defineOperation({
  ...effects,
  id: 'getEffect',
  method: 'GET',
  path: '/meta/effects/:uuid',
  summary: 'One effect, with its recipients',
  params: byUuid,
  responses: { 200: Effect },
});

export const retryEffect = defineOperation({
  ...effects,
  id: 'retryEffect',
  method: 'POST',
  path: '/meta/effects/:uuid/retry',
  summary:
    'Send it now to those whom it has not reached, with the parameters that the task has now; one that arrived is left',
  params: byUuid,
  responses: { 202: Effect },
});

export const retryFailedEffects = defineOperation({
  ...effects,
  id: 'retryFailedEffects',
  method: 'POST',
  path: '/meta/effects/retry',
  summary: 'Send all that failed again, as `retry` of each',
  responses: { 202: Type.Object({ retried: Count }) },
});
