import { isActive, statusOf, type Failure, type UploadAsset, type UploadRecord } from './upload-record.ts';

/** Everything the widget draws. Records are newest first. */
export interface UploadsState {
  records: readonly UploadRecord[];
  /** Uploads that were interrupted while their files were being sent; newest first. None is among the records. */
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

/** How each action changes the state, by the action's type. Pure: no clock, no network, no storage. */
export type Changes<Action extends { type: string }> = {
  [Type in Action['type']]: (state: UploadsState, action: Extract<Action, { type: Type }>) => UploadsState;
};

/** Takes over another version of a record: the newer revision wins, an unknown record is inserted by its start. */
export function merge(state: UploadsState, incoming: UploadRecord): UploadsState {
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

export function changeRecord(
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

/** Makes a tab the owner of a record: the tab that began it may be closed. */
export function takenOver(
  state: UploadsState,
  { itemUploadId, tabId }: { itemUploadId: string; tabId: string },
): UploadsState {
  return changeRecord(state, itemUploadId, (record) =>
    record.tabId === tabId ? record : { ...record, tabId },
  );
}

export function changeAsset(
  state: UploadsState,
  { itemUploadId, assetUploadId }: { itemUploadId: string; assetUploadId: string },
  change: (asset: UploadAsset) => UploadAsset,
): UploadsState {
  return changeRecord(state, itemUploadId, (record) => ({
    ...record,
    assets: record.assets.map((asset) => (asset.assetUploadId === assetUploadId ? change(asset) : asset)),
  }));
}

export function notPaused({ paused: _paused, ...record }: UploadRecord): UploadRecord {
  return record;
}

export function withoutFailure<T extends { failure?: Failure }>(part: T): Omit<T, 'failure'> {
  const { failure: _failure, ...rest } = part;
  return rest;
}
