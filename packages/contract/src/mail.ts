import type { Static } from '@sinclair/typebox';
import * as Type from '@sinclair/typebox/type';
import { Email } from './account-fields.ts';
import { deliveryProgress } from './deliveries.ts';
import { links, pageOf, pageQuery } from './hal.ts';
import { byUuid, closed, defineOperation } from './operation.ts';
import { oneOf, Timestamp, Uuid } from './scalar.ts';

/** Why the program wrote a message. */
export const mailPurposes = [
  'test',
  'import-ended',
  'invitation',
  'forgotten-password',
  'password-changed',
  'email-changed',
  'membership',
  'new-place',
  'account-security',
] as const;
export type MailPurpose = (typeof mailPurposes)[number];

/** A message of the organisation to one recipient, with how far it is (decisions §12). */
export const MailMessage = Type.Object({
  uuid: Uuid,
  purpose: oneOf(mailPurposes),
  to: Type.String(),
  date: Timestamp,
  ...deliveryProgress,
  _links: links(['self'], []),
});
export type MailMessage = Static<typeof MailMessage>;

const mail = { tag: 'Organisation', access: 'manage' } as const;

export const sendTestMail = defineOperation({
  ...mail,
  id: 'sendTestMail',
  method: 'POST',
  path: '/iam/organisation/mail/test',
  summary: 'Send a test message, to the own address unless another is given; how it went is read at `self`',
  body: Type.Object({ to: Type.Optional(Email) }, closed),
  responses: { 202: MailMessage },
});

export const listMailMessages = defineOperation({
  ...mail,
  id: 'listMailMessages',
  method: 'GET',
  path: '/iam/organisation/mail/messages',
  summary: 'The messages of the last 30 days, the newest first',
  query: pageQuery({}),
  responses: { 200: pageOf('mailMessages', MailMessage) },
});

export const getMailMessage = defineOperation({
  ...mail,
  id: 'getMailMessage',
  method: 'GET',
  path: '/iam/organisation/mail/messages/:uuid',
  summary: 'One message, with the outcome of its last attempt and the time of the next',
  params: byUuid,
  responses: { 200: MailMessage },
});
