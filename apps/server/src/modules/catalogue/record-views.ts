import { audioCalls, modelCalls, videoCalls } from '@armarium/contract/asset-calls';
import type { Selectable } from 'kysely';
import { reach, reaches, type Actor } from '../../db/database.ts';
import type { DB } from '../../db/schema.generated.ts';
import type { CollectionAction, ItemAction } from '@armarium/contract/allowed-actions';
import type { Collection } from '@armarium/contract/collections';
import type { Item } from '@armarium/contract/items';
import type { MetadataEntry } from '@armarium/contract/metadata';
import type { Visibility } from '@armarium/contract/visibility';
import {
  getBreadcrumb,
  getCollection,
  getCollectionSummary,
  listCollectionItems,
  listCollectionParents,
  listSubcollections,
} from '@armarium/contract/collection-calls';
import { listItemImages } from '@armarium/contract/image-calls';
import { getItem, listItemParents } from '@armarium/contract/item-calls';
import { getCollectionHistory, getItemHistory } from '@armarium/contract/history';
import {
  availableTransitions,
  historyLink,
  hrefOf,
  mirrorOf,
  type KnownTransition,
} from '../records/public.ts';

/**
 * The thumbnail for cards, as the item stores it: an asset and the size in pixels of its stored thumbnail.
 */
export interface ItemThumbnail {
  readonly asset: string;
  /** Absent for an image. */
  readonly kind?: 'video' | 'model3d';
  readonly width_px: number;
  readonly height_px: number;
}

/** Data beside a record's own columns: its parents, and the transitions from its state. */
interface Surroundings {
  parents: string[];
  transitions: KnownTransition[];
}
export type ItemRow = Selectable<DB['item']> & Surroundings;
export type CollectionRow = Selectable<DB['collection']> & Surroundings;

/** What this actor may do with an item in the catalogue, as far as there are operations for it (wire.md). */
function actionsOnItem(actor: Actor, row: ItemRow): ItemAction[] {
  const { created_by, parents } = row;
  return [
    ...(reaches(actor, 'upload', created_by) ? (['upload'] as const) : []),
    ...(reaches(actor, 'edit', created_by) ? (['edit'] as const) : []),
    ...(reaches(actor, 'correctPressmark', created_by) ? (['correctPressmark'] as const) : []),
    ...(reaches(actor, 'arrangeItems', created_by) ? arranging(parents) : []),
    ...(reaches(actor, 'trash', created_by) ? (['trash'] as const) : []),
    ...(reaches(actor, 'download', created_by) && hasReadyImage(row) ? (['download'] as const) : []),
  ];
}

/** What this actor may do with a collection. The root can't be moved or deleted. */
function actionsOnCollection(actor: Actor, row: CollectionRow): CollectionAction[] {
  const { created_by, is_root, parents } = row;
  return [
    ...(reach(actor, 'create') === undefined ? [] : (['createItem', 'createCollection'] as const)),
    ...(reaches(actor, 'edit', created_by) ? (['edit'] as const) : []),
    ...(reaches(actor, 'arrangeCollections', created_by) && !is_root ? arranging(parents) : []),
    ...(is_root || reach(actor, 'deleteCollections') === undefined ? [] : (['delete'] as const)),
  ];
}

/** A record must keep its last parent. */
function arranging(parents: readonly string[]) {
  return parents.length > 1 ? (['move', 'link', 'unlink'] as const) : (['move', 'link'] as const);
}

/** The thumbnail of an item is of its first image that is ready, or where it has none, of another medium. */
function hasReadyImage({ thumbnail }: ItemRow): boolean {
  const picture = thumbnail as ItemThumbnail | null;
  return picture !== null && picture.kind === undefined;
}

/** Whether its manifest certainly shows something: an image, or another medium that is ready. */
function isShown(row: ItemRow): boolean {
  const media = row.audios_count + row.videos_count + row.models_count;
  return row.thumbnail !== null || media > row.not_ready_media_count + row.failed_media_count;
}

/**
 * The players of an item that certainly have something to play. An item counts the unready and failed files
 * of sounds, videos and models together, so a kind needs more files than that.
 */
function playerLinks(row: ItemRow, origin: string) {
  const unsure = row.not_ready_media_count + row.failed_media_count;
  const link = (path: string) => ({ href: `${origin}/images/${path}/?uuid=${row.uuid}` });
  return {
    ...(row.models_count > unsure && { viewer_3d: link('viewers/3d') }),
    ...(row.audios_count > unsure && { player_audio: link('players/audio') }),
    ...(row.videos_count > unsure && { player_video: link('players/video') }),
  };
}

/**
 * The address of an image's thumbnail has the exact size, which the image engine answers without decoding.
 */
