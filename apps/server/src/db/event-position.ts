import { sql } from 'kysely';
import type { TenantQueries } from './database.ts';

/**
 * How far somebody has read: all events up to `id`, but for those whose transaction was still under way then, as the
 * snapshot says (`pg_current_snapshot()` as text, `xmin:xmax:under,way`).
 */
export interface Position {
  readonly id: number;
  readonly snapshot: string;
}

/** Events can be asked for again this long (wire.md); the sweep keeps them somewhat longer. */
const REPLAY_MS = 10 * 60_000;
const idForm = /^(\d{1,15})-(\d{1,18}):(\d{1,18}):((?:\d{1,18},)*\d{1,18})?-(\d{1,15})$/;
/** So many transactions at once are nobody's. */
const ID_MAX_LENGTH = 4_000;

/** Where somebody stands who has read everything. */
export async function positionNow(db: TenantQueries): Promise<Position> {
  const { rows } = await sql<Position>`
    select coalesce((select max(id) from event), 0) as id,
      pg_current_snapshot()::text as snapshot`.execute(db);
  return rows[0] ?? { id: 0, snapshot: '1:1:' };
}

/** The id of an event as clients give it back: where they stand, and since when. */
export function eventIdOf({ id, snapshot }: Position): string {
  return `${id}-${snapshot}-${Date.now()}`;
}

/** @returns undefined for what is none of ours, or too old to be replayed */
export function positionOf(eventId: string): Position | undefined {
  if (eventId.length > ID_MAX_LENGTH) return undefined;
  const [, id = '', from = '', to = '', underWay = '', since_ms] = idForm.exec(eventId) ?? [];
  if (since_ms === undefined || Date.now() - Number(since_ms) > REPLAY_MS) return undefined;
  // As the database wants it: in order, each between the two.
  const known = [from, ...underWay.split(',').filter((one) => one !== ''), to].map(BigInt);
  const isOrdered = known.every((one, place) => {
    const before = known[place - 1];
    if (before === undefined) return one > 0n;
    const mayEqual = place === 1 || place === known.length - 1;
    return mayEqual ? one >= before : one > before;
  });
  const last = underWay === '' ? undefined : known.at(-2);
  if (!isOrdered || (last !== undefined && last >= BigInt(to))) return undefined;
  return { id: Number(id), snapshot: `${from}:${to}:${underWay}` };
}
