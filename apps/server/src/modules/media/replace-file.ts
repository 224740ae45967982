import { v7 as uuidv7 } from 'uuid';
import type { FileToImport } from '@armarium/contract/imports';
import type { WriteTransaction } from '../../db/database.ts';
import { invalid } from '../../problem-error.ts';
import { addVersions, lockAsset, partsOf, versionForHistory } from './asset-versions.ts';
import { claimUploads } from './claim-uploads.ts';
import { disagreements } from './file-words.rules.ts';
import type { AssetKind, UploadKind } from './kinds.ts';
import { namedParts, otherMainFile, partsSent } from './model-parts.ts';
import { pagesOf } from './upload-pages.ts';

/** The answer of an import call: the asset that it made, or whose file it replaced. */
interface StartedImport {
  readonly uuid: string;
  readonly importId: string;
}

/**
 * Replaces the file of an asset by an upload (decisions §4, wire.md). The asset keeps its uuid, position and
 * metadata, the upload becomes its newest version, and the old version is shown until the new one is ready.
 * Of two replacements at the same time the last one wins, and the other is kept as a version. The caller
 * holds the item's lock.
 * @param from the kinds of upload that this call accepts
 * @param check throws where the asset no longer has the version that the caller saw
 * @throws ProblemError 422 where the item has no such asset, where the upload is not the actor's to claim, or
 * gives several images
 */
export async function replaceFile(
  tx: WriteTransaction,
  itemUuid: string,
  {
    kind,
    from,
    replaces,
    check,
  }: {
    kind: AssetKind;
    from: readonly UploadKind[];
    replaces: string;
    check: (version: number) => void;
  },
  file: FileToImport,
): Promise<StartedImport> {
  const asset = await lockAsset(tx, kind, itemUuid, replaces);
  if (!asset) {
    throw invalid([
      {
        name: 'replaces',
        code: 'unknown-asset',
        message: 'The item has no such file: it was removed or moved, or is of another kind.',
      },
    ]);
  }
  const uuid = file.uuid.toLowerCase();
  // The same call again, for example because the answer was lost.
  if (asset.upload_uuid === uuid && asset.sender === tx.actor.accountUuid)
    return { uuid, importId: asset.importId };
  check(asset.recordVersion);
  const sent = kind === 'model3d' ? partsSent(file, '') : [];
  const problems = [...disagreements(from, file, ''), ...(kind === 'model3d' ? otherMainFile(file, '') : [])];
  const claimed = await claimUploads(tx, [{ uuid, kinds: from, field: 'uuid' }, ...sent]);
  const [upload] = claimed;
  if (!upload) throw new Error('An upload was claimed, and is not there.');
  const [page, ...more] = pagesOf(upload);
  if (!page || more.length > 0) {
    problems.push({
      name: 'uuid',
      code: 'several-pages',
      message: `This file gives ${more.length + 1} images, and takes the place of one. Send that page alone.`,
    });
  }
  if (!page || problems.length > 0) throw invalid(problems);
  const importId = uuidv7();
  const parts = namedParts(sent, claimed);
  const had = await partsOf(tx, asset.uuid, asset.wanted_version);
  const number = asset.next ?? 1;
  await addVersions(tx, itemUuid, [
    {
      asset: asset.uuid,
      number,
      importId,
      upload: uuid,
      page,
      parts,
      before: versionForHistory(kind, asset.wanted_version, asset, had),
      after: versionForHistory(kind, number, upload, parts),
    },
  ]);
  return { uuid, importId };
}

/**
 * Adds a material or a texture to a model of the item. This makes a version of the same file with one more
 * part, which is converted again. A part of the same name is replaced. The caller holds the item's lock.
 * @returns undefined where the model has all sent parts already, or the item has no such model
 * @throws ProblemError 422 where an upload is not the actor's to claim
 */
export async function addModelParts(
  tx: WriteTransaction,
  itemUuid: string,
  file: FileToImport,
): Promise<StartedImport | undefined> {
  const sent = partsSent(file, '');
  if (sent.length === 0) return undefined;
  const model = await lockAsset(tx, 'model3d', itemUuid, file.uuid);
  if (!model) return undefined;
  const had = await partsOf(tx, model.uuid, model.wanted_version);
  const added = sent.filter(({ uuid }) => !had.some(({ upload }) => upload === uuid));
  if (added.length === 0) return { uuid: model.uuid, importId: model.importId };
  const parts = namedParts(added, await claimUploads(tx, added));
  const isReplaced = ({ role, name }: { role: string; name: string }) =>
    parts.some((part) => part.role === role && part.name.toLowerCase() === name.toLowerCase());
  const all = [...had.filter((part) => !isReplaced(part)), ...parts];
  const importId = uuidv7();
  await addVersions(tx, itemUuid, [
    {
      asset: model.uuid,
      number: model.next ?? 1,
      importId,
      upload: model.upload_uuid,
      page: { index: model.page_index, width_px: model.width_px, height_px: model.height_px },
      parts: all,
      before: { files: had.map(({ name }) => name) },
      after: { files: all.map(({ name }) => name) },
    },
  ]);
  return { uuid: model.uuid, importId };
}
