import { join } from 'node:path';
import { sql } from 'kysely';
import type { Database } from '../../../db/database.ts';
import type { ImagePlan } from '../../../iiif-image/plan.ts';
import { ImageRequestError } from '../../../iiif-image/request-error.ts';
import type { SourceInfo } from '../../../iiif-image/source-info.ts';
import type { JobContext, JobHandler } from '../../../queue/jobs.ts';
import { atLocalPath } from '../../../storage/at-local-path.ts';
import type { Storage } from '../../../storage/storage.ts';
import { archiveKey, archiveStream, type ArchivedFile } from '../archive-file.ts';
import {
  ARCHIVE_KEPT_ms,
  FURTHER_ARCHIVES_KEPT_MAX,
  offeredVariants,
  readArchiveVariant,
  type Entitlement,
} from '../archive.rules.ts';
import {
  contentsOfItem,
  entitled,
  nameOf,
  originOf,
  planDownload,
  type AskedImage,
} from '../archived-item.ts';
import { density_dpi } from '../density.rules.ts';
import { downloadName } from '../download-name.ts';
import { downloadItem, type DownloadImage, type DownloadItem } from '../download.queries.ts';
import { embedOrigin, type Terms } from '../file-origin.ts';
import { askedImage } from '../required-download.ts';
import { downloadAgreement } from '../../tenancy/public.ts';
import { type ImageSources, renderImage, watermarkNotReady } from '../../imaging/public.ts';

interface Payload {
  readonly tenantId: number;
  readonly archive: string;
}

/**
 * Makes the archive of an item's images that somebody asked for. Run twice, it is made twice under one key, whole each
 * time. What has changed since it was asked for is left: whoever waits asks again, and that is another archive.
 */
export function makeArchiveJob(database: Database, storage: Storage, sources: ImageSources): JobHandler {
  return async (payload, job) => {
    const { tenantId, archive } = payload as Payload;
    const settle = (
      state: 'READY' | 'ERROR',
      values: { cause?: string; size_bytes?: number; left_out?: string[] },
    ) =>
      database.bookkeeping(tenantId, (db) =>
        db
          .updateTable('image_archive')
          .set({ state, ready_at: sql`now()`, cause: null, ...values })
          .where('uuid', '=', archive)
          .where('state', '=', 'WAITING')
          .executeTakeFirst(),
      );
    try {
      const { row, item } = await database.bookkeeping(tenantId, async (db) => {
        const row = await db
          .selectFrom('image_archive')
          .selectAll()
          .where('uuid', '=', archive)
          .where('state', '=', 'WAITING')
          .executeTakeFirst();
        return {
          row,
          item: row && (await downloadItem(db, { item: row.item_uuid })),
        };
      });
      if (!row) return;
      const terms = await termsOf(database, tenantId);
      if (!item || contentsOfItem(item, terms) !== row.contents) {
        await database.bookkeeping(tenantId, (db) =>
          db.deleteFrom('image_archive').where('uuid', '=', archive).execute(),
        );
        return;
      }
      const { region, size, format } = readArchiveVariant(row.variant);
      const asked = askedImage(region, size, format);
      const entitlement = row.entitlement as Entitlement;
      const { files, refused } = await filesOf(
        storage,
        sources,
        { tenantId, item, terms, asked, entitlement },
        job,
      );
      const unprepared = item.images.filter(({ pyramid }) => pyramid === null).map(nameOf);
      const note = (images: { images_done: number; images_total?: number }) =>
        database.bookkeeping(tenantId, (db) =>
          db.updateTable('image_archive').set(images).where('uuid', '=', archive).execute(),
        );
      await note({ images_done: 0, images_total: files.length });
      let done = 0;
      const noted = files.map(({ name, bytes }) => ({
        name,
        bytes: async () => {
          const made = await bytes();
          await note({ images_done: (done += 1) });
          return made;
        },
      }));
      const staging = await storage.stage();
      try {
        const made = join(staging.path, 'archive.zip');
        const { size_bytes } = await storage.receive(
          made,
          archiveStream(noted, aboutOf(item, terms, asked, unprepared, refused)),
        );
        const key = archiveKey(tenantId, archive);
        await storage.adopt(made, key);
        const { numUpdatedRows } = await settle('READY', {
          size_bytes,
          left_out: [...unprepared, ...refused.map(({ name }) => name)],
        });
        // Swept meanwhile, or made by another run under the same key.
        if (numUpdatedRows === 0n && !(await isKnown(database, tenantId, archive))) await storage.remove(key);
        if (row.account_uuid !== null)
          await dropOldestFurtherArchives(database, storage, tenantId, row.account_uuid);
      } finally {
        await staging.remove();
      }
    } catch (error) {
      if (job.signal.aborted) throw error;
      if (error instanceof ImageRequestError) {
        await settle('ERROR', { cause: error.message });
        return;
      }
      if (job.attempt >= job.maxAttempts) await settle('ERROR', {});
      throw error;
    }
  };
}

