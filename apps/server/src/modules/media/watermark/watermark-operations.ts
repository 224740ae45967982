import { join } from 'node:path';
import { Readable } from 'node:stream';
import {
  changeImageDelivery,
  getImageDelivery,
  type ImageDelivery,
  removeWatermark,
  setWatermark,
  WATERMARK_MAX_BYTES,
} from '@armarium/contract/image-delivery';
import { receiveFilePart } from '../../../http/file-part.ts';
import { requireMatch, setEntityTag } from '../../../http/entity-tag.ts';
import { implement, type Implementation, type RecordCall } from '../../../http/operation-route.ts';
import { ProblemError } from '../../../problem-error.ts';
import type { Storage } from '../../../storage/storage.ts';
import { MediaRefused } from '../media-refused.ts';
import type { MediaParts } from '../media-parts.ts';
import { watermarkKey } from '../storage-keys.ts';
import { changeDelivery, deliveryVersion } from './change-delivery.ts';
import { drawWatermark } from './draw-watermark.ts';
import { imageDelivery } from './image-delivery.queries.ts';

/**
 * The operations on the watermark and the public size of an organisation (decisions §7), for its
 * administrators.
 */
export function imageDeliveryOperations(parts: Pick<MediaParts, 'database' | 'storage'>): Implementation[] {
  const { storage } = parts;
  return [
    implement(getImageDelivery, (call) => shownDelivery(call)),
    implement(changeImageDelivery, async (call) => {
      await changeDelivery(parts, call.data, call.body, (version) => requireMatch(call.request, version));
      return shownDelivery(call);
    }),
    implement(setWatermark, async (call) => {
      const { data, query, request } = call;
      const key = await receiveFilePart(
        request,
        (part) => storePicture(storage, data.tenantId, part.file),
        WATERMARK_MAX_BYTES,
      );
      await changeDelivery(parts, data, { watermark: { ...query, key } }, (version) =>
        requireMatch(request, version),
      );
      return shownDelivery(call);
    }),
    implement(removeWatermark, async ({ data, request }) => {
      await changeDelivery(parts, data, { watermark: null }, (version) => requireMatch(request, version));
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
  const stage = await storage.stage();
  try {
    const sent = join(stage.path, 'sent');
    await storage.receive(sent, file).catch((error: unknown) => {
      throw file.truncated === true ? tooLarge() : error;
    });
    if (file.truncated === true) throw tooLarge();
    const png = await drawWatermark(sent).catch((error: unknown) => {
      if (!(error instanceof MediaRefused)) throw error;
      const { code, title, nextStep } = error.cause_;
      throw new ProblemError('file-refused', `${title} ${nextStep}`, {
        fields: [{ name: 'file', code, message: `${title} ${nextStep}` }],
        cause: error,
      });
    });
    const drawn = join(stage.path, 'drawn');
    const { sha256 } = await storage.receive(drawn, Readable.from([png]));
    const key = watermarkKey(tenantId, sha256);
    await storage.adopt(drawn, key);
    return key;
  } finally {
    await stage.remove();
  }
}

function tooLarge(): ProblemError {
  return new ProblemError('image-too-large', `A watermark may have at most ${WATERMARK_MAX_BYTES} bytes.`);
}
