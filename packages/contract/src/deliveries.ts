import type { Static } from '@sinclair/typebox';
import * as Type from '@sinclair/typebox/type';
import { Count, oneOf, Timestamp } from './scalar.ts';

/** Of what is sent to somebody outside: it waits for its next attempt, arrived, or was given up (decisions §13). */
export const deliveryStates = ['PENDING', 'DONE', 'ERROR'] as const;
export type DeliveryState = (typeof deliveryStates)[number];

/**
 * The outcomes of an attempt to send something. Of mail: the server took it; the installation lacks `SMTP_URL`,
 * `MAIL_FROM` or an address for links; the mail server could not be reached, asks for another name and password or for
 * any, put the message off, or refused it. Of a webhook: the server took it; it answered another status; it leads
 * elsewhere; its address is in a private network; it could not be reached, or did not answer in time; the task was taken
 * from a workflow file, which holds no secret. Of both: the program met a fault of its own.
 */
export const deliveryOutcomes = [
  'mail-sent',
  'smtp-not-set',
  'mail-from-not-set',
  'link-address-not-set',
  'mail-server-unreachable',
  'mail-server-sign-in',
  'mail-deferred',
  'mail-refused',
  'webhook-taken',
  'http-status',
  'url-redirect',
  'url-not-allowed',
  'url-unreachable',
  'url-timeout',
  'secret-missing',
  'failed',
] as const;
export type DeliveryOutcome = (typeof deliveryOutcomes)[number];

/** The outcome of the last attempt. */
export const DeliveryResult = Type.Object({
  code: oneOf(deliveryOutcomes),
  /** In English; clients that have words of their own go by the code. */
  title: Type.String(),
  /** What the other server said, or what went wrong before it said something; may be empty. */
  detail: Type.String(),
  /** The status that the other server answered, of SMTP or HTTP. */
  status: Type.Union([Type.Integer(), Type.Null()]),
});
export type DeliveryResult = Static<typeof DeliveryResult>;

/** How far a delivery is. */
export const deliveryProgress = {
  state: oneOf(deliveryStates),
  /** The number of attempts so far. */
  attempts: Count,
  lastAttemptDate: Type.Union([Timestamp, Type.Null()]),
  /** Null where there will be none. */
  nextAttemptDate: Type.Union([Timestamp, Type.Null()]),
  /** Null before the first attempt. */
  result: Type.Union([DeliveryResult, Type.Null()]),
};
