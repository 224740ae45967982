import { sql } from 'kysely';
import { v5 as uuidv5, v7 as uuidv7 } from 'uuid';
import type { FileToImport } from '@armarium/contract/imports';
import type { FieldProblem } from '@armarium/contract/problem';
import { jsonb, type WriteTransaction } from '../../db/database.ts';
import { invalid, notFound, ProblemError } from '../../problem-error.ts';
import { recordHistory } from '../../db/history.ts';
import { fieldTemplates, mirrorOf, newMetadata } from '../records/public.ts';
import { countColumn, countedMore } from './asset-counts.ts';
import { claimUploads } from './claim-uploads.ts';
import type { JobUrgency } from '../../queue/enqueue.ts';
import { enqueueDerivations } from './enqueue-derivations.ts';
import { disagreements } from './file-words.rules.ts';
import { insertVersions } from './insert-versions.ts';
import { uploadKindsOf, type AssetKind, type UploadKind } from './kinds.ts';
import { namedParts, otherMainFile, partsSent, type NamedPart } from './model-parts.ts';
import { inChunks } from './row-chunks.ts';
import { pagesOf, type Page } from './upload-pages.ts';

interface NewAsset {
  readonly uuid: string;
  readonly importId: string;
  readonly upload: string;
  readonly page: Page;
  readonly metadata: ReturnType<typeof newMetadata>['metadata'];
  readonly parts: readonly NamedPart[];
}

/** The uuid of a later page of a file; a repeated import makes the same ones. */
function pageUuid(uploadUuid: string, pageNumber: number): string {
  return pageNumber === 0 ? uploadUuid : uuidv5(`page ${pageNumber}`, uploadUuid);
}

/**
 * Claims uploads for an item, writes their assets with their imports, and enqueues the jobs, all in the
 * caller's transaction (decisions §6): after the commit the rows exist and are counted (wire.md).
 *
 * @param kind of the assets
 * @param from the kinds of upload that this call accepts; default all that give this kind
 * @param path the path of a file in the body, for naming a field's problem
 * @param position 1-based position of the first new asset; default the end
 * @param urgency of their preparation, where it does not follow from the files
 * @returns one asset for each upload, in order, without the further pages of a file
 * @throws ProblemError 404 without the item, 422 naming the invalid values
 */
export async function addMedia(
  tx: WriteTransaction,
  itemUuid: string,
  kind: AssetKind,
  files: readonly FileToImport[],
  {
    from = uploadKindsOf(kind),
    path,
    position,
    urgency,
  }: {
    from?: readonly UploadKind[];
    path: (index: number) => string;
    position?: number | undefined;
    urgency?: JobUrgency;
  },
): Promise<{ uuid: string; importId: string }[]> {
  const item = await tx.db
    .selectFrom('item')
    .select(['uuid', `${countColumn(kind)} as count`])
    .where('uuid', '=', itemUuid)
    .where('trashed_at', 'is', null)
    .forUpdate()
    .executeTakeFirst();
  if (!item) throw notFound('The item');
  if (files.length === 0) return [];

  const parts = kind === 'model3d' ? files.map((file, index) => partsSent(file, path(index))) : [];
  const mains = files.map(({ uuid }, index) => ({ uuid, kinds: from, field: `${path(index)}uuid` }));
  const claimed = await claimUploads(tx, [...mains, ...parts.flat()]);
  const uploads = claimed.slice(0, files.length);
  const templates = await fieldTemplates(tx.db, 'MEDIA');
  const problems: FieldProblem[] = files.flatMap((file, index) => [
    ...disagreements(from, file, path(index)),
    ...(kind === 'model3d' ? otherMainFile(file, path(index)) : []),
  ]);
  const assets = uploads.flatMap((upload, index) => {
    const file = files[index];
    const title = file?.sgtt?.trim() ? file.sgtt : upload.original_filename.replace(/\.[^.]{1,5}$/, '');
    return pagesOf(upload).map((page, pageNumber): NewAsset => {
      const mirrors = { sgtt: pageNumber === 0 ? title : `${title} (${pageNumber + 1})`, autn: file?.autn };
      const checked = newMetadata(file?.customMetadataList ?? [], mirrors, templates);
      problems.push(
        ...checked.problems.map((problem) => ({ ...problem, name: `${path(index)}${problem.name}` })),
      );
      return {
        uuid: pageUuid(upload.uuid, pageNumber),
        importId: uuidv7(),
        upload: upload.uuid,
        page,
        metadata: checked.metadata,
        parts: namedParts(parts[index] ?? [], claimed),
      };
    });
  });
  if (problems.length > 0) throw invalid(problems);

  await insertAssets(tx, itemUuid, kind, assets, Math.min(position ?? Infinity, item.count + 1));
  await tx.db
    .updateTable('item')
    .set((column) => ({
      ...countedMore(kind, { all: assets.length, notReady: assets.length }),
      version: column('version', '+', 1),
      modified_at: sql<Date>`now()`,
    }))
    .where('uuid', '=', itemUuid)
    .execute();
  await inChunks(assets, (chunk) =>
    recordHistory(
      tx,
      chunk.map(({ uuid, metadata }) => ({
        record: uuid,
        resourceType: 'MEDIA',
        action: 'create',
        after: { customMetadataList: metadata, culturalItem: itemUuid },
      })),
    ),
  );
  await enqueueDerivations(
    tx.db,
    assets.map(({ importId }) => importId),
    urgency,
  );
  return assets
    .filter(({ uuid, upload }) => uuid === upload)
    .map(({ uuid, importId }) => ({ uuid, importId }));
}

