import { faint, filled, line, n, ring, shape, smooth, stroked, type Point } from '../ink.ts';
import type { Sheet } from '../page-spec.ts';

const INK = '#231a14';

/** The place of a picture on its sheet, in pixels, and how it is printed. */
export interface View {
  sheet: Sheet;
  noise: (x: number, y: number) => number;
  /** Margin about the picture, its width and its height. */
  m: number;
  w: number;
  h: number;
  /** Height on the sheet at which land meets water. */
  shore: number;
  /** Whether it has the flat colours of many blocks, or lines alone. */
  colour: boolean;
  tone: (hex: string, plain?: string) => string;
  edge: string;
}

/** A pine that the wind from the lake has bent. */
function pine(x: number, y: number, size: number, colour: string, lean: number): string {
  const trunk = smooth(shape(x, y, size, [0, 0, lean * 0.3, -0.4, lean * 0.1, -0.7, lean * 0.35, -1]), 5);
  let out = stroked(line(trunk), INK, size * 0.055);
  for (const [u, v, w] of [
    [0.5, 0.5, 0.44],
    [-0.24, 0.62, 0.36],
    [0.4, 0.8, 0.36],
    [0.05, 0.92, 0.32],
    [0.36, 1.06, 0.28],
  ] as const) {
    const [px, py] = [x + u * lean * size, y - v * size];
    const crown = smooth(
      [
        ...ring(px, py, size * w * 0.5, 9, 0, size * w * 0.42).map(([cx, cy]): Point => [
          cx,
          py + (cy - py) * 0.42,
        ]),
        [px + size * w * 0.5, py],
      ],
      3,
    );
    let needles = '';
    for (let k = 0; k < 15; k++)
      for (const f of [-0.5, 0, 0.5])
        needles += line([
          [px + (k / 7 - 1) * size * w * 0.42, py + size * w * 0.12],
          [px + (k / 7 - 1 + f * 0.25) * size * w * 0.42, py - size * w * 0.14],
        ]);
    out +=
      filled(line(crown, true), colour, `stroke="${INK}" stroke-width="${n(size * 0.008)}"`) +
      stroked(needles, faint(INK, 0.75), size * 0.005);
  }
  return out;
}

/** Boats under sail, the nearer the larger. */
export function boats({ sheet, m, w, shore, tone }: View): string {
  const { unit, random } = sheet;
  let out = '';
  for (let k = 0; k < 4; k++) {
    const size = (34 + k * 26) * unit;
    const [x, y] = [
      m + w * random.between(0.15 + k * 0.08, 0.5 + k * 0.08),
      shore + (38 + k * k * 17) * unit,
    ];
    const hull = smooth(
      shape(x, y, size, [-1, -0.2, -0.6, 0.1, 0.6, 0.1, 1.1, -0.28, 0.5, -0.06, -0.5, -0.06, -1, -0.2]),
      4,
    );
    const sail = shape(x, y, size, [-0.36, -0.12, -0.42, -1.2, 0.34, -1.26, 0.42, -0.14]);
    let seams = '';
    for (let i = 1; i < 7; i++)
      seams += line([
        [x - size * 0.42 + (i * size * 0.76) / 7, y - size * 1.21],
        [x - size * 0.36 + (i * size * 0.78) / 7, y - size * 0.13],
      ]);
    out +=
      filled(line(sail, true), '#f6edd8', `stroke="${INK}" stroke-width="${n(1.4 * unit)}"`) +
      stroked(seams, '#9a8b70', 0.9 * unit) +
      filled(line(hull, true), tone('#8a5836'), `stroke="${INK}" stroke-width="${n(1.6 * unit)}"`);
  }
  return out;
}

/** The near bank with its pines and grass, on the left (-1) or the right (1), and birds over the water. */
export function nearBank({ sheet, noise, m, w, h, tone, edge }: View, s: -1 | 1): string {
  const { unit, random } = sheet;
  let out = '';
  const bank = Array.from({ length: 30 }, (_, i): Point => [
    s < 0 ? m + (w * 0.46 * i) / 29 : m + w - (w * 0.46 * i) / 29,
    m + h - (1 - (i / 29) ** 1.6) * h * 0.17 + noise(i * 0.5, 3) * 9 * unit,
  ]);
  out += filled(
    line([[s < 0 ? m : m + w, m + h], ...bank, [bank.at(-1)?.[0] ?? 0, m + h]], true),
    tone('#4a5a34'),
    edge,
  );
  for (const [i, size] of [
    [2, 430],
    [9, 330],
    [15, 210],
  ] as const) {
    const [x, y] = bank[i] ?? [m, m];
    out += pine(x, y + 8 * unit, size * unit, tone('#2f5a45', '#e6dabf'), -s * 0.5);
  }
  let grass = '';
  bank.forEach(([x, y]) => {
    for (let k = 0; k < 9; k++)
      grass += line([
        [x + k * 3 * unit, y + 14 * unit],
        [x + (k * 3 + random.between(-5, 5)) * unit, y - random.between(2, 16) * unit],
      ]);
  });
  out += stroked(grass, INK, 1.3 * unit);
  let birds = '';
  for (let k = 0; k < 7; k++) {
    const [x, y] = [m + w * (0.5 + s * -0.2) + k * 26 * unit, m + h * 0.14 + Math.abs(k - 2) * 15 * unit];
    birds += line(smooth(shape(x, y, unit, [-12, -6, -4, -5, 0, 0, 4, -5, 12, -6]), 3));
  }
  out += stroked(birds, INK, 2.2 * unit);
  return out;
}
