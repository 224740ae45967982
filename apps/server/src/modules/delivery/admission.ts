import { reach, reaches, type Actor } from '../../db/database.ts';
import { notFound, ProblemError } from '../../problem-error.ts';
import type { Viewer } from './manifest/collection.queries.ts';

/** What decides who may see a record. */
interface Seen {
  readonly visibility: string;
  readonly createdBy: string | null;
}

/**
 * Lets those see a record who may (decisions §4): anybody where it is public, members of its organisation otherwise,
 * and where it is restricted those of them with the right to.
 * @param what for people, such as `The item`
 * @param signInFirst what a visitor is told
 * @throws ProblemError 401 for a visitor without a session, 404 for everybody else who may not see it
 */
export function admitted<Record extends Seen>(
  what: string,
  actor: Actor | undefined,
  record: Record | undefined,
  signInFirst: string,
): Record {
  // Without a session nobody learns which records there are.
  if (!actor && record?.visibility !== 'public') throw new ProblemError('not-signed-in', signInFirst);
  const isHidden =
    record?.visibility === 'restricted' && !(actor && reaches(actor, 'seeRestricted', record.createdBy));
  if (!record || isHidden) throw notFound(what);
  return record;
}

/** Which records this caller may be told of. */
export function viewerOf(actor: Actor | undefined): Viewer {
  const held = actor && reach(actor, 'seeRestricted');
  return {
    seesPublicOnly: !actor,
    seesRestrictedOf: held === 'own' ? (actor?.accountUuid ?? null) : (held ?? null),
  };
}
