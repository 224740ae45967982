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

/** Who asks at an address: where it has a token, whoever was given it, and nobody's session counts (decisions §4). */
export function callerOf(actor: Actor | undefined, { token }: Pick<Identifier, 'token'>): Caller {
  return token === undefined ? { actor } : { actor: undefined, token };
}

/**
 * Lets those see a record who may (decisions §4): anybody where it is public, members of its organisation otherwise,
 * and where it is restricted those of them with the right to; at an address with a token who has one of its share links.
 * @param what for people, such as `The item`
 * @param signInFirst what a visitor is told
 * @throws ProblemError 401 for a visitor without a session, 404 for everybody else who may not see it
 */
export function admitted<Record extends Seen>(
  what: string,
  { actor, token = '' }: Caller,
  record: Record | undefined,
  signInFirst: string,
): Record {
  if (token !== '') {
    if (!record || !isShared(record, token)) throw linkEnded();
    return record;
  }
  // Without a session nobody learns which records there are.
  if (!actor && record?.visibility !== 'public') throw new ProblemError('not-signed-in', signInFirst);
  const isHidden =
    record?.visibility === 'restricted' && !(actor && reaches(actor, 'seeRestricted', record.createdBy));
  if (!record || isHidden) throw notFound(what);
  return record;
}

/** Whether a token opens a record; a restricted one is opened by none, however it was before. */
export function isShared({ visibility, links }: Omit<Seen, 'createdBy'>, token: string): boolean {
  return visibility !== 'restricted' && isOpenedBy(links, token);
}

/** The same for a link that never was, was withdrawn, is over, or is another record's: so nobody learns what there is. */
function linkEnded(): ProblemError {
  return new ProblemError(
    'not-found',
    'This link was withdrawn, its time is over, or it is not whole. Ask whoever gave it to you for a new one.',
  );
}

/** Which records this caller may be told of. */
export function viewerOf({ actor, token = '' }: Caller): Viewer {
  const held = actor && reach(actor, 'seeRestricted');
  return {
    seesPublicOnly: !actor,
    seesRestrictedOf: held === 'own' ? (actor?.accountUuid ?? null) : (held ?? null),
    ...(token !== '' && { isByToken: true as const }),
  };
}
