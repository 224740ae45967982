import { sql } from 'kysely';
import type { TenantData, TenantQueries } from '../../db/database.ts';
import { addMedia, imageFiles, replaceFailedImages } from '../../modules/media/public.ts';
import { ProblemError } from '../../problem-error.ts';
import type { SpooledFile } from './file-spool.ts';
import type { KnownUpload, SeenFile } from './item-files.ts';
import type { ItemPlan, Original } from './item-plan.ts';

export type SizedOriginal = Original & { readonly size_bytes: number };

/** What the catalogue holds for an item before the import. */
export interface KnownItemFiles {
  /** The account that made the item. */
  readonly createdBy: string | null;
  /** The files of its images, in the order of their positions. */
  readonly originals: readonly SizedOriginal[];
  /** The unclaimed uploads of this account that could be one of the files, by SHA-256. */
  readonly reusable: ReadonlyMap<string, KnownUpload>;
}

export async function readKnownFiles(
  data: TenantData,
  itemUuid: string,
  files: readonly SpooledFile[],
): Promise<KnownItemFiles> {
  return data.read(async (db) => ({
    createdBy: await creatorOf(db, itemUuid),
    originals: await originalsOf(db, itemUuid),
    reusable: await unclaimedOf(db, data.actor.accountUuid, files),
  }));
}

async function creatorOf(db: TenantQueries, itemUuid: string): Promise<string | null> {
  const row = await db
    .selectFrom('item')
    .select('created_by')
    .where('uuid', '=', itemUuid)
    .executeTakeFirst();
  return row?.created_by ?? null;
}

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

async function unclaimedOf(
  db: TenantQueries,
  accountUuid: string,
  files: readonly SpooledFile[],
): Promise<Map<string, KnownUpload>> {
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

/** The sizes of files whose content may be known; the same content needs the same size. */
export function sizesThatMayBeKnown(
  files: readonly SpooledFile[],
  { originals, reusable }: KnownItemFiles,
): ReadonlySet<number> {
  const sizes = new Set([...originals, ...reusable.values()].map(({ size_bytes }) => size_bytes));
  const once = new Set<number>();
  for (const { size_bytes } of files) (once.has(size_bytes) ? sizes : once).add(size_bytes);
  return sizes;
}

/**
 * Attaches the stored files of a plan to the item, with their jobs and their history, in one transaction.
 * @param stored the upload of each file; files without one are left out
 * @param planned the originals for which the plan was made
 * @throws ProblemError where the images of the item have changed since
 */
export async function attachFiles(
  data: TenantData,
  itemUuid: string,
  { groups, replacing }: ItemPlan<SeenFile>,
  stored: ReadonlyMap<SeenFile, KnownUpload>,
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
      const upload = stored.get(file)?.uuid;
      if (upload === undefined) continue;
      await replaceFailedImages(tx, itemUuid, {
        failedUpload,
        upload,
        path: `${file.path}: `,
        urgency: 'background',
      });
    }
    for (const { position, files } of groups) {
      const images = files.flatMap((file) => {
        const { label } = file.spooled;
        const uuid = stored.get(file)?.uuid;
        return uuid === undefined ? [] : [{ uuid, ...(label !== '' && { sgtt: label }) }];
      });
      await addMedia(tx, itemUuid, 'image', images, {
        path: (index) => `${files[index]?.path ?? ''}: `,
        position,
        urgency: 'background',
      });
    }
  });
}
