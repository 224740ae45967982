import type { Size, View } from './geometry.ts';

/** How much the camera prefers zooming out to moving sideways; the value that people found best (van Wijk and Nuij, §5). */
const RHO = 1.42;
/** Distances below this, in widths of the stage, are none: the camera only zooms. */
const NO_DISTANCE = 1e-4;
/** Views at which the widest is looked for; between two of them the width hardly changes. */
const SAMPLES = 32;

export interface ZoomPath {
  /** Its length as the eye takes it: 1 is a move across three quarters of a stage, or a zoom by 4. */
  readonly length: number;
  /** @param part of the path, from 0 to 1 */
  readonly at: (part: number) => View;
  /** The widest view on the way. */
  readonly widest: View;
}

/**
 * The way of the camera from one view of an image to another, at an even speed to the eye: it zooms out as far as the
 * distance asks for, and in again (Jarke J. van Wijk and Wim A. A. Nuij, "Smooth and efficient zooming and panning",
 * IEEE InfoVis 2003, equation 9).
 */
export function zoomPath(from: View, to: View, stage: Size): ZoomPath {
  const [w0, w1] = [stage.width / from.scale, stage.width / to.scale];
  const [dx, dy] = [to.x - from.x, to.y - from.y];
  const distance = Math.hypot(dx, dy);
  const isZoomOnly = distance < NO_DISTANCE * Math.min(w0, w1);
  const { length, along } = isZoomOnly ? zoomOnly(w0, w1) : bothWays(w0, w1, distance);
  const at = (part: number): View => {
    // Exactly where it begins and ends, whatever is lost in between.
    if (part <= 0) return from;
    if (part >= 1) return to;
    const { moved, width } = along(part * length);
    const share = isZoomOnly ? part : moved / distance;
    return { x: from.x + dx * share, y: from.y + dy * share, scale: stage.width / width };
  };
  const views = Array.from({ length: SAMPLES + 1 }, (_, index) => at(index / SAMPLES));
  const widest = views.reduce((one, other) => (other.scale < one.scale ? other : one));
  return { length, at, widest };
}

interface Along {
  readonly length: number;
  readonly along: (way: number) => { readonly moved: number; readonly width: number };
}

function zoomOnly(w0: number, w1: number): Along {
  const direction = w1 < w0 ? -1 : 1;
  return {
    length: Math.abs(Math.log(w1 / w0)) / RHO,
    along: (way) => ({ moved: 0, width: w0 * Math.exp(direction * RHO * way) }),
  };
}

function bothWays(w0: number, w1: number, distance: number): Along {
  const squared = RHO ** 4 * distance ** 2;
  const b0 = (w1 ** 2 - w0 ** 2 + squared) / (2 * w0 * RHO ** 2 * distance);
  const b1 = (w1 ** 2 - w0 ** 2 - squared) / (2 * w1 * RHO ** 2 * distance);
  // ln(√(b² + 1) − b), which cancels out for a large b.
  const [r0, r1] = [-Math.asinh(b0), -Math.asinh(b1)];
  return {
    length: (r1 - r0) / RHO,
    along: (way) => ({
      moved: (w0 / RHO ** 2) * (Math.cosh(r0) * Math.tanh(RHO * way + r0) - Math.sinh(r0)),
      width: (w0 * Math.cosh(r0)) / Math.cosh(RHO * way + r0),
    }),
  };
}
