import { sql } from 'kysely';
import { reaches, type TenantData, type TenantQueries } from '../../db/database.ts';
import {
  addMedia,
  BULK_PRIORITY,
  imageFiles,
  MediaRefused,
  probeImage,
  replaceFailedImages,
  storeUpload,
  type checkImage,
  type MediaParts,
} from '../../modules/media/public.ts';
import type { Logger } from '../../observe/log.ts';
import { ProblemError } from '../../problem-error.ts';
import type { Config } from '../../config.ts';
import { join } from 'node:path';
import { contentOf, FileRefused, openBytes, unreadable } from './read-file.ts';
import { planItem, type ItemFile, type ItemPlan, type Original, type Reason } from './item-plan.ts';
import type { SpooledFile, Stored, FileResult } from './file-spool.ts';

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

/** The outcome of a file: a result, or an upload in the catalogue whose images may have jobs in progress. */
export type FileOutcome =
  | { readonly path: string; readonly sha256: string | undefined; readonly decided: FileResult }
  | {
      readonly path: string;
      readonly sha256: string | undefined;
      readonly upload: string;
      readonly became: Stored['became'];
      readonly note: string;
    };

interface SeenFile extends ItemFile {
  readonly spooled: SpooledFile;
  /** The indexes of its pages in the image library. */
  readonly indexes: readonly number[];
  bad?: Reason;
}
interface StoredFile {
  readonly file: SeenFile;
  readonly uploadUuid: string;
  readonly sha256: string;
}

/** Runs work over a list, some at once. The first error is thrown after the others have ended. */
async function eachOf<In, Out>(list: readonly In[], work: (one: In) => Promise<Out>): Promise<Out[]> {
  // Shared by the workers: each takes the next one.
  const waiting = list.entries();
  const results: Out[] = [];
  const failures: unknown[] = [];
  await Promise.all(
    Array.from({ length: AT_ONCE }, async () => {
      for (const [index, one] of waiting) {
        if (failures.length > 0) return;
        try {
          results[index] = await work(one);
        } catch (error) {
          failures.push(error);
        }
      }
    }),
  );
  if (failures.length > 0) throw failures[0];
  return results;
}

const absent: Reason = {
  result: 'absent',
  cause: 'A checksum list names it, and it is not in the folder.',
  nextStep: 'Copy it into the folder, or make the list anew.',
};
const heldBackNext = 'Complete the item and run it again; --allow-gaps brings in what there is.';
const notListed = 'No checksum list names it.';

/**
 * Imports the files of one item: reads all of them, plans, stores the new ones, and attaches them with their
 * jobs and their history in one transaction. A file that was stored but not attached before a stop is an
 * unclaimed upload, which the next run finds by its content.
 * @returns an outcome for each file
 * @throws when stopped, and where storage or database fail: then nothing of the item is attached
 */
