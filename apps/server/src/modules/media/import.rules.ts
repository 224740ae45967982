import { reach, reaches, type Actor } from '../../db/database.ts';
import { ProblemError } from '../../problem-error.ts';

/**
 * The account whose imports the actor may follow; undefined: all. The import of an image belongs to the
 * account that sent its file; the import of an item to the account that made it, or that sent any of its
 * images.
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

/**
 * A retry changes the item too: the actor has to be allowed to follow this import and to upload to this item.
 */
export function mayRetry(actor: Actor, senderUuid: string, itemCreatedBy: string | null): boolean {
  return reaches(actor, 'monitorImports', senderUuid) && reaches(actor, 'upload', itemCreatedBy);
}
