import { n, smooth, type Point } from './ink.ts';

/**
 * Our own alphabets, since a machine may have no fonts at all. A glyph is a list of strokes separated by
 * spaces. A stroke is a list of points of two characters: x in base 36, then y as a letter, `g` the base
 * line, `o` the x-height, `s` the capitals, `t` the ascenders, `b` the descenders. `~` makes a curve of the
 * stroke.
 */
const latin =
  'a~1n3o5m5g ~5k2k0i2g5i|b0t0g ~0l3o6k3g0i|c~5n3o0k3g5h|d6t6g ~6l3o0k3g6i|e~0k6l3o0k3g6h|f~5s3t1q1g 0o4o|' +
  'g~5l3o0k3g5i ~5o5e3b0c|h0t0g ~0l3o5m5g|i0o0g 0q1r|j~2o2d0b 2q3r|k0t0g 5o0k5g|l~0t0i2g|' +
  'm0o0g ~0l2o4m4g ~4l6o8m8g|n0o0g ~0l3o5m5g|o~3o0k3g6k3o|p0o0b ~0l3o6k3g0i|q6o6b ~6l3o0k3g6i|' +
  'r0o0g ~0l2o4o|s~5n2o1l4j5h2g0h|t~1r1i3g4h 0o4o|u~0o0i2g5j 5o5g|v0o3g6o|w0o2g4n6g8o|x0o6g 6o0g|' +
  'y0o3g 6o1b|z0o5o0g5g|A0g4s8g 2k6k|B0g0s ~0s4s6p4m0m ~0m5m7j5g0g|C~8q5s1p0m1i5g8i|D0g0s ~0s5s9m5g0g|' +
  'E6s0s0g6g 0m5m|F6s0s0g 0m5m|G~8q5s1p0m1i5g8i 8i8l5l|H0s0g 8s8g 0m8m|I0s0g|J~4s4i2g0h|K0s0g 7s0m7g|' +
  'L0s0g6g|M0g1s5h9sAg|N0g0s8g8s|O~5s1p0m1i5g9iAm9p5s|P0g0s ~0s5s7p5m0m|Q~5s1p0m1i5g9iAm9p5s 5jAe|' +
  'R0g0s ~0s5s7p5m0m 3m8g|S~7q4s1q1n6k7i4g0h|T0s8s 4s4g|U~0s0j1h4g7h8j8s|V0s4g8s|W0s3g6r9gCs|' +
  'X0s8g 8s0g|Y0s4m8s 4m4g|Z0s8s0g8g|0~3s0m3g6m3s|1 0q3s3g|2~0q2s5r5o0g 0g6g|3~0r3s5p2m ~2m6j3g0h|' +
  '4 5g5s0j7j|5 6s1s0m ~0m4n6j3g0h|6~5s1o0j3g6j3m0j|7 0s6s2g|8~3m0p3s6p3m0j3g6j3m|9~6p3m0p3s6p5k1g|' +
  ". 0g1g|,~1h1g0e|: 0g1g 0m1m|- 0k4k|·0k1k|'1t0q|&~8g1q3s5q0j2g5h8m";
const greek =
  'α~6o4j2g0j2n4m7g|β0b0q ~0q3t5q2n ~2n6k3g0i|γ0o3g6o ~3g3b|δ~5s2t1q6k3g0j3o|ε~5n2o0m3k ~3k0i3g5h|' +
  'ζ~0t5t0j5g4c|η0o0g ~0l3o5m5b|θ~3t0m3g6m3t 0m6m|ι~0o0i2g|κ0o0g 5o0k5g|λ0t6g 3m0g|μ0o0b ~0i2g5j 5o5g|' +
  'ν0o3g6o|ο~3o0k3g6k3o|π0o7o 1o1g 5o5g|ρ0k0b ~0k3o6k3g0i|σ~7o3o0k3g6k3o|τ0o6o 3o3g|υ~0o0j3g6k5o|' +
  'φ~4o0k4g8k4o 4t4b|χ0o6b 6o0b|ψ~0o0j4g8j8o 4t4b|ω~1o0j2g4k6g8j7o|ς~5n3o0k4g3d';
