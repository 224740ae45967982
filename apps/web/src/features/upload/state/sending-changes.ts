import {
  isStored,
  type Failure,
  type SentFile,
  type Stored,
  type UploadAsset,
  type UploadPart,
} from './upload-record.ts';
import {
  changeAsset,
  changeRecord,
  notPaused,
  takenOver,
  withoutFailure,
  type Changes,
  type UploadsState,
} from './upload-state.ts';

type PartKind = UploadPart['kind'];
/** What is learned of a file when its sending begins. */
type FileNote = Pick<SentFile, 'sha256' | 'uploadUrl'>;

/** Events while the files of an upload are being sent. */
export type SendingAction =
  | { type: 'progressed'; assetUploadId: string; sent_bytes: number }
  | { type: 'waits'; assetUploadId: string; waits: boolean }
  | { type: 'fileNoted'; itemUploadId: string; assetUploadId: string; part?: PartKind; note: FileNote }
  | { type: 'fileStored'; itemUploadId: string; assetUploadId: string; part?: PartKind; stored: Stored }
  | { type: 'partAdded'; itemUploadId: string; tabId: string; assetUploadId: string; part: UploadPart }
  | { type: 'paused'; itemUploadId: string; paused: boolean }
  | {
      type: 'fileChanged';
      itemUploadId: string;
      assetUploadId: string;
      part?: PartKind;
      name: string;
      size_bytes: number;
    }
  | { type: 'assetFailed'; itemUploadId: string; assetUploadId: string; failure: Failure }
  | { type: 'sendAgain'; itemUploadId: string; tabId: string; assetUploadId: string };

export const sendingChanges: Changes<SendingAction> = {
  progressed: (state, { assetUploadId, sent_bytes }) => ({
    ...state,
    sent_bytes: { ...state.sent_bytes, [assetUploadId]: sent_bytes },
  }),
  waits: (state, { assetUploadId, waits }) => {
    const others = state.waiting.filter((one) => one !== assetUploadId);
    return { ...state, waiting: waits ? [...others, assetUploadId] : others };
  },
  fileNoted: (state, action) =>
    changeAsset(state, action, (asset) => withFile(asset, action.part, action.note)),
  fileStored: (state, action) => {
    const { part, stored } = action;
    if (part !== undefined) return changeAsset(state, action, (asset) => withFile(asset, part, { stored }));
    return changeAsset(forgetProgress(state, action.assetUploadId), action, (asset) => ({
      ...asset,
      status: 'PROCESSING',
      stored,
    }));
  },
  partAdded: (state, action) =>
    changeAsset(takenOver(state, action), action, ({ importId: _imported, ...asset }) => ({
      ...withoutFailure(asset),
      status: 'IN_PROGRESS',
      parts: [...(asset.parts ?? []).filter(({ kind }) => kind !== action.part.kind), action.part],
    })),
  paused: (state, { itemUploadId, paused }) =>
    changeRecord(state, itemUploadId, (record) => (paused ? { ...record, paused } : notPaused(record))),
  fileChanged: (state, action) =>
    changeAsset(state, action, (asset) => {
      const { part, name, size_bytes } = action;
      // Checksum and address are those of the former file.
      const other = <F extends SentFile>({ sha256: _sum, uploadUrl: _url, ...file }: F) => ({
        ...file,
        name,
        size_bytes,
      });
      if (part === undefined) return other(asset);
      return { ...asset, parts: (asset.parts ?? []).map((one) => (one.kind === part ? other(one) : one)) };
    }),
  assetFailed: (state, action) =>
    changeAsset(forgetProgress(state, action.assetUploadId), action, (asset) => ({
      ...asset,
      status: 'ERROR',
      failure: action.failure,
    })),
  sendAgain: (state, action) =>
    changeRecord(takenOver(state, action), action.itemUploadId, (record) => ({
      ...withoutFailure(record),
      assets: record.assets.map((asset) => {
        // A new item is made of all stored files, not of this one alone.
        const goesAlong = record.itemUuid === undefined && asset.failure?.stage === 'import';
        return goesAlong || asset.assetUploadId === action.assetUploadId
          ? { ...withoutFailure(asset), status: isStored(asset) ? 'PROCESSING' : 'IN_PROGRESS' }
          : asset;
      }),
    })),
};

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