/** A caller who asks for one again waits until it is made again. Whoever is reading one can read it to its end. */
async function dropOldestFurtherArchives(
  database: Database,
  storage: Storage,
  tenantId: number,
  accountUuid: string,
): Promise<void> {
  const dropped = await database.bookkeeping(tenantId, (db) =>
    db
      .deleteFrom('image_archive')
      .where('state', '=', 'READY')
      .where('uuid', 'in', (of) =>
        of
          .selectFrom('image_archive')
          .select('uuid')
          .where('account_uuid', '=', accountUuid)
          .where('state', '=', 'READY')
          .where('variant', 'not in', offeredVariants)
          .orderBy('ready_at', 'desc')
          .offset(FURTHER_ARCHIVES_KEPT_MAX),
      )
      .returning('uuid')
      .execute(),
  );
  for (const { uuid } of dropped) await storage.remove(archiveKey(tenantId, uuid));
}

/** Removes archives that are too old to be handed out, and requests that nobody works on any more. */
export function sweepArchivesJob(database: Database, storage: Storage): JobHandler {
  return async (_payload, job) => {
    // A thousand at a time, until there are none.
    let swept = 0;
    for (let before = -1; before < swept;) {
      before = swept;
      const { rows } = await sql<{ tenant_id: number; uuid: string }>`
      select tenant_id, uuid from expired_archives(${ARCHIVE_KEPT_ms} * interval '1 millisecond')
    `.execute(database.system);
      for (const { tenant_id, uuid } of rows) {
        if (job.signal.aborted) return;
        const { numDeletedRows } = await database.bookkeeping(tenant_id, (db) =>
          db
            .deleteFrom('image_archive')
            .where('uuid', '=', uuid)
            // Not one that is being made anew since.
            .where(
              sql<boolean>`coalesce(ready_at, asked_at) < now() - ${ARCHIVE_KEPT_ms} * interval '1 millisecond'`,
            )
            .executeTakeFirst(),
        );
        if (numDeletedRows === 0n) continue;
        await storage.remove(archiveKey(tenant_id, uuid));
        swept += 1;
      }
    }
    if (swept > 0) job.log.info({ archives: swept }, 'swept');
  };
}

/** What the files of an archive say of the organisation and of the agreement in force. */
export async function termsOf(database: Database, tenantId: number): Promise<Terms> {
  const row = await database.system
    .selectFrom('tenant')
    .select(['name', 'display_name'])
    .where('id', '=', tenantId)
    .executeTakeFirstOrThrow();
  const { version } = await database.bookkeeping(tenantId, downloadAgreement);
  return { organisation: row.display_name || row.name, agreement: version };
}

async function isKnown(database: Database, tenantId: number, archive: string): Promise<boolean> {
  const row = await database.bookkeeping(tenantId, (db) =>
    db.selectFrom('image_archive').select('uuid').where('uuid', '=', archive).executeTakeFirst(),
  );
  return row !== undefined;
}

/** An image that can't give what was asked for. */
interface RefusedImage {
  readonly name: string;
  readonly width_px: number;
  readonly height_px: number;
}

