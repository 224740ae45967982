import { useState, type RefObject } from 'react';
import { useOpener } from '../../../ui/opener.ts';
import type { Asset } from '../asset-kinds.ts';
import type { AssetDeed } from './asset-deed.ts';

interface Asked {
  /** Another one each time: the dialog begins anew. */
  time: number;
  deed: AssetDeed;
  assets: readonly Asset[];
  opened: boolean;
}

/** The dialog that was asked for. Its code is fetched when one is first opened. */
export function useAskedDialog(list: RefObject<HTMLElement | null>) {
  const [asked, setAsked] = useState<Asked>();
  const opener = useOpener();
  return {
    asked,
    ask(deed: AssetDeed, assets: readonly Asset[]) {
      if (!asked?.opened) opener.keep();
      setAsked({ time: (asked?.time ?? 0) + 1, deed, assets, opened: true });
    },
    close() {
      setAsked((now) => now && { ...now, opened: false });
      opener.giveBack();
    },
    /** Leaves files out of it that are gone. Where none is left the dialog closes as it stands. */
    drop(uuids: readonly string[]) {
      setAsked((now) => {
        const left = now?.assets.filter(({ uuid }) => !uuids.includes(uuid)) ?? [];
        return now && left.length > 0 ? { ...now, assets: left } : now;
      });
      // What opened the dialog may go with them.
      opener.keep(list.current?.closest('section')?.querySelector('[role=tab][aria-selected=true]'));
    },
  };
}
