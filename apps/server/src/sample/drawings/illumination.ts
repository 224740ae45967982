import {
  box,
  disc,
  faint,
  filled,
  line,
  n,
  polar,
  ring,
  smooth,
  spiral,
  stroked,
  type Point,
} from '../ink.ts';
import { at, measure, write, type Hand } from '../pen.ts';
import type { Random } from '../seeded-random.ts';

const INK = '#35230f';
const RED = '#b02a18';
const BLUE = '#23457f';
const GOLD = '#c9972b';

/** A rectangle in pixels. */
export interface Block {
  x: number;
  y: number;
  width: number;
  height: number;
}

/** A curling stem with leaves and berries, between two points; `lift` is how far it swings. */
export function vine(random: Random, from: Point, to: Point, lift: number): string {
  const [dx, dy] = [to[0] - from[0], to[1] - from[1]];
  const length = Math.hypot(dx, dy);
  const waves = Math.max(1, Math.round(length / (lift * 5)));
  const along = (t: number, off: number): Point => [
    from[0] + dx * t - (dy / length) * off,
    from[1] + dy * t + (dx / length) * off,
  ];
  const stem: Point[] = [];
  let tendrils = '';
  let leaves = '';
  let berries = '';
  let blooms = '';
  for (let i = 0; i <= waves * 8; i++) {
    const t = i / (waves * 8);
    const swing = Math.sin(t * waves * 2 * Math.PI);
    const here = along(t, swing * lift);
    stem.push(here);
    if (i % 4 !== 2) continue;
    const side = Math.sign(swing);
    const [cx, cy] = along(t, -side * lift * 0.35);
    const start = Math.atan2(here[1] - cy, here[0] - cx);
    tendrils += line(
      spiral(cx, cy, Math.hypot(here[0] - cx, here[1] - cy), 1.6 * side, start - 3.2 * side * Math.PI),
    );
    blooms += line(
      smooth([...ring(cx, cy, lift * 0.42, 5, start, lift * 0.2), polar(cx, cy, lift * 0.42, start)], 3),
      true,
    );
    for (let k = 0; k < 7; k++) {
      const a = start + k * 0.9 + random.between(-0.2, 0.2);
      const [px, py] = polar(cx, cy, lift * random.between(0.9, 1.5), a);
      if (k % 2 === 0) berries += disc(px, py, lift * random.between(0.07, 0.12));
      else {
        const tip = polar(px, py, lift * 0.5, a + side);
        const l = polar(px, py, lift * 0.28, a + side - 0.8);
        const r = polar(px, py, lift * 0.28, a + side + 0.8);
        leaves += `M${n(px)} ${n(py)}Q${n(l[0])} ${n(l[1])} ${n(tip[0])} ${n(tip[1])}Q${n(r[0])} ${n(r[1])} ${n(px)} ${n(py)}`;
      }
    }
  }
  return (
    stroked(line(smooth(stem, 3)) + tendrils, '#3f6136', lift * 0.1) +
    filled(leaves, '#4d7a48', `stroke="#2c4a2b" stroke-width="${n(lift * 0.03)}"`) +
    filled(blooms, random.pick([RED, BLUE, '#8a4f8c']), `stroke="${INK}" stroke-width="${n(lift * 0.03)}"`) +
    filled(berries, GOLD, `stroke="${INK}" stroke-width="${n(lift * 0.025)}"`)
  );
}

/** A letter in gold on a coloured field filled with filigree, in a frame. */
export function initialLetter(random: Random, letter: string, area: Block): string {
  const { x, y, width, height } = area;
  const field = random.pick([BLUE, '#7c2a3a', '#2f5a45']);
  let filigree = '';
  for (const [u, v] of [
    [0.24, 0.24],
    [0.76, 0.24],
    [0.24, 0.76],
    [0.76, 0.76],
    [0.5, 0.5],
  ] as const) {
    for (let arm = 0; arm < 3; arm++) {
      filigree += line(
        spiral(x + u * width, y + v * height, width * 0.23, 1.5 * (u < 0.5 ? 1 : -1), arm * 2.1),
      );
    }
  }
  const size = height * 0.72;
  const hand: Hand = { nib: 3, angle: 0.35, serif: 1.8 };
  const left = x + (width - measure(letter, size, hand) + (size / 12) * 2.5) / 2;
  const shape = write(letter, at(left, y + height * 0.86), size, hand);
  const inset = width * 0.06;
  return (
    filled(box(x, y, width, height), GOLD, `stroke="${INK}" stroke-width="${n(width * 0.012)}"`) +
    filled(box(x + inset, y + inset, width - 2 * inset, height - 2 * inset), field) +
    stroked(filigree, faint('#f3e6c4', 0.75), width * 0.008) +
    stroked(shape, '#4a2f0c', width * 0.025) +
    filled(shape, '#e8bd50')
  );
}
