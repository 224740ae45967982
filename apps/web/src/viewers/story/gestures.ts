import type { StoryStage } from './story-stage.ts';

/** A finger that moved this far within this time has swiped; so has a slower one that moved over this part of the stage. */
const SWIPE = { least_px: 40, most_ms: 350, share: 0.25 } as const;
const WHEEL_STEP = 1.0015;
/** A pointer that moved less than this has clicked. */
const CLICK_px = { mouse: 4, touch: 10 } as const;

interface Point {
  readonly x: number;
  readonly y: number;
}

const isSideways = (dx: number, dy: number) => Math.abs(dx) > 2 * Math.abs(dy);

function isSwipe(dx: number, dy: number, time_ms: number, width_px: number): boolean {
  const least_px = time_ms <= SWIPE.most_ms ? SWIPE.least_px : width_px * SWIPE.share;
  return isSideways(dx, dy) && Math.abs(dx) >= least_px;
}

interface GestureOptions {
  readonly stage: StoryStage;
  /** A swipe asks for the next step, 1, or the one before, -1. */
  readonly onSwipe: (direction: 1 | -1) => void;
  /** The reader does something to the picture. */
  readonly onTouch: () => void;
  /** In a frame of another page the wheel, and a finger that moves up or down, scroll that page. */
  readonly isFramed: boolean;
}

/** What the pointers on the picture do: `undecided` until one has moved far enough. */
type Deed = 'undecided' | 'swipe' | 'scroll' | 'pan';

/**
 * Lets the reader move and enlarge the picture by mouse, wheel and fingers. Each has a button or a key too. While the picture
 * stands as the story shows it, a finger that moves sideways turns the page; once the reader has moved it, a finger moves it whichever way it goes.
 */
export function listenToGestures(canvas: HTMLCanvasElement, options: GestureOptions): void {
  const { stage, onSwipe, onTouch, isFramed } = options;
  const pointers = new Map<number, Point>();
  let begun: (Point & { readonly time_ms: number }) | undefined;
  let deed: Deed = 'undecided';
  let wasFree = false;

  const placeOf = ({ clientX, clientY }: MouseEvent): Point => {
    const { left, top } = canvas.getBoundingClientRect();
    return { x: clientX - left, y: clientY - top };
  };
  const decide = (dx: number, dy: number, isTouch: boolean): Deed => {
    if (Math.hypot(dx, dy) < CLICK_px[isTouch ? 'touch' : 'mouse']) return 'undecided';
    if (!isTouch || wasFree) return 'pan';
    if (isSideways(dx, dy)) return 'swipe';
    return isFramed ? 'scroll' : 'pan';
  };

  canvas.addEventListener('pointerdown', (event) => {
    if (event.button !== 0) return;
    onTouch();
    const place = placeOf(event);
    pointers.set(event.pointerId, place);
    canvas.setPointerCapture(event.pointerId);
    if (pointers.size === 1) {
      begun = { ...place, time_ms: event.timeStamp };
      wasFree = stage.isFree;
      deed = 'undecided';
    } else deed = 'pan';
  });
  canvas.addEventListener('pointermove', (event) => {
    const before = pointers.get(event.pointerId);
    if (!before || !begun) return;
    const place = placeOf(event);
    pointers.set(event.pointerId, place);
    if (deed === 'undecided')
      deed = decide(place.x - begun.x, place.y - begun.y, event.pointerType === 'touch');
    if (deed !== 'pan') return;
    const other = [...pointers].find(([pointer]) => pointer !== event.pointerId)?.[1];
    if (!other) {
      stage.pan(place.x - before.x, place.y - before.y);
      return;
    }
    const apart = ({ x, y }: Point) => Math.hypot(x - other.x, y - other.y);
    stage.zoom(apart(place) / Math.max(1, apart(before)), {
      x: (place.x + other.x) / 2,
      y: (place.y + other.y) / 2,
    });
    stage.pan((place.x - before.x) / 2, (place.y - before.y) / 2);
  });
  const end = (event: PointerEvent) => {
    if (!pointers.delete(event.pointerId) || pointers.size > 0 || !begun) return;
    const { x, y } = placeOf(event);
    const [dx, dy, time_ms] = [x - begun.x, y - begun.y, event.timeStamp - begun.time_ms];
    begun = undefined;
    if (deed === 'swipe' && event.type === 'pointerup' && isSwipe(dx, dy, time_ms, canvas.clientWidth))
      onSwipe(dx < 0 ? 1 : -1);
  };
  canvas.addEventListener('pointerup', end);
  canvas.addEventListener('pointercancel', end);
  canvas.addEventListener(
    'wheel',
    (event) => {
      if (event.deltaY === 0 || (isFramed && !event.ctrlKey && !event.metaKey)) return;
      event.preventDefault();
      onTouch();
      stage.zoom(WHEEL_STEP ** -event.deltaY, placeOf(event));
    },
    { passive: false },
  );
  canvas.addEventListener('dblclick', (event) => {
    onTouch();
    stage.zoom(2, placeOf(event));
  });
}

/** Calls for the next step or the one before when a finger swipes over an element. */
export function listenToSwipes(element: HTMLElement, onSwipe: (direction: 1 | -1) => void): void {
  let begun: PointerEvent | undefined;
  element.addEventListener('pointerdown', (event) => {
    begun = event.pointerType === 'touch' ? event : undefined;
  });
  element.addEventListener('pointerup', (event) => {
    if (!begun || begun.pointerId !== event.pointerId) return;
    const [dx, dy] = [event.clientX - begun.clientX, event.clientY - begun.clientY];
    const time_ms = event.timeStamp - begun.timeStamp;
    begun = undefined;
    if (isSwipe(dx, dy, time_ms, element.clientWidth)) onSwipe(dx < 0 ? 1 : -1);
  });
}
