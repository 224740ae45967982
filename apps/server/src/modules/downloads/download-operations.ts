import { sql } from 'kysely';
import { PRIVATE_CACHING } from '../admission/public.ts';
import { v7 as uuidv7 } from 'uuid';
import {
  downloadAgreement,
  downloadArchive,
  downloadImage,
  downloadOriginal,
} from '@armarium/contract/downloads';
import {
  reaches,
  system,
  type Actor,
  type Database,
  type TenantData,
  type TenantQueries,
} from '../../db/database.ts';
import { implement, type Call, type Implementation } from '../../http/operation-route.ts';
import { parseImageRequest } from '../../iiif-image/parse.ts';
import { notFound, ProblemError } from '../../problem-error.ts';
import { enqueue } from '../../queue/enqueue.ts';
import { atLocalPath } from '../../storage/at-local-path.ts';
import type { Storage } from '../../storage/storage.ts';
import { uploadsHidingNothing } from '../media/public.ts';
import { hiddenPages } from './files/image-document.ts';
import { faultOf, heldAgainstImage, type ImageSources, renderImage, RenderTurns } from '../imaging/public.ts';
import { organisationOf } from './jobs/make-archive.job.ts';
import { storedFileAnswer } from './files/stored-file-answer.ts';
import { archiveKey } from './archive-file.ts';
import {
  ARCHIVES_WAITING_MAX,
  archiveStep,
  archiveVariant,
  entitlementOf,
  STALLED_AFTER_ms,
  type Entitlement,
} from './archive.rules.ts';
import { contentsOfItem, originOf, planDownload } from './archived-item.ts';
import { logDownload } from './download-log.ts';
import { attachment, downloadName, sizeInName } from './download-name.ts';
import { downloadItem, type DownloadItem } from './download.queries.ts';
import { tellOrigin } from './file-origin.ts';

const RETRY_AFTER_s = '5';

/**
 * Downloads (catalogue §7, decisions §7): an image or a part of it, all images of an item as an archive that the queue
 * makes, the original as it was sent. Each is logged with the version of the agreement before its first byte leaves.
 */
