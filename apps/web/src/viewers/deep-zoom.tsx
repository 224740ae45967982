import { Button } from '@mantine/core';
import { IconPhotoOff } from '@tabler/icons-react';
import {
  useEffect,
  useEffectEvent,
  useImperativeHandle,
  useRef,
  useState,
  type ReactNode,
  type Ref,
  type RefObject,
} from 'react';
import { useTranslation } from 'react-i18next';
import { EmptyState } from '../ui/empty-state.tsx';
import { DeepZoomTools, type ZoomActions } from './deep-zoom-tools.tsx';
import { useZoomStage } from './use-zoom-stage.ts';
import { ZOOM_STEP, type ZoomStage } from './zoom-stage.ts';
import classes from './deep-zoom.module.css';

/** What a page may ask of the viewer that it shows. */
export type ShownZoom = Pick<ZoomStage, 'region'>;

interface DeepZoomProps {
  ref?: Ref<ShownZoom>;
  /** Address of an IIIF `info.json`. */
  source: string;
  /** That of an image that stands to the right of it, at the same height. */
  beside?: string | undefined;
  /** What is shown, for those who don't see it. */
  name: string;
  /** Called when the image cannot be opened. @param openAgain tries once more */
  onFailed?(openAgain: () => void): void;
  /** Stands at the start of the toolbar: previous and next. */
  children?: ReactNode;
}

/**
 * Deep zoom of one image, or of two side by side, to the last pixel and beyond: pointer, wheel and pinch, keys while the
 * focus is in it (`+`, `-`, `0`, `r`, `f`, arrows), and a button for each. Only OpenSeadragon makes requests.
 */
export function DeepZoom({ ref, source, beside, name, onFailed, children }: DeepZoomProps) {
  const { t } = useTranslation('viewers');
  const frame = useRef<HTMLDivElement>(null);
  const place = useRef<HTMLDivElement>(null);
  const { stage, phase, lostTiles, percent, openAgain } = useZoomStage(place, source, beside);
  useImperativeHandle(ref, () => ({ region: () => stage.current?.region() }), [stage]);
  const reportFailure = useEffectEvent(() => onFailed?.(openAgain));
  useEffect(() => {
    if (phase === 'failed') reportFailure();
  }, [phase]);
  const { fullScreen, toggleFullScreen } = useFullScreen(frame);
  const actions: ZoomActions = {
    zoomIn: () => stage.current?.zoom(ZOOM_STEP),
    zoomOut: () => stage.current?.zoom(1 / ZOOM_STEP),
    pan: (x, y) => stage.current?.pan(x, y),
    rotate: (degrees) => stage.current?.rotate(degrees),
    fit: () => stage.current?.fit(),
    toggleFullScreen,
  };
  useKeys(frame, actions);
  useEffect(() => {
    stage.current?.viewer.canvas.setAttribute('aria-label', t('viewer', { name }));
  }, [t, name, stage]);

  return (
    <div ref={frame} className={classes.frame} data-phase={phase}>
      <div ref={place} className={classes.stage} />
      <ZoomFaults {...{ phase, lostTiles, openAgain }} />
      <DeepZoomTools actions={actions} off={phase !== 'open'} percent={percent} fullScreen={fullScreen}>
        {children}
      </DeepZoomTools>
    </div>
  );
}

/** What could not be loaded of an image, over its stage, and the button that tries once more. */
export function ZoomFaults({
  phase,
  lostTiles,
  openAgain,
}: Omit<ReturnType<typeof useZoomStage>, 'stage' | 'percent'>) {
  const { t } = useTranslation('viewers');
  return (
    <>
      {phase === 'failed' && (
        <div className={classes.failed}>
          <EmptyState
            urgent
            icon={<IconPhotoOff size={40} stroke={1.2} />}
            title={t('failed')}
            action={
              <Button variant="default" onClick={openAgain}>
                {t('again')}
              </Button>
            }
          >
            {t('failedText')}
          </EmptyState>
        </div>
      )}
      {lostTiles && (
        <div className={classes.lost} role="status">
          {t('partlyFailed')}
          <Button variant="subtle" size="compact-sm" flex="none" onClick={openAgain}>
            {t('again')}
          </Button>
        </div>
      )}
    </>
  );
}

function useFullScreen(frame: RefObject<HTMLDivElement | null>) {
  const [fullScreen, setFullScreen] = useState(false);
  useEffect(() => {
    const onChange = () => setFullScreen(document.fullscreenElement === frame.current);
    document.addEventListener('fullscreenchange', onChange);
    return () => document.removeEventListener('fullscreenchange', onChange);
  }, [frame]);
  const toggleFullScreen = () => {
    if (document.fullscreenElement) void document.exitFullscreen();
    else void frame.current?.requestFullscreen();
  };
  return { fullScreen, toggleFullScreen };
}

/** The keys of the viewer, while the focus is in it. */
function useKeys(frame: RefObject<HTMLDivElement | null>, actions: ZoomActions) {
  const { zoomIn, zoomOut, pan, rotate, fit, toggleFullScreen } = actions;
  const keys: Record<string, () => void> = {
    '+': zoomIn,
    '=': zoomIn,
    '-': zoomOut,
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
  }, [frame]);
}
