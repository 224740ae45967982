import { reach, reaches, type Actor } from '../../db/database.ts';
import { ProblemError } from '../../problem-error.ts';

/**
 * Whose imports the actor follows: undefined means everybody's. An image's import is the account's that sent its
 * file, whoever made the item; an item's is the account's that made it, or that sent any of its images.
 */
export function followedSender(actor: Actor): string | undefined {
  return reach(actor, 'monitorImports') === 'all' ? undefined : actor.accountUuid;
}

/** @throws ProblemError 403 where the actor may follow own imports only, and this is another's (PERM-08) */
export function requireImport(actor: Actor, senderUuid: string): void {
  if (!reaches(actor, 'monitorImports', senderUuid)) throw anothersImport();
}

export function anothersImport(): ProblemError {
  return new ProblemError('forbidden', 'You may follow the imports that you sent yourself.');
}

/** Trying again changes the item too: it takes following this import and uploading to this item. */
export function mayRetry(actor: Actor, senderUuid: string, itemCreatedBy: string | null): boolean {
  return reaches(actor, 'monitorImports', senderUuid) && reaches(actor, 'upload', itemCreatedBy);
}
