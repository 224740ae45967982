import { useEffect, useEffectEvent, useRef, type PointerEvent, type RefObject } from 'react';
import { isElsewhere } from '../../ui/letter-keys.ts';
import type { ZoomStage } from '../zoom-stage.ts';
import { layoutOf, slide, toImage, toScreen, zoomAt, type Layout } from './area-stage.ts';
import {
  coversAll,
  drawnRegion,
  gripAt,
  movedRegion,
  resizedRegion,
  type Extent,
  type Grip,
  type Point,
  type Ratio,
  type Region,
} from './region.ts';

/** How far from an edge a pointer takes it, in pixels of the screen: with both sides 24, and 44 for a finger. */
const REACH_px = { mouse: 12, touch: 22 } as const;
/** What moves less than that is a click, in pixels of the screen. */
const CLICK_px = 4;
/** How far one pixel of the wheel zooms. A pinch on a touch pad comes as a wheel with Ctrl and small steps. */
const WHEEL = { wheel: 0.002, pinch: 0.01 } as const;
/** Pixels of a line and of a page of the wheel, for browsers that count in these. */
const WHEEL_UNITS_px = [1, 16, 400] as const;
/** The most that one turn of the wheel zooms by. */
const WHEEL_MOST_px = 240;

interface Drag {
  readonly deed: 'drag';
  readonly pointerId: number;
  readonly grip: Grip | 'draw';
  /** Where it began on the stage, and on the image. */
  readonly from: Point;
  readonly fromImage: Point;
  readonly start: Region;
  /** What it has come to; undefined while it is a click. */
  reached: Region | undefined;
}
type Deed =
  | Drag
  | { readonly deed: 'pan'; readonly pointerId: number; last: Point }
  | { readonly deed: 'pinch'; centre: Point; distance: number }
  /** One of two fingers was lifted: the other does nothing. */
  | { readonly deed: 'rest' };

interface AreaGestures {
  readonly layer: RefObject<HTMLDivElement | null>;
  readonly stage: RefObject<ZoomStage | undefined>;
  readonly image: Extent;
  readonly region: Region;
  readonly ratio: Ratio;
  /** While something is dragged; undefined where it came to nothing. */
  onDrag(region: Region | undefined): void;
  onDrop(region: Region): void;
  /** A pointer was put down. */
  onPress(): void;
}

const distanceOf = (one: Point, other: Point) => Math.hypot(one.x - other.x, one.y - other.y);

/**
 * What pointers do on the image: drawing, moving and resizing the rectangle with one finger or the left button, zooming with
 * the wheel or two fingers, panning with two fingers, the middle button or the space bar.
 */
export function useAreaGestures({ layer, stage, image, region, ratio, ...events }: AreaGestures) {
  const pointers = useRef(new Map<number, Point>());
  const deed = useRef<Deed>(undefined);
  const isSpaceDown = useRef(false);
  useSpaceBar(layer, isSpaceDown);
  useWheel(layer, stage);

  const layout = () => stage.current && layoutOf(stage.current.viewer, image.width);
  const placeOf = ({ clientX, clientY, currentTarget }: PointerEvent<HTMLElement>): Point => {
    const box = currentTarget.getBoundingClientRect();
    return { x: clientX - box.left, y: clientY - box.top };
  };
  const gripOf = (point: Point, on: Layout, pointerType: string): Grip | 'draw' => {
    const reach = REACH_px[pointerType === 'touch' ? 'touch' : 'mouse'];
    const grip = gripAt(point, toScreen(region, on), reach) ?? 'draw';
    const seen = stage.current?.region();
    return grip === 'inside' && seen && coversAll(region, seen, image) ? 'draw' : grip;
  };
  const cancel = (): boolean => {
    const held = deed.current;
    if (held?.deed !== 'drag') return false;
    deed.current = { deed: 'rest' };
    events.onDrag(undefined);
    return held.reached !== undefined;
  };

  const onPointerDown = (event: PointerEvent<HTMLElement>) => {
    const on = layout();
    const isPan = event.button === 1 || (event.button === 0 && isSpaceDown.current);
    if (!on || (!isPan && event.button !== 0)) return;
    // The browser would move the focus, and begin to select or to scroll.
    event.preventDefault();
    events.onPress();
    event.currentTarget.setPointerCapture(event.pointerId);
    const point = placeOf(event);
    pointers.current.set(event.pointerId, point);
    const [one, other, third] = [...pointers.current.values()];
    if (one && other) {
      cancel();
      deed.current = third
        ? { deed: 'rest' }
        : { deed: 'pinch', centre: middleOf(one, other), distance: distanceOf(one, other) };
    } else if (isPan) deed.current = { deed: 'pan', pointerId: event.pointerId, last: point };
    else
      deed.current = {
        deed: 'drag',
        pointerId: event.pointerId,
        grip: gripOf(point, on, event.pointerType),
        from: point,
        fromImage: toImage(point, on),
        start: region,
        reached: undefined,
      };
  };

  const onPointerMove = (event: PointerEvent<HTMLElement>) => {
    const on = layout();
    if (!on || !stage.current) return;
    const { viewer } = stage.current;
    const point = placeOf(event);
    const held = deed.current;
    if (pointers.current.has(event.pointerId)) pointers.current.set(event.pointerId, point);
    if (!held) {
      event.currentTarget.dataset['grip'] = gripOf(point, on, event.pointerType);
    } else if (held.deed === 'pan' && held.pointerId === event.pointerId) {
      slide(viewer, { x: point.x - held.last.x, y: point.y - held.last.y });
      held.last = point;
    } else if (held.deed === 'pinch') {
      const [one, other] = [...pointers.current.values()];
      if (!one || !other) return;
      const centre = middleOf(one, other);
      const distance = distanceOf(one, other);
      slide(viewer, { x: centre.x - held.centre.x, y: centre.y - held.centre.y });
      if (held.distance > 0 && distance > 0) zoomAt(viewer, distance / held.distance, centre, true);
      Object.assign(held, { centre, distance });
    } else if (held.deed === 'drag' && held.pointerId === event.pointerId) {
      if (held.reached === undefined && distanceOf(point, held.from) < CLICK_px) return;
      held.reached = draggedRegion(held, toImage(point, on), image, ratio);
      events.onDrag(held.reached);
    }
  };

  const onPointerUp = (event: PointerEvent<HTMLElement>) => {
    if (!pointers.current.delete(event.pointerId)) return;
    const held = deed.current;
    deed.current = pointers.current.size > 0 ? { deed: 'rest' } : undefined;
    if (held?.deed === 'drag' && held.pointerId === event.pointerId && held.reached)
      events.onDrop(held.reached);
  };
  /** The browser took the pointer away. */
  const onPointerCancel = (event: PointerEvent<HTMLElement>) => {
    if (!pointers.current.delete(event.pointerId)) return;
    cancel();
    deed.current = pointers.current.size > 0 ? { deed: 'rest' } : undefined;
  };

  return {
    /** Gives up what is being dragged. @returns whether there was anything */
    cancel,
    handlers: {
      onPointerDown,
      onPointerMove,
      onPointerUp,
      onPointerCancel,
      onLostPointerCapture: onPointerCancel,
    },
  };
}