export function downloadOperations(
  database: Database,
  storage: Storage,
  sources: ImageSources,
): Implementation[] {
  // Apart from those of the viewers: a whole image of a hundred megapixels keeps nobody from looking.
  const turns = new RenderTurns(1);

  const log = (
    { actor, tenant, query }: Pick<Call<typeof downloadImage>, 'actor' | 'tenant' | 'query'>,
    item: DownloadItem,
    download: {
      kind: 'image' | 'archive' | 'original';
      assetUuid: string | null;
      title: string;
      variant: string;
    },
  ) =>
    logDownload(database, tenant.id, actor, {
      ...download,
      itemUuid: item.uuid,
      pressmark: item.pressmark,
      entitlement: download.kind === 'original' ? 'clean' : entitlementOf(actor),
      agreement: query.agreement ?? downloadAgreement,
    });

  return [
    implement(downloadImage, async (call) => {
      const { params, data, actor, tenant, reply, request } = call;
      const { region, size } = params;
      const parsed = readVariant(region, size);
      const source = await sources.find(tenant.id, params.imageUuid, { actor });
      const item = await requireItem(data, actor, { image: params.imageUuid });
      const [image] = item.images;
      if (!image) throw notFound('The image');
      const plan = heldAgainstImage(() => planDownload(parsed, source.info));
      const { width_px, height_px } = plan.size;
      const title = image.title || item.title;
      void reply
        .header('content-disposition', attachment(downloadName(title, `${width_px}x${height_px}`, 'jpg')))
        .type('image/jpeg');
      if (request.method === 'HEAD') return undefined;
      const dress = tellOrigin(
        originOf(item, image, tenant.displayName, call.query.agreement ?? downloadAgreement),
      );
      const bytes = await turns
        .take(
          () => atLocalPath(storage, source.pyramidKey, (path) => renderImage(path, plan, dress)),
          () => request.raw.destroyed,
        )
        .catch(async (error: unknown) => {
          throw await faultOf(storage, source.pyramidKey, error);
        });
      // Nobody waits for it any more.
      if (bytes === undefined) return undefined;
      await log(call, item, { kind: 'image', assetUuid: image.uuid, title, variant: `${region}/${size}` });
      return bytes;
    }),

    implement(downloadArchive, async (call) => {
      const { params, data, actor, tenant, reply, request } = call;
      const { region, size } = params;
      readVariant(region, size);
      const variant = archiveVariant(region, size);
      if (variant === undefined) {
        throw new ProblemError(
          'invalid-image-request',
          'Archives have the sizes that the download offers: full, pct:50, a frame such as !1080,1080, or a part as x,y,w,h/w,h.',
        );
      }
      const item = await requireItem(data, actor, { item: params.uuid });
      if (item.notReady > 0) {
        throw new ProblemError(
          'image-not-ready',
          `${item.notReady} of its images are still being prepared; ask again when they are.`,
          { headers: { 'retry-after': RETRY_AFTER_s } },
        );
      }
      if (item.images.every(({ pyramid }) => pyramid === null)) {
        throw new ProblemError(
          'not-found',
          'The item has no image that is ready, so there is nothing to download.',
        );
      }
      const archive = await askedArchive(database, storage, tenant.id, {
        item: item.uuid,
        variant,
        entitlement: entitlementOf(actor),
        contents: contentsOfItem(item, await organisationOf(database, tenant.id), downloadAgreement),
        account: actor.accountUuid,
      });
      if (!archive) {
        void reply.code(202).header('retry-after', RETRY_AFTER_s);
        return undefined;
      }
      return storedFileAnswer(
        storage,
        {
          ...archive,
          mediaType: 'application/zip',
          disposition: attachment(downloadName(item.title, sizeInName(size), 'zip')),
          caching: PRIVATE_CACHING,
        },
        request,
        reply,
        () => log(call, item, { kind: 'archive', assetUuid: null, title: item.title, variant }),
      );
    }),

    implement(downloadOriginal, async (call) => {
      const { params, query, data, actor, tenant, reply, request } = call;
      const item = await requireItem(data, actor, { image: params.imageUuid, version: query.version });
      const [image] = item.images;
      if (!image) throw notFound('The image');
      const { upload, key, filename, media_type, sha256, size_bytes } = image.original;
      const all = database.tenant(tenant.id, system);
      const open = await all.read((db) => uploadsHidingNothing(db, [upload], actor));
      if (!open.has(upload)) throw hiddenPages();
      // RFC 9530: of the whole file, also where a part of it is sent, so that the receiver can tell that nothing was
      // changed on the way.
      void reply.header('repr-digest', `sha-256=:${Buffer.from(sha256, 'hex').toString('base64')}:`);
      return storedFileAnswer(
        storage,
        {
          key,
          size_bytes,
          mediaType: media_type,
          entityTag: `"${sha256}"`,
          disposition: attachment(filename),
          caching: PRIVATE_CACHING,
        },
        request,
        reply,
        () =>
          log(call, item, {
            kind: 'original',
            assetUuid: image.uuid,
            title: image.title,
            variant: 'original',
          }),
      );
    }),
  ];
}

/** @throws ProblemError 400 */
function readVariant(region: string, size: string) {
  return heldAgainstImage(() =>
    parseImageRequest(2, { region, size, rotation: '0', quality: 'default', format: 'jpg' }),
  );
}

/** @throws ProblemError 404 also for one that this caller may not see */
async function requireItem(
  data: TenantData,
  actor: Actor,
  wanted: { item: string } | { image: string; version?: number | undefined },
): Promise<DownloadItem> {
  const what = 'item' in wanted ? 'The item' : 'The image';
  const item = await data.read((db) => downloadItem(db, wanted));
  if (!item) throw notFound(what);
  if (item.visibility === 'restricted' && !reaches(actor, 'seeRestricted', item.created_by))
    throw notFound(what);
  return item;
}

/**
 * The archive, if it is there; else sees that it is being made, once however many ask.
 * @throws ProblemError 400 where no image has such a region or size, 429 where the account waits for as many as it may,
 * 503 where making it failed
 */
