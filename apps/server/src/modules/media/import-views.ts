import { getImageText } from '@armarium/contract/image-calls';
import { downloadOriginal } from '@armarium/contract/downloads';
import type { ImportCause, ImportState } from '@armarium/contract/import-state';
import {
  getImportedItem,
  listImportedImages,
  retryItemImports,
  type ImportedImage,
  type ImportedItem,
  type ImportWarning,
} from '@armarium/contract/import-tracking';
import { listCaptions } from '@armarium/contract/captions';
import type { MediaAsset } from '@armarium/contract/assets';
import type { ImageAction } from '@armarium/contract/allowed-actions';
import { getItem } from '@armarium/contract/item-calls';
import type { MetadataEntry } from '@armarium/contract/metadata';
import { getTechnical } from '@armarium/contract/technical';
import type { Visibility } from '@armarium/contract/visibility';
import { reaches, type Actor } from '../../db/database.ts';
import { thumbnailAddress, type ItemRow, type ItemThumbnail } from '../catalogue/public.ts';
import { availableTransitions, historyLink, hrefOf } from '../records/public.ts';
import { furtherKinds, kindCalls } from './asset-calls.ts';
import type { AssetRow, ImportedAssetRow } from './import.queries.ts';
import type { AssetKind } from './kinds.ts';
import { mayRetry } from './import.rules.ts';

export interface StoredThumbnail {
  readonly key: string;
  readonly width_px: number;
  readonly height_px: number;
}

/** The address of an image's stored thumbnail, which the image engine answers without decoding. */
function thumbnailLink(origin: string, assetUuid: string, thumbnail: unknown) {
  const stored = thumbnail as StoredThumbnail | null;
  if (!stored) return {};
  const { width_px, height_px } = stored;
  return { thumb: { href: `${origin}/iiif/3/${assetUuid}/full/${width_px},${height_px}/0/default.jpg` } };
}

const playedBy: Partial<Record<AssetKind, { link: string; path: string; plays: string }>> = {
  audio: { link: 'player_audio', path: 'players/audio', plays: 'playable' },
  video: { link: 'player_video', path: 'players/video', plays: 'playable' },
  model3d: { link: 'viewer_3d', path: 'viewers/3d', plays: 'model' },
};

/** Links to the derivatives of a sound, video or model, and to the page that plays or shows it. */
function playedLinks(
  origin: string,
  { uuid, kind, derivatives, thumbnail }: AssetRow,
): Partial<MediaAsset['_links']> {
  const player = playedBy[kind as AssetKind];
  if (!player) return {};
  const made = ['playable', 'peaks', 'poster', 'model'].filter((role) => derivatives.includes(role));
  return {
    ...Object.fromEntries(made.map((role) => [role, { href: `${origin}/media/${uuid}/${role}` }])),
    ...(thumbnail !== null && { thumb: { href: `${origin}/media/${uuid}/thumbnail` } }),
    ...(kind !== 'model3d' && { captions: hrefOf(origin, listCaptions, uuid) }),
    ...(made.includes(player.plays) && {
      [player.link]: { href: `${origin}/images/${player.path}/?uuid=${uuid}` },
    }),
  };
}

/** The representation of the import of one asset, with its stages (back office §2.1, wire.md). */
export function importedAssetView(row: ImportedAssetRow, actor: Actor, origin: string): ImportedImage {
  const { at } = kindCalls[row.kind as AssetKind];
  const stage = (state: string) => ({ importState: state as ImportState });
  const retryable = row.overall_state === 'ERROR' && mayRetry(actor, row.sender, row.itemCreatedBy);
  return {
    uuid: row.uuid,
    importId: row.importId,
    sgtt: row.sgtt,
    autn: row.autn,
    originalFilename: row.original_filename,
    metadata: stage(row.metadata_state),
    upload: stage(row.upload_state),
    processing: stage(row.processing_state),
    indexing: stage(row.indexing_state),
    overall: {
      ...stage(row.overall_state),
      cause: row.cause as ImportCause | null,
      warnings: row.warnings as unknown as ImportWarning[],
    },
    _links: {
      self: hrefOf(origin, at.getImport, row.uuid),
      ...(retryable && { retry: hrefOf(origin, at.retry, row.uuid) }),
      ...(row.kind === 'image' && thumbnailLink(origin, row.uuid, row.thumbnail)),
    },
  };
}

/**
 * The representation of the import of an item, summed up over its files (wire.md): ERROR where one has failed
 * and none is in progress.
 * @param account where the counts are of this account's files only; the links lead to those
 */
