import { Tooltip } from '@mantine/core';
import {
  IconArrowDown,
  IconArrowLeft,
  IconArrowRight,
  IconArrowUp,
  IconMaximize,
  IconMinimize,
  IconMinus,
  IconPlus,
  IconRotateClockwise,
  IconZoomScan,
} from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import classes from './deep-zoom.module.css';

/** What the keys and the buttons of the viewer do. */
export interface ZoomActions {
  zoomIn(): void;
  zoomOut(): void;
  /** @param x steps to the right. @param y steps down */
  pan(x: number, y: number): void;
  rotate(degrees: number): void;
  fit(): void;
  toggleFullScreen(): void;
}

interface DeepZoomToolsProps {
  actions: ZoomActions;
  /** No image is open. */
  off: boolean;
  percent: number | undefined;
  fullScreen: boolean;
  /** Stands before the tools: previous and next. */
  children: ReactNode;
}

/** The toolbar of deep zoom. */
export function DeepZoomTools({ actions, off, percent, fullScreen, children }: DeepZoomToolsProps) {
  const { t } = useTranslation('viewers');
  const { zoomIn, zoomOut, pan, rotate, fit, toggleFullScreen } = actions;
  const tool = (label: string, shortcut: string, Icon: typeof IconPlus, onUse: () => void, size = 19) => (
    <Tool
      label={label}
      shortcut={shortcut}
      icon={<Icon size={size} stroke={1.7} />}
      off={off}
      onUse={onUse}
    />
  );
  return (
    <div className={classes.toolbar} role="toolbar" aria-label={t('tools')}>
      {children && <div className={classes.group}>{children}</div>}
      <div className={classes.group}>
        {tool(t('zoomOut'), '-', IconMinus, zoomOut)}
        <span className={`${classes.percent} tabular`} data-zoom>
          <span className="visually-hidden">{t('zoomLevel', { percent: percent ?? 0 })}</span>
          <span aria-hidden>{percent === undefined || off ? '' : `${percent}%`}</span>
        </span>
        {tool(t('zoomIn'), '+', IconPlus, zoomIn)}
      </div>
      <div className={classes.group}>
        {tool(t('left'), 'ArrowLeft', IconArrowLeft, () => pan(-1, 0), 18)}
        {tool(t('up'), 'ArrowUp', IconArrowUp, () => pan(0, -1), 18)}
        {tool(t('down'), 'ArrowDown', IconArrowDown, () => pan(0, 1), 18)}
        {tool(t('right'), 'ArrowRight', IconArrowRight, () => pan(1, 0), 18)}
      </div>
      <div className={classes.group}>
        {tool(t('fit'), '0', IconZoomScan, fit)}
        {tool(t('rotate'), 'r', IconRotateClockwise, () => rotate(90))}
        {tool(
          t(fullScreen ? 'leaveFullScreen' : 'fullScreen'),
          'f',
          fullScreen ? IconMinimize : IconMaximize,
          toggleFullScreen,
        )}
      </div>
    </div>
  );
}

interface ToolProps {
  label: string;
  /** The key that does the same while the focus is in the viewer. */
  shortcut: string;
  icon: ReactNode;
  off: boolean;
  onUse(): void;
}

function Tool({ label, shortcut, icon, off, onUse }: ToolProps) {
  return (
    <Tooltip label={`${label} (${shortcut})`} openDelay={600} withinPortal={false}>
      <button
        type="button"
        className={classes.tool}
        aria-label={label}
        aria-keyshortcuts={shortcut}
        disabled={off}
        onClick={onUse}
      >
        {icon}
      </button>
    </Tooltip>
  );
}