const middleOf = (one: Point, other: Point): Point => ({
  x: (one.x + other.x) / 2,
  y: (one.y + other.y) / 2,
});

/** What a drag has come to at a point of the image. */
function draggedRegion({ grip, fromImage, start }: Drag, to: Point, image: Extent, ratio: Ratio): Region {
  if (grip === 'draw') return drawnRegion(fromImage, to, image, ratio);
  const by = { x: to.x - fromImage.x, y: to.y - fromImage.y };
  return grip === 'inside' ? movedRegion(start, by, image) : resizedRegion(start, grip, by, image, ratio);
}

function useWheel(layer: RefObject<HTMLDivElement | null>, stage: RefObject<ZoomStage | undefined>): void {
  const onWheel = useEffectEvent((event: WheelEvent) => {
    if (!stage.current) return;
    // Otherwise the page is scrolled or zoomed.
    event.preventDefault();
    const box = (event.currentTarget as HTMLElement).getBoundingClientRect();
    const turned = event.deltaY * (WHEEL_UNITS_px[event.deltaMode] ?? 1);
    const most = Math.max(-WHEEL_MOST_px, Math.min(WHEEL_MOST_px, turned));
    const factor = Math.exp(-most * WHEEL[event.ctrlKey ? 'pinch' : 'wheel']);
    zoomAt(stage.current.viewer, factor, { x: event.clientX - box.left, y: event.clientY - box.top });
  });
  useEffect(() => {
    const element = layer.current;
    const listener = (event: WheelEvent) => onWheel(event);
    // React's own listener could not prevent anything.
    element?.addEventListener('wheel', listener, { passive: false });
    return () => element?.removeEventListener('wheel', listener);
  }, [layer]);
}

/** While the space bar is held down, the image is panned. Where something else takes the key, it has its own meaning. */
function useSpaceBar(layer: RefObject<HTMLDivElement | null>, isDown: RefObject<boolean>): void {
  useEffect(() => {
    const hold = (down: boolean) => {
      isDown.current = down;
      layer.current?.toggleAttribute('data-pans', down);
    };
    const onKeyDown = (event: KeyboardEvent) => {
      const { key, target } = event;
      if (
        key !== ' ' ||
        !(target instanceof Element) ||
        target.closest('a, button, input, textarea, select, label') ||
        isElsewhere(target)
      )
        return;
      // The page would scroll.
      event.preventDefault();
      hold(true);
    };
    const onKeyUp = ({ key }: KeyboardEvent) => {
      if (key === ' ') hold(false);
    };
    const onBlur = () => hold(false);
    window.addEventListener('keydown', onKeyDown);
    window.addEventListener('keyup', onKeyUp);
    window.addEventListener('blur', onBlur);
    return () => {
      window.removeEventListener('keydown', onKeyDown);
      window.removeEventListener('keyup', onKeyUp);
      window.removeEventListener('blur', onBlur);
    };
  }, [layer, isDown]);
}
