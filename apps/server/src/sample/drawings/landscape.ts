import {
  box,
  disc,
  faint,
  filled,
  line,
  n,
  polar,
  pts,
  ring,
  shape,
  smooth,
  spiral,
  stroked,
  type Point,
} from '../ink.ts';
import type { PageOf, Sheet } from '../page-spec.ts';
import { at, write } from '../pen.ts';
import { valueNoise } from '../seeded-random.ts';
import { boats, nearBank, type View } from './landscape-foreground.ts';

const INK = '#231a14';

/** Horizontal bands that fade, as a printer wipes colour from the block. */
function bokashi(
  x: number,
  y: number,
  w: number,
  h: number,
  colour: string,
  from: number,
  to: number,
): string {
  let out = '';
  const steps = 48;
  for (let i = 0; i < steps; i++)
    out += filled(
      box(x, y + (i * h) / steps, w, h / steps + 0.6),
      faint(colour, from + ((to - from) * i) / steps),
    );
  return out;
}

/** The sky with its sun and curled clouds. */
function sky({ sheet, m, w, h, shore, colour, tone, edge }: View): string {
  const { unit, random } = sheet;
  let out = filled(box(m, m, w, h), tone('#f0dcb8'));
  if (colour)
    out +=
      bokashi(m, m, w, h * 0.26, '#1f4675', 0.9, 0) +
      bokashi(m, m + h * 0.32, w, h * 0.31, random.pick(['#d9694a', '#d98b5a', '#c9788a']), 0, 0.75);
  const sun: Point = [m + w * random.pick([0.2, 0.78]), m + h * 0.2];
  if (!colour) {
    let rays = '';
    for (let k = 0; k < 120; k++) {
      const a = (k * Math.PI) / 60;
      rays += line([polar(...sun, 76 * unit, a), polar(...sun, (k % 2 === 0 ? 190 : 125) * unit, a)]);
    }
    let sky = '';
    for (let y = m + 10 * unit; y < shore; y += 8 * unit * (0.6 + ((y - m) / h) * 1.5)) {
      let x = m;
      while (x < m + w) {
        const length = random.between(40, 260) * unit;
        if (Math.hypot(x + length / 2 - sun[0], y - sun[1]) > 250 * unit)
          sky += line(pts(x, y, Math.min(m + w, x + length), y + random.between(-1, 1) * unit));
        x += length + random.between(10, 60) * unit;
      }
    }
    out += stroked(sky, INK, 1.1 * unit) + stroked(rays, INK, 1.8 * unit);
  }
  out += filled(disc(...sun, 66 * unit), tone('#c8402c', '#f2e8d2'), edge);
  if (!colour) out += stroked(disc(...sun, 58 * unit), INK, unit);
  for (let k = 0; k < 5; k++) {
    const [x, y] = [m + w * random.between(0.08, 0.92), m + h * random.between(0.1, 0.34)];
    let cloud = '';
    for (let i = 0; i < 5; i++)
      cloud += line(
        spiral(
          x + (i - 2) * 38 * unit,
          y + (i % 2) * 14 * unit,
          27 * unit,
          i % 2 === 0 ? 1.8 : -1.8,
          i * 1.2,
        ),
      );
    const body = ring(x, y + 6 * unit, 1, 16).map(([u, v]): Point => [
      x + (u - x) * 118 * unit,
      y + 6 * unit + (v - y - 6 * unit) * 34 * unit,
    ]);
    out +=
      filled(line(body, true), tone('#f8efdc', '#f2e8d2')) +
      stroked(cloud, colour ? '#5a7390' : INK, 2 * unit);
  }
  return out;
}

/** A mountain under snow. */
function mountain({ sheet, noise, m, w, h, shore, colour, tone, edge }: View): string {
  const { unit, random } = sheet;
  let out = '';
  const peak: Point = [m + w * random.between(0.36, 0.62), m + h * 0.2];
  const slope = (s: number): Point[] =>
    Array.from({ length: 26 }, (_, i): Point => {
      const t = i / 25;
      return [
        peak[0] + s * (26 * unit + t ** 1.55 * w * 0.48),
        peak[1] + t * (shore - peak[1]) + noise(t * 9, s * 5) * 5 * unit,
      ];
    });
  const outline = [...slope(-1).toReversed(), ...slope(1)].filter(([x]) => x > m && x < m + w);
  out += filled(
    line(
      [
        [Math.max(m, outline[0]?.[0] ?? m), shore],
        ...outline,
        [Math.min(m + w, outline.at(-1)?.[0] ?? m), shore],
      ],
      true,
    ),
    tone('#5f7f98'),
    edge,
  );
  const snow: Point[] = [...slope(-1).slice(0, 9).toReversed(), ...slope(1).slice(0, 9)];
  for (let k = 0; k <= 12; k++)
    snow.push([
      (snow[17]?.[0] ?? 0) + ((snow[0]?.[0] ?? 0) - (snow[17]?.[0] ?? 0)) * (k / 12),
      (snow[0]?.[1] ?? 0) + (k % 2 === 0 ? -50 : 44) * unit * random.between(0.5, 1),
    ]);
  out += filled(line(snow, true), tone('#fbf6ea'), `stroke="${INK}" stroke-width="${n(1.4 * unit)}"`);
  let gullies = '';
  for (let k = 0; k < 90; k++) {
    const t = random.between(0.05, 0.9);
    const off = random.between(-1, 1);
    const x = peak[0] + off * (26 * unit + t ** 1.55 * w * 0.46);
    const y = peak[1] + t * (shore - peak[1]);
    const lean = off * 0.8;
    gullies += line(
      smooth(
        shape(x, y, unit, [0, 0, lean * 30, 36, lean * 78, 76]).filter(([, v]) => v < shore),
        4,
      ),
    );
  }
  out += stroked(gullies, faint(INK, colour ? 0.4 : 0.9), 1.5 * unit);
  return out;
}

