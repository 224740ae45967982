import { box, disc, faint, filled, line, smooth, stroked, type Point } from '../ink.ts';
import type { PageOf, Sheet } from '../page-spec.ts';
import { valueNoise } from '../seeded-random.ts';

const palettes = {
  warm: ['#7c1f1d', '#d9a441', '#efe0c0', '#20364f', '#b8502f', '#e6c27a', '#3d2a22'],
  cool: ['#1d3f5c', '#7fa3a8', '#efe6cf', '#2e5d4b', '#c9b26a', '#16283a', '#a84a35'],
} as const;

/** Marbled paper: bands of colour drawn one way, then combed into feathers. */
export function drawMarbled(page: PageOf<'marbled'>, sheet: Sheet): string {
  const { width, height, unit, random } = sheet;
  const inks = palettes[page.palette];
  const noise = valueNoise(random);
  const tooth = 62 * unit;
  let out = filled(box(0, 0, width, height), inks[0]);
  const wave = (x: number, base: number): Point => {
    const phase = (x / tooth) % 2;
    const saw = Math.abs(phase - 1) ** 2.2;
    const drift =
      noise(x / (160 * unit), base / (150 * unit)) * 20 * unit +
      noise(x / (40 * unit), base / (60 * unit)) * 6 * unit;
    return [x + noise(x / (120 * unit), base / (90 * unit) + 40) * 14 * unit, base + saw * 92 * unit + drift];
  };
  let row = 0;
  for (let base = -130 * unit; base < height + 20 * unit; row++) {
    const thick = random.between(5, 17) * unit;
    const curve = (y: number) =>
      smooth(
        Array.from({ length: Math.ceil(width / (14 * unit)) + 8 }, (_, i) => wave((i - 4) * 14 * unit, y)),
        2,
      );
    const colour = inks[row % inks.length] ?? inks[0];
    out +=
      filled(line([...curve(base), ...curve(base + thick * 1.5).toReversed()], true), colour) +
      stroked(line(curve(base)), faint('#ffffff', 0.22), 0.9 * unit);
    base += thick;
  }
  let [bright, dark] = ['', ''];
  for (let i = 0; i < 900; i++) {
    const spot = disc(
      random.next() * width,
      random.next() * height,
      random.next() ** 3 * 5 * unit + 0.6 * unit,
    );
    if (i % 3 === 0) dark += spot;
    else bright += spot;
  }
  return out + filled(bright, faint(inks[2], 0.7)) + filled(dark, faint(inks[0], 0.8));
}