const hebrew =
  'א0o7g 7o5l 2m0g|ב0o6o6g 0g8g|ג1o4o4j 4j6g 4j1g|ד0o7o 6o6g|ה0o7o7g 1l1g|ו0o2o2g|ז0o4o 2o2g|' +
  'ח0o7o7g 1o1g|ט~2o0m1g6g7m4o|י0o2o2l|כ~0o5o6k5g0g|ל0t0o6o ~6o6k3g|מ0o2l0g 2l5o7n7g3g|נ0o3o3g0g|' +
  'ס~0o6o7k4g1j1o|ע1o3i 7o6j0f|פ~1l1o6o6g0g 1l3l|צ0o6h 7o4k 6g0g|ק0o6o5i 1l1b|ר~0o5o6m6g|' +
  'ש0o1g6g8o 4o2g|ת0o7o7g 2o2h0g';
const kana =
  'し~1r1j3g8j|つ~0n6p9l6h3g|の~5o3i1h0m4p8m8i5f|く7r1m7g|へ0k3n9i|い~1p1i3h ~8o9k|う3r6q ~1m5n7k3f|こ2p8p ~1i4g9g|' +
  'り~2r2l ~7r7k4f|と2r3l ~8o1k2g8g|ひ~0q4p1k3g6i6p9k|ろ~1r7r1l6n8j3g|そ~2r7r1n8m3j4g7g|め2q4j ~6r4i1h1l5o8m7h|' +
  'ん~4r0g3l5h9j|さ1o9p 4r7l ~2i3g7g|に1q1g ~4p8p ~4i6g9g|た0o6p 3r0g ~5m9m ~5i6g9g|か~0n6o6k4g 3r0g 7q9n|ら4r6q ~2o2k7l7h3g';

interface Glyph {
  /** Polylines in grid units, y upwards from the base line. */
  strokes: { points: readonly Point[]; curved: boolean }[];
  width: number;
}

const glyphs = new Map<string, Glyph>();
for (const entry of `${latin}|${greek}|${hebrew}|${kana}`.split('|')) {
  const strokes = entry
    .slice(1)
    .trim()
    .split(' ')
    .map((stroke) => {
      const curved = stroke.startsWith('~');
      const pairs = stroke.replace('~', '').match(/../g) ?? [];
      const points = pairs.map((pair): Point => [parseInt(pair.charAt(0), 36), pair.charCodeAt(1) - 103]);
      return { points: curved ? smooth(points, 4) : points, curved };
    });
  const width = Math.max(...strokes.flatMap((stroke) => stroke.points.map(([x]) => x)));
  glyphs.set(entry.charAt(0), { strokes, width });
}

/** The form of letters. Lengths are in grid units, of which a capital has twelve. */
export interface Hand {
  /** Width of the broad nib. */
  nib: number;
  /** Angle of the nib in radians; 0 makes thick stems and hairline bars, a quarter turn the reverse. */
  angle: number;
  /** Horizontal scale of the letters. */
  width?: number;
  slant?: number;
  spacing?: number;
  serif?: number;
}

export const roman: Hand = { nib: 1.5, angle: 0.25, serif: 1.3, spacing: 3 };
export const italic: Hand = { nib: 1.3, angle: 0.7, slant: 0.22, width: 0.85, spacing: 2.4 };
export const textura: Hand = { nib: 2.3, angle: 0.75, width: 0.72, spacing: 2.2 };
export const rotunda: Hand = { nib: 1.9, angle: 0.5, width: 0.95, spacing: 2.4 };
export const square: Hand = { nib: 2.1, angle: 1.95, width: 0.95, spacing: 2.2 };
export const needle: Hand = { nib: 0.5, angle: 0.6, spacing: 2.6 };

/** Maps a point of the line of writing (x along it, y above it, both in pixels) to the page. */
export type Placement = (x: number, y: number) => Point;

/** A straight line of writing that starts at (x, y) and runs at an angle in radians. */
export function at(x: number, y: number, angle = 0): Placement {
  const c = Math.cos(angle);
  const s = Math.sin(angle);
  return (u, v) => [x + u * c + v * s, y + u * s - v * c];
}

