import type { WriteTransaction } from '../../db/database.ts';
import type { Rotation } from './derivation.ts';
import type { NamedPart } from './model-parts.ts';
import { inChunks } from './row-chunks.ts';
import type { Page } from './upload-pages.ts';

/** A version of an asset whose files are to be made. */
export interface VersionRow {
  readonly asset: string;
  readonly number: number;
  readonly importId: string;
  readonly upload: string;
  readonly page: Page;
  /** Degrees clockwise; default 0. */
  readonly rotation?: Rotation;
  readonly parts: readonly NamedPart[];
}

/** Writes versions of assets of one item, with their parts and their imports by the actor. */
export async function insertVersions(
  tx: WriteTransaction,
  itemUuid: string,
  versions: readonly VersionRow[],
): Promise<void> {
  const { db, tenantId: tenant_id } = tx;
  await inChunks(versions, (chunk) =>
    db
      .insertInto('asset_version')
      .values(
        chunk.map(({ asset, number, upload, page, rotation = 0 }) => ({
          tenant_id,
          asset_uuid: asset,
          number,
          upload_uuid: upload,
          page_index: page.index,
          width_px: page.width_px,
          height_px: page.height_px,
          rotation,
        })),
      )
      .execute(),
  );
  await inChunks(
    versions.flatMap(({ asset, number, parts }) =>
      parts.map(({ role, upload, name }) => ({
        tenant_id,
        asset_uuid: asset,
        version_number: number,
        role,
        upload_uuid: upload,
        name,
      })),
    ),
    (chunk) => db.insertInto('asset_part').values(chunk).execute(),
  );
  await inChunks(versions, (chunk) =>
    db
      .insertInto('asset_import')
      .values(
        chunk.map(({ asset, number, importId }) => ({
          tenant_id,
          uuid: importId,
          asset_uuid: asset,
          version_number: number,
          item_uuid: itemUuid,
          account_uuid: tx.actor.accountUuid,
        })),
      )
      .execute(),
  );
}
