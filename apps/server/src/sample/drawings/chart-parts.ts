import { box, disc, filled, line, n, polar, pts, smooth, stroked, type Point } from '../ink.ts';
import { measure, roman, writeCentred } from '../pen.ts';

/** A rose of 32 winds with a lily at the north. */
export function compassRose(
  cx: number,
  cy: number,
  radius: number,
  colours: readonly [string, string, string],
): string {
  let out = '';
  for (const [count, reach, turn] of [
    [16, 0.62, Math.PI / 16],
    [8, 0.74, Math.PI / 8],
    [4, 0.86, Math.PI / 4],
    [4, 1, 0],
  ] as const) {
    let [light, dark] = ['', ''];
    for (let i = 0; i < count; i++) {
      const angle = turn + (i * 2 * Math.PI) / count - Math.PI / 2;
      const tip = polar(cx, cy, radius * reach, angle);
      const waist = radius * reach * 0.2;
      light += line([[cx, cy], polar(cx, cy, waist, angle - Math.PI / 4), tip], true);
      dark += line([[cx, cy], polar(cx, cy, waist, angle + Math.PI / 4), tip], true);
    }
    const tone = count === 4 && turn === 0 ? colours[0] : count === 4 ? colours[1] : colours[2];
    out +=
      filled(light, '#f3e7c8', `stroke="#2b1b0c" stroke-width="${n(radius * 0.006)}"`) +
      filled(dark, tone, `stroke="#2b1b0c" stroke-width="${n(radius * 0.006)}"`);
  }
  let ticks = '';
  for (let i = 0; i < 128; i++) {
    const a = (i * Math.PI) / 64;
    ticks += line([polar(cx, cy, radius * 0.55, a), polar(cx, cy, radius * (i % 4 === 0 ? 0.5 : 0.53), a)]);
  }
  const rings = disc(cx, cy, radius * 0.55) + disc(cx, cy, radius * 0.5) + disc(cx, cy, radius * 1.03);
  const lily = smooth([
    [cx, cy - radius * 1.28],
    [cx + radius * 0.05, cy - radius * 1.16],
    [cx, cy - radius * 1.05],
    [cx - radius * 0.05, cy - radius * 1.16],
    [cx, cy - radius * 1.28],
  ]);
  const wing = (s: number) =>
    smooth([
      [cx, cy - radius * 1.07],
      [cx + s * radius * 0.06, cy - radius * 1.15],
      [cx + s * radius * 0.13, cy - radius * 1.14],
      [cx + s * radius * 0.11, cy - radius * 1.08],
    ]);
  return (
    stroked(rings + ticks, '#2b1b0c', radius * 0.008) +
    out +
    filled(disc(cx, cy, radius * 0.07), colours[1]) +
    filled(line(lily, true), colours[0]) +
    stroked(line(wing(1)) + line(wing(-1)), colours[0], radius * 0.025)
  );
}

/** A three-masted ship under sail on a few waves; x, y is the middle of its water line. */
export function ship(x: number, y: number, size: number, heading: 1 | -1, flag: string): string {
  const p = (u: number, v: number): Point => [x + u * size * heading, y - v * size];
  const hull = line(
    [
      ...smooth([p(-0.5, 0.2), p(-0.4, 0), p(0.3, -0.02), p(0.52, 0.18)]),
      p(0.38, 0.14),
      p(-0.3, 0.1),
      p(-0.34, 0.22),
    ],
    true,
  );
  let [sails, ropes, seams] = ['', '', ''];
  for (const [mast, tall, count] of [
    [-0.3, 0.72, 2],
    [0, 0.98, 3],
    [0.28, 0.8, 2],
  ] as const) {
    ropes +=
      line([p(mast, 0.08), p(mast, tall)]) +
      line([p(mast, tall), p(mast - 0.22, 0.12)]) +
      line([p(mast, tall), p(mast + 0.2, 0.12)]);
    for (let i = 0; i < count; i++) {
      const [low, high] = [0.16 + (i * (tall - 0.2)) / count, 0.14 + ((i + 0.9) * (tall - 0.2)) / count];
      const half = 0.15 - i * 0.03;
      const side = smooth(
        [p(mast + half, high), p(mast + half + 0.07, (low + high) / 2), p(mast + half + 0.02, low)],
        4,
      );
      const back = smooth(
        [p(mast - half, low), p(mast - half + 0.09, (low + high) / 2), p(mast - half + 0.02, high)],
        4,
      );
      sails += line([...side, ...back], true);
      for (let k = 1; k < 6; k++)
        seams += line([
          p(mast - half + k * half * 0.33 + 0.02, high),
          p(mast - half + k * half * 0.33 + 0.08, (low + high) / 2),
          p(mast - half + k * half * 0.33, low),
        ]);
    }
  }
  let waves = '';
  for (let i = 0; i < 16; i++) {
    const [u, v] = [-0.8 + (i % 8) * 0.2, -0.06 - Math.floor(i / 8) * 0.08];
    waves += line(smooth([p(u, v), p(u + 0.05, v + 0.03), p(u + 0.1, v), p(u + 0.15, v + 0.02)], 4));
  }
  const pennant = line([p(0, 0.98), p(-0.2, 1.03), p(-0.1, 0.96), p(-0.22, 0.92), p(0, 0.93)], true);
  const edge = `stroke="#2b1b0c" stroke-width="${n(size * 0.012)}"`;
  return (
    stroked(ropes, '#2b1b0c', size * 0.012) +
    filled(hull, '#8a5a2e', edge) +
    filled(sails, '#f4ead2', edge) +
    stroked(seams, '#8d7a5c', size * 0.006) +
    filled(pennant, flag, edge) +
    stroked(waves, '#4d6a70', size * 0.012)
  );
}

