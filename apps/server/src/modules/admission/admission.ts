import { reach, reaches, type Actor } from '../../db/database.ts';
import { notFound, ProblemError } from '../../problem-error.ts';
import type { Viewer } from './visibility.queries.ts';
import { isOpenedBy, type Identifier, type OpenLink } from './share-token.ts';

/** Who asks for what stands at an address. */
export interface Caller {
  /** Undefined of a visitor, and where the address has a token. */
  readonly actor: Actor | undefined;
  /** Of a share link; empty or undefined without one. */
  readonly token?: string | undefined;
}

/** What decides who may see a record. */
export interface Seen {
  readonly visibility: string;
  readonly createdBy: string | null;
  /** Its share links that are open. */
  readonly links: readonly OpenLink[];
}

/**
 * The caller of a request. An address with a token of a share link is answered without regard to the session (decisions §4).
 * Every role browses; a program whose own token does not name that is a visitor.
 */
export function callerOf(actor: Actor | undefined, { token }: Pick<Identifier, 'token'>): Caller {
  if (token !== undefined) return { actor: undefined, token };
  return { actor: actor && reach(actor, 'browse') !== undefined ? actor : undefined };
}

/**
 * Admits the callers who may see a record (decisions §4): anybody to a public one, members of its organisation to a
 * private one, members with the right `seeRestricted` to a restricted one; at an address with a token, whoever has one
 * of its share links.
 * @param what for people, such as `The item`
 * @throws ProblemError 404 for everybody else: what a visitor may not see, and what is not there, are answered alike
 * (decisions §5)
 */
export function admitted<Record extends Seen>(
  what: string,
  { actor, token = '' }: Caller,
  record: Record | undefined,
): Record {
  if (token !== '') {
    if (!record || !isShared(record, token)) throw linkEnded();
    return record;
  }
  if (!record || isHiddenFrom(actor, record)) throw notFound(what);
  return record;
}

/** Whether a caller without a token may not see a record. */
export function isHiddenFrom(
  actor: Actor | undefined,
  { visibility, createdBy }: Omit<Seen, 'links'>,
): boolean {
  if (!actor) return visibility !== 'public';
  return visibility === 'restricted' && !reaches(actor, 'seeRestricted', createdBy);
}

/** Whether a token opens a record; a restricted one is opened by none, however it was before. */
export function isShared({ visibility, links }: Omit<Seen, 'createdBy'>, token: string): boolean {
  return visibility !== 'restricted' && isOpenedBy(links, token);
}

/** One answer for a link that never was, was withdrawn, has ended, or belongs to another record, so that it reveals nothing. */
function linkEnded(): ProblemError {
  return new ProblemError(
    'not-found',
    'This link was revoked, has expired or is incomplete. Ask the person who gave it to you for a new one.',
  );
}

/** What this caller may see of other records. */
export function viewerOf({ actor, token = '' }: Caller): Viewer {
  const held = actor && reach(actor, 'seeRestricted');
  return {
    seesPublicOnly: !actor,
    seesRestrictedOf: held === 'own' ? (actor?.accountUuid ?? null) : (held ?? null),
    ...(token !== '' && { isByToken: true as const }),
  };
}
