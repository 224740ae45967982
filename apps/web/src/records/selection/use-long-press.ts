import { useEffect, useRef, type MouseEvent, type PointerEvent } from 'react';

const LONG_PRESS_ms = 500;
/** A finger is never quite still. */
const STILL_px = 10;

/** Long presses by touch, and what the click after a press has to know of it. */
export interface LongPress {
  /** Whether the last press was by touch. */
  isTouch(): boolean;
  /** Whether the last press was a long one, whose click does nothing more; false when it is read again. */
  takeLong(): boolean;
  readonly handlers: {
    onPointerDown(event: PointerEvent): void;
    onPointerMove(event: PointerEvent): void;
    onPointerUp(): void;
    onPointerCancel(): void;
    onContextMenu(event: MouseEvent): void;
  };
}

/** @param actionOf what a long press on this target does; undefined where it does nothing */
export function useLongPress(actionOf: (target: EventTarget) => (() => void) | undefined): LongPress {
  const press = useRef<{ touch: boolean; x: number; y: number; timer?: ReturnType<typeof setTimeout> }>(
    undefined,
  );
  const long = useRef(false);
  useEffect(() => () => clearTimeout(press.current?.timer), []);
  const release = () => clearTimeout(press.current?.timer);
  return {
    isTouch: () => press.current?.touch ?? false,
    takeLong: () => {
      const wasLong = long.current;
      long.current = false;
      return wasLong;
    },
    handlers: {
      onPointerDown: (event) => {
        long.current = false;
        release();
        press.current = { touch: event.pointerType === 'touch', x: event.clientX, y: event.clientY };
        const act = press.current.touch ? actionOf(event.target) : undefined;
        if (!act) return;
        press.current.timer = setTimeout(() => {
          long.current = true;
          act();
        }, LONG_PRESS_ms);
      },
      onPointerMove: ({ clientX, clientY }) => {
        const { x = 0, y = 0 } = press.current ?? {};
        if (Math.hypot(clientX - x, clientY - y) > STILL_px) release();
      },
      onPointerUp: release,
      onPointerCancel: release,
      onContextMenu: (event) => {
        if (press.current?.touch) event.preventDefault();
      },
    },
  };
}
