import { cdp } from 'vitest/browser';

interface Point {
  readonly x: number;
  readonly y: number;
}

/** What the browser itself is told, for what no library does: other buttons of the mouse, and several fingers. */
const session = () => cdp() as unknown as { send(method: string, what: object): Promise<unknown> };

/** Where a point of the page is in the window: the page of a test is in a frame, which may be drawn smaller. */
function inWindow({ x, y }: Point): Point {
  const box = window.frameElement?.getBoundingClientRect();
  if (!box) return { x, y };
  const scale = box.width / window.innerWidth;
  return { x: box.left + x * scale, y: box.top + y * scale };
}

const BUTTONS = { left: 1, middle: 4 } as const;

/** Drags with a button of the mouse. @param beforeRelease is done while it is still down */
export async function dragWith(
  button: keyof typeof BUTTONS,
  from: Point,
  to: Point,
  beforeRelease: () => Promise<unknown> = () => Promise.resolve(),
): Promise<void> {
  const mouse = (type: string, point: Point, isDown: boolean) =>
    session().send('Input.dispatchMouseEvent', {
      type,
      ...inWindow(point),
      button,
      buttons: isDown ? BUTTONS[button] : 0,
      clickCount: 1,
    });
  await mouse('mouseMoved', from, false);
  await mouse('mousePressed', from, true);
  await mouse('mouseMoved', { x: (from.x + to.x) / 2, y: (from.y + to.y) / 2 }, true);
  await mouse('mouseMoved', to, true);
  await beforeRelease();
  await mouse('mouseReleased', to, false);
}

/** Puts fingers down, moves or lifts them: those that are on the screen afterwards, in the order in which they came. */
export async function touch(
  type: 'touchStart' | 'touchMove' | 'touchEnd',
  ...points: readonly Point[]
): Promise<void> {
  const touchPoints = points.map((point, id) => ({ ...inWindow(point), id }));
  await session().send('Input.dispatchTouchEvent', { type, touchPoints });
}
