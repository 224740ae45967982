import {
  getContactSheet,
  labelImages,
  rotateImages,
  type SheetImage,
} from '@armarium/contract/contact-sheet';
import { getImage, listItemImages } from '@armarium/contract/image-calls';
import type { ImportState } from '@armarium/contract/import-state';
import { getItem } from '@armarium/contract/item-calls';
import { reaches, type Actor } from '../../../db/database.ts';
import { setEntityTag } from '../../../http/entity-tag.ts';
import { implement, type Implementation } from '../../../http/operation-route.ts';
import { notFound } from '../../../problem-error.ts';
import { hrefOf } from '../../records/public.ts';
import type { StoredThumbnail } from '../import-views.ts';
import { labelled } from './label-images.ts';
import { rotated } from './rotate-images.ts';
import { sheetImages, type SheetImageRow } from './sheet.queries.ts';

/**
 * The operations on all images of an item at once, and on several of them
 * (decisions/2026-11-22-contact-sheet.md).
 */
export const sheetOperations: Implementation[] = [
  implement(getContactSheet, async ({ data, params, actor, origin, reply }) => {
    const { item, rows } = await data.read(async (db) => {
      const item = await db
        .selectFrom('item')
        .select(['uuid', 'sgtt', 'pressmark', 'created_by', 'version'])
        .where('uuid', '=', params.uuid)
        .where('trashed_at', 'is', null)
        .executeTakeFirst();
      if (!item) throw notFound('The item');
      return { item, rows: await sheetImages(db, item.uuid) };
    });
    setEntityTag(reply, item.version);
    return {
      uuid: item.uuid,
      sgtt: item.sgtt,
      pressmark: item.pressmark,
      allowedActions: [
        ...(reaches(actor, 'arrangeItems', item.created_by) ? (['arrange'] as const) : []),
        ...(reaches(actor, 'upload', item.created_by) ? (['rotate'] as const) : []),
      ],
      images: rows.map((row) => sheetImageView(row, actor, origin)),
      _links: {
        self: hrefOf(origin, getContactSheet, item.uuid),
        culturalItem: hrefOf(origin, getItem, item.uuid),
        images: hrefOf(origin, listItemImages, item.uuid),
      },
    };
  }),
  implement(labelImages, (call) => labelled(call)),
  implement(rotateImages, (call) => rotated(call)),
];

function sheetImageView(row: SheetImageRow, actor: Actor, origin: string): SheetImage {
  const thumbnail = row.thumbnail as StoredThumbnail | null;
  return {
    uuid: row.uuid,
    sgtt: row.sgtt,
    originalFilename: row.original_filename,
    sha256: row.sha256,
    page: row.page_index,
    width_px: row.width_px,
    height_px: row.height_px,
    importState: row.overall_state as ImportState,
    isChanging: row.isChanging,
    lastChangeFailed: row.lastChangeFailed,
    allowedActions: reaches(actor, 'editAssets', row.created_by) ? ['edit'] : [],
    _links: {
      self: hrefOf(origin, getImage, row.uuid),
      ...(thumbnail && {
        // The number is for the cache of browsers: they keep a public image for some minutes.
        thumb: {
          href: `${origin}/iiif/3/${row.uuid}/full/${thumbnail.width_px},${thumbnail.height_px}/0/default.jpg?version=${row.current_version}`,
        },
      }),
    },
  };
}
