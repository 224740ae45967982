import { createHash, randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import { isUuid } from '../../is-uuid.ts';

const TOKEN_BYTES = 16;
const tokenForm = /^[0-9a-f]{32}$/;

/** Lower-case hexadecimal, since addresses are compared in lower case; of the table it is the SHA-256 alone. */
export function newShareToken(): { token: string; digest: Buffer } {
  const token = randomBytes(TOKEN_BYTES).toString('hex');
  return { token, digest: digestOf(token) };
}

const digestOf = (token: string) => createHash('sha256').update(token).digest();

/** What stands in an address where the uuid of a record or of a file is meant. */
export interface Identifier {
  readonly uuid: string;
  /**
   * The token behind it (decisions §4): then the session of the request counts for nothing. Empty, it opens what is
   * public: so a frame on another site goes on as the visitor that it began as.
   */
  readonly token?: string;
}

/**
 * Reads `{uuid}`, `{uuid}~{token}` and `{uuid}~`. @returns undefined where it is none of them, but for a token that is
 * none: that one opens nothing
 */
export function readIdentifier(text: string): Identifier | undefined {
  const [uuid = '', token, ...rest] = text.toLowerCase().split('~');
  if (!isUuid(uuid) || rest.length > 0) return undefined;
  return token === undefined ? { uuid } : { uuid, token };
}

/** What stands behind the uuids of a record in addresses, so that whoever follows them asks as whoever was given them. */
export function suffixOf({ token }: Pick<Identifier, 'token'>): string {
  return token === undefined ? '' : `~${token}`;
}

/**
 * What stands behind the uuid of another record in the links of an answer. A token opens one record only, so whoever reads by
 * one goes on as a visitor, and so does whoever reads in a frame of another site.
 */
export function onwardSuffix({ token }: Pick<Identifier, 'token'>): string {
  return suffixOf(token === undefined ? {} : { token: '' });
}

/** A link of a record that nobody has withdrawn. */
export interface OpenLink {
  /** SHA-256 of its token, hexadecimal. */
  readonly digest: string;
  readonly until_ms: number;
}

/** Whether one of the links has this token, and its time is not over. */
export function isOpenedBy(links: readonly OpenLink[], token: string): boolean {
  if (!tokenForm.test(token)) return false;
  const sought = digestOf(token).toString('hex');
  return links.some(({ digest, until_ms }) => digest === sought && Date.now() < until_ms);
}

/** Of a record, within a query, its links that are open by now. @param record the table as it is called there */
export const openLinksOf = (record: 'item' | 'collection' | 'story') => sql<readonly OpenLink[]>`(
  select coalesce(jsonb_agg(jsonb_build_object('digest', encode(shared.token_digest, 'hex'),
      'until_ms', floor(extract(epoch from shared.expires_at) * 1000))), '[]')
  from share_link shared
  where shared.tenant_id = ${sql.ref(`${record}.tenant_id`)}
    and ${sql.ref(`shared.${record}_uuid`)} = ${sql.ref(`${record}.uuid`)}
    and shared.revoked_at is null and shared.expires_at > now())`;
