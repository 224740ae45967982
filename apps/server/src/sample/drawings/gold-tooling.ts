import { disc, faint, filled, line, n, polar, ring, smooth, spiral, stroked, type Point } from '../ink.ts';

const GOLD = '#d8ae56';
const SHADE = '#2a1206';

/** Gold that is pressed into leather: a dark lower lip under a bright line. */
export const tooled = (d: string, width: number): string =>
  stroked(d, faint(SHADE, 0.75), width * 2.1) + stroked(d, GOLD, width);
export const stamped = (d: string, unit: number): string =>
  filled(d, GOLD, `stroke="${SHADE}" stroke-width="${n(1.6 * unit)}"`);

export function leafStamp(x: number, y: number, size: number, a: number): string {
  const l = polar(x, y, size * 0.55, a - 0.55);
  const r = polar(x, y, size * 0.55, a + 0.55);
  const tip = polar(x, y, size, a);
  return `M${n(x)} ${n(y)}Q${n(l[0])} ${n(l[1])} ${n(tip[0])} ${n(tip[1])}Q${n(r[0])} ${n(r[1])} ${n(x)} ${n(y)}Z`;
}

/** An arabesque that turns about a centre `count` times. */
export function arabesque(
  cx: number,
  cy: number,
  radius: number,
  count: number,
  squeeze: number,
  unit: number,
): string {
  let [curls, stamps] = ['', ''];
  for (let i = 0; i < count; i++) {
    for (const s of [-1, 1]) {
      const a = (i * 2 * Math.PI) / count;
      const spot = (r: number, turn: number): Point => {
        const [x, y] = polar(0, 0, r * radius, a + s * turn);
        return [cx + x * squeeze, cy + y];
      };
      curls += line(smooth([spot(0.1, 0), spot(0.3, 0.3), spot(0.55, 0.34), spot(0.8, 0.14), spot(1, 0)], 6));
      const [ex, ey] = spot(0.5, 0.2);
      curls += line(spiral(ex, ey, radius * 0.12, 1.6 * s, a));
      for (const [r, turn, size] of [
        [0.36, 0.34, 0.13],
        [0.62, 0.36, 0.12],
        [0.8, 0.2, 0.1],
        [0.22, 0.1, 0.1],
      ] as const)
        stamps += leafStamp(...spot(r, turn), radius * size, a + s * (turn + 0.7));
    }
    const [x, y] = [
      cx + Math.cos((i * 2 * Math.PI) / count) * radius * squeeze,
      cy + Math.sin((i * 2 * Math.PI) / count) * radius,
    ];
    stamps += disc(x, y, radius * 0.03);
  }
  return (
    tooled(curls, 2.2 * unit) +
    stamped(stamps + line(ring(cx, cy, radius * 0.13, 8, 0, radius * 0.06), true), unit)
  );
}