/**
 * The images that are ready and have what was asked for, planned; each is drawn when its turn comes. The others are
 * left out.
 * @throws ImageRequestError where no image has it, naming the first one; ProblemError 503 while one has not the watermark
 *   that the archive is of
 */
async function filesOf(
  storage: Storage,
  sources: ImageSources,
  wanted: {
    tenantId: number;
    item: DownloadItem;
    terms: Terms;
    asked: AskedImage;
    entitlement: Entitlement;
  },
  job: JobContext,
): Promise<{ files: ArchivedFile[]; refused: RefusedImage[] }> {
  const { tenantId, item, terms, asked, entitlement } = wanted;
  const ready = item.images.filter(({ pyramid }) => pyramid !== null);
  const digits = String(ready.length).length;
  const files: ArchivedFile[] = [];
  const refused: RefusedImage[] = [];
  let refusal: ImageRequestError | undefined;
  for (const [index, image] of ready.entries()) {
    job.signal.throwIfAborted();
    const { pyramidKey, info, watermark } = await sources.findNow(
      tenantId,
      image.uuid,
      entitled(entitlement),
    );
    // Neither without it nor with the one before: the archive is handed out for a day.
    if (watermark !== (entitlement === 'clean' ? null : item.watermark)) throw watermarkNotReady();
    const plan = planned(asked, info, image);
    if (plan instanceof ImageRequestError) {
      refusal ??= plan;
      refused.push({ name: nameOf(image), width_px: info.width_px, height_px: info.height_px });
      continue;
    }
    const { width_px, height_px } = plan.size;
    const { format } = asked.parsed;
    const number = String(index + 1).padStart(digits, '0');
    files.push({
      name: `${number}-${downloadName(image.title || item.title, `${width_px}x${height_px}`, format)}`,
      bytes: async () => {
        job.signal.throwIfAborted();
        const addOrigin = embedOrigin(originOf(item, image, terms), density_dpi(asked.size, plan, image.dpi));
        return atLocalPath(storage, pyramidKey, (path) => renderImage(path, plan, addOrigin));
      },
    });
  }
  if (files.length === 0 && refusal) throw refusal;
  return { files, refused };
}

function planned(asked: AskedImage, info: SourceInfo, image: DownloadImage): ImagePlan | ImageRequestError {
  try {
    return planDownload(asked, info, nameOf(image));
  } catch (error) {
    if (error instanceof ImageRequestError) return error;
    throw error;
  }
}

/** What the archive says of itself, in both languages. */
function aboutOf(
  { title, author, pressmark, rights }: DownloadItem,
  { organisation, agreement }: Terms,
  { region, size }: AskedImage,
  unprepared: readonly string[],
  refused: readonly RefusedImage[],
): string {
  return [
    `${title}\n`,
    ...(author === '' ? [] : [`${author}\n`]),
    `${organisation}, ${pressmark}\n\n`,
    ...rights.map((one) => `${one}\n`),
    `Downloaded under the agreement ${agreement} with the image's owner.\n`,
    `Scaricato secondo l'accordo ${agreement} con il proprietario delle immagini.\n\n`,
    'The checksums (SHA-256) of the images are in checksums.sha256.\n',
    'Le somme di controllo (SHA-256) delle immagini sono in checksums.sha256.\n',
    ...(unprepared.length === 0
      ? []
      : [
          '\nNot in it, since they could not be prepared / Non incluse, perché non preparate:\n',
          ...unprepared.map((name) => `  ${name}\n`),
        ]),
    ...(refused.length === 0
      ? []
      : [
          `\nNot in it, since they have no region ${region} at the size ${size} (left, top, width, height in pixels):\n`,
          `Non incluse, perché non hanno l'area ${region} nella dimensione ${size} (da sinistra, dall'alto, larghezza, altezza in pixel):\n`,
          ...refused.map(({ name, width_px, height_px }) => `  ${name}: ${width_px} × ${height_px}\n`),
        ]),
  ].join('');
}
