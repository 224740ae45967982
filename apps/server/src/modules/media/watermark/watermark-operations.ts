import { join } from 'node:path';
import { Readable } from 'node:stream';
import type { MultipartFile } from '@fastify/multipart';
import { sql } from 'kysely';
import type { FastifyRequest } from 'fastify';
import { v7 as uuidv7 } from 'uuid';
import {
  changeImageDelivery,
  getImageDelivery,
  type ImageDelivery,
  previewWatermark,
  removeWatermark,
  setWatermark,
  standardWatermark,
  WATERMARK_MAX_BYTES,
} from '@armarium/contract/image-delivery';
import type { Database, WriteTransaction } from '../../../db/database.ts';
import { mayRemoveFiles } from '../../../db/kept-files.ts';
import { receiveFilePart } from '../../../http/file-part.ts';
import { requireMatch, setEntityTag } from '../../../http/entity-tag.ts';
import { type Call, implement, type Implementation, type RecordCall } from '../../../http/operation-route.ts';
import { invalid, notFound, ProblemError } from '../../../problem-error.ts';
import { atLocalPath } from '../../../storage/at-local-path.ts';
import type { Storage } from '../../../storage/storage.ts';
import { MediaRefused } from '../media-refused.ts';
import { enqueueWatermarking } from '../jobs/watermark-images.job.ts';
import type { MediaParts } from '../media-parts.ts';
import { watermarkKey } from '../storage-keys.ts';
import { drawWatermark } from './draw-watermark.ts';
import { exampleImage, imageDelivery, watermarkOf, type Watermark } from './image-delivery.queries.ts';

/**
 * The operations on the watermark and the public size of an organisation (decisions §7), for its
 * administrators.
 */
export function imageDeliveryOperations(parts: MediaParts): Implementation[] {
  const { database, storage } = parts;
  return [
    implement(getImageDelivery, (call) => shownDelivery(call)),
    implement(changeImageDelivery, async (call) => {
      const { data, body, request } = call;
      await data.write('image-delivery', async (tx) => {
        const before = await lockedWatermark(tx, request);
        if (body.publicMaxPx !== undefined) await writePublicSize(tx, body.publicMaxPx);
        if (!body.watermark) return;
        if (!before) throw noWatermark('watermark');
        await writeWatermark(tx, { ...before, ...body.watermark });
      });
      return shownDelivery(call);
    }),
    implement(setWatermark, async (call) => {
      const { data, query, request } = call;
      const key = await receiveFilePart(
        request,
        (part) => storePicture(storage, data.tenantId, part.file),
        WATERMARK_MAX_BYTES,
      );
      const left = await data.write('image-delivery', async (tx) => {
        const mayRemove = await mayRemoveFiles(tx.db);
        const before = await lockedWatermark(tx, request);
        // Somebody may have removed the same picture meanwhile, under this lock.
        if ((await storage.size(key)) === undefined)
          throw new ProblemError(
            'unavailable',
            'The watermark was removed just now. Send its picture again.',
          );
        await writeWatermark(tx, { ...standardWatermark, ...before, ...query, key });
        return before && before.key !== key && mayRemove ? before.key : undefined;
      });
      await removeUnlessSetAgain(database, storage, data.tenantId, left);
      return shownDelivery(call);
    }),
    implement(previewWatermark, (call) => shownPreview(parts, call)),
    implement(removeWatermark, async ({ data, request }) => {
      const left = await data.write('image-delivery', async (tx) => {
        const mayRemove = await mayRemoveFiles(tx.db);
        const before = await lockedWatermark(tx, request);
        if (!before) throw notFound('The watermark');
        await sql`
          update image_delivery set watermark_key = null, watermark_place = null, watermark_opacity = null,
            watermark_width = null, watermark_revision = null`.execute(tx.db);
        await enqueueWatermarking(tx.db);
        return mayRemove ? before.key : undefined;
      });
      await removeUnlessSetAgain(database, storage, data.tenantId, left);
      return undefined;
    }),
  ];
}

/** The settings, with their entity tag. The preparation of images does not change it. */
async function shownDelivery({ data, reply }: Pick<RecordCall, 'data' | 'reply'>): Promise<ImageDelivery> {
  const delivery = await data.read(imageDelivery);
  setEntityTag(reply, deliveryVersion(delivery.publicMaxPx, delivery.watermark?.revision));
  return delivery;
}

/** Each change of the watermark gives it another revision. */
const deliveryVersion = (publicMaxPx: number | null, revision: string | undefined) =>
  `${publicMaxPx ?? 'full'}-${revision ?? 'none'}`;

/**
 * The watermark, of which no other transaction changes the settings until this one ends.
 * @throws ProblemError 412 `stale` where the settings were changed after the caller read them
 */
async function lockedWatermark(
  { db, tenantId }: WriteTransaction,
  request: FastifyRequest,
): Promise<Watermark | undefined> {
  await sql`
    insert into image_delivery (tenant_id) values (${tenantId}) on conflict (tenant_id) do nothing`.execute(
    db,
  );
  const { rows } = await sql<{ public_max_px: number | null }>`
    select public_max_px from image_delivery for update`.execute(db);
  const watermark = await watermarkOf(db);
  requireMatch(request, deliveryVersion(rows[0]?.public_max_px ?? null, watermark?.revision));
  return watermark;
}

