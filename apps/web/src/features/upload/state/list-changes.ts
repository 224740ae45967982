import { isActive, statusOf, type UploadAsset, type UploadRecord } from './upload-record.ts';
import { changeRecord, merge, notPaused, withoutFailure, type Changes } from './upload-state.ts';

/** Records are added, removed, seen, interrupted and continued. */
export type ListAction =
  | { type: 'started'; record: UploadRecord }
  | { type: 'restored'; records: readonly UploadRecord[] }
  | { type: 'synced'; record: UploadRecord }
  | { type: 'removed'; itemUploadIds: readonly string[] }
  | { type: 'seen'; status?: 'COMPLETED' }
  | { type: 'interrupted'; itemUploadId: string }
  | { type: 'found'; itemUploadId: string; assets: UploadAsset[] }
  | { type: 'takenUp'; itemUploadId: string; tabId: string; assets: UploadAsset[] }
  | { type: 'stillSent'; itemUploadId: string; revision: number };

export const listChanges: Changes<ListAction> = {
  started: (state, { record }) => ({
    ...state,
    records: [record, ...state.records],
    batch: state.records.some(isActive) ? [...state.batch, record.itemUploadId] : [record.itemUploadId],
  }),
  restored: (state, { records }) => records.reduce(merge, state),
  synced: (state, { record }) => merge(state, record),
  removed: (state, { itemUploadIds }) => {
    const stays = (itemUploadId: string) => !itemUploadIds.includes(itemUploadId);
    return {
      ...state,
      records: state.records.filter((record) => stays(record.itemUploadId)),
      interrupted: state.interrupted.filter((record) => stays(record.itemUploadId)),
      batch: state.batch.filter(stays),
    };
  },
  seen: (state, { status }) => {
    const noticed = (record: UploadRecord) =>
      (isActive(record) && !record.interrupted) || record.seen || (status && record.status !== status)
        ? record
        : { ...record, seen: true, revision: record.revision + 1 };
    return { ...state, records: state.records.map(noticed), interrupted: state.interrupted.map(noticed) };
  },
  interrupted: (state, { itemUploadId }) => {
    const record = state.records.find((one) => one.itemUploadId === itemUploadId);
    if (record === undefined) return state;
    return merge(state, { ...notPaused(record), interrupted: true, revision: record.revision + 1 });
  },
  found: (state, { itemUploadId, assets }) => {
    const record = state.interrupted.find((one) => one.itemUploadId === itemUploadId);
    if (record === undefined) return state;
    return merge(state, { ...record, assets, revision: record.revision + 1 });
  },
  takenUp: (state, { itemUploadId, tabId, assets }) => {
    const record = state.interrupted.find((one) => one.itemUploadId === itemUploadId);
    if (record === undefined) return state;
    const { interrupted: _over, ...rest } = { ...withoutFailure(record), seen: false };
    const revision = record.revision + 1;
    return merge(state, { ...rest, assets, tabId, revision, status: statusOf({ assets }) });
  },
  stillSent: (state, { itemUploadId, revision }) =>
    changeRecord(state, itemUploadId, (record) => ({
      ...record,
      revision: Math.max(record.revision, revision),
    })),
};
