import { reach, reaches, type Actor } from '../../db/database.ts';
import type { RecordKind } from '../records/public.ts';

/**
 * Whether the actor may restore an entry (decisions §3). The contents of a collection belong to several
 * people, so actors with the right to own records may not restore collections.
 */
export function mayRestore(
  actor: Actor,
  { isRestoredByMaker }: Pick<RecordKind, 'isRestoredByMaker'>,
  createdBy: string | null,
): boolean {
  return isRestoredByMaker ? reaches(actor, 'trash', createdBy) : reach(actor, 'trash') === 'all';
}

export const DAY_MS = 24 * 60 * 60 * 1000;

/** The date of the automatic purge; undefined where a record of the entry was once public. */
export function purgeDate(trashedAt: Date, wasPublic: boolean, kept_ms: number): Date | null {
  return wasPublic ? null : new Date(trashedAt.getTime() + kept_ms);
}

/** The time that the trash keeps entries, in words. */
export function keptInWords(kept_ms: number): string {
  return `Kept ${Math.round(kept_ms / DAY_MS)} days in the trash.`;
}
