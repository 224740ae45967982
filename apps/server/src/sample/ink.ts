/** [x, y] in pixels, y downwards. */
export type Point = readonly [number, number];

/** Points from their coordinates in turn: x, y, x, y. */
export const pts = (...xy: number[]): Point[] =>
  Array.from({ length: xy.length / 2 }, (_, i) => [xy[2 * i] ?? 0, xy[2 * i + 1] ?? 0]);

/** Points given as x, y, x, y in lengths of `size` from (x, y). */
export const shape = (x: number, y: number, size: number, xy: readonly number[]): Point[] =>
  pts(...xy.map((value, i) => (i % 2 === 0 ? x : y) + value * size));

/** One decimal is a tenth of a pixel: enough for the eye, and it keeps the SVG small. */
export const n = (value: number): string => String(Math.round(value * 10) / 10);

/** Path data through the points in straight lines. */
export function line(points: readonly Point[], closed = false): string {
  return points.length === 0
    ? ''
    : `M${points.map(([x, y]) => `${n(x)} ${n(y)}`).join('L')}${closed ? 'Z' : ''}`;
}

/** Points of a Catmull-Rom curve through the given ones, `steps` to each span. */
export function smooth(points: readonly Point[], steps = 5): Point[] {
  const last = points.length - 1;
  const at = (i: number): Point => points[Math.min(last, Math.max(0, i))] ?? [0, 0];
  const out: Point[] = [];
  for (let i = 0; i < last; i++) {
    const [a, b, c, d] = [at(i - 1), at(i), at(i + 1), at(i + 2)];
    for (let k = 0; k < steps; k++) {
      const t = k / steps;
      const axis = (m: 0 | 1) =>
        0.5 *
        (2 * b[m] +
          (c[m] - a[m]) * t +
          (2 * a[m] - 5 * b[m] + 4 * c[m] - d[m]) * t * t +
          (3 * b[m] - a[m] - 3 * c[m] + d[m]) * t * t * t);
      out.push([axis(0), axis(1)]);
    }
  }
  if (points.length > 0) out.push(at(last));
  return out;
}

/** The point at a distance and an angle (radians, clockwise from the right) from a centre. */
export const polar = (cx: number, cy: number, radius: number, angle: number): Point => [
  cx + radius * Math.cos(angle),
  cy + radius * Math.sin(angle),
];

/** `count` points around a circle; with `inner`, a star whose other points lie at that radius. */
export function ring(
  cx: number,
  cy: number,
  radius: number,
  count: number,
  turn = 0,
  inner?: number,
): Point[] {
  const total = inner === undefined ? count : count * 2;
  return Array.from({ length: total }, (_, i) =>
    polar(cx, cy, inner !== undefined && i % 2 === 1 ? inner : radius, turn + (i * 2 * Math.PI) / total),
  );
}

/** Path data of a circle. */
export const disc = (cx: number, cy: number, r: number): string =>
  `M${n(cx - r)} ${n(cy)}a${n(r)} ${n(r)} 0 1 0 ${n(2 * r)} 0a${n(r)} ${n(r)} 0 1 0 ${n(-2 * r)} 0Z`;

/** Path data of a rectangle. */
export const box = (x: number, y: number, width: number, height: number): string =>
  `M${n(x)} ${n(y)}h${n(width)}v${n(height)}h${n(-width)}Z`;

/** An archimedean spiral outwards from the centre, as points. */
export function spiral(cx: number, cy: number, radius: number, turns: number, start = 0): Point[] {
  const steps = Math.ceil(Math.abs(turns) * 14);
  return Array.from({ length: steps + 1 }, (_, i) =>
    polar(cx, cy, (radius * i) / steps, start + (turns * 2 * Math.PI * i) / steps),
  );
}

/**
 * A `#rrggbb` colour with an opacity, 0 to 1. Never the attribute `opacity`: for it the renderer makes a layer as
 * large as the page.
 */
export const faint = (colour: string, opacity: number): string =>
  colour +
  Math.round(opacity * 255)
    .toString(16)
    .padStart(2, '0');

/** An SVG path that is filled. */
export const filled = (d: string, colour: string, extra = ''): string =>
  d === '' ? '' : `<path d="${d}" fill="${colour}" ${extra}/>`;

/** An SVG path that is drawn with a pen of the given width in pixels. */
export const stroked = (d: string, colour: string, width: number, extra = ''): string =>
  d === ''
    ? ''
    : `<path d="${d}" fill="none" stroke="${colour}" stroke-width="${n(width)}" stroke-linecap="round" stroke-linejoin="round" ${extra}/>`;
