import {
  IconArrowAutofitHeight,
  IconArrowAutofitWidth,
  IconArrowBackUp,
  IconArrowDown,
  IconArrowForwardUp,
  IconArrowLeft,
  IconArrowRight,
  IconArrowUp,
  IconArrowsHorizontal,
  IconArrowsVertical,
  IconFocusCentered,
  IconMinus,
  IconPlus,
  IconSquareArrowDown,
  IconSquareArrowLeft,
  IconSquareArrowRight,
  IconSquareArrowUp,
  IconZoomScan,
} from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import zoom from '../deep-zoom.module.css';
import { AreaTool } from './area-tool.tsx';

interface AreaToolsProps {
  /** No image is open. */
  off: boolean;
  percent: number | undefined;
  mayUndo: boolean;
  mayRedo: boolean;
  onZoom(way: 'in' | 'out' | 'whole' | 'area'): void;
  /** @param x steps of the view to the right. @param y steps down */
  onPan(x: number, y: number): void;
  /** @param x steps of the area to the right. @param y steps down */
  onMove(x: number, y: number): void;
  /** @param width steps wider. @param height steps taller */
  onGrow(width: number, height: number): void;
  onUndo(): void;
  onRedo(): void;
}

/** A button for everything that is done with pointers and keys. */
export function AreaTools({
  off,
  percent,
  mayUndo,
  mayRedo,
  onZoom,
  onPan,
  onMove,
  onGrow,
  onUndo,
  onRedo,
}: AreaToolsProps) {
  const { t } = useTranslation(['area', 'viewers']);
  const tool = (word: string, Icon: typeof IconPlus, onUse: () => void, shortcut?: string, idle = false) => (
    <AreaTool label={t(word)} icon={Icon} shortcut={shortcut} off={off} idle={idle} onUse={onUse} />
  );
  return (
    <div className={zoom.toolbar} role="toolbar" aria-label={t('tools')}>
      <div className={zoom.group}>
        {tool('zoomOut', IconMinus, () => onZoom('out'), '-')}
        <span className={`${zoom.percent} tabular`} data-zoom>
          <span className="visually-hidden">{t('viewers:zoomLevel', { percent: percent ?? 0 })}</span>
          <span aria-hidden>{percent === undefined || off ? '' : `${percent}%`}</span>
        </span>
        {tool('zoomIn', IconPlus, () => onZoom('in'), '+')}
        {tool('zoomWhole', IconZoomScan, () => onZoom('whole'), '0')}
        {tool('zoomToArea', IconFocusCentered, () => onZoom('area'))}
      </div>
      <div className={zoom.group}>
        {tool('viewLeft', IconArrowLeft, () => onPan(-1, 0))}
        {tool('viewUp', IconArrowUp, () => onPan(0, -1))}
        {tool('viewDown', IconArrowDown, () => onPan(0, 1))}
        {tool('viewRight', IconArrowRight, () => onPan(1, 0))}
      </div>
      <div className={zoom.group}>
        {tool('left', IconSquareArrowLeft, () => onMove(-1, 0))}
        {tool('up', IconSquareArrowUp, () => onMove(0, -1))}
        {tool('down', IconSquareArrowDown, () => onMove(0, 1))}
        {tool('right', IconSquareArrowRight, () => onMove(1, 0))}
      </div>
      <div className={zoom.group}>
        {tool('narrower', IconArrowAutofitWidth, () => onGrow(-1, 0))}
        {tool('wider', IconArrowsHorizontal, () => onGrow(1, 0))}
        {tool('lower', IconArrowAutofitHeight, () => onGrow(0, -1))}
        {tool('taller', IconArrowsVertical, () => onGrow(0, 1))}
      </div>
      <div className={zoom.group}>
        {tool('undo', IconArrowBackUp, onUndo, 'Control+Z', !mayUndo)}
        {tool('redo', IconArrowForwardUp, onRedo, 'Control+Y', !mayRedo)}
      </div>
    </div>
  );
}
