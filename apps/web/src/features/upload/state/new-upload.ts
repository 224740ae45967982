import type { EngineParts } from './engine-parts.ts';
import type { AssetType, FileKind, Stored, UploadAsset, UploadPart, UploadRecord } from './upload-record.ts';

/** A file of the user's, or one that the server has fetched already. */
export interface NewFile {
  kind: FileKind;
  name: string;
  size_bytes: number;
  file?: File | undefined;
  stored?: Stored | undefined;
}

export interface NewAsset extends NewFile {
  assetType: AssetType;
  /** What goes beside a model. */
  parts?: readonly NewFile[];
}

export interface NewUpload {
  target:
    | { kind: 'new'; sgtt: string; autn: string; pressmark: string }
    | { kind: 'existing'; uuid: string; sgtt: string; autn: string; pressmark: string };
  /** Parent of a new item, and the way to open an existing one. */
  collectionUuid: string;
  /** In the order that they shall have. */
  assets: readonly NewAsset[];
}

/** The record with which an upload begins, and the user's files by the keys of their places. */
export function beginRecord(
  { target, collectionUuid, assets: wanted }: NewUpload,
  { newId, clock, peers }: Pick<EngineParts, 'newId' | 'clock' | 'peers'>,
): { record: UploadRecord; files: ReadonlyMap<string, File> } {
  const files = new Map<string, File>();
  const itemUploadId = newId();
  const assets = wanted.map(({ assetType, parts = [], ...main }): UploadAsset => {
    const assetUploadId = newId();
    const sent = ({ file, stored, ...known }: NewFile, key: string) => {
      if (file) files.set(key, file);
      return { ...known, ...(stored && { stored }) };
    };
    const beside = parts.map((part) => sent(part, `${assetUploadId}/${part.kind}`) as UploadPart);
    return {
      ...sent(main, assetUploadId),
      assetUploadId,
      assetType,
      status: main.stored === undefined ? 'IN_PROGRESS' : 'PROCESSING',
      ...(beside.length > 0 && { parts: beside }),
    };
  });
  const record: UploadRecord = {
    itemUploadId,
    name: target.sgtt,
    author: target.autn,
    pressmark: target.pressmark,
    assets,
    startedAt: new Date(clock.now_ms()).toISOString(),
    status: 'IN_PROGRESS',
    seen: false,
    target: target.kind,
    ...(target.kind === 'existing' && { itemUuid: target.uuid }),
    collectionUuid,
    tabId: peers.tabId,
    revision: 1,
  };
  return { record, files };
}