export async function importItemFiles(
  target: FilesTarget,
  itemUuid: string,
  spooled: readonly SpooledFile[],
  seqOfName: (filename: string) => number | undefined,
): Promise<FileOutcome[]> {
  const { data, media, allowGaps } = target;
  const { createdBy, originals } = await data.read(async (db) => ({
    createdBy: await creatorOf(db, itemUuid),
    originals: await originalsOf(db, itemUuid),
  }));
  const reusable = await data.read((db) => unclaimedOf(db, data.actor.accountUuid, spooled));
  const mayBeKnown = sizesThatMayBeKnown(spooled, originals, reusable);
  const seen = await eachOf(spooled, (file) => look(target, file, mayBeKnown));
  const plan = planItem(seen, originals, seqOfName, { allowGaps });

  const outcomes: FileOutcome[] = [];
  const tell = (file: SeenFile, decided: FileResult) =>
    outcomes.push({ path: file.path, sha256: file.sha256, decided });
  for (const [file, reason] of plan.left) tell(file, reason);
  for (const [file, { uploadUuid }] of plan.unchanged)
    outcomes.push({
      path: file.path,
      sha256: file.sha256,
      upload: uploadUuid,
      became: 'unchanged',
      note: '',
    });
  const fresh = await soundOf(target, newOf(plan), tell);
  if (fresh.length === 0) return outcomes;

  const holdBack = (cause: string) => {
    for (const file of fresh) tell(file, { result: 'held back', cause, nextStep: heldBackNext });
    return outcomes;
  };
  if (plan.heldBack !== undefined) return holdBack(plan.heldBack);
  if (!reaches(data.actor, 'upload', createdBy)) {
    return holdBack(`${data.actor.username} may add files to own records only, and this item is another's.`);
  }
  const note = (file: SeenFile) => {
    const replaced = plan.replacing.get(file);
    return [
      ...(replaced ? [`It stands in place of the ${replaced.filename} that could not be prepared.`] : []),
      ...(target.isListed && file.spooled.checksums.length === 0 ? [notListed] : []),
    ].join(' ');
  };
  if (!media) {
    for (const file of fresh) {
      const result = plan.replacing.has(file) ? 'would replace' : 'would be imported';
      tell(file, { result, cause: note(file), nextStep: '' });
    }
    return outcomes;
  }

  const { stored, failed } = await storeAll(target, media, fresh, reusable);
  for (const [file, reason] of failed) tell(file, reason);
  const whole = failed.size === 0;
  const kept = fresh.filter((file) => stored.has(file));
  const tellKept = (decided: FileResult) => {
    for (const file of kept) tell(file, decided);
    return outcomes;
  };
  if (!whole && !allowGaps) {
    return tellKept({
      result: 'held back',
      cause: `The item is not whole: ${failed.size} of its files can't be taken in.`,
      nextStep: heldBackNext,
    });
  }
  target.signal.throwIfAborted();
  // Files that could not be stored change the positions of the later ones.
  for (const [file, reason] of failed) file.bad = reason;
  const whatStays = whole ? plan : planItem(seen, originals, seqOfName, { allowGaps });
  try {
    await attach(data, itemUuid, whatStays, stored, originals);
  } catch (error) {
    // A problem concerns this item alone; any other error would hit the next item too.
    if (!(error instanceof ProblemError)) throw error;
    return tellKept({ result: 'held back', cause: error.message, nextStep: 'Run it again.' });
  }
  for (const { file, uploadUuid, sha256 } of stored.values())
    outcomes.push({
      ...{ path: file.path, sha256, upload: uploadUuid, note: note(file) },
      became: plan.replacing.has(file) ? 'replaced' : 'ready',
    });
  return outcomes;
}

/** Stores files, or takes the uploads that have their contents already. @returns for each file its upload or why not */
async function storeAll(
  target: FilesTarget,
  media: NonNullable<FilesTarget['media']>,
  files: readonly SeenFile[],
  reusable: Awaited<ReturnType<typeof unclaimedOf>>,
): Promise<{ stored: Map<SeenFile, StoredFile>; failed: Map<SeenFile, Reason> }> {
  const stored = new Map<SeenFile, StoredFile>();
  const failed = new Map<SeenFile, Reason>();
  await eachOf(files, async (file) => {
    try {
      const known = reusable.get(file.sha256 ?? '');
      stored.set(
        file,
        known ? { file, uploadUuid: known.uuid, sha256: known.sha256 } : await store(target, media, file),
      );
    } catch (error) {
      const reason = reasonOf(error);
      if (!reason) throw error;
      failed.set(file, reason);
    }
  });
  return { stored, failed };
}

/** The new files of a plan. */
const newOf = ({ groups, replacing }: ItemPlan<SeenFile>): SeenFile[] => [
  ...groups.flatMap(({ files }) => files),
  ...replacing.keys(),
];

/**
 * In a dry run every new image is decoded to its end, since no job will find the damage.
 * @returns those without a fault; the others get a result, and hold nothing back, as in a real run
 */
async function soundOf(
  target: FilesTarget,
  files: SeenFile[],
  tell: (file: SeenFile, decided: FileResult) => void,
): Promise<SeenFile[]> {
  if (target.media) return files;
  const damaged = new Set<SeenFile>();
  await eachOf(files, async (file) => {
    try {
      const options = { maxPixels: target.limits.imageMax_pixels, signal: target.signal };
      for (const index of file.indexes) await target.check(join(target.folder, file.path), index, options);
    } catch (error) {
      target.signal.throwIfAborted();
      damaged.add(file);
      tell(file, reasonOf(error) ?? unreadable(error).reason);
    }
  });
  return files.filter((file) => !damaged.has(file));
}

async function creatorOf(db: TenantQueries, itemUuid: string): Promise<string | null> {
  const row = await db
    .selectFrom('item')
    .select('created_by')
    .where('uuid', '=', itemUuid)
    .executeTakeFirst();
  return row?.created_by ?? null;
}

type SizedOriginal = Original & { readonly size_bytes: number };

