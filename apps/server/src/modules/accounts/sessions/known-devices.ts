import type { FastifyReply, FastifyRequest } from 'fastify';
import { sql, type Kysely } from 'kysely';
import type { SystemTables } from '../../../db/database.ts';
import { hashOf, isToken, newToken } from '../random-token.ts';

const DEVICE_COOKIE = 'armarium_device';
/** Browsers keep no cookie longer. */
export const DEVICE_KEPT_DAYS = 400;
/** Of an account; a program that signs in without the cookie is another browser each time. */
const DEVICES_KEPT = 50;
/** Whoever was told so often of new browsers is not told again until a day has passed. */
const TOLD_A_DAY = 10;

/** The browser of a request, by its long-lived cookie (decisions §12); one without the cookie gets a new one. */
export function deviceOf({ cookies }: FastifyRequest): string {
  const known = cookies[DEVICE_COOKIE];
  return known !== undefined && isToken(known) ? known : newToken();
}

/** Makes the browser keep its cookie. It is sent with the calls that sign in, and with no pictures. */
export function setDeviceCookie(request: FastifyRequest, reply: FastifyReply, device: string): void {
  void reply.setCookie(DEVICE_COOKIE, device, {
    path: '/users',
    sameSite: 'lax',
    secure: request.protocol === 'https',
    httpOnly: true,
    maxAge: DEVICE_KEPT_DAYS * 24 * 60 * 60,
  });
}

/**
 * Whether the person is to be told of a sign-in: the account has signed in before, and not from this browser as far as is known.
 * To be asked before the sign-in is recorded.
 */
export async function isNewPlace(
  system: Kysely<SystemTables>,
  accountUuid: string,
  device: string,
): Promise<boolean> {
  const { rows } = await sql<{ isNew: boolean }>`
    select exists (
        select 1 from account_membership where account_uuid = ${accountUuid} and last_sign_in_at is not null)
      and not exists (
        select 1 from account_device where account_uuid = ${accountUuid} and device_hash = ${hashOf(device)})
      and (select count(*) from account_device
        where account_uuid = ${accountUuid} and seen_at > now() - interval '1 day') < ${TOLD_A_DAY} as "isNew"`.execute(
    system,
  );
  return rows[0]?.isNew ?? false;
}

/**
 * Records that an account has signed in from a browser, and forgets those that it has not used for longest. An account that
 * is gone meanwhile is left out.
 */
export async function noteDevice(
  system: Kysely<SystemTables>,
  accountUuid: string,
  device: string,
): Promise<void> {
  await sql`
    insert into account_device (account_uuid, device_hash)
    select uuid, ${hashOf(device)} from account where uuid = ${accountUuid} for key share
    on conflict (account_uuid, device_hash) do update set seen_at = now()`.execute(system);
  await sql`
    delete from account_device where account_uuid = ${accountUuid} and device_hash in (
      select device_hash from account_device where account_uuid = ${accountUuid}
      order by seen_at desc offset ${DEVICES_KEPT} for update skip locked)`.execute(system);
}

/** Forgets the browsers of an account: whoever signs in next is told of. */
export async function forgetDevices(system: Kysely<SystemTables>, accountUuid: string): Promise<void> {
  await system.deleteFrom('account_device').where('account_uuid', '=', accountUuid).execute();
}
