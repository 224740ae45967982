import { sql } from 'kysely';
import type { Storage } from '../../../storage/storage.ts';
import { reaches, type TenantData } from '../../../db/database.ts';
import { notFound, ProblemError } from '../../../problem-error.ts';
import { VERSION } from '../../../version.ts';
import { kindCalls, wavePicture, type AssetKind, type WavePeaks } from '../../media/public.ts';
import { admitted, cachingOf, type Caller, openLinksOf, PRIVATE_CACHING } from '../../admission/public.ts';
import { attachment } from '../download-name.ts';
import type { DrawnFile, FoundFile } from './found-file.ts';
import { storedJson } from './stored-file-answer.ts';

/** The last part of the address: `/media/{uuid}/{part}`. */
export const recordingParts = ['playable', 'model', 'peaks', 'poster', 'thumbnail', 'original'] as const;

/**
 * A file of a sound, video or model. Whoever may see an image of the item may have it, the original only who may
 * download originals (decisions §3).
 *
 * The function's `version` chooses among the originals; absent, it is the one that is shown.
 * @throws ProblemError 401 for visitors unless the item is public, 403 for an original, 404, 409 while it is prepared
 */
export function findRecordingFile(part: (typeof recordingParts)[number], storage: Storage) {
  // A sound has no picture but its waveform.
  const role = part === 'thumbnail' ? 'peaks' : part;
  return async (
    data: TenantData,
    uuid: string,
    caller: Caller,
    version: number | undefined,
  ): Promise<FoundFile | DrawnFile> => {
    const isWanted =
      part === 'original' && version !== undefined
        ? sql<boolean>`version.number = ${version}`
        : sql<boolean>`version.number = asset.current_version`;
    const row = await data.read((db) =>
      db
        .selectFrom('asset')
        .innerJoin('item', 'item.uuid', 'asset.item_uuid')
        .innerJoin('asset_version as version', (join) =>
          join.onRef('version.asset_uuid', '=', 'asset.uuid').on(isWanted),
        )
        .innerJoin('upload', 'upload.uuid', 'version.upload_uuid')
        .leftJoin('derivative as made', (join) =>
          join
            .onRef('made.asset_uuid', '=', 'version.asset_uuid')
            .onRef('made.version_number', '=', 'version.number')
            .on('made.role', '=', role),
        )
        .select([
          'item.visibility',
          'item.created_by',
          'asset.created_by as sender',
          'version.number',
          'asset.kind',
        ])
        .select(['item.uuid as item_uuid', 'item.pressmark', 'asset.sgtt as title'])
        .select(sql<{ key: string } | null>`version.thumbnail`.as('thumbnail'))
        .select(['upload.storage_key', 'upload.size_bytes', 'upload.media_type', 'upload.sha256'])
        .select(['upload.original_filename', 'made.storage_key as made_key'])
        .select(['made.size_bytes as made_bytes', 'made.media_type as made_type'])
        .select(
          sql<boolean>`exists (select from derivative ready where ready.tenant_id = asset.tenant_id
        and ready.asset_uuid = version.asset_uuid and ready.version_number = version.number)`.as('isReady'),
        )
        .select(openLinksOf('item').as('links'))
        .where('asset.uuid', '=', uuid)
        .where('asset.kind', 'in', ['audio', 'video', 'model3d'])
        .where('asset.trashed_at', 'is', null)
        .where('item.trashed_at', 'is', null)
        .executeTakeFirst(),
    );
    const file = admitted('The file', caller, row && { ...row, createdBy: row.created_by });
    const caching = cachingOf(file, caller);
    const { actor } = caller;
    if (part === 'original') {
      if (!actor) throw notFound('The file');
      if (!reaches(actor, 'downloadOriginal', file.sender))
        throw new ProblemError(
          'forbidden',
          'Your roles in this organisation do not include downloading originals.',
        );
      return {
        key: file.storage_key,
        size_bytes: file.size_bytes,
        mediaType: file.media_type,
        entityTag: `"${file.sha256}"`,
        disposition: attachment(file.original_filename),
        caching: PRIVATE_CACHING,
        original: { itemUuid: file.item_uuid, title: file.title, pressmark: file.pressmark },
      };
    }
    if (!file.isReady)
      throw new ProblemError(
        'image-not-ready',
        `${kindCalls[file.kind as AssetKind].theWord} is not ready. Wait until its import has ended; the import says how far it is.`,
      );
    const tag = (size_bytes: number) => `"${uuid}-${file.number}-${part}-${size_bytes}"`;
    if (part === 'thumbnail' && file.thumbnail) {
      return {
        key: file.thumbnail.key,
        mediaType: 'image/jpeg',
        entityTag: tag(0),
        caching,
      };
    }
    if (file.made_key === null || (part === 'thumbnail' && file.kind !== 'audio')) throw notFound('The file');
    if (part === 'thumbnail') {
      const { made_key: key } = file;
      return {
        mediaType: 'image/png',
        // Another version of the program may draw it in another way.
        entityTag: `"${uuid}-${file.number}-${part}-${file.made_bytes ?? 0}-${VERSION}"`,
        caching,
        draw: async () => wavePicture(await storedJson<WavePeaks>(storage, key)),
      };
    }
    return {
      key: file.made_key,
      size_bytes: file.made_bytes ?? 0,
      mediaType: file.made_type ?? 'application/octet-stream',
      entityTag: tag(file.made_bytes ?? 0),
      caching,
    };
  };
}
