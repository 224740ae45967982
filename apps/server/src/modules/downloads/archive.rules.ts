import { createHash } from 'node:crypto';
import { downloadFormats, type DownloadFormat } from '@armarium/contract/downloads';
import { reach, type Actor } from '../../db/database.ts';

/** How long an archive is kept (decisions §7). */
export const ARCHIVE_KEPT_ms = 24 * 60 * 60 * 1000;
/** Longer than all attempts of a job take together: nobody works on it any more. */
export const STALLED_AFTER_ms = 6 * 60 * 60 * 1000;

/** So many archives are made for one account at once; each may be of a thousand images. */
export const ARCHIVES_WAITING_MAX = 5;

/**
 * The number of archives kept for one account beside those that the dialog offers. Of these there are as many as sizes;
 * of parts and other sizes there are as many as anybody can think of.
 */
export const FURTHER_ARCHIVES_KEPT_MAX = 5;

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

/** How a request for an archive is answered: with the file, with 202, with the cause of its failure, or by making it. */
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

/** A4 and A3 at 300 dpi, of the frames that the download dialog offers. */
export const printFrames = ['3508,2480', '2480,3508', '4961,3508', '3508,4961'];
/** The frames that the download dialog offers (DOWN-06), as sizes of the Image API. */
const frames = ['1080,1080', '1920,1080', '1080,1920', ...printFrames];

/** The archives of whole images at the sizes and in the formats that the dialog offers. */
export const offeredVariants = ['full', 'pct:50', ...frames.map((frame) => `!${frame}`)].flatMap((size) =>
  downloadFormats.map((format) => downloadVariant('full', size, format)),
);

/** What was asked for of an image, as archives and the log keep it: JPEG is not named, as there was nothing else before. */
export function downloadVariant(region: string, size: string, format: DownloadFormat): string {
  return format === 'jpg' ? `${region}/${size}` : `${region}/${size}/${format}`;
}

/** Region, size and format of an archive as they are kept. `max` is another word for `full`. */
export function archiveVariant(region: string, size: string, format: DownloadFormat): string {
  return downloadVariant(region, size === 'max' ? 'full' : size, format);
}

/** Reads what `archiveVariant` wrote. */
export function readArchiveVariant(variant: string): {
  region: string;
  size: string;
  format: DownloadFormat;
} {
  const [region = '', size = '', format] = variant.split('/');
  return { region, size, format: format === 'png' ? 'png' : 'jpg' };
}

/** A digest over everything that an archive's bytes follow from, but for its variant and entitlement. */
export function contentsOf(parts: object): string {
  return createHash('sha256').update(JSON.stringify(parts)).digest('hex');
}
