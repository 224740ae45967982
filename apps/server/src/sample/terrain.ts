import { smooth, type Point } from './ink.ts';
import { valueNoise, type Random } from './seeded-random.ts';

export interface Terrain {
  /** Height at a place in pixels; land is above 0, the highest peaks near 1. */
  height(x: number, y: number): number;
  /** Closed lines of equal height, in pixels. */
  contours(level: number): Point[][];
}

/** Which edges of a cell (0 top, 1 right, 2 bottom, 3 left) a contour enters and leaves by, by corners within. */
const CROSSINGS: readonly (readonly (readonly [number, number])[])[] = [
  [],
  [[3, 0]],
  [[0, 1]],
  [[3, 1]],
  [[1, 2]],
  [[3, 0], [1, 2]],
  [[0, 2]],
  [[3, 2]],
  [[2, 3]],
  [[2, 0]],
  [[0, 1], [2, 3]],
  [[2, 1]],
  [[1, 3]],
  [[1, 0]],
  [[0, 3]],
  [],
]; // prettier-ignore

/**
 * A fractal country of width x height pixels. `scale` is the number of hills across the shorter side; `shape`
 * gives a height for each point (0 to 1 across the page) that is added to the noise, to force sea or land.
 */
export function makeTerrain(
  random: Random,
  width: number,
  height: number,
  scale: number,
  shape: (u: number, v: number) => number,
): Terrain {
  const noise = valueNoise(random);
  const short = Math.min(width, height);
  const cell = short / 190;
  const columns = Math.ceil(width / cell) + 1;
  const rows = Math.ceil(height / cell) + 1;
  const field = new Float32Array(columns * rows);
  for (let j = 0; j < rows; j++) {
    for (let i = 0; i < columns; i++) {
      const rim = i === 0 || j === 0 || i === columns - 1 || j === rows - 1;
      let sum = 0;
      for (let octave = 0, gain = 0.5; octave < 6; octave++, gain *= 0.56) {
        const f = (scale * 2 ** octave * cell) / short;
        sum += gain * noise(i * f + octave * 37.3, j * f + octave * 11.9);
      }
      field[j * columns + i] = rim ? -9 : sum * 1.5 + shape(i / columns, j / rows);
    }
  }
  const at = (i: number, j: number) => field[j * columns + i] ?? -9;
  return {
    height(x, y) {
      const [u, v] = [x / cell, y / cell];
      const [i, j] = [Math.floor(u), Math.floor(v)];
      const top = at(i, j) * (1 - u + i) + at(i + 1, j) * (u - i);
      const bottom = at(i, j + 1) * (1 - u + i) + at(i + 1, j + 1) * (u - i);
      return top * (1 - v + j) + bottom * (v - j);
    },
    contours(level) {
      const next = new Map<number, number>();
      const spots = new Map<number, Point>();
      for (let j = 0; j + 1 < rows; j++) {
        for (let i = 0; i + 1 < columns; i++) {
          const [a, b, c, d] = [at(i, j), at(i + 1, j), at(i + 1, j + 1), at(i, j + 1)];
          const within = +(a > level) + 2 * +(b > level) + 4 * +(c > level) + 8 * +(d > level);
          const keys = [
            2 * (j * columns + i),
            2 * (j * columns + i + 1) + 1,
            2 * ((j + 1) * columns + i),
            2 * (j * columns + i) + 1,
          ];
          const cut = (p: number, q: number) => (level - p) / (q - p || 1);
          const points = (): Point[] => [
            [i + cut(a, b), j],
            [i + 1, j + cut(b, c)],
            [i + cut(d, c), j + 1],
            [i, j + cut(a, d)],
          ];
          for (const [from, to] of CROSSINGS[within] ?? []) {
            next.set(keys[from] ?? 0, keys[to] ?? 0);
            const [x, y] = points()[from] ?? [0, 0];
            spots.set(keys[from] ?? 0, [x * cell, y * cell]);
          }
        }
      }
      const loops: Point[][] = [];
      for (const start of spots.keys()) {
        const loop: Point[] = [];
        for (let key: number | undefined = start; key !== undefined && next.has(key);) {
          loop.push(spots.get(key) ?? [0, 0]);
          const onward: number | undefined = next.get(key);
          next.delete(key);
          key = onward;
        }
        if (loop.length > 5) loops.push(smooth([...loop, loop[0] ?? [0, 0]], 2));
      }
      return loops;
    },
  };
}