async function writePublicSize({ db }: WriteTransaction, longest_px: number | null): Promise<void> {
  await sql`
    update image_delivery set public_max_px = ${longest_px}`.execute(db);
}

async function writeWatermark(
  { db }: WriteTransaction,
  { key, place, opacity, width }: Omit<Watermark, 'revision'>,
): Promise<void> {
  await sql`
    update image_delivery set watermark_key = ${key}, watermark_place = ${place}, watermark_opacity = ${opacity},
      watermark_width = ${width}, watermark_revision = ${uuidv7()}::uuid`.execute(db);
  await enqueueWatermarking(db);
}

/** @throws ProblemError 413, 422 `file-refused` */
async function storePicture(
  storage: Storage,
  tenantId: number,
  file: Readable & { truncated?: boolean },
): Promise<string> {
  const stage = await storage.stage();
  try {
    const sent = await receiveSent(storage, stage.path, file);
    const png = await drawWatermark(sent).catch(refuse);
    const drawn = join(stage.path, 'drawn');
    const { sha256 } = await storage.receive(drawn, Readable.from([png]));
    const key = watermarkKey(tenantId, sha256);
    await storage.adopt(drawn, key);
    return key;
  } finally {
    await stage.remove();
  }
}

/** @returns the path of the file as it was sent. @throws ProblemError 413 */
async function receiveSent(
  storage: Storage,
  folder: string,
  file: Readable & { truncated?: boolean },
): Promise<string> {
  const sent = join(folder, 'sent');
  await storage.receive(sent, file).catch((error: unknown) => {
    throw file.truncated === true ? tooLarge() : error;
  });
  if (file.truncated === true) throw tooLarge();
  return sent;
}

/** @throws ProblemError 422 `file-refused` for a refusal; any other error unchanged */
function refuse(error: unknown): never {
  if (!(error instanceof MediaRefused)) throw error;
  const { code, title, nextStep } = error.cause_;
  throw new ProblemError('file-refused', `${title} ${nextStep}`, {
    fields: [{ name: 'file', code, message: `${title} ${nextStep}` }],
    cause: error,
  });
}

/** `POST …/watermark/preview`: a JPEG with the watermark as the call describes it; nothing is kept. */
async function shownPreview(
  { storage, preview }: MediaParts,
  { data, query, request, reply }: Call<typeof previewWatermark>,
): Promise<Buffer | undefined> {
  const [watermark, example] = await data.read(async (db) => [await watermarkOf(db), await exampleImage(db)]);
  const standing = { ...standardWatermark, ...watermark, ...query };
  const gone = new AbortController();
  reply.raw.once('close', () => gone.abort());
  const draw = (path: string, isSent: boolean) => {
    const { place, opacity, width } = standing;
    const drawInto = (pyramid: string | null) =>
      preview({ pyramid, mark: { path, place, opacity, width }, isSent }, gone.signal);
    return example ? atLocalPath(storage, example.key, drawInto) : drawInto(null);
  };
  const drawSent = async (part: MultipartFile) => {
    const stage = await storage.stage();
    try {
      return await draw(await receiveSent(storage, stage.path, part.file), true);
    } finally {
      await stage.remove();
    }
  };
  const drawStored = () => {
    if (!watermark) throw noWatermark('file');
    return atLocalPath(storage, watermark.key, (path) => draw(path, false));
  };
  const drawn = request.isMultipart()
    ? receiveFilePart(request, drawSent, WATERMARK_MAX_BYTES)
    : drawStored();
  const jpeg = await drawn.catch((error: unknown) => {
    if (gone.signal.aborted) return undefined;
    return refuse(error);
  });
  // The client has gone.
  if (jpeg === undefined) return undefined;
  void reply.header('cache-control', 'no-store').type('image/jpeg');
  return Buffer.from(jpeg, 'base64');
}

function noWatermark(name: 'file' | 'watermark'): ProblemError {
  return invalid([
    { name, code: 'not-found', message: 'There is no watermark yet: send its picture first.' },
  ]);
}

function tooLarge(): ProblemError {
  return new ProblemError('image-too-large', `A watermark may have at most ${WATERMARK_MAX_BYTES} bytes.`);
}

/** The same picture has the same name: somebody may have uploaded it again meanwhile. */
async function removeUnlessSetAgain(
  database: Database,
  storage: Storage,
  tenantId: number,
  key: string | undefined,
): Promise<void> {
  if (key === undefined) return;
  await database.bookkeeping(tenantId, async (db) => {
    if (!(await mayRemoveFiles(db))) return;
    // Waits for anybody who is setting it; later ones wait for this, and then see that the file is gone.
    await sql`select from image_delivery for update`.execute(db);
    const now = await watermarkOf(db);
    if (now?.key !== key) await storage.remove(key);
  });
}