/** Three wooded ridges, one behind the other. */
function woods({ sheet, noise, m, w, shore, colour, tone, edge }: View): string {
  const { unit, random } = sheet;
  let out = '';
  for (let ridge = 0; ridge < 3; ridge++) {
    const base = shore + (ridge - 2) * 22 * unit;
    const crest = Array.from({ length: 90 }, (_, i): Point => [
      m + (w * i) / 89,
      base - (26 + (noise(i * 0.09, ridge * 9) + 1) * (62 - ridge * 10) + noise(i * 0.4, ridge) * 12) * unit,
    ]);
    out += filled(
      line([[m, shore + 8 * unit], ...crest, [m + w, shore + 8 * unit]], true),
      tone(['#8ca89a', '#5f8a76', '#3e6b58'][ridge] ?? INK),
      edge,
    );
    let lines = '';
    crest.forEach(([x, y], i) => {
      for (let k = 0; k < 5; k++)
        lines += line([
          [x + k * 3.3 * unit, y + (2 + k) * unit],
          [x + (k * 3.3 + 11) * unit, Math.min(shore, y + random.between(16, 54) * unit)],
        ]);
      if (i % 2 === 0 && random.chance(0.6))
        for (let k = 0; k < 3; k++)
          lines += line([
            [x - 5 * unit, y - k * 7 * unit],
            [x, y - (k + 1) * 8 * unit],
            [x + 5 * unit, y - k * 7 * unit],
          ]);
    });
    out += stroked(lines, faint(INK, colour ? 0.45 : 1), 1.2 * unit);
  }
  return out;
}

/** The lake, its ripples growing as they come nearer. */
function lake({ sheet, m, w, h, shore, colour, tone }: View): string {
  const { unit, random } = sheet;
  let out = '';
  out += filled(box(m, shore, w, m + h - shore), tone('#a9c6c6'));
  if (colour) out += bokashi(m, shore, w, m + h - shore, '#1d4f80', 0.15, 0.95);
  let [swell, foam] = ['', ''];
  for (let y = shore + 10 * unit, row = 0; y < m + h; y += (7 + row * 0.62) * unit, row++) {
    const pitch = (26 + row * 4.4) * unit;
    const high = (2 + row * 0.5) * unit;
    for (let x = m + ((row % 2) * pitch) / 2; x + pitch < m + w; x += pitch) {
      if (random.chance(0.18)) continue;
      swell += line(
        smooth(
          pts(x, y, x + pitch * 0.3, y - high, x + pitch * 0.55, y - high * 0.2, x + pitch * 0.95, y),
          4,
        ),
      );
      if (row > 9 && random.chance(0.12))
        foam += line(spiral(x + pitch * 0.4, y - high * 0.4, high * 1.4, 1.4, 2));
    }
  }
  out +=
    stroked(swell, colour ? '#eaf0e6' : INK, 1.7 * unit) + stroked(foam, colour ? '#ffffff' : INK, 2 * unit);
  return out;
}

/** A view with a mountain over water: in lines alone, or in the flat colours of many blocks. */
export function drawLandscape(page: PageOf<'landscape'>, sheet: Sheet): string {
  const { width, height, unit, random } = sheet;
  const colour = page.manner === 'nishiki';
  const m = 46 * unit;
  const [w, h] = [width - 2 * m, height - 2 * m];
  const edge = `stroke="${INK}" stroke-width="${n(2.2 * unit)}"`;
  const view: View = {
    sheet,
    noise: valueNoise(random),
    m,
    w,
    h,
    shore: m + h * 0.63,
    colour,
    tone: (hex, plain = '#f2e8d2') => (colour ? hex : plain),
    edge,
  };
  const s = random.chance(0.5) ? -1 : 1;
  let out = sky(view) + mountain(view) + woods(view) + lake(view) + boats(view) + nearBank(view, s);
  const cover = `M0 0H${width}V${height}H0Z${box(m, m, w, h)}`;
  out += filled(cover, '#f1e8d3', 'fill-rule="evenodd"') + stroked(box(m, m, w, h), INK, 4 * unit);
  if (!colour) return out;
  const [lx, ly] = [s < 0 ? m + w - 84 * unit : m + 24 * unit, m + 26 * unit];
  out += filled(box(lx, ly, 58 * unit, 210 * unit), '#e9c46a', edge);
  [...'ひかりのうた'].forEach(
    (sign, i) =>
      (out += filled(
        write(sign, at(lx + 16 * unit, ly + (36 + i * 33) * unit), 30 * unit, { nib: 2, angle: 0.9 }),
        INK,
      )),
  );
  return out;
}
