import { reaches, type Actor } from '../../db/database.ts';

/** The address of an operation for one record. */
export function hrefOf(origin: string, operation: { path: string }, uuid: string): { href: string } {
  return { href: `${origin}${operation.path.replace(':uuid', uuid)}` };
}

/** The link to a record's history, for actors who may read it. */
export function historyLink(
  actor: Actor,
  createdBy: string | null,
  origin: string,
  operation: { path: string },
  uuid: string,
): { history?: { href: string } } {
  return reaches(actor, 'readHistory', createdBy) ? { history: hrefOf(origin, operation, uuid) } : {};
}