/** The files of an item's images, in the order of their positions. */
async function originalsOf(db: TenantQueries, itemUuid: string): Promise<SizedOriginal[]> {
  return imageFiles(db, itemUuid)
    .select(['upload.uuid as uploadUuid', 'upload.original_filename as filename', 'upload.sha256'])
    .select((select) => ['upload.size_bytes', select.fn.max('asset.position').as('lastPosition')])
    .select([
      sql<number>`count(*)::int`.as('pages'),
      sql<boolean>`bool_or(overall_state = 'ERROR') and bool_and(overall_state in ('DONE', 'ERROR'))`.as(
        'isFailed',
      ),
    ])
    .groupBy(['upload.uuid', 'upload.original_filename', 'upload.sha256', 'upload.size_bytes'])
    .orderBy('lastPosition')
    .execute();
}

interface Unclaimed {
  readonly uuid: string;
  readonly sha256: string;
  readonly size_bytes: number;
}

/** Unclaimed uploads of this account that could be one of these files; by content. */
async function unclaimedOf(
  db: TenantQueries,
  accountUuid: string,
  files: readonly SpooledFile[],
): Promise<Map<string, Unclaimed>> {
  const rows = await db
    .selectFrom('upload')
    .select(['uuid', 'sha256', 'size_bytes'])
    .where('account_uuid', '=', accountUuid)
    .where('claimed_at', 'is', null)
    // One parameter for any number of files: a statement takes no more than 65,535.
    .where(sql<boolean>`size_bytes = any(${files.map(({ size_bytes }) => size_bytes)}::bigint[])`)
    .execute();
  return new Map(rows.map((row) => [row.sha256, row]));
}

/** The same content needs the same size: only such files are read before they are stored. */
function sizesThatMayBeKnown(
  files: readonly SpooledFile[],
  originals: readonly SizedOriginal[],
  reusable: ReadonlyMap<string, Unclaimed>,
): ReadonlySet<number> {
  const sizes = new Set([...originals, ...reusable.values()].map(({ size_bytes }) => size_bytes));
  const once = new Set<number>();
  for (const { size_bytes } of files) (once.has(size_bytes) ? sizes : once).add(size_bytes);
  return sizes;
}

async function look(
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

async function store(target: FilesTarget, media: MediaParts, file: SeenFile): Promise<StoredFile> {
  const { data, log } = target;
  const { stream } = await openBytes(...bytesOf(target, file.spooled));
  const { accountUuid } = data.actor;
  const stored = await storeUpload(media, 'image', data.tenantId, accountUuid, file.path, stream, log);
  return { file, uploadUuid: stored.uuid, sha256: stored.sha256 };
}

/** The reason why this file alone can't be imported; undefined where it is not the file's fault. */
function reasonOf(error: unknown): Reason | undefined {
  if (error instanceof FileRefused) return error.reason;
  if (error instanceof MediaRefused)
    return { result: 'refused', cause: error.cause_.title, nextStep: error.cause_.nextStep };
  if (error instanceof ProblemError && error.cause instanceof MediaRefused) return reasonOf(error.cause);
  return undefined;
}

async function attach(
  data: TenantData,
  itemUuid: string,
  { groups, replacing }: ItemPlan<SeenFile>,
  stored: ReadonlyMap<SeenFile, StoredFile>,
  planned: readonly Original[],
): Promise<void> {
  await data.write('import', async (tx) => {
    await tx.db.selectFrom('item').select('uuid').where('uuid', '=', itemUuid).forUpdate().execute();
    const current = await originalsOf(tx.db, itemUuid);
    const isAsPlanned =
      current.length === planned.length &&
      current.every(
        ({ uploadUuid, lastPosition }, index) =>
          planned[index]?.uploadUuid === uploadUuid && planned[index].lastPosition === lastPosition,
      );
    if (!isAsPlanned) {
      throw new ProblemError('stale', 'Somebody changed the images of the item while its files were read.');
    }
    for (const [file, { uploadUuid: failedUpload }] of replacing) {
      const upload = stored.get(file)?.uploadUuid;
      if (upload === undefined) continue;
      await replaceFailedImages(tx, itemUuid, {
        failedUpload,
        upload,
        path: `${file.path}: `,
        priority: BULK_PRIORITY,
      });
    }
    for (const { position, files } of groups) {
      const images = files.flatMap((file) => {
        const { label } = file.spooled;
        const uuid = stored.get(file)?.uploadUuid;
        return uuid === undefined ? [] : [{ uuid, ...(label !== '' && { sgtt: label }) }];
      });
      await addMedia(tx, itemUuid, 'image', images, {
        path: (index) => `${files[index]?.path ?? ''}: `,
        position,
        priority: BULK_PRIORITY,
      });
    }
  });
}