export function importedItemView(row: ItemRow, actor: Actor, origin: string, account?: string): ImportedItem {
  const { images_count, not_ready_images_count, failed_images_count } = row;
  const media = row.audios_count + row.videos_count + row.models_count;
  const failed = failed_images_count + row.failed_media_count;
  const picture = row.thumbnail as ItemThumbnail | null;
  const linked = (operation: { path: string }) => {
    const { href } = hrefOf(origin, operation, row.uuid);
    return { href: account === undefined ? href : `${href}?account=${account}` };
  };
  const isOpen = not_ready_images_count + row.not_ready_media_count > 0;
  const importState = isOpen ? 'IN_PROGRESS' : failed > 0 ? 'ERROR' : 'DONE';
  return {
    uuid: row.uuid,
    importId: row.import_uuid,
    pressmark: row.pressmark,
    sgtt: row.sgtt,
    parentCollectionsUuids: row.parents,
    imagesCount: images_count,
    notReadyImagesCount: not_ready_images_count,
    failedImagesCount: failed_images_count,
    mediaCount: media,
    notReadyMediaCount: row.not_ready_media_count,
    failedMediaCount: row.failed_media_count,
    overall: {
      importState,
      cause:
        importState === 'ERROR'
          ? {
              code: 'images-failed',
              title: `${failed} of ${images_count + media} ${media === 0 ? 'images' : 'files'} could not be prepared.`,
              nextStep: 'Open the item to see why, and try again or send better files.',
            }
          : null,
    },
    _links: {
      self: hrefOf(origin, getImportedItem, row.uuid),
      images: linked(listImportedImages),
      ...(picture && { thumb: { href: thumbnailAddress(picture, origin) } }),
      // Whoever follows own imports only has counts of own files: what failed of them is the actor's.
      ...(failed > 0 &&
        mayRetry(actor, actor.accountUuid, row.created_by) && { retry: linked(retryItemImports) }),
      ...Object.fromEntries(
        furtherKinds.map(({ kind, calls }) => [kindCalls[kind].many, linked(calls.listImports)]),
      ),
    },
  };
}

/**
 * What this actor may do with an asset in the catalogue (decisions §3). Moving it is an action of its item.
 */
function actionsOnAsset(actor: Actor, { created_by, itemCreatedBy }: AssetRow): ImageAction[] {
  return [
    ...(reaches(actor, 'editAssets', created_by) ? (['edit'] as const) : []),
    ...(reaches(actor, 'arrangeItems', itemCreatedBy) ? (['move'] as const) : []),
    ...(reaches(actor, 'trash', created_by) ? (['trash'] as const) : []),
  ];
}

/** The address of the original of an asset. */
export function originalHref(kind: AssetKind, uuid: string, origin: string): string {
  return kind === 'image'
    ? `${origin}${downloadOriginal.path.replace(':imageUuid', uuid)}`
    : `${origin}/media/${uuid}/original`;
}

/**
 * The representation of an asset (wire.md). @param hasOriginal whether this actor may download the original
 */
export function assetView(row: AssetRow, actor: Actor, origin: string, hasOriginal: boolean): MediaAsset {
  const { at } = kindCalls[row.kind as AssetKind];
  const isImage = row.kind === 'image';
  return {
    uuid: row.uuid,
    resourceType: 'MEDIA',
    sgtt: row.sgtt,
    autn: row.autn,
    customMetadataList: row.metadata as unknown as MetadataEntry[],
    state: row.state,
    visibility: row.visibility as Visibility,
    position: Number(row.position),
    width_px: row.width_px,
    height_px: row.height_px,
    duration_s: row.duration_s,
    originalFilename: row.original_filename,
    size_bytes: row.size_bytes,
    sha256: row.sha256,
    importState: row.overall_state as ImportState,
    allowedActions: actionsOnAsset(actor, row),
    availableTransitions: availableTransitions(row, actor),
    _links: {
      self: hrefOf(origin, at.get, row.uuid),
      culturalItem: hrefOf(origin, getItem, row.item_uuid),
      ...(reaches(actor, 'monitorImports', row.sender) && {
        import: hrefOf(origin, at.getImport, row.uuid),
      }),
      ...(isImage && thumbnailLink(origin, row.uuid, row.thumbnail)),
      ...(isImage &&
        row.thumbnail !== null && {
          iiif: { href: `${origin}/iiif/3/${row.uuid}/info.json` },
          viewer_dzi: { href: `${origin}/images/viewers/dzi/?uuid=${row.uuid}` },
        }),
      ...playedLinks(origin, row),
      ...historyLink(actor, row.created_by, origin, at.history, row.uuid),
      ...(row.isDescribed && { technical: hrefOf(origin, getTechnical, row.uuid) }),
      ...(row.hasText && { text: hrefOf(origin, getImageText, row.uuid) }),
      ...(hasOriginal && {
        original: { href: originalHref(row.kind as AssetKind, row.uuid, origin) },
      }),
    },
  };
}
