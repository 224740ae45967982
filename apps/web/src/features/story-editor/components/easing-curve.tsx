import type { Easing } from '@armarium/contract/story-steps';
import { easingFunctions } from '../../../viewers/story/easing.ts';
import classes from './step-texts.module.css';

const POINTS = 48;

/** How an easing moves: its curve, and a dot that moves so twice. Both are drawn from the function that the player uses. */
export function EasingCurve({ easing }: { easing: Easing }) {
  const values = Array.from({ length: POINTS + 1 }, (_, index) => easingFunctions[easing](index / POINTS));
  const path = values
    .map((value, index) => `${index === 0 ? 'M' : 'L'}${index} ${(1 - value) * 30}`)
    .join('');
  const timing = `linear(${values.map((value) => value.toFixed(4)).join()})`;
  return (
    <div className={classes.curve} aria-hidden>
      <svg viewBox={`0 0 ${POINTS} 30`}>
        <path d={path} />
      </svg>
      <div className={classes.track}>
        <div className={classes.dot} style={{ animationTimingFunction: timing }} />
      </div>
    </div>
  );
}
