import { join } from 'node:path';
import { Readable } from 'node:stream';
import type { MultipartFile } from '@fastify/multipart';
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
import type { Operation } from '@armarium/contract/operation';
import { receiveFilePart } from '../../../http/file-part.ts';
import { requireMatch, setEntityTag } from '../../../http/entity-tag.ts';
import { type Call, implement, type Implementation, type RecordCall } from '../../../http/operation-route.ts';
import { invalid, type ProblemError } from '../../../problem-error.ts';
import { atLocalPath } from '../../../storage/at-local-path.ts';
import type { Storage } from '../../../storage/storage.ts';
import type { MediaParts } from '../media-parts.ts';
import { refuseFile, withSentPicture } from '../sent-picture.ts';
import { watermarkKey } from '../storage-keys.ts';
import { changeDelivery, deliveryVersion, type DeliveryChanges } from './change-delivery.ts';
import { drawWatermark } from './draw-watermark.ts';
import { exampleImage, imageDelivery, watermarkOf } from './image-delivery.queries.ts';
import { RememberedCounts } from './image-counts.ts';
import { PreviewTurns } from './preview-turns.ts';

const limit = { what: 'A watermark', max_bytes: WATERMARK_MAX_BYTES } as const;

/**
 * The operations on the watermark and the public size of an organisation (decisions §7), for its
 * administrators.
 */
export function imageDeliveryOperations(parts: MediaParts): Implementation[] {
  const { storage } = parts;
  const turns = new PreviewTurns();
  const counts = new RememberedCounts();
  /** The settings, with their entity tag. The preparation of images does not change it. */
  const shownDelivery = async ({ data, reply }: RecordCall): Promise<ImageDelivery> => {
    const delivery = await data.read((db) => imageDelivery(db, { counts, tenantId: data.tenantId }));
    setEntityTag(reply, deliveryVersion(delivery.publicMaxPx, delivery.watermark?.revision));
    return delivery;
  };
  const change = (
    { data, request, log }: Pick<Call<Operation>, 'data' | 'request' | 'log'>,
    changes: DeliveryChanges,
  ) => changeDelivery({ ...parts, log }, data, changes, (version) => requireMatch(request, version));
  return [
    implement(getImageDelivery, shownDelivery),
    implement(changeImageDelivery, async (call) => {
      await change(call, call.body);
      return shownDelivery(call);
    }),
    implement(setWatermark, async (call) => {
      const { data, query, request } = call;
      const key = await receiveFilePart(
        request,
        (part) => storePicture(storage, data.tenantId, part.file),
        WATERMARK_MAX_BYTES,
      );
      await change(call, { watermark: { ...query, key } });
      return shownDelivery(call);
    }),
    implement(previewWatermark, (call) => shownPreview(parts, turns, call)),
    implement(removeWatermark, async (call) => {
      await change(call, { watermark: null });
      return undefined;
    }),
  ];
}

/**
 * Redraws the picture of a watermark and stores it.
 * @returns its key, which depends on the picture
 * @throws ProblemError 413, 422 `file-refused`
 */
export async function storePicture(
  storage: Storage,
  tenantId: number,
  file: Readable & { truncated?: boolean },
): Promise<string> {
  return withSentPicture(storage, file, limit, async (path, folder) => {
    const png = await drawWatermark(path);
    const drawn = join(folder, 'drawn');
    const { sha256 } = await storage.receive(drawn, Readable.from([png]));
    const key = watermarkKey(tenantId, sha256);
    await storage.adopt(drawn, key);
    return key;
  });
}

/** `POST …/watermark/preview`: a JPEG with the watermark as the call describes it; nothing is kept. */
async function shownPreview(
  { storage, preview }: MediaParts,
  turns: PreviewTurns,
  { data, query, request, reply }: Call<typeof previewWatermark>,
): Promise<Buffer | undefined> {
  const [watermark, example] = await data.read(async (db) => [await watermarkOf(db), await exampleImage(db)]);
  // The client has gone already: of its connection nothing would be told or read any more.
  if (reply.raw.destroyed) return undefined;
  const gone = new AbortController();
  reply.raw.once('close', () => gone.abort());
  const standing = { ...standardWatermark, ...watermark, ...query };
  const inTurn = (work: () => Promise<string>) => turns.take(data.actor.accountUuid, gone.signal, work);
  const draw = (path: string, isSent: boolean) => {
    const { place, opacity, width } = standing;
    const drawInto = (pyramid: string | null) =>
      preview({ pyramid, mark: { path, place, opacity, width }, isSent }, gone.signal);
    return example ? atLocalPath(storage, example.key, drawInto) : drawInto(null);
  };
  const drawSent = (part: MultipartFile) =>
    withSentPicture(storage, part.file, limit, (path) => inTurn(() => draw(path, true)));
  const drawStored = async () => {
    if (!watermark) throw noWatermark();
    return inTurn(() => atLocalPath(storage, watermark.key, (path) => draw(path, false)));
  };
  const drawn = request.isMultipart()
    ? receiveFilePart(request, drawSent, WATERMARK_MAX_BYTES)
    : drawStored();
  const jpeg = await drawn.catch((error: unknown) => {
    if (gone.signal.aborted) return undefined;
    return refuseFile(error);
  });
  // The client has gone meanwhile.
  if (jpeg === undefined) return undefined;
  void reply.header('cache-control', 'no-store').type('image/jpeg');
  return Buffer.from(jpeg, 'base64');
}

function noWatermark(): ProblemError {
  return invalid([
    { name: 'file', code: 'not-found', message: 'There is no watermark yet: send its picture first.' },
  ]);
}
