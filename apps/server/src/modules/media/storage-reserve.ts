import { Readable } from 'node:stream';
import { ProblemError } from '../../problem-error.ts';
import type { Storage } from '../../storage/storage.ts';

const RESERVE_MAX_BYTES = 2 * 1024 ** 3;
const RESERVE_SHARE = 0.05;
/** A disk is looked at again after so many bytes. */
const LOOKED_AT_EVERY_BYTES = 16 * 1024 ** 2;

/** The bytes of a disk that uploads leave free, for what is made of files, and for the database (decisions §15). */
export const reserveOf = (disk_bytes: number) => Math.min(RESERVE_MAX_BYTES, disk_bytes * RESERVE_SHARE);

/** @throws ProblemError 507 where so many bytes more would take from the reserve */
export async function requireRoom(storage: Storage, size_bytes: number): Promise<void> {
  const { free_bytes, disk_bytes } = await storage.room();
  const reserve_bytes = Math.round(reserveOf(disk_bytes));
  if (free_bytes - size_bytes >= reserve_bytes) return;
  throw new ProblemError(
    'storage-reserve',
    `The server has ${free_bytes} bytes free, and leaves ${reserve_bytes} to its own work. Ask its administrator to make room.`,
    { figures: { free_bytes, limit_bytes: reserve_bytes, size_bytes } },
  );
}

/** The same bytes; the stream fails as `requireRoom` does where they begin to take from the reserve. */
export function leavingReserve(storage: Storage, source: Readable): Readable {
  async function* guarded() {
    let since_bytes = 0;
    for await (const chunk of source as AsyncIterable<Buffer>) {
      since_bytes += chunk.length;
      if (since_bytes >= LOOKED_AT_EVERY_BYTES) {
        since_bytes = 0;
        await requireRoom(storage, chunk.length);
      }
      yield chunk;
    }
  }
  return Readable.from(guarded(), { objectMode: false });
}
