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
import OpenSeadragon from 'openseadragon';
import { useEffect, useEffectEvent, useRef, useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { EmptyState } from '../ui/empty-state.tsx';
import './messages.ts';
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

// What it would write to the console is either shown on the screen (an image or a tile that fails) or of no use to
// anybody (a tile that came after its image was left).
const silent = () => undefined;
Object.assign(OpenSeadragon, { console: { ...window.console, warn: silent, error: silent } });

/** How far the arrows move, as a part of what is visible. */
const PAN_STEP = 0.15;
const ZOOM_STEP = 1.5;
/** Screen pixels that one pixel of the image may fill. */
const MAX_ZOOM_PIXEL_RATIO = 4;

/**
 * Deep zoom of one image, to its last pixel and beyond: pointer, wheel and pinch, keys while the focus is in it
 * (`+`, `-`, `0`, `r`, `f`, arrows), and a button for each. It fetches nothing but what OpenSeadragon asks for.
 */
export function DeepZoom({ source, name, children }: DeepZoomProps) {
  const { t } = useTranslation('viewers');
  const frame = useRef<HTMLDivElement>(null);
  const stage = useRef<HTMLDivElement>(null);
  const osd = useRef<OpenSeadragon.Viewer>(undefined);
  const [attempt, setAttempt] = useState(0);
  const [outcome, setOutcome] = useState<Outcome>();
  const [percent, setPercent] = useState<number>();
  const [fullScreen, setFullScreen] = useState(false);
  // What was heard of another image, or of an earlier attempt, says nothing about this one.
  const current = outcome?.source === source && outcome.attempt === attempt ? outcome : undefined;
  const off = current?.phase !== 'open';

  const showZoom = useEffectEvent((viewer: OpenSeadragon.Viewer) => {
    if (viewer.world.getItemCount() === 0) return;
    const image = viewer.world.getItemAt(0);
    // One pixel of the image on one pixel of the screen, whatever the density of the screen, is 100 %.
    const ratio = image.viewportToImageZoom(viewer.viewport.getZoom(true)) * window.devicePixelRatio;
    viewer.drawer.setImageSmoothingEnabled(ratio <= 1);
    setPercent(Math.round(ratio * 100));
  });

  useEffect(() => {
    const still = window.matchMedia('(prefers-reduced-motion: reduce)').matches;
    const viewer = OpenSeadragon({
      element: stage.current as HTMLElement,
      drawer: 'canvas',
      showNavigationControl: false,
      animationTime: still ? 0 : 0.4,
      springStiffness: 8,
      blendTime: 0,
      immediateRender: false,
      maxZoomPixelRatio: MAX_ZOOM_PIXEL_RATIO,
      minZoomImageRatio: 0.8,
      visibilityRatio: 0.4,
      zoomPerScroll: 1.25,
      gestureSettingsMouse: { clickToZoom: false, dblClickToZoom: true },
      imageLoaderLimit: 8,
      timeout: 60_000,
    });
    osd.current = viewer;
    viewer.addHandler('animation', () => showZoom(viewer));
    viewer.addHandler('resize', () => showZoom(viewer));
    // The keys are ours, below: OpenSeadragon's own flip the image where people expect full screen.
    viewer.addHandler('canvas-key', (event) => {
      event.preventDefaultAction = true;
    });
    viewer.canvas.setAttribute('role', 'application');
    const onFullScreen = () => setFullScreen(document.fullscreenElement === frame.current);
    document.addEventListener('fullscreenchange', onFullScreen);
    return () => {
      document.removeEventListener('fullscreenchange', onFullScreen);
      osd.current = undefined;
      viewer.destroy();
    };
  }, []);

  useEffect(() => {
    const viewer = osd.current;
    if (!viewer) return undefined;
    const hear = (phase: Outcome['phase'], lostTiles: boolean) => () =>
      setOutcome({ source, attempt, phase, lostTiles });
    const onOpen = hear('open', false);
    const onFailed = hear('failed', false);
    const onLost = hear('open', true);
    viewer.addHandler('open', onOpen);
    viewer.addHandler('open-failed', onFailed);
    viewer.addHandler('tile-load-failed', onLost);
    viewer.addOnceHandler('open', () => showZoom(viewer));
    viewer.open(source);
    viewer.viewport.setRotation(0, true);
    return () => {
      viewer.removeHandler('open', onOpen);
      viewer.removeHandler('open-failed', onFailed);
      viewer.removeHandler('tile-load-failed', onLost);
    };
  }, [source, attempt]);
  useEffect(() => {
    osd.current?.canvas.setAttribute('aria-label', t('viewer', { name }));
  }, [t, name]);

  const zoom = (factor: number) => {
    osd.current?.viewport.zoomBy(factor);
    osd.current?.viewport.applyConstraints();
  };
  const pan = (x: number, y: number) => {
    const viewport = osd.current?.viewport;
    if (!viewport) return;
    const visible = viewport.getBounds();
    const step = PAN_STEP * Math.min(visible.width, visible.height);
    viewport.panBy(new OpenSeadragon.Point(x * step, y * step).rotate(-viewport.getRotation()));
    viewport.applyConstraints();
  };
  const rotate = (degrees: number) => {
    const viewport = osd.current?.viewport;
    viewport?.setRotation(viewport.getRotation() + degrees);
  };
  const fit = () => {
    osd.current?.viewport.setRotation(0);
    osd.current?.viewport.goHome();
  };
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
