import { importChanges, type ImportAction } from './import-changes.ts';
import { listChanges, type ListAction } from './list-changes.ts';
import { sendingChanges, type SendingAction } from './sending-changes.ts';
import type { Changes, UploadsState } from './upload-state.ts';

export type UploadAction = ListAction | SendingAction | ImportAction;

const changes: Changes<UploadAction> = { ...listChanges, ...sendingChanges, ...importChanges };

/** Applies an action to the state. Pure: no clock, no network, no storage. */
export function reduceUploads(state: UploadsState, action: UploadAction): UploadsState {
  // TypeScript does not see that the function is the one for this action's type.
  const change = changes[action.type] as (state: UploadsState, action: UploadAction) => UploadsState;
  return change(state, action);
}
