import { addImage, arrangeImages, updateImage } from '@armarium/contract/assets';
import type { MetadataEntry } from '@armarium/contract/records';
import { sql } from 'kysely';
import { jsonb, reaches, type Actor, type TenantQueries } from '../../db/database.ts';
import { requireMatch, setEntityTag } from '../../http/entity-tag.ts';
import { implement, type Implementation } from '../../http/operation-route.ts';
import { invalid, notFound, ProblemError } from '../../problem-error.ts';
import {
  editedMetadata,
  fieldTemplates,
  isSameMetadata,
  mirrorOf,
  recordHistory,
} from '../catalogue/public.ts';
import { recountMedia } from './asset-counts.ts';
import { lockMedia, putAsset, takeAssetOut, type LockedItem } from './asset-places.ts';
import { imageAssets } from './import.queries.ts';
import { imageAssetView } from './import-views.ts';

/** Changing images, their order and the items that they are in (catalogue §7, wire.md "Assets belong to one item"). */
export const assetOperations: Implementation[] = [
  implement(updateImage, async ({ data, params, body, actor, request, reply, origin }) => {
    const row = await data.write('edit', async (tx) => {
      await tx.db
        .selectFrom('asset')
        .select('uuid')
        .where('uuid', '=', params.uuid)
        .forNoKeyUpdate()
        .execute();
      const image = await imageOf(tx.db, params.uuid);
      if (!reaches(actor, 'editAssets', image.created_by)) {
        throw new ProblemError('forbidden', 'You may change the images that you sent yourself.');
      }
      requireMatch(request, image.recordVersion);
      const before = image.metadata as unknown as MetadataEntry[];
      const { sgtt, autn, customMetadataList: list } = body;
      const templates = await fieldTemplates(tx.db, 'MEDIA');
      const { metadata, problems } = editedMetadata(before, { list, mirrors: { sgtt, autn } }, templates);
      if (problems.length > 0) throw invalid(problems);
      if (isSameMetadata(metadata, before)) return image;
      await tx.db
        .updateTable('asset')
        .set((column) => ({
          sgtt: mirrorOf(metadata, 'sgtt'),
          autn: mirrorOf(metadata, 'autn'),
          metadata: jsonb(metadata),
          version: column('version', '+', 1),
          modified_at: sql<Date>`now()`,
        }))
        .where('uuid', '=', image.uuid)
        .execute();
      await recordHistory(tx, [
        {
          record: image.uuid,
          resourceType: 'MEDIA',
          action: 'update',
          before: { customMetadataList: before },
          after: { customMetadataList: metadata },
        },
      ]);
      return imageOf(tx.db, image.uuid);
    });
    setEntityTag(reply, row.recordVersion);
    return imageAssetView(row, actor, origin);
  }),
  implement(arrangeImages, async ({ data, params, body, actor, request }) => {
    const wanted = imagesOfLinks(body);
    await data.write('arrange-images', async (tx) => {
      const item = itemToArrange(await lockMedia(tx.db, [params.uuid], 'image'), params.uuid, actor);
      requireMatch(request, item.version);
      const isWhole = wanted.length === item.members.length && new Set(wanted).size === wanted.length;
      if (!isWhole || !wanted.every((uuid) => item.members.includes(uuid))) {
        throw new ProblemError(
          'order-differs',
          `The item has ${item.members.length} images, and the list has to name each of them once.`,
        );
      }
      if (wanted.every((uuid, index) => uuid === item.members[index])) return;
      await sql`
        update asset set position = wanted.place
        from unnest(${wanted}::uuid[]) with ordinality as wanted (uuid, place)
        where asset.uuid = wanted.uuid`.execute(tx.db);
      await recountMedia(tx, [item.uuid]);
      await recordHistory(tx, [
        {
          record: item.uuid,
          resourceType: 'ITEM',
          action: 'update',
          before: { images: item.members },
          after: { images: wanted },
        },
      ]);
    });
    return undefined;
  }),
  implement(addImage, async ({ data, params, query, body, actor, request, reply, origin }) => {
    const image = requireImageUuid(body.imageUuid ?? query.imageUuid);
    const position = body.position ?? query.position ?? Number.MAX_SAFE_INTEGER;
    const row = await data.write('move-image', async (tx) => {
      const seen = await imageOf(tx.db, image);
      const items = await lockMedia(tx.db, [seen.item_uuid, params.uuid], 'image');
      const to = itemToArrange(items, params.uuid, actor);
      requireMatch(request, to.version);
      const { item_uuid: fromUuid } = await imageOf(tx.db, image);
      // Moved by somebody else between the look and the lock.
      if (!items.has(fromUuid))
        throw new ProblemError('stale', 'Somebody moved this image just now. Try again.');
      const from = itemToArrange(items, fromUuid, actor);
      const before = { item: from.uuid, kind: 'image' as const, position: from.members.indexOf(image) + 1 };
      const isMoved = from.uuid !== to.uuid;
      if (!isMoved && before.position === Math.min(position, from.members.length)) return seen;
      await takeAssetOut(tx.db, image, before);
      const after = await putAsset(tx.db, image, { item: to.uuid, kind: 'image', position });
      await recountMedia(tx, [...new Set([from.uuid, to.uuid])]);
      const moved = { record: image, resourceType: 'MEDIA', action: 'update' } as const;
      await recordHistory(tx, [
        {
          ...moved,
          before: { culturalItem: before.item, position: before.position },
          after: { culturalItem: after.item, position: after.position },
        },
        ...(isMoved
          ? ([
              { record: from.uuid, resourceType: 'ITEM', action: 'unlink', before: { images: [image] } },
              { record: to.uuid, resourceType: 'ITEM', action: 'link', after: { images: [image] } },
            ] as const)
          : []),
      ]);
      return imageOf(tx.db, image);
    });
    setEntityTag(reply, row.recordVersion);
    return imageAssetView(row, actor, origin);
  }),
];

/** @throws ProblemError 404 unless it stands */
async function imageOf(db: TenantQueries, uuid: string) {
  const [row] = await imageAssets(db, { asset: uuid });
  if (!row) throw notFound('The image');
  return row;
}

/** @throws ProblemError 404 unless it stands, 403 where the actor may arrange own items only */
function itemToArrange(items: Map<string, LockedItem>, uuid: string, actor: Actor): LockedItem {
  const item = items.get(uuid.toLowerCase());
  if (!item) throw notFound('The item');
  if (!reaches(actor, 'arrangeItems', item.created_by)) {
    throw new ProblemError('forbidden', 'You may arrange the images of the items that you made yourself.');
  }
  return item;
}

/** @throws ProblemError 422 where neither query nor body names one */
export function requireImageUuid(uuid: string | undefined): string {
  if (uuid !== undefined) return uuid.toLowerCase();
  throw invalid([{ name: 'imageUuid', code: 'required', message: 'It is required.' }]);
}

const imageLink = /^(?:.*\/meta\/images\/)?([0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12})\/?$/i;

/** The images that self links name. @throws ProblemError 422 naming what is no link to an image */
function imagesOfLinks(links: readonly string[]): string[] {
  const uuids = links.map((link) => imageLink.exec(link)?.[1]?.toLowerCase());
  const wrong = uuids.flatMap((uuid, index) => (uuid === undefined ? [index] : []));
  if (wrong.length > 0) {
    throw invalid(
      wrong.map((index) => ({
        name: `[${index}]`,
        code: 'not-a-link',
        message: 'This is no link to an image.',
      })),
    );
  }
  return uuids.flatMap((uuid) => uuid ?? []);
}
