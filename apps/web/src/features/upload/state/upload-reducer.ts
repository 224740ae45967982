import type { ImportCause, ImportedImage, ImportedItem } from '@armarium/contract/imports';
import {
  filesOf,
  isActive,
  isStored,
  statusOf,
  type Failure,
  type SentFile,
  type Stored,
  type UploadAsset,
  type UploadPart,
  type UploadRecord,
} from './upload-record.ts';

/** Everything the widget draws. Records are newest first. */
export interface UploadsState {
  records: readonly UploadRecord[];
  /** What was cut off while its files were sent; newest first, and none of it among the records. */
  interrupted: readonly UploadRecord[];
  /** Assets of which a file waits for the connection; not kept over a reload. */
  waiting: readonly string[];
  /** Bytes sent of each file that is being sent, by `assetUploadId`; not kept over a reload. */
  sent_bytes: Readonly<Record<string, number>>;
  /** Records that the header's progress counts: those that run together until nothing runs any more. */
  batch: readonly string[];
}

export const noUploads: UploadsState = {
  records: [],
  interrupted: [],
  waiting: [],
  sent_bytes: {},
  batch: [],
};

type PartKind = UploadPart['kind'];
/** What is learned of a file when its sending begins. */
export type FileNote = Pick<SentFile, 'sha256' | 'uploadUrl'>;

export type UploadAction =
  | { type: 'started'; record: UploadRecord }
  | { type: 'restored'; records: readonly UploadRecord[] }
  | { type: 'synced'; record: UploadRecord }
  | { type: 'removed'; itemUploadIds: readonly string[] }
  | { type: 'seen'; status?: 'COMPLETED' }
  | { type: 'progressed'; assetUploadId: string; sent_bytes: number }
  | { type: 'waits'; assetUploadId: string; waits: boolean }
  | { type: 'fileNoted'; itemUploadId: string; assetUploadId: string; part?: PartKind; note: FileNote }
  | { type: 'fileStored'; itemUploadId: string; assetUploadId: string; part?: PartKind; stored: Stored }
  | { type: 'partAdded'; itemUploadId: string; tabId: string; assetUploadId: string; part: UploadPart }
  | { type: 'paused'; itemUploadId: string; paused: boolean }
  | { type: 'interrupted'; itemUploadId: string }
  | { type: 'found'; itemUploadId: string; assets: UploadAsset[] }
  | { type: 'takenUp'; itemUploadId: string; tabId: string; assets: UploadAsset[] }
  | { type: 'stillSent'; itemUploadId: string; revision: number }
  | {
      type: 'fileChanged';
      itemUploadId: string;
      assetUploadId: string;
      part?: PartKind;
      name: string;
      size_bytes: number;
    }
  | { type: 'assetFailed'; itemUploadId: string; assetUploadId: string; failure: Failure }
  | { type: 'sendAgain'; itemUploadId: string; tabId: string; assetUploadId: string }
  | { type: 'imported'; itemUploadId: string; itemUuid: string; importIds: Readonly<Record<string, string>> }
  | { type: 'importFailed'; itemUploadId: string; failure: Failure }
  | { type: 'importAgain'; itemUploadId: string; tabId: string; pressmark?: string }
  | { type: 'processAgain'; itemUploadId: string; assetUploadId: string }
  | { type: 'polled'; itemUploadId: string; item: ImportedItem; images: readonly ImportedImage[] }
  | { type: 'gone'; itemUploadId: string };