async function askedArchive(
  database: Database,
  storage: Storage,
  tenantId: number,
  wanted: WantedArchive & { readonly account: string },
): Promise<ArchiveFile | undefined> {
  const known = await database.bookkeeping(tenantId, (db) => wantedArchive(db, wanted).executeTakeFirst());
  // Most ask for one that is there, or is being made: for these no lock, and no transaction while the storage answers.
  const before = known && stepOf(known);
  if (before === 'wait') return undefined;
  const file = known && before === 'hand out' ? fileOf(tenantId, known) : undefined;
  if (file && (await storage.size(file.key)) === file.size_bytes) return file;
  const asked = await database.bookkeeping(tenantId, async (db) => {
    await db
      .insertInto('image_archive')
      .values({
        tenant_id: tenantId,
        uuid: uuidv7(),
        item_uuid: wanted.item,
        variant: wanted.variant,
        entitlement: wanted.entitlement,
        contents: wanted.contents,
        // Nobody works on it: whoever has its lock first, below, sees to that.
        asked_at: new Date(0),
      })
      .onConflict((conflict) => conflict.constraint('image_archive_key').doNothing())
      .execute();
    const row = await wantedArchive(db, wanted).forUpdate().executeTakeFirstOrThrow();
    const step = stepOf(row);
    if (step === 'wait') return { step: 'wait' as const };
    const ready = fileOf(tenantId, row);
    // Gone from the storage, as after a restore, it is made again; unless somebody did so since it was looked for.
    if (step === 'hand out' && ready.entityTag !== file?.entityTag)
      return { step: 'hand out' as const, file: ready };
    if (step === 'refuse') {
      // A failure of ours is told once, and tried again by whoever asks after that.
      if (row.cause === null) await db.deleteFrom('image_archive').where('uuid', '=', row.uuid).execute();
      return { step: 'refuse' as const, cause: row.cause };
    }
    await requireTurn(db, wanted.account);
    await db
      .updateTable('image_archive')
      .set({
        state: 'WAITING',
        account_uuid: wanted.account,
        asked_at: sql`now()`,
        ready_at: null,
        cause: null,
        size_bytes: null,
      })
      .where('uuid', '=', row.uuid)
      .execute();
    await enqueue(db, 'make-archive', { archive: row.uuid }, { jobKey: `make-archive:${row.uuid}` });
    return { step: 'wait' as const };
  });
  if (asked.step === 'hand out') return asked.file;
  if (asked.step === 'wait') return undefined;
  if (asked.cause === null) {
    throw new ProblemError('unavailable', 'The archive could not be made. Ask for it again in a while.');
  }
  throw new ProblemError('invalid-image-request', asked.cause);
}

interface WantedArchive {
  readonly item: string;
  readonly variant: string;
  readonly entitlement: Entitlement;
  readonly contents: string;
}

interface ArchiveFile {
  readonly key: string;
  readonly size_bytes: number;
  readonly entityTag: string;
}

const wantedArchive = (db: TenantQueries, wanted: WantedArchive) =>
  db
    .selectFrom('image_archive')
    .selectAll()
    .where('item_uuid', '=', wanted.item)
    .where('variant', '=', wanted.variant)
    .where('entitlement', '=', wanted.entitlement)
    .where('contents', '=', wanted.contents);

type ArchiveRow = Awaited<ReturnType<ReturnType<typeof wantedArchive>['executeTakeFirstOrThrow']>>;

const stepOf = ({ state, asked_at, ready_at }: ArchiveRow) =>
  archiveStep({ state, askedAt: asked_at, readyAt: ready_at }, Date.now());

/** Of one that is ready. Made anew it is another file: nobody puts parts of both together. */
const fileOf = (tenantId: number, { uuid, ready_at, size_bytes }: ArchiveRow): ArchiveFile => ({
  key: archiveKey(tenantId, uuid),
  size_bytes: Number(size_bytes),
  entityTag: `"${uuid}-${ready_at?.getTime()}"`,
});

/** @throws ProblemError 429 where so many archives are being made for the account that it has to wait for one of them */
async function requireTurn(db: TenantQueries, account: string): Promise<void> {
  // One after the other: else several calls at once would each find a place.
  await sql`select pg_advisory_xact_lock(hashtextextended(${`archives of ${account}`}::text, 0))`.execute(db);
  const { waiting } = await db
    .selectFrom('image_archive')
    .select((column) => column.fn.countAll<number>().as('waiting'))
    .where('state', '=', 'WAITING')
    .where('account_uuid', '=', account)
    .where(sql<boolean>`asked_at > now() - ${STALLED_AFTER_ms} * interval '1 millisecond'`)
    .executeTakeFirstOrThrow();
  if (waiting < ARCHIVES_WAITING_MAX) return;
  throw new ProblemError(
    'too-many-archives',
    `${waiting} archives are being made for you. Wait until one of them is ready, then ask for this one again.`,
    { headers: { 'retry-after': RETRY_AFTER_s } },
  );
}
