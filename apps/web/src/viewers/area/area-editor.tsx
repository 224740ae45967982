import { Button, SegmentedControl } from '@mantine/core';
import { useDebouncedValue, useMediaQuery } from '@mantine/hooks';
import { useEffect, useEffectEvent, useId, useRef, useState, type KeyboardEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { ZoomFaults } from '../deep-zoom.tsx';
import zoom from '../deep-zoom.module.css';
import { useZoomStage } from '../use-zoom-stage.ts';
import { ZOOM_STEP } from '../zoom-stage.ts';
import {
  beginHistory,
  changedArea,
  endRun,
  redoneArea,
  undoneArea,
  type AreaHistory,
} from './area-history.ts';
import { AreaLayer, type OtherArea } from './area-layer.tsx';
import { AreaNumbers } from './area-numbers.tsx';
import { follow, layoutOf } from './area-stage.ts';
import { AreaTools } from './area-tools.tsx';
import { aspects, ratioOf, type Aspect } from './aspects.ts';
import { ReaderView } from './reader-view.tsx';
import {
  grownRegion,
  isSameRegion,
  movedRegion,
  reshapedRegion,
  visibleRegion,
  wholeImage,
  type Extent,
  type Region,
} from './region.ts';
import { useAreaGestures } from './use-area-gestures.ts';
import { useLayout } from './use-layout.ts';
import classes from './area-editor.module.css';

/** How much further the keys go with Ctrl, and the buttons always. */
const LARGE_STEP = 10;
/** The room around what is shown, so that the edges of its rectangle can be taken: a part of its width and height. */
const WHOLE_MARGIN = 0.04;
const AREA_MARGIN = 0.15;
/** A region is read out when it has rested for so long. */
const TOLD_AFTER_ms = 600;
/** Keys that follow each other so closely are one step of undo. */
const RUN_ENDS_AFTER_ms = 1000;

const noOthers: readonly OtherArea[] = [];

interface AreaEditorProps {
  /** Address of the image's IIIF `info.json`. */
  source: string;
  /** What the image is called. */
  name: string;
  /** Of the full image. */
  image: Extent;
  /** The region to begin with. Give another `key` to begin anew. */
  region: Region;
  /** The region that undo leads back to from the beginning; undefined where there is none. */
  before?: Region | undefined;
  /** Other areas of the same image, shown as outlines. */
  others?: readonly OtherArea[];
  /** The shape that the rectangle is kept in at first. */
  aspect: Aspect;
  onAspect(aspect: Aspect): void;
  /** Each change that was made, not what is still being dragged. */
  onChange(region: Region): void;
  /** Called when the image cannot be opened. @param openAgain tries once more */
  onFailed?(openAgain: () => void): void;
}

/**
 * Chooses a part of an image in deep zoom (back office §9). Drawing, moving, resizing, zooming and panning are one mode for
 * mouse, pen and fingers; keys and buttons do the same. Undo and redo are its own.
 */
export function AreaEditor(props: AreaEditorProps) {
  const { source, name, image, others = noOthers, onAspect, onChange, onFailed } = props;
  const { t } = useTranslation('area');
  const hint = useId();
  const isCoarse = useMediaQuery('(pointer: coarse)', false, { getInitialValueInEffect: false });
  const place = useRef<HTMLDivElement>(null);
  const layer = useRef<HTMLDivElement>(null);
  const rectangle = useRef<HTMLDivElement>(null);
  const { stage, phase, lostTiles, percent, openAgain } = useZoomStage(place, source);
  const isOpen = phase === 'open';
  useLayout(layer, stage, image.width, isOpen);
  const [history, setHistory] = useState(() => {
    const { region, before, aspect } = props;
    return beginHistory({ region, aspect }, before && { region: before, aspect });
  });
  const { region: present, aspect } = history.present;
  const [dragged, setDragged] = useState<Region>();
  const region = dragged ?? present;
  const ratio = ratioOf(aspect);

  const [rested] = useDebouncedValue(present, TOLD_AFTER_ms);
  useEffect(() => {
    if (history.run === undefined) return undefined;
    const timer = setTimeout(() => setHistory(endRun), RUN_ENDS_AFTER_ms);
    return () => clearTimeout(timer);
  }, [history]);

  const become = (next: AreaHistory) => {
    setHistory(next);
    if (next.present.aspect !== aspect) onAspect(next.present.aspect);
    if (!isSameRegion(next.present.region, present)) onChange(next.present.region);
  };
  /** What was not done by a pointer may be out of sight. */
  const becomeInSight = (next: AreaHistory) => {
    become(next);
    if (stage.current) follow(stage.current.viewer, present, next.present.region, image.width);
  };
  const change = (region: Region) => become(changedArea(history, { region }));
  const changeInSight = (next: Region, run?: string) =>
    becomeInSight(changedArea(history, { region: next }, run));
  const { cancel, handlers } = useAreaGestures({
    layer,
    stage,
    image,
    region: present,
    ratio,
    onDrag: setDragged,
    onDrop: (dropped) => {
      setDragged(undefined);
      change(dropped);
    },
    onPress: () => rectangle.current?.focus({ preventScroll: true }),
  });

  /** Pixels of the image for a step of the keys, which is one pixel of the screen, but never less than one of the image. */
  const step = () => {
    const layout = stage.current && layoutOf(stage.current.viewer, image.width);
    return Math.max(1, Math.round(1 / (layout?.scale ?? 1)));
  };
  const move = (x: number, y: number, run?: string) =>
    changeInSight(movedRegion(present, { x: x * step(), y: y * step() }, image), run);
  const grow = (width: number, height: number, run?: string) =>
    changeInSight(
      grownRegion(present, { width: width * step(), height: height * step() }, image, ratio),
      run,
    );
  const take = (next: Region) => change(reshapedRegion(next, ratio, image));
  const show = (what: Region, margin: number) => {
    stage.current?.show({ ...aroundRegion(what, margin), rotation: 0 });
    // A small area is shown no larger than one can zoom.
    stage.current?.viewer.viewport.applyConstraints();
  };
  const zoomBy = (way: 'in' | 'out' | 'whole' | 'area') => {
    if (way === 'whole') show(wholeImage(image), WHOLE_MARGIN);
    else if (way === 'area') show(present, AREA_MARGIN);
    else stage.current?.zoom(way === 'in' ? ZOOM_STEP : 1 / ZOOM_STEP);
  };

  const onRectangleKey = (event: KeyboardEvent) => {
    const way = arrows[event.key];
    if (!way || event.altKey) return;
    event.preventDefault();
    event.stopPropagation();
    const times = event.ctrlKey || event.metaKey ? LARGE_STEP : 1;
    const [x, y] = [way[0] * times, way[1] * times];
    // Keys in the same direction are one step of undo.
    if (event.shiftKey) grow(x, y, `grow ${event.key}`);
    else move(x, y, `move ${event.key}`);
  };
  /** The keys that hold in all of the editor, but for its fields. */
  const onKey = (event: KeyboardEvent) => {
    if (event.key === 'Escape' && cancel()) {
      event.preventDefault();
      event.stopPropagation();
      return;
    }
    const field = 'input:not([type=radio])';
    if (event.altKey || (event.target instanceof Element && event.target.closest(field) !== null)) return;
    const act = keyOf(event);
    if (!act) return;
    event.preventDefault();
    act();
  };
  const keyOf = ({ key, ctrlKey, metaKey, shiftKey, target }: KeyboardEvent): (() => void) | undefined => {
    if (ctrlKey || metaKey) {
      if (key.toLowerCase() === 'z')
        return () => becomeInSight(shiftKey ? redoneArea(history) : undoneArea(history));
      return key.toLowerCase() === 'y' ? () => becomeInSight(redoneArea(history)) : undefined;
    }
    const way = arrows[key];
    if (way && target === stage.current?.viewer.canvas) return () => stage.current?.pan(...way);
    const zooms = { '+': 'in', '=': 'in', '-': 'out', '0': 'whole' } as const;
    return key in zooms ? () => zoomBy(zooms[key as keyof typeof zooms]) : undefined;
  };

  useEffect(() => {
    stage.current?.viewer.setMouseNavEnabled(false);
  }, [stage]);
  const showWhole = useEffectEvent(() => zoomBy('whole'));
  useEffect(() => {
    if (isOpen) showWhole();
  }, [isOpen]);
  useEffect(() => {
    stage.current?.viewer.canvas.setAttribute('aria-label', t('stage', { name }));
  }, [t, name, stage]);
  const reportFailure = useEffectEvent(() => onFailed?.(openAgain));
  useEffect(() => {
    if (phase === 'failed') reportFailure();
  }, [phase]);

  return (
    <section
      className={classes.editor}
      aria-label={t('editor', { name })}
      data-phase={phase}
      onKeyDown={onKey}
    >
      <div className={classes.main}>
        <p id={hint} className={classes.hint}>
          {t(isCoarse ? 'byTouch' : 'byMouse')}{' '}
          <span className={isCoarse ? 'visually-hidden' : undefined}>{t('byKeys')}</span>
        </p>
        <div className={classes.frame}>
          <div ref={place} className={zoom.stage} />
          <AreaLayer
            {...{ layer, rectangle, region, others }}
            describedBy={`${hint}-numbers ${hint}`}
            isShown={isOpen}
            pointerHandlers={handlers}
            onKeyDown={onRectangleKey}
            onLeave={() => setHistory(endRun)}
          />
          <ZoomFaults {...{ phase, lostTiles, openAgain }} />
        </div>
        <AreaTools
          off={!isOpen}
          percent={percent}
          mayUndo={history.past.length > 0}
          mayRedo={history.future.length > 0}
          onZoom={zoomBy}
          onPan={(x, y) => stage.current?.pan(x, y)}
          onMove={(x, y) => move(x * LARGE_STEP, y * LARGE_STEP)}
          onGrow={(width, height) => grow(width * LARGE_STEP, height * LARGE_STEP)}
          onUndo={() => becomeInSight(undoneArea(history))}
          onRedo={() => becomeInSight(redoneArea(history))}
        />
      </div>
      <div className={classes.side}>
        <AreaNumbers
          {...{ image, region, ratio }}
          onChange={changeInSight}
          onDone={() => setHistory(endRun)}
        />
        <div>
          <p className={classes.label} id={`${hint}-aspect`}>
            {t('aspect')}
          </p>
          <SegmentedControl
            fullWidth
            size="xs"
            aria-labelledby={`${hint}-aspect`}
            value={aspect}
            data={aspects.map((value) => ({
              value,
              label: value === 'free' || value === 'screen' ? t(`aspects.${value}`) : value,
            }))}
            onChange={(value) => {
              const chosen = aspects.find((one) => one === value) ?? 'free';
              const reshaped = reshapedRegion(present, ratioOf(chosen), image);
              becomeInSight(changedArea(history, { region: reshaped, aspect: chosen }));
            }}
          />
        </div>
        <div className={classes.takes}>
          <Button
            size="xs"
            variant="default"
            disabled={!isOpen}
            onClick={() => {
              const seen = stage.current?.region();
              if (seen) take(visibleRegion(seen, image));
            }}
          >
            {t('takeSeen')}
          </Button>
          <Button
            size="xs"
            variant="default"
            onClick={() => {
              take(wholeImage(image));
              zoomBy('whole');
            }}
          >
            {t('takeWhole')}
          </Button>
        </div>
        <Readers {...{ source, image, region }} />
      </div>
      <span id={`${hint}-numbers`} hidden>
        {t('numbersOf', { ...rested })}
      </span>
      <Told rested={rested} first={props.region} />
    </section>
  );
}

/** The keys that have a direction: steps to the right, and down. */
const arrows: Readonly<Record<string, readonly [number, number]>> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
};