/** The whole life of uploads as a pure function: no clock, no network, no storage. */
export function reduceUploads(state: UploadsState, action: UploadAction): UploadsState {
  switch (action.type) {
    case 'started': {
      const running = state.records.some(isActive);
      return {
        ...state,
        records: [action.record, ...state.records],
        batch: running ? [...state.batch, action.record.itemUploadId] : [action.record.itemUploadId],
      };
    }
    case 'restored':
      return action.records.reduce(merge, state);
    case 'synced':
      return merge(state, action.record);
    case 'removed': {
      const stays = (itemUploadId: string) => !action.itemUploadIds.includes(itemUploadId);
      return {
        ...state,
        records: state.records.filter((record) => stays(record.itemUploadId)),
        interrupted: state.interrupted.filter((record) => stays(record.itemUploadId)),
        batch: state.batch.filter(stays),
      };
    }
    case 'seen': {
      const noticed = (record: UploadRecord) =>
        (isActive(record) && !record.interrupted) ||
        record.seen ||
        (action.status && record.status !== action.status)
          ? record
          : { ...record, seen: true, revision: record.revision + 1 };
      return {
        ...state,
        records: state.records.map(noticed),
        interrupted: state.interrupted.map(noticed),
      };
    }
    case 'progressed':
      return {
        ...state,
        sent_bytes: { ...state.sent_bytes, [action.assetUploadId]: action.sent_bytes },
      };
    case 'waits': {
      const others = state.waiting.filter((one) => one !== action.assetUploadId);
      return { ...state, waiting: action.waits ? [...others, action.assetUploadId] : others };
    }
    case 'fileNoted':
      return changeAsset(state, action, (asset) => withFile(asset, action.part, action.note));
    case 'fileStored':
      if (action.part !== undefined) {
        return changeAsset(state, action, (asset) => withFile(asset, action.part, { stored: action.stored }));
      }
      return changeAsset(forgetProgress(state, action.assetUploadId), action, (asset) => ({
        ...asset,
        status: 'PROCESSING',
        stored: action.stored,
      }));
    case 'partAdded':
      return changeAsset(takenOver(state, action), action, ({ importId: _imported, ...asset }) => ({
        ...withoutFailure(asset),
        status: 'IN_PROGRESS',
        parts: [...(asset.parts ?? []).filter(({ kind }) => kind !== action.part.kind), action.part],
      }));
    case 'paused':
      return changeRecord(state, action.itemUploadId, (record) =>
        action.paused ? { ...record, paused: true } : notPaused(record),
      );
    case 'interrupted': {
      const record = state.records.find((one) => one.itemUploadId === action.itemUploadId);
      if (record === undefined) return state;
      return merge(state, { ...notPaused(record), interrupted: true, revision: record.revision + 1 });
    }
    case 'takenUp': {
      const record = state.interrupted.find((one) => one.itemUploadId === action.itemUploadId);
      if (record === undefined) return state;
      const { interrupted: _over, ...rest } = { ...withoutFailure(record), seen: false };
      const { tabId, assets } = action;
      const revision = record.revision + 1;
      return merge(state, { ...rest, assets, tabId, revision, status: statusOf({ assets }) });
    }
    case 'found': {
      const record = state.interrupted.find((one) => one.itemUploadId === action.itemUploadId);
      if (record === undefined) return state;
      return merge(state, { ...record, assets: action.assets, revision: record.revision + 1 });
    }
    case 'stillSent':
      return changeRecord(state, action.itemUploadId, (record) => ({
        ...record,
        revision: Math.max(record.revision, action.revision),
      }));
    case 'fileChanged':
      return changeAsset(state, action, (asset) => {
        const { part, name, size_bytes } = action;
        // Nothing that was learned of the former file holds for this one.
        const other = <F extends SentFile>({ sha256: _sum, uploadUrl: _url, ...file }: F) => ({
          ...file,
          name,
          size_bytes,
        });
        if (part === undefined) return other(asset);
        return {
          ...asset,
          parts: (asset.parts ?? []).map((one) => (one.kind === part ? other(one) : one)),
        };
      });
    case 'assetFailed':
      return changeAsset(forgetProgress(state, action.assetUploadId), action, (asset) => ({
        ...asset,
        status: 'ERROR',
        failure: action.failure,
      }));
    case 'sendAgain':
      return changeRecord(takenOver(state, action), action.itemUploadId, (record) => ({
        ...withoutFailure(record),
        assets: record.assets.map((asset) => {
          // An item that does not exist yet is made of everything that is stored, not of this file alone.
          const goesAlong = record.itemUuid === undefined && asset.failure?.stage === 'import';
          return goesAlong || asset.assetUploadId === action.assetUploadId
            ? { ...withoutFailure(asset), status: isStored(asset) ? 'PROCESSING' : 'IN_PROGRESS' }
            : asset;
        }),
      }));
    case 'imported':
      return changeRecord(state, action.itemUploadId, (record) => ({
        ...withoutFailure(record),
        itemUuid: action.itemUuid,
        assets: record.assets.map((asset) => {
          const importId = asset.stored && action.importIds[asset.stored.uuid];
          return importId === undefined
            ? asset
            : { ...withoutFailure(asset), status: 'PROCESSING', importId };
        }),
      }));
    case 'importFailed':
      return changeRecord(state, action.itemUploadId, (record) => ({
        ...record,
        failure: action.failure,
        assets: record.assets.map((asset) =>
          asset.stored && asset.importId === undefined
            ? { ...asset, status: 'ERROR', failure: action.failure }
            : asset,
        ),
      }));
    case 'importAgain':
      return changeRecord(takenOver(state, action), action.itemUploadId, (record) => ({
        ...withoutFailure(record),
        pressmark: action.pressmark ?? record.pressmark,
        assets: record.assets.map((asset) =>
          asset.failure?.stage === 'import' ? { ...withoutFailure(asset), status: 'PROCESSING' } : asset,
        ),
      }));
    case 'processAgain':
      return changeAsset(state, action, (asset) => ({
        ...withoutFailure(asset),
        status: 'PROCESSING',
      }));
    case 'polled':
      return changeRecord(state, action.itemUploadId, (record) =>
        afterPoll(record, action.item, action.images),
      );
    case 'gone':
      return changeRecord(state, action.itemUploadId, (record) => ({
        ...record,
        failure: { stage: 'processing', code: 'gone' },
        assets: record.assets.map((asset) =>
          asset.status === 'PROCESSING'
            ? { ...asset, status: 'ERROR', failure: { stage: 'processing', code: 'gone' } }
            : asset,
        ),
      }));
  }
}