/** Writing around a circle, its feet towards the centre, beginning at an angle in radians. */
export function around(cx: number, cy: number, radius: number, start: number): Placement {
  return (u, v) => {
    const angle = start + u / radius;
    return [cx + (radius + v) * Math.cos(angle), cy + (radius + v) * Math.sin(angle)];
  };
}

const glyphOf = (character: string): Glyph | undefined =>
  glyphs.get(character) ?? glyphs.get(character.normalize('NFD').charAt(0));

/** Writing that follows a line of points, such as a river. */
export function along(points: readonly Point[]): Placement {
  return (u, v) => {
    let left = u;
    for (let i = 1; i < points.length; i++) {
      const [a, b] = [points[i - 1] ?? [0, 0], points[i] ?? [0, 0]];
      const length = Math.hypot(b[0] - a[0], b[1] - a[1]) || 1;
      const [c, s] = [(b[0] - a[0]) / length, (b[1] - a[1]) / length];
      if (left <= length || i === points.length - 1)
        return [a[0] + c * left + s * v, a[1] + s * left - c * v];
      left -= length;
    }
    return [u, -v];
  };
}

/** Length in pixels of a line of writing with capitals of `size` pixels. */
export function measure(text: string, size: number, hand: Hand): number {
  let width = 0;
  for (const character of text) {
    const glyph = glyphOf(character);
    width += glyph ? glyph.width * (hand.width ?? 1) + (hand.spacing ?? 2.5) : 4.5;
  }
  return (width * size) / 12;
}

/**
 * The area that one side of the nib covers: a parallelogram, always oriented the same way so that overlaps
 * stay inked.
 */
function sweep(p: Point, q: Point, nib: Point): string {
  const turn = (q[0] - p[0]) * nib[1] - (q[1] - p[1]) * nib[0];
  const [a, b] = turn >= 0 ? [p, q] : [q, p];
  const dx = b[0] - a[0];
  const dy = b[1] - a[1];
  return `M${n(a[0] - nib[0])} ${n(a[1] - nib[1])}l${n(dx)} ${n(dy)} ${n(2 * nib[0])} ${n(2 * nib[1])} ${n(-dx)} ${n(-dy)}z`;
}

/** Path data, to be filled, of a line of writing; characters without a glyph leave a space. */
export function write(text: string, place: Placement, size: number, hand: Hand): string {
  const unit = size / 12;
  const reach = (hand.nib * unit) / 2;
  let out = '';
  let pen = 0;
  for (const character of text) {
    const glyph = glyphOf(character);
    if (!glyph) {
      pen += 4.5 * unit;
      continue;
    }
    const scale = hand.width ?? 1;
    const spot = ([x, y]: Point) => place(pen + (x * scale + y * (hand.slant ?? 0)) * unit, y * unit);
    // The nib rotates with the line of writing, so its position is computed on the page.
    const [ox, oy] = place(pen, 0);
    const [nx, ny] = place(pen + reach * Math.cos(hand.angle), reach * Math.sin(hand.angle));
    const nib: Point = [nx - ox, ny - oy];
    for (const { points, curved } of glyph.strokes) {
      const ends = points.map(spot);
      for (let i = 1; i < ends.length; i++) out += sweep(ends[i - 1] ?? [0, 0], ends[i] ?? [0, 0], nib);
      if (hand.serif !== undefined && !curved && points.length > 1) {
        for (const [x, y] of [points[0], points.at(-1)].filter((point) => point !== undefined)) {
          if (y !== 0 && y !== 8 && y < 12) continue;
          const level = y * unit;
          const left = place(pen + x * scale * unit - hand.serif * unit, level);
          const right = place(pen + x * scale * unit + hand.serif * unit, level);
          const [bx, by] = place(pen, unit * 0.28);
          out += sweep(left, right, [bx - ox, by - oy]);
        }
      }
    }
    pen += (glyph.width * scale + (hand.spacing ?? 2.5)) * unit;
  }
  return out;
}

/** A line of writing centred on x. */
export function writeCentred(text: string, x: number, y: number, size: number, hand: Hand): string {
  return write(text, at(x - measure(text, size, hand) / 2, y), size, hand);
}
