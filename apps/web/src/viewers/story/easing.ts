import type { Easing } from '@armarium/contract/story-steps';

/** How far a move has come, from 0 to 1, at a share of its time, from 0 to 1. */
type EasingFunction = (time: number) => number;

const BOUNCE = 7.5625;
const BOUNCE_PARTS = 2.75;

/** Four parabolas, each lower than the one before (Robert Penner, "Motion, Tweening, and Easing", 2002). */
function easeOutBounce(time: number): number {
  const parabola = (top: number, floor: number) => BOUNCE * (time - top / BOUNCE_PARTS) ** 2 + floor;
  if (time < 1 / BOUNCE_PARTS) return parabola(0, 0);
  if (time < 2 / BOUNCE_PARTS) return parabola(1.5, 0.75);
  if (time < 2.5 / BOUNCE_PARTS) return parabola(2.25, 0.9375);
  return parabola(2.625, 0.984375);
}

/** The easings of back office §9, as every player and the editor's curve use them. */
export const easingFunctions: Readonly<Record<Easing, EasingFunction>> = {
  easeOutSine: (time) => Math.sin((time * Math.PI) / 2),
  easeInOutSine: (time) => (1 - Math.cos(Math.PI * time)) / 2,
  easeOutCubic: (time) => 1 - (1 - time) ** 3,
  easeInOutCubic: (time) => (time < 0.5 ? 4 * time ** 3 : 1 - (2 - 2 * time) ** 3 / 2),
  // No curve of that name exists: it is a straight line.
  easeOutLinear: (time) => time,
  easeOutBounce,
  easeInOutBounce: (time) =>
    time < 0.5 ? (1 - easeOutBounce(1 - 2 * time)) / 2 : (1 + easeOutBounce(2 * time - 1)) / 2,
};