/** How far the header's batch has come. `share` counts every file alike, those being sent by their bytes. */
export function progressOf(state: UploadsState): {
  uploaded: number;
  total: number;
  percent: number;
  status: 'idle' | 'sending' | 'processing';
} {
  const batch = state.records.filter((record) => state.batch.includes(record.itemUploadId));
  const assets = batch.flatMap((record) => record.assets);
  const uploaded = assets.filter((asset) => asset.stored !== undefined).length;
  const partial = assets
    .filter((asset) => asset.status === 'IN_PROGRESS')
    .reduce((sum, asset) => {
      const sent = state.sent_bytes[asset.assetUploadId] ?? 0;
      const size_bytes = bytesOf(asset);
      return sum + (size_bytes > 0 ? Math.min(1, sent / size_bytes) : 0);
    }, 0);
  const share = assets.length === 0 ? 0 : (uploaded + partial) / assets.length;
  return {
    uploaded,
    total: assets.length,
    // 100 is kept for the end: the last bytes of a large file are not yet its answer.
    percent: uploaded === assets.length ? Math.round(100 * share) : Math.min(99, Math.round(100 * share)),
    status: batch.some((record) => record.status === 'IN_PROGRESS')
      ? 'sending'
      : batch.some((record) => record.status === 'PROCESSING')
        ? 'processing'
        : 'idle',
  };
}

/** The size of all that is sent for an asset. */
export function bytesOf(asset: UploadAsset): number {
  return filesOf(asset).reduce((sum, { file }) => sum + file.size_bytes, 0);
}

/** What a poll of the import monitor changes (catalogue §4: DONE → COMPLETED, ERROR → ERROR). */
function afterPoll(record: UploadRecord, item: ImportedItem, images: readonly ImportedImage[]): UploadRecord {
  const byUuid = new Map(images.map((image) => [image.uuid, image]));
  // Every page of a multi-page file is an asset of its own; those of a new item can only be ours.
  const ours = new Set(record.assets.map((asset) => asset.stored?.uuid));
  const pages = record.target === 'new' ? images.filter((image) => !ours.has(image.uuid)) : [];
  const failedPage = pages.find((image) => image.overall.importState === 'ERROR');
  const pagesPending =
    record.target === 'new' && item.notReadyImagesCount > 0 && record.assets.some(givesImages);
  const assets = record.assets.map((asset) => {
    if (asset.status !== 'PROCESSING' || asset.stored === undefined) return asset;
    const image = byUuid.get(asset.stored.uuid);
    if (image === undefined) return failed(asset, { stage: 'processing', code: 'gone' });
    const { importState, cause } = image.overall;
    if (importState === 'ERROR') return failed(asset, failureOf(cause, image._links.retry !== undefined));
    return importState === 'DONE' ? completed(asset, image) : asset;
  });
  const unchanged = assets.every((asset, index) => asset === record.assets[index]);
  if (unchanged && !failedPage) return record;
  const next = { ...record, assets };
  if (failedPage) next.failure = failureOf(failedPage.overall.cause, false);
  return pagesPending && statusOf(next) === 'COMPLETED' ? record : next;
}

const givesImages = ({ assetType }: UploadAsset) => assetType === 'images' || assetType === 'pdf';

