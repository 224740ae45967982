import { reach, reaches, type Actor } from '../../db/database.ts';
import type { RecordKind } from '../records/public.ts';

/**
 * Whether the actor may bring back what was deleted (decisions §3). What went with a collection is everybody's, so who
 * reaches own records only restores none.
 */
export function mayRestore(
  actor: Actor,
  { isRestoredByMaker }: Pick<RecordKind, 'isRestoredByMaker'>,
  createdBy: string | null,
): boolean {
  return isRestoredByMaker ? reaches(actor, 'trash', createdBy) : reach(actor, 'trash') === 'all';
}

const DAY_MS = 24 * 60 * 60 * 1000;

/** When the clock purges an entry: never where something of it was once public. */
export function purgeDate(trashedAt: Date, wasPublic: boolean, kept_ms: number): Date | null {
  return wasPublic ? null : new Date(trashedAt.getTime() + kept_ms);
}

/** For people: how long the trash keeps things. */
export function keptInWords(kept_ms: number): string {
  return `Kept ${Math.round(kept_ms / DAY_MS)} days in the trash.`;
}