export function thumbnailAddress(
  { asset, kind, width_px, height_px }: ItemThumbnail,
  origin: string,
): string {
  return kind === undefined
    ? `${origin}/iiif/3/${asset}/full/${width_px},${height_px}/0/default.jpg`
    : `${origin}/media/${asset}/thumbnail`;
}

/**
 * The representation of an item (wire.md). Links use the origin of the request, and only working links are
 * present.
 */
export function itemView(row: ItemRow, actor: Actor, origin: string): Item {
  const picture = row.thumbnail as ItemThumbnail | null;
  const thumbnail = picture && thumbnailAddress(picture, origin);
  const hasImage = hasReadyImage(row);
  const manifest = `${origin}/iiif/presentation/3/${row.uuid}/manifest`;
  return {
    uuid: row.uuid,
    resourceType: 'ITEM',
    sgtt: row.sgtt,
    label: row.sgtt,
    autn: row.autn,
    sgti: row.sgti,
    pressmark: row.pressmark,
    customMetadataList: row.metadata as unknown as MetadataEntry[],
    parentCollectionsUuids: row.parents,
    state: row.state,
    visibility: row.visibility as Visibility,
    createdDate: row.created_at.toISOString(),
    lastModifiedDate: row.modified_at.toISOString(),
    thumbnail,
    mediaTypeInfo: {
      imagesCount: row.images_count,
      audiosCount: row.audios_count,
      videosCount: row.videos_count,
      model3DsCount: row.models_count,
      hasImage: row.images_count > 0,
      hasAudio: row.audios_count > 0,
      hasVideo: row.videos_count > 0,
      has3D: row.models_count > 0,
    },
    isLinkedToDziImage: hasImage,
    canvasUuid: picture && picture.kind !== 'model3d' ? picture.asset : null,
    notReadyImagesCount: row.not_ready_images_count,
    failedImagesCount: row.failed_images_count,
    allowedActions: actionsOnItem(actor, row),
    availableTransitions: availableTransitions(row, actor),
    _links: {
      self: hrefOf(origin, getItem, row.uuid),
      images: hrefOf(origin, listItemImages, row.uuid),
      default_list_of_images: hrefOf(origin, listItemImages, row.uuid),
      audios: hrefOf(origin, audioCalls.list, row.uuid),
      videos: hrefOf(origin, videoCalls.list, row.uuid),
      model3Ds: hrefOf(origin, modelCalls.list, row.uuid),
      parentCollections: hrefOf(origin, listItemParents, row.uuid),
      ...(thumbnail !== null && {
        thumb: { href: thumbnail },
        thumbnail: { href: thumbnail },
      }),
      ...(hasImage && { viewer_dzi: { href: `${origin}/images/viewers/dzi/?uuid=${row.uuid}` } }),
      ...(isShown(row) && {
        manifest: { href: manifest },
        viewer_iiif: { href: `${origin}/images/viewers/iiif/?manifest=${encodeURIComponent(manifest)}` },
      }),
      ...playerLinks(row, origin),
      ...historyLink(actor, row.created_by, origin, getItemHistory, row.uuid),
    },
  };
}

/** The representation of a collection (wire.md). */
export function collectionView(row: CollectionRow, actor: Actor, origin: string): Collection {
  const document = `${origin}/iiif/presentation/3/collection/${row.uuid}`;
  return {
    uuid: row.uuid,
    resourceType: 'COLLECTION',
    sgtt: row.sgtt,
    sgti: row.sgti,
    author: mirrorOf(row.metadata as unknown as MetadataEntry[], 'autn'),
    label: row.sgtt,
    customMetadataList: row.metadata as unknown as MetadataEntry[],
    parentCollectionsUuids: row.parents,
    state: row.state,
    visibility: row.visibility as Visibility,
    createdDate: row.created_at.toISOString(),
    collectionsCount: row.collections_count,
    culturalItemsCount: row.items_count,
    allowedActions: actionsOnCollection(actor, row),
    availableTransitions: availableTransitions(row, actor),
    _links: {
      self: hrefOf(origin, getCollection, row.uuid),
      collections: hrefOf(origin, listSubcollections, row.uuid),
      culturalItems: hrefOf(origin, listCollectionItems, row.uuid),
      parentCollections: hrefOf(origin, listCollectionParents, row.uuid),
      breadcrumb: hrefOf(origin, getBreadcrumb, row.uuid),
      summary: hrefOf(origin, getCollectionSummary, row.uuid),
      'iiif-collection': { href: document },
      viewer_iiif: { href: `${origin}/images/viewers/iiif/?manifest=${encodeURIComponent(document)}` },
      ...historyLink(actor, row.created_by, origin, getCollectionHistory, row.uuid),
    },
  };
}
