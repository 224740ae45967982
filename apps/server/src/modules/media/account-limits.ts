import { sql } from 'kysely';
import type { Config } from '../../config.ts';
import type { TenantQueries } from '../../db/database.ts';
import { ProblemError } from '../../problem-error.ts';

/** A resumable upload that got a byte within this time is moving. */
const MOVING_S = 60;

export type AccountLimits = Pick<
  Config['limits'],
  'openUploadsMax' | 'unclaimedMax_bytes' | 'unclaimedFilesMax'
>;

/**
 * Checks what an account has sent that belongs to no record yet (decisions §15). Call it in the transaction that
 * adds to it, afterwards: it locks, so that of several calls at once each sees what the others added.
 * @throws ProblemError 429 with too many resumable uploads that were begun and are not moving, 507 `upload-quota`
 * with too many files or bytes
 */
export async function requireAccountLimits(
  db: TenantQueries,
  account: string,
  { openUploadsMax, unclaimedMax_bytes, unclaimedFilesMax }: AccountLimits,
): Promise<void> {
  await sql`
    select pg_advisory_xact_lock(hashtextextended('armarium uploads ' || ${account}, current_tenant()))`.execute(
    db,
  );
  const { rows } = await sql<{ files: number; bytes: number; idle: number }>`
    select kept.files + open.files as files, kept.bytes + open.bytes as bytes, open.idle
    from (
      select count(*) as files, coalesce(sum(size_bytes), 0)::bigint as bytes
      from upload where account_uuid = ${account}::uuid and claimed_at is null
    ) kept, (
      select count(*) as files, coalesce(sum(size_bytes), 0)::bigint as bytes,
        count(*) filter (
          where received_bytes = 0 or modified_at < now() - ${MOVING_S} * interval '1 second') as idle
      from resumable_upload where account_uuid = ${account}::uuid and state = 'OPEN'
    ) open`.execute(db);
  const { files = 0, bytes = 0, idle = 0 } = rows[0] ?? {};
  if (idle > openUploadsMax) {
    throw new ProblemError(
      'too-many-uploads',
      `You have ${idle - 1} interrupted uploads; the limit is ${openUploadsMax}. Resume or discard some of them.`,
      { figures: { used: idle - 1, limit: openUploadsMax } },
    );
  }
  if (files > unclaimedFilesMax) {
    throw new ProblemError(
      'too-many-unclaimed',
      `You have uploaded ${files - 1} files that belong to no item; the limit is ${unclaimedFilesMax}. Assign them to items, or discard them.`,
      { figures: { used: files - 1, limit: unclaimedFilesMax } },
    );
  }
  if (bytes > unclaimedMax_bytes) {
    throw new ProblemError(
      'upload-quota',
      `With this file, your uploads that belong to no item would have ${bytes} bytes; the limit is ${unclaimedMax_bytes}. Assign them to items, or discard them.`,
      { figures: { used_bytes: bytes, limit_bytes: unclaimedMax_bytes } },
    );
  }
}
