import { recallList, remember } from '../../lib/remembered.ts';

/** How many places the browser remembers of an account. */
const KEPT = 50;
/** How many of the newest come before those that were used most often. */
const NEWEST = 3;
/** How many places are offered. */
export const RECENT_OFFERED = 6;

interface UsedPlace {
  /** Of a collection. */
  readonly uuid: string;
  readonly times: number;
}

/** People who share a browser don't see each other's places. */
const keyOf = (accountId: string) => `armarium.recent-places.${accountId}`;

function usedPlaces(accountId: string): UsedPlace[] {
  return recallList(keyOf(accountId), usedPlace);
}

/** A place as it was kept; undefined if the value is not a place. */
function usedPlace(kept: unknown): UsedPlace | undefined {
  const { uuid, times } = (kept ?? {}) as Record<string, unknown>;
  return typeof uuid === 'string' && typeof times === 'number' ? { uuid, times } : undefined;
}

/** Remembers that something was put into a collection, or looked for in it. */
export function keepPlace(accountId: string, uuid: string): void {
  const used = usedPlaces(accountId);
  const times = (used.find((one) => one.uuid === uuid)?.times ?? 0) + 1;
  const newest = [{ uuid, times }, ...used.filter((one) => one.uuid !== uuid)];
  remember(keyOf(accountId), JSON.stringify(newest.slice(0, KEPT)));
}

/**
 * Uuids of the places that an account used last, then of those that it used most often: twice as many as are offered,
 * since some may not be there any more.
 */
export function recentPlaces(accountId: string): string[] {
  const used = usedPlaces(accountId);
  const frequent = used.slice(NEWEST).sort((one, other) => other.times - one.times);
  return [...used.slice(0, NEWEST), ...frequent].slice(0, 2 * RECENT_OFFERED).map(({ uuid }) => uuid);
}
