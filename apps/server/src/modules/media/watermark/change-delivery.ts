import { isDeepStrictEqual } from 'node:util';
import { sql } from 'kysely';
import { v7 as uuidv7 } from 'uuid';
import { standardWatermark } from '@armarium/contract/image-delivery';
import type { TenantData, WriteTransaction } from '../../../db/database.ts';
import { invalid, notFound, ProblemError } from '../../../problem-error.ts';
import type { Storage } from '../../../storage/storage.ts';
import {
  recordSettings,
  removeUnlessNamed,
  type ChangedSetting,
  type RemovalParts,
} from '../../tenancy/public.ts';
import { enqueueDiscarding } from '../jobs/public-image.job.ts';
import { enqueueWatermarking } from '../jobs/watermark-images.job.ts';
import { watermarkOf, type Watermark } from './image-delivery.queries.ts';

type Settings = Omit<Watermark, 'revision'>;

/** New values of some settings; what is left out stays. */
export interface DeliveryChanges {
  /** The longest side, in pixels, of public images for visitors; null: full size. */
  readonly publicMaxPx?: number | null;
  /** `key` is where the storage keeps a new picture; null takes the watermark away. */
  readonly watermark?: Partial<Settings> | null;
}

/**
 * Changes the watermark and the public size of an organisation in a transaction of their own, writes into its history
 * what differs, and removes the picture that is no longer used.
 * @param data of the organisation, for the person who makes the change
 * @param check is called with the version that is there; throws where the caller saw another (`If-Match`)
 * @throws ProblemError where there is no watermark that could be changed
 */
export async function changeDelivery(
  parts: RemovalParts,
  data: TenantData,
  changes: DeliveryChanges,
  check?: (version: string) => void,
): Promise<void> {
  // Where the change is refused that is the picture which came with it.
  let left = changes.watermark?.key;
  try {
    await data.write('image-delivery', async (tx) => {
      const before = await lockedDelivery(tx);
      check?.(deliveryVersion(before.publicMaxPx, before.watermark?.revision));
      const told = [
        ...(await writePublicSize(tx, before.publicMaxPx, changes.publicMaxPx)),
        ...(await writeWatermark(tx, parts.storage, before.watermark, changes.watermark)),
      ];
      if (told.length > 0) await recordSettings(tx, told);
      left = changes.watermark === undefined ? undefined : before.watermark?.key;
    });
  } finally {
    if (left !== undefined) {
      const picture = { key: left, what: 'the picture of a watermark' };
      await removeUnlessNamed(parts, data.tenantId, picture, async (db) => {
        await sql`select from image_delivery for update`.execute(db);
        return (await watermarkOf(db))?.key;
      });
    }
  }
}

/** Each change of the watermark gives it another revision. */
export const deliveryVersion = (publicMaxPx: number | null, revision: string | undefined) =>
  `${publicMaxPx ?? 'full'}-${revision ?? 'none'}`;

/** The settings, which no other transaction changes until this one ends. */
async function lockedDelivery({ db, tenantId }: WriteTransaction) {
  await sql`
    insert into image_delivery (tenant_id) values (${tenantId}) on conflict (tenant_id) do nothing`.execute(
    db,
  );
  const { rows } = await sql<{ public_max_px: number | null }>`
    select public_max_px from image_delivery for update`.execute(db);
  return { publicMaxPx: rows[0]?.public_max_px ?? null, watermark: (await watermarkOf(db)) ?? null };
}

/** @returns the change for the history, if it is one */
async function writePublicSize(
  { db }: WriteTransaction,
  before: number | null,
  after: number | null | undefined,
): Promise<ChangedSetting[]> {
  if (after === undefined || after === before) return [];
  await sql`update image_delivery set public_max_px = ${after}`.execute(db);
  await enqueueDiscarding(db);
  return [{ name: 'publicMaxPx', before, after }];
}

/** @returns the change for the history, if it is one */
async function writeWatermark(
  { db }: WriteTransaction,
  storage: Storage,
  before: Watermark | null,
  changes: DeliveryChanges['watermark'],
): Promise<ChangedSetting[]> {
  if (changes === undefined) return [];
  if (changes === null && !before) throw notFound('The watermark');
  const after = changes && (await wantedWatermark(storage, before, changes));
  const told = { name: 'watermark', before: appearance(before), after: appearance(after) };
  // The same once more is no new revision, for which all images would be drawn anew.
  if (before?.key === after?.key && isDeepStrictEqual(told.before, told.after)) return [];
  await sql`
    update image_delivery set watermark_key = ${after?.key ?? null}, watermark_place = ${after?.place ?? null},
      watermark_opacity = ${after?.opacity ?? null}, watermark_width = ${after?.width ?? null},
      watermark_revision = ${after ? uuidv7() : null}::uuid`.execute(db);
  await enqueueWatermarking(db);
  await enqueueDiscarding(db);
  return [told];
}

/** @throws ProblemError where there is no picture */
async function wantedWatermark(
  storage: Storage,
  before: Watermark | null,
  changes: Partial<Settings>,
): Promise<Settings> {
  const key = changes.key ?? before?.key;
  if (key === undefined) {
    throw invalid([
      {
        name: 'watermark',
        code: 'not-found',
        message: 'There is no watermark yet: send its picture first.',
      },
    ]);
  }
  // Somebody may have removed the same picture meanwhile, under this lock.
  if (changes.key !== undefined && (await storage.size(key)) === undefined)
    throw new ProblemError('unavailable', 'The watermark was removed just now. Send its picture again.');
  return { ...standardWatermark, ...before, ...changes, key };
}

/** As people read it in the history: keys of the storage tell them nothing. */
const appearance = (watermark: Settings | null) =>
  watermark && { place: watermark.place, opacity: watermark.opacity, width: watermark.width };