/** A title in a scrolled frame, centred on x, y. */
export function cartouche(
  x: number,
  y: number,
  unit: number,
  title: string,
  subtitle: string,
  tint: string,
): string {
  const size = 30 * unit;
  const half = Math.max(measure(title, size, roman), measure(subtitle, size * 0.5, roman)) / 2 + 34 * unit;
  const tall = 58 * unit;
  const p = (u: number, v: number): Point => [x + u * half, y + v * tall];
  const outline = smooth(
    [
      p(-1, -0.6),
      p(-0.96, -1.05),
      p(-0.5, -0.92),
      p(0, -1.18),
      p(0.5, -0.92),
      p(0.96, -1.05),
      p(1, -0.6),
      p(1.07, 0),
      p(1, 0.6),
      p(0.96, 1.05),
      p(0.5, 0.92),
      p(0, 1.18),
      p(-0.5, 0.92),
      p(-0.96, 1.05),
      p(-1, 0.6),
      p(-1.07, 0),
      p(-1, -0.6),
    ],
    7,
  );
  let hatch = '';
  for (let i = 0; i < outline.length; i++) {
    const [px, py] = outline[i] ?? [0, 0];
    const [dx, dy] = [px - x, (py - y) * 2];
    const length = Math.hypot(dx, dy) || 1;
    hatch += line(pts(px, py, px + (dx / length) * 9 * unit, py + (dy / length) * 9 * unit));
  }
  return (
    stroked(hatch, '#5a3b1c', 1.6 * unit) +
    filled(line(outline, true), tint, `stroke="#3a2410" stroke-width="${n(3 * unit)}"`) +
    stroked(
      line(
        outline.map(([px, py]): Point => [x + (px - x) * 0.965, y + (py - y) * 0.9]),
        true,
      ),
      '#7a4d22',
      1 * unit,
    ) +
    filled(writeCentred(title, x, y + 4 * unit, size, roman), '#33200e') +
    filled(writeCentred(subtitle, x, y + 32 * unit, size * 0.5, roman), '#7c2416')
  );
}

/** A frame whose inner band is divided into light and dark degrees. */
export function degreeFrame(x: number, y: number, width: number, height: number, unit: number): string {
  const band = 12 * unit;
  const step = 34 * unit;
  let dark = '';
  const across = Math.round(width / step);
  const down = Math.round(height / step);
  for (let i = 0; i < across; i += 2)
    for (const edge of [y, y + height - band])
      dark += box(x + (i * width) / across, edge, width / across, band);
  for (let j = 1; j < down; j += 2)
    for (const edge of [x, x + width - band]) dark += box(edge, y + (j * height) / down, band, height / down);
  const lines = box(x, y, width, height) + box(x + band, y + band, width - 2 * band, height - 2 * band);
  return (
    filled(dark, '#33210f') +
    stroked(lines, '#33210f', 1.5 * unit) +
    stroked(box(x - 8 * unit, y - 8 * unit, width + 16 * unit, height + 16 * unit), '#33210f', 4 * unit)
  );
}
