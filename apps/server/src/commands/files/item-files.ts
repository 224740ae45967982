import { join } from 'node:path';
import type { Config } from '../../config.ts';
import type { TenantData } from '../../db/database.ts';
import {
  MediaRefused,
  probeImage,
  storeUpload,
  type checkImage,
  type MediaParts,
} from '../../modules/media/public.ts';
import type { Logger } from '../../observe/log.ts';
import { ProblemError } from '../../problem-error.ts';
import { severalAtOnce } from '../several-at-once.ts';
import type { SpooledFile } from './file-spool.ts';
import type { ItemFile, Reason } from './item-plan.ts';
import { contentOf, FileRefused, openBytes, unreadable } from './read-file.ts';

/** Files that are read or stored at once: one is hashed while the other waits for the disk. */
const AT_ONCE = 2;

export interface FilesTarget {
  readonly folder: string;
  readonly data: TenantData;
  /** Absent in a dry run, which writes nothing. */
  readonly media: MediaParts | undefined;
  /** Decodes an image to its end. */
  readonly check: typeof checkImage;
  readonly limits: Config['limits'];
  readonly allowGaps: boolean;
  /** Whether there are any checksum lists. */
  readonly isListed: boolean;
  readonly signal: AbortSignal;
  readonly log: Logger;
}

/** A file of the folder after it was read. */
export interface SeenFile extends ItemFile {
  readonly spooled: SpooledFile;
  /** The indexes of its pages in the image library. */
  readonly indexes: readonly number[];
  bad?: Reason;
}

/** An upload of which the size and the content are known. */
export interface KnownUpload {
  readonly uuid: string;
  readonly sha256: string;
  readonly size_bytes: number;
}

/** The result of a file that a checksum list names and the folder lacks. */
export const absent = {
  result: 'absent',
  cause: 'A checksum list names it, and it is not in the folder.',
  nextStep: 'Copy it into the folder, or make the list anew.',
} as const satisfies Reason;

async function eachOf<In, Out>(files: readonly In[], work: (file: In) => Promise<Out>): Promise<Out[]> {
  const results: Out[] = [];
  for await (const result of severalAtOnce(files, AT_ONCE, work)) results.push(result);
  return results;
}

/**
 * Reads the files of an item. One that can't be imported gets the reason.
 * @param mayBeKnown only files of these sizes are hashed, besides all in a dry run
 */
export async function readFiles(
  target: FilesTarget,
  files: readonly SpooledFile[],
  mayBeKnown: ReadonlySet<number>,
): Promise<SeenFile[]> {
  return eachOf(files, (file) => readFile(target, file, mayBeKnown));
}

async function readFile(
  target: FilesTarget,
  spooled: SpooledFile,
  mayBeKnown: ReadonlySet<number>,
): Promise<SeenFile> {
  const { path, seq } = spooled;
  const unusable = (bad: Reason): SeenFile => ({ spooled, path, seq, pages: 0, indexes: [], bad });
  if (spooled.isAbsent) return unusable(absent);
  try {
    const isRead = !target.media || mayBeKnown.has(spooled.size_bytes);
    const sha256 = isRead ? await contentOf(...bytesOf(target, spooled)) : undefined;
    const { pages } = await probeImage(join(target.folder, path), {
      maxPixels: target.limits.imageMax_pixels,
    });
    return { spooled, path, seq, sha256, pages: pages.length, indexes: pages.map(({ index }) => index) };
  } catch (error) {
    target.signal.throwIfAborted();
    return unusable(reasonOf(error) ?? unreadable(error).reason);
  }
}

function bytesOf(
  { folder, limits, signal }: FilesTarget,
  { path, checksums }: SpooledFile,
): Parameters<typeof openBytes> {
  return [folder, path, checksums, { max_bytes: limits.uploadMax_bytes, signal }];
}

/**
 * Decodes new images to their end. A dry run does it, since no job will find the damage.
 * @returns the files with a fault; they hold nothing back, as in a real run
 */
export async function damagedOf(
  target: FilesTarget,
  files: readonly SeenFile[],
): Promise<Map<SeenFile, Reason>> {
  const damaged = new Map<SeenFile, Reason>();
  await eachOf(files, async (file) => {
    try {
      const options = { maxPixels: target.limits.imageMax_pixels, signal: target.signal };
      for (const index of file.indexes) await target.check(join(target.folder, file.path), index, options);
    } catch (error) {
      target.signal.throwIfAborted();
      damaged.set(file, reasonOf(error) ?? unreadable(error).reason);
    }
  });
  return damaged;
}

/** Stores files, or takes the uploads that have their contents already. @returns for each file its upload, or why there is none */
export async function storeFiles(
  target: FilesTarget,
  media: MediaParts,
  files: readonly SeenFile[],
  reusable: ReadonlyMap<string, KnownUpload>,
): Promise<{ stored: Map<SeenFile, KnownUpload>; failed: Map<SeenFile, Reason> }> {
  const stored = new Map<SeenFile, KnownUpload>();
  const failed = new Map<SeenFile, Reason>();
  await eachOf(files, async (file) => {
    try {
      const known = reusable.get(file.sha256 ?? '');
      stored.set(file, known ?? (await storeFile(target, media, file)));
    } catch (error) {
      const reason = reasonOf(error);
      if (!reason) throw error;
      failed.set(file, reason);
    }
  });
  return { stored, failed };
}

async function storeFile(target: FilesTarget, media: MediaParts, file: SeenFile): Promise<KnownUpload> {
  const { data, log } = target;
  const { stream } = await openBytes(...bytesOf(target, file.spooled));
  return storeUpload(media, 'image', data.tenantId, data.actor.accountUuid, file.path, stream, log);
}

/** The reason why this file alone can't be imported; undefined where it is not the file's fault. */
function reasonOf(error: unknown): Reason | undefined {
  if (error instanceof FileRefused) return error.reason;
  if (error instanceof MediaRefused)
    return { result: 'refused', cause: error.cause_.title, nextStep: error.cause_.nextStep };
  if (error instanceof ProblemError && error.cause instanceof MediaRefused) return reasonOf(error.cause);
  return undefined;
}