async function insertAssets(
  tx: WriteTransaction,
  itemUuid: string,
  kind: AssetKind,
  assets: readonly NewAsset[],
  first: number,
): Promise<void> {
  const tenant_id = tx.tenantId;
  await tx.db
    .updateTable('asset')
    .set((column) => ({ position: column('position', '+', assets.length) }))
    .where('item_uuid', '=', itemUuid)
    .where('kind', '=', kind)
    .where('trashed_at', 'is', null)
    .where('position', '>=', first)
    .execute();
  const placed = assets.map((asset, index) => ({ ...asset, position: first + index }));
  await inChunks(placed, (chunk) =>
    tx.db
      .insertInto('asset')
      .values(
        chunk.map(({ uuid, metadata, position }) => ({
          tenant_id,
          uuid,
          item_uuid: itemUuid,
          kind,
          position,
          sgtt: mirrorOf(metadata, 'sgtt'),
          autn: mirrorOf(metadata, 'autn'),
          metadata: jsonb(metadata),
          created_by: tx.actor.accountUuid,
        })),
      )
      .execute(),
  );
  await insertVersions(
    tx,
    itemUuid,
    placed.map(({ uuid, ...version }) => ({ ...version, asset: uuid, number: 1 })),
  );
}

/**
 * The import that the same call by this account made before, for a call that is sent twice: its upload was
 * claimed for this item. An asset whose file was replaced since has the import of the new file; a deleted one
 * has none.
 */
export async function earlierImport(
  tx: WriteTransaction,
  itemUuid: string,
  uploadUuid: string,
  { kind, from }: { kind: AssetKind; from: readonly UploadKind[] },
): Promise<{ uuid: string; importId: string } | undefined> {
  const row = await tx.db
    .selectFrom('asset_import')
    .innerJoin('asset', (join) =>
      join
        .onRef('asset.uuid', '=', 'asset_import.asset_uuid')
        .onRef('asset.wanted_version', '=', 'asset_import.version_number'),
    )
    .innerJoin('upload', 'upload.uuid', 'asset.uuid')
    .select(['asset.uuid', 'asset_import.uuid as importId', 'asset.item_uuid'])
    .where('asset.uuid', '=', uploadUuid)
    .where('asset.kind', '=', kind)
    .where('upload.kind', 'in', from)
    .where('asset.trashed_at', 'is', null)
    .where('asset.created_by', '=', tx.actor.accountUuid)
    .executeTakeFirst();
  if (!row) return undefined;
  if (row.item_uuid !== itemUuid.toLowerCase()) {
    throw new ProblemError('upload-claimed', 'Another item has this file already.');
  }
  return { uuid: row.uuid, importId: row.importId };
}
