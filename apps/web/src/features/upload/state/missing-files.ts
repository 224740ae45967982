import type { UploadApi } from './upload-api.ts';
import {
  filesOf,
  storedOf,
  type FilePlace,
  type SentFile,
  type Stored,
  type UploadAsset,
  type UploadRecord,
} from './upload-record.ts';

interface Found {
  /** The record's assets with what the server turned out to have, and without what it has no more. */
  assets: UploadAsset[];
  /** The chosen files, by the key of their place. */
  files: Map<string, File>;
  missing: FilePlace[];
}

/**
 * Looks for the files that an upload still needs: on the server, by their checksums, then among those that were chosen,
 * by checksum where one is known, else by name and size.
 * @param isHeld whether the page has the file of a place already
 * @throws ApiProblem where the server can't be reached
 */
export async function findMissingFiles(
  record: UploadRecord,
  chosen: readonly File[],
  api: Pick<UploadApi, 'listUnclaimed' | 'checksumOf' | 'findPlace'>,
  isHeld: (key: string) => boolean,
): Promise<Found> {
  const unclaimed = await api.listUnclaimed();
  const free = new Set(unclaimed.map(({ uuid }) => uuid));
  const places = record.assets.filter(({ importId }) => importId === undefined).flatMap(filesOf);
  const stored = new Map<string, Stored>();
  for (const { key, asset, file } of places) {
    // Swept meanwhile, or claimed by a call whose answer got lost.
    if (file.stored === undefined) continue;
    const isThere = free.has(file.stored.uuid) || (await api.findPlace(file.stored.uuid, asset.assetType));
    if (isThere) stored.set(key, file.stored);
    free.delete(file.stored.uuid);
  }
  for (const { key, file } of places) {
    const same = unclaimed.find(
      ({ uuid, sha256, kind }) => free.has(uuid) && sha256 === file.sha256 && kind === (file.kind ?? 'image'),
    );
    if (stored.has(key) || same === undefined) continue;
    free.delete(same.uuid);
    stored.set(key, storedOf(same));
  }

  const files = new Map<string, File>();
  const left = [...chosen];
  const checksums = new Map<File, string>();
  const checksumOf = async (file: File) => {
    const known = checksums.get(file) ?? (await api.checksumOf(file));
    checksums.set(file, known);
    return known;
  };
  const fits = async (file: File, { file: sent }: FilePlace) =>
    file.size === sent.size_bytes &&
    (sent.sha256 === undefined ? file.name === sent.name : (await checksumOf(file)) === sent.sha256);
  const missing: FilePlace[] = [];
  for (const place of places) {
    if (stored.has(place.key) || isHeld(place.key)) continue;
    // Its own name first, so that as few files as possible are read.
    const candidates = left.toSorted(
      (a, b) => Number(b.name === place.file.name) - Number(a.name === place.file.name),
    );
    let match: File | undefined;
    for (const file of candidates) {
      if (await fits(file, place)) match = file;
      if (match) break;
    }
    if (match === undefined) missing.push(place);
    else {
      files.set(place.key, match);
      left.splice(left.indexOf(match), 1);
    }
  }
  return { assets: record.assets.map((asset) => withStored(asset, stored)), files, missing };
}

function withStored(asset: UploadAsset, stored: ReadonlyMap<string, Stored>): UploadAsset {
  if (asset.importId !== undefined) return asset;
  const now = new Map(filesOf(asset).map(({ key, part }) => [part ?? 'own', stored.get(key)]));
  const change = <F extends SentFile>({ stored: before, ...file }: F, place: string) => {
    const found = now.get(place);
    if (found) return { ...file, stored: found };
    // What the server has swept is begun anew.
    const { uploadUrl, ...anew } = file;
    return before || uploadUrl === undefined ? anew : { ...anew, uploadUrl };
  };
  const { failure: _failed, ...rest } = change(asset, 'own');
  const parts = asset.parts?.map((part) => change(part, part.kind));
  const isWhole = [...now.values()].every((one) => one !== undefined);
  return {
    ...(rest as UploadAsset),
    status: isWhole ? 'PROCESSING' : 'IN_PROGRESS',
    ...(parts && { parts }),
  };
}
