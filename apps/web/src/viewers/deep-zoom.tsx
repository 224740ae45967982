import { Button, Tooltip } from '@mantine/core';
import {
  IconArrowDown,
  IconArrowLeft,
  IconArrowRight,
  IconArrowUp,
  IconMaximize,
  IconMinimize,
  IconMinus,
  IconPhotoOff,
  IconPlus,
  IconRotateClockwise,
  IconZoomScan,
} from '@tabler/icons-react';
import { useEffect, useEffectEvent, useRef, useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { EmptyState } from '../ui/empty-state.tsx';
import { openZoomStage, ZOOM_STEP, type ZoomStage } from './zoom-stage.ts';
import classes from './deep-zoom.module.css';

interface DeepZoomProps {
  /** Address of an IIIF `info.json`. */
  source: string;
  /** What is shown, for those who don't see it. */
  name: string;
  /** Stands at the start of the toolbar: previous and next. */
  children?: ReactNode;
}

interface Outcome {
  source: string;
  attempt: number;
  phase: 'open' | 'failed';
  lostTiles: boolean;
}

/**
 * Deep zoom of one image, to its last pixel and beyond: pointer, wheel and pinch, keys while the focus is in it
 * (`+`, `-`, `0`, `r`, `f`, arrows), and a button for each. It fetches nothing but what OpenSeadragon asks for.
 */
export function DeepZoom({ source, name, children }: DeepZoomProps) {
  const { t } = useTranslation('viewers');
  const frame = useRef<HTMLDivElement>(null);
  const stage = useRef<HTMLDivElement>(null);
  const zoomStage = useRef<ZoomStage>(undefined);
  const [attempt, setAttempt] = useState(0);
  const [outcome, setOutcome] = useState<Outcome>();
  const [percent, setPercent] = useState<number>();
  const [fullScreen, setFullScreen] = useState(false);
  // What was heard of another image, or of an earlier attempt, says nothing about this one.
  const current = outcome?.source === source && outcome.attempt === attempt ? outcome : undefined;
  const off = current?.phase !== 'open';

  const showZoom = useEffectEvent((shown: ZoomStage) => setPercent(shown.percent()));

  useEffect(() => {
    const opened = openZoomStage(stage.current as HTMLElement);
    zoomStage.current = opened;
    opened.viewer.addHandler('animation', () => showZoom(opened));
    opened.viewer.addHandler('resize', () => showZoom(opened));
    const onFullScreen = () => setFullScreen(document.fullscreenElement === frame.current);
    document.addEventListener('fullscreenchange', onFullScreen);
    return () => {
      document.removeEventListener('fullscreenchange', onFullScreen);
      zoomStage.current = undefined;
      opened.destroy();
    };
  }, []);

  useEffect(() => {
    const opened = zoomStage.current;
    if (!opened) return undefined;
    const { viewer } = opened;
    const hear = (phase: Outcome['phase'], lostTiles: boolean) => () =>
      setOutcome({ source, attempt, phase, lostTiles });
    const onOpen = hear('open', false);
    const onFailed = hear('failed', false);
    const onLost = hear('open', true);
    viewer.addHandler('open', onOpen);
    viewer.addHandler('open-failed', onFailed);
    viewer.addHandler('tile-load-failed', onLost);
    viewer.addOnceHandler('open', () => showZoom(opened));
    viewer.open(source);
    viewer.viewport.setRotation(0, true);
    return () => {
      viewer.removeHandler('open', onOpen);
      viewer.removeHandler('open-failed', onFailed);
      viewer.removeHandler('tile-load-failed', onLost);
    };
  }, [source, attempt]);
  useEffect(() => {
    zoomStage.current?.viewer.canvas.setAttribute('aria-label', t('viewer', { name }));
  }, [t, name]);

  const zoom = (factor: number) => zoomStage.current?.zoom(factor);
  const pan = (x: number, y: number) => zoomStage.current?.pan(x, y);
  const rotate = (degrees: number) => zoomStage.current?.rotate(degrees);
  const fit = () => zoomStage.current?.fit();
  const toggleFullScreen = () => {
    if (document.fullscreenElement) void document.exitFullscreen();
    else void frame.current?.requestFullscreen();
  };
  const keys: Record<string, () => void> = {
    '+': () => zoom(ZOOM_STEP),
    '=': () => zoom(ZOOM_STEP),
    '-': () => zoom(1 / ZOOM_STEP),
    '0': fit,
    r: () => rotate(90),
    R: () => rotate(-90),
    f: toggleFullScreen,
    ArrowLeft: () => pan(-1, 0),
    ArrowRight: () => pan(1, 0),
    ArrowUp: () => pan(0, -1),
    ArrowDown: () => pan(0, 1),
  };
  const onKeyDown = useEffectEvent((event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const act = keys[event.key];
    if (!act) return;
    event.preventDefault();
    act();
  });
  useEffect(() => {
    const element = frame.current;
    const listener = (event: KeyboardEvent) => onKeyDown(event);
    element?.addEventListener('keydown', listener);
    return () => element?.removeEventListener('keydown', listener);
  }, []);

  return (
    <div ref={frame} className={classes.frame} data-phase={current?.phase ?? 'opening'}>
      <div ref={stage} className={classes.stage} />
      {current?.phase === 'failed' && (
        <div className={classes.failed}>
          <EmptyState
            urgent
            icon={<IconPhotoOff size={40} stroke={1.2} />}
            title={t('failed')}
            action={
              <Button variant="default" onClick={() => setAttempt(attempt + 1)}>
                {t('again')}
              </Button>
            }
          >
            {t('failedText')}
          </EmptyState>
        </div>
      )}
      {current?.lostTiles && (
        <div className={classes.lost} role="status">
          {t('partlyFailed')}
          <Button variant="subtle" size="compact-sm" flex="none" onClick={() => setAttempt(attempt + 1)}>
            {t('again')}
          </Button>
        </div>
      )}
      <div className={classes.toolbar} role="toolbar" aria-label={t('tools')}>
        {children && <div className={classes.group}>{children}</div>}
        <div className={classes.group}>
          <Tool
            label={t('zoomOut')}
            shortcut="-"
            icon={<IconMinus size={19} stroke={1.7} />}
            off={off}
            onUse={() => zoom(1 / ZOOM_STEP)}
          />
          <span className={`${classes.percent} tabular`} data-zoom>
            <span className="visually-hidden">{t('zoomLevel', { percent: percent ?? 0 })}</span>
            <span aria-hidden>{percent === undefined || off ? '' : `${percent}%`}</span>
          </span>
          <Tool
            label={t('zoomIn')}
            shortcut="+"
            icon={<IconPlus size={19} stroke={1.7} />}
            off={off}
            onUse={() => zoom(ZOOM_STEP)}
          />
        </div>
        <div className={classes.group}>
          <Tool
            label={t('left')}
            shortcut="ArrowLeft"
            icon={<IconArrowLeft size={18} stroke={1.7} />}
            off={off}
            onUse={() => pan(-1, 0)}
          />
          <Tool
            label={t('up')}
            shortcut="ArrowUp"
            icon={<IconArrowUp size={18} stroke={1.7} />}
            off={off}
            onUse={() => pan(0, -1)}
          />
          <Tool
            label={t('down')}
            shortcut="ArrowDown"
            icon={<IconArrowDown size={18} stroke={1.7} />}
            off={off}
            onUse={() => pan(0, 1)}
          />
          <Tool
            label={t('right')}
            shortcut="ArrowRight"
            icon={<IconArrowRight size={18} stroke={1.7} />}
            off={off}
            onUse={() => pan(1, 0)}
          />
        </div>
        <div className={classes.group}>
          <Tool
            label={t('fit')}
            shortcut="0"
            icon={<IconZoomScan size={19} stroke={1.7} />}
            off={off}
            onUse={fit}
          />
          <Tool
            label={t('rotate')}
            shortcut="r"
            icon={<IconRotateClockwise size={19} stroke={1.7} />}
            off={off}
            onUse={() => rotate(90)}
          />
          <Tool
            label={t(fullScreen ? 'leaveFullScreen' : 'fullScreen')}
            shortcut="f"
            icon={
              fullScreen ? <IconMinimize size={19} stroke={1.7} /> : <IconMaximize size={19} stroke={1.7} />
            }
            off={off}
            onUse={toggleFullScreen}
          />
        </div>
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
