import { importChanges, type ImportAction } from './import-changes.ts';
import { listChanges, type ListAction } from './list-changes.ts';
import { sendingChanges, type SendingAction } from './sending-changes.ts';
import type { Changes, UploadsState } from './upload-state.ts';

export type UploadAction = ListAction | SendingAction | ImportAction;

const changes: Changes<UploadAction> = { ...listChanges, ...sendingChanges, ...importChanges };

/** The whole life of uploads as a pure function: no clock, no network, no storage. */
export function reduceUploads(state: UploadsState, action: UploadAction): UploadsState {
  // TypeScript can't see that the function was found by the type of this very action.
  const change = changes[action.type] as (state: UploadsState, action: UploadAction) => UploadsState;
  return change(state, action);
}
