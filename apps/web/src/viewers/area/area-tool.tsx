import { Tooltip } from '@mantine/core';
import type { IconPlus } from '@tabler/icons-react';
import zoom from '../deep-zoom.module.css';

interface AreaToolProps {
  label: string;
  icon: typeof IconPlus;
  /** The key that does the same. */
  shortcut?: string | undefined;
  /** No image is open. */
  off: boolean;
  /** There is nothing to do for it now; it keeps the focus. */
  idle?: boolean;
  onUse(): void;
}

/** A button of the toolbar. */
export function AreaTool({ label, icon: Icon, shortcut, off, idle = false, onUse }: AreaToolProps) {
  return (
    <Tooltip
      label={shortcut === undefined ? label : `${label} (${shortcut})`}
      openDelay={600}
      withinPortal={false}
    >
      <button
        type="button"
        className={zoom.tool}
        aria-label={label}
        aria-keyshortcuts={shortcut}
        disabled={off}
        aria-disabled={idle || undefined}
        onClick={idle ? undefined : onUse}
      >
        <Icon size={19} stroke={1.7} aria-hidden />
      </button>
    </Tooltip>
  );
}