/** A region with some room on all sides. @param margin a part of its width and height */
const aroundRegion = ({ x, y, width, height }: Region, margin: number): Region => ({
  x: x - width * margin,
  y: y - height * margin,
  width: width * (1 + 2 * margin),
  height: height * (1 + 2 * margin),
});

function Readers({ source, image, region }: Pick<AreaEditorProps, 'source' | 'image' | 'region'>) {
  const { t } = useTranslation('area');
  const address = source.replace(/\/info\.json$/, '');
  return (
    <div>
      <p className={classes.label}>{t('reader')}</p>
      <div className={classes.readers}>
        <ReaderView {...{ address, image, region }} ratio={16 / 9} label={t('desktop')} />
        <ReaderView {...{ address, image, region }} ratio={9 / 16} label={t('phone')} />
      </div>
    </div>
  );
}

/** Reads a region out, once it rests. */
function Told({ rested, first }: { rested: Region; first: Region }) {
  const { t } = useTranslation('area');
  // The first one is told with the rectangle.
  const [wasChanged, setWasChanged] = useState(false);
  if (!wasChanged && !isSameRegion(rested, first)) setWasChanged(true);
  return (
    <p className="visually-hidden" role="status">
      {wasChanged && t('numbersOf', { ...rested })}
    </p>
  );
}
