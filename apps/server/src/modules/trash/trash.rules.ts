import { reach, reaches, type Actor } from '../../db/database.ts';

/**
 * Whether the actor may bring back what was deleted (decisions §3). Own records only means items and images: what went with a
 * collection is everybody's.
 */
export function mayRestore(
  actor: Actor,
  resourceType: 'ITEM' | 'COLLECTION' | 'MEDIA',
  createdBy: string | null,
): boolean {
  return resourceType === 'COLLECTION' ? reach(actor, 'trash') === 'all' : reaches(actor, 'trash', createdBy);
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
