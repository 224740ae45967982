import { sql } from 'kysely';
import type { TenantQueries } from './database.ts';

/**
 * How far a reader has read: all events up to `id`, except those whose transaction was running then,
 * according to the snapshot (`pg_current_snapshot()` as text, `xmin:xmax:running,ids`).
 */
export interface Position {
  readonly id: number;
  readonly snapshot: string;
}

/** Events can be replayed for this long (wire.md); the sweep keeps them somewhat longer. */
const REPLAY_MS = 10 * 60_000;
const idForm = /^(\d{1,15})-(\d{1,18}):(\d{1,18}):((?:\d{1,18},)*\d{1,18})?-(\d{1,15})$/;
/** Longer ids would need more concurrent transactions than there ever are. */
const ID_MAX_LENGTH = 4_000;

/** The position of a reader who has read everything. */
export async function positionNow(db: TenantQueries): Promise<Position> {
  const { rows } = await sql<Position>`
    select coalesce((select max(id) from event), 0) as id,
      pg_current_snapshot()::text as snapshot`.execute(db);
  return rows[0] ?? { id: 0, snapshot: '1:1:' };
}

/** The id of an event as clients send it back: the position, and its time. */
export function eventIdOf({ id, snapshot }: Position): string {
  return `${id}-${snapshot}-${Date.now()}`;
}

/** @returns undefined for an id that is not ours, or too old for a replay */
export function positionOf(eventId: string): Position | undefined {
  if (eventId.length > ID_MAX_LENGTH) return undefined;
  const [, id = '', from = '', to = '', underWay = '', since_ms] = idForm.exec(eventId) ?? [];
  if (since_ms === undefined || Date.now() - Number(since_ms) > REPLAY_MS) return undefined;
  // As the database requires it: in order, each between the two.
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
