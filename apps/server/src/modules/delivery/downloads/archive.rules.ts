import { createHash } from 'node:crypto';
import { reach, type Actor } from '../../../db/database.ts';

/** How long an archive is kept (decisions §7). */
export const ARCHIVE_KEPT_ms = 24 * 60 * 60 * 1000;
/** Longer than all attempts of a job take together: nobody works on it any more. */
const STALLED_AFTER_ms = 6 * 60 * 60 * 1000;

/** What somebody gets to see of an image: with the organisation's watermark, where it has one, or without. */
export type Entitlement = 'clean' | 'marked';

export function entitlementOf(actor: Actor): Entitlement {
  return reach(actor, 'viewUnwatermarked') === 'all' ? 'clean' : 'marked';
}

export interface KnownArchive {
  readonly state: string;
  readonly askedAt: Date;
  readonly readyAt: Date | null;
}

/** What becomes of a request for an archive: it is handed out, waited for, told why there is none, or made (anew). */
export function archiveStep(
  archive: KnownArchive | undefined,
  now_ms: number,
): 'hand out' | 'wait' | 'refuse' | 'make' {
  if (!archive) return 'make';
  const since = archive.readyAt ?? archive.askedAt;
  const age_ms = now_ms - since.getTime();
  if (archive.state === 'WAITING') return age_ms < STALLED_AFTER_ms ? 'wait' : 'make';
  if (age_ms >= ARCHIVE_KEPT_ms) return 'make';
  return archive.state === 'READY' ? 'hand out' : 'refuse';
}

/** A digest over everything that an archive's bytes follow from, but for its variant and entitlement. */
export function contentsOf(parts: object): string {
  return createHash('sha256').update(JSON.stringify(parts)).digest('hex');
}