/** Done, though a model may lack what it names. */
function completed(asset: UploadAsset, { overall }: ImportedImage): UploadAsset {
  const missing = (['material', 'texture'] as const).filter((part) =>
    overall.warnings.some(({ code }) => code === `missing-${part}`),
  );
  const { missing: _before, ...rest } = asset;
  return { ...rest, status: 'COMPLETED', ...(missing.length > 0 && { missing }) };
}

function failed(asset: UploadAsset, failure: Failure): UploadAsset {
  return { ...asset, status: 'ERROR', failure };
}

function failureOf(cause: ImportCause | null, retryable: boolean): Failure {
  return {
    stage: 'processing',
    code: cause?.code ?? 'internal',
    ...(cause && { title: cause.title, nextStep: cause.nextStep }),
    retryable,
  };
}

/** Takes another version of a record in: the newer revision wins, an unknown record joins in its place. */
function merge(state: UploadsState, incoming: UploadRecord): UploadsState {
  const same = (record: UploadRecord) => record.itemUploadId === incoming.itemUploadId;
  const known = [...state.records, ...state.interrupted].find(same);
  if (known && known.revision >= incoming.revision) return state;
  const join = (list: readonly UploadRecord[], joins: boolean) =>
    [...(joins ? [incoming] : []), ...list.filter((record) => !same(record))].sort((a, b) =>
      b.startedAt.localeCompare(a.startedAt),
    );
  const { itemUploadId } = incoming;
  if (incoming.interrupted) {
    return {
      ...state,
      records: join(state.records, false),
      interrupted: join(state.interrupted, true),
      batch: state.batch.filter((id) => id !== itemUploadId),
    };
  }
  return {
    ...state,
    records: join(state.records, true),
    interrupted: join(state.interrupted, false),
    batch:
      isActive(incoming) && !state.batch.includes(itemUploadId)
        ? [...state.batch.filter(() => state.records.some(isActive)), itemUploadId]
        : state.batch,
  };
}

function changeRecord(
  state: UploadsState,
  itemUploadId: string,
  change: (record: UploadRecord) => UploadRecord,
): UploadsState {
  let batch = state.batch;
  const records = state.records.map((record) => {
    if (record.itemUploadId !== itemUploadId) return record;
    const changed = change(record);
    if (changed === record) return record;
    const status = statusOf(changed);
    const starts = !isActive(record) && isActive({ ...changed, status });
    if (starts && !batch.includes(itemUploadId)) {
      batch = state.records.some(isActive) ? [...batch, itemUploadId] : [itemUploadId];
    }
    return { ...changed, status, seen: starts ? false : changed.seen, revision: record.revision + 1 };
  });
  return { ...state, records, batch };
}

/** Makes a record that of the tab that goes on with it: the one that began it may be gone. */
function takenOver(
  state: UploadsState,
  { itemUploadId, tabId }: { itemUploadId: string; tabId: string },
): UploadsState {
  return changeRecord(state, itemUploadId, (record) =>
    record.tabId === tabId ? record : { ...record, tabId },
  );
}

function changeAsset(
  state: UploadsState,
  { itemUploadId, assetUploadId }: { itemUploadId: string; assetUploadId: string },
  change: (asset: UploadAsset) => UploadAsset,
): UploadsState {
  return changeRecord(state, itemUploadId, (record) => ({
    ...record,
    assets: record.assets.map((asset) => (asset.assetUploadId === assetUploadId ? change(asset) : asset)),
  }));
}

function forgetProgress(state: UploadsState, assetUploadId: string): UploadsState {
  const { [assetUploadId]: _done, ...sent_bytes } = state.sent_bytes;
  return { ...state, sent_bytes, waiting: state.waiting.filter((one) => one !== assetUploadId) };
}

/** Changes one file of an asset: a part, or the asset's own. */
function withFile(
  asset: UploadAsset,
  part: PartKind | undefined,
  change: Partial<Omit<SentFile, 'kind'>>,
): UploadAsset {
  if (part === undefined) return { ...asset, ...change };
  const parts = asset.parts?.map((one) => (one.kind === part ? { ...one, ...change } : one));
  return { ...asset, ...(parts && { parts }) };
}

function notPaused({ paused: _paused, ...record }: UploadRecord): UploadRecord {
  return record;
}

function withoutFailure<T extends { failure?: Failure }>(part: T): Omit<T, 'failure'> {
  const { failure: _failure, ...rest } = part;
  return rest;
}
