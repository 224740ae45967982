import { useState, type RefObject } from 'react';
import { useOpener } from '../../../ui/opener.ts';
import type { Asset } from '../asset-kinds.ts';
import type { AssetAction } from './asset-action.ts';

interface OpenedDialog {
  /** Counts the openings: as the dialog's key it makes each one begin anew. */
  time: number;
  action: AssetAction;
  assets: readonly Asset[];
  opened: boolean;
}

/** The dialog that was opened last. The code of the dialogs is fetched when the first one opens. */
export function useAssetDialog(list: RefObject<HTMLElement | null>) {
  const [dialog, setDialog] = useState<OpenedDialog>();
  const opener = useOpener();
  return {
    dialog,
    ask(action: AssetAction, assets: readonly Asset[]) {
      if (!dialog?.opened) opener.keep();
      setDialog({ time: (dialog?.time ?? 0) + 1, action, assets, opened: true });
    },
    close() {
      setDialog((now) => now && { ...now, opened: false });
      opener.giveBack();
    },
    /** Leaves out files that are gone. Where none is left the dialog closes as it stands. */
    drop(uuids: readonly string[]) {
      setDialog((now) => {
        const left = now?.assets.filter(({ uuid }) => !uuids.includes(uuid)) ?? [];
        return now && left.length > 0 ? { ...now, assets: left } : now;
      });
      // What opened the dialog may go with them.
      opener.keep(list.current?.closest('section')?.querySelector('[role=tab][aria-selected=true]'));
    },
  };
}
