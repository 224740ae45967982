import { box, disc, faint, filled, line, polar, ring, stroked, type Point } from '../ink.ts';
import type { PageOf, Sheet } from '../page-spec.ts';
import { around, at, italic, measure, needle, roman, write, writeCentred } from '../pen.ts';
import { valueNoise } from '../seeded-random.ts';

interface Star {
  at: Point;
  /** 0 is the brightest. */
  magnitude: number;
}

/** Joins stars by the shortest lines that make one figure (Prim's tree). */
function figure(stars: readonly Star[]): [Star, Star][] {
  const [first, ...rest] = stars;
  if (!first) return [];
  const joined = [first];
  const lines: [Star, Star][] = [];
  while (rest.length > 0) {
    let best = { from: first, index: 0, gap: Infinity };
    for (const from of joined) {
      rest.forEach((to, index) => {
        const gap = Math.hypot(to.at[0] - from.at[0], to.at[1] - from.at[1]);
        if (gap < best.gap) best = { from, index, gap };
      });
    }
    const [to] = rest.splice(best.index, 1);
    if (!to) break;
    joined.push(to);
    lines.push([best.from, to]);
  }
  return lines;
}

/** The circle of the stars, and its colours. */
interface Hemisphere {
  readonly sheet: Sheet;
  readonly cx: number;
  readonly cy: number;
  readonly radius: number;
  readonly night: boolean;
  readonly pen: string;
  readonly gold: string;
  readonly paleLine: string;
  readonly glow: string;
}

/** A hemisphere of the sky, gold on blue or ink on paper, by its ground. */
export function drawSky(page: PageOf<'sky'>, sheet: Sheet): string {
  const { width, height, unit } = sheet;
  const night = page.ground === 'indigo' || page.ground === 'night' || page.ground === 'navy';
  const colours = night
    ? { pen: '#f0dfae', gold: '#d9b25a', paleLine: '#5f7396', glow: '#c9d6ee' }
    : { pen: '#2c2417', gold: '#9c2c1c', paleLine: '#a9977a', glow: '#8fa3b8' };
  const { gold } = colours;
  const [cx, cy] = [width / 2, height / 2];
  const sky = { sheet, cx, cy, radius: 430 * unit, night, ...colours };
  const titled = height > width ? 96 * unit : -1000;
  return (
    filled(disc(cx, cy, sky.radius), night ? '#101a33' : '#e7dcc0') +
    milkyWay(sky) +
    grid(sky) +
    drawStars(sky, page.names) +
    rim(sky) +
    cornerStars(sky) +
    stroked(box(24 * unit, 24 * unit, width - 48 * unit, height - 48 * unit), gold, 3 * unit) +
    filled(writeCentred(page.title, width / 2, titled, 34 * unit, roman), gold)
  );
}

function milkyWay({ sheet, cx, cy, radius, night, glow }: Hemisphere): string {
  const { unit, random } = sheet;
  const noise = valueNoise(random);
  const band = (x: number, y: number) => {
    const [u, v] = [(x - cx) / radius, (y - cy) / radius];
    return Math.exp(-(((u * 0.55 + v * 0.83 - 0.1 + 0.12 * noise(u * 3, v * 3)) / 0.16) ** 2));
  };
  let [dust, haze] = ['', ''];
  for (let i = 0; i < 26000; i++) {
    const [x, y] = polar(cx, cy, radius * Math.sqrt(random.next()), random.between(0, 7));
    const chance = band(x, y) * (0.55 + 0.6 * noise((x / radius) * 9, (y / radius) * 9));
    if (random.next() < chance)
      dust += box(x, y, random.between(0.5, 1.2) * unit, random.between(0.5, 1.2) * unit);
    if (i % 40 === 0 && chance > 0.35) haze += disc(x, y, random.between(6, 20) * unit);
  }
  return filled(haze, faint(glow, night ? 0.2 : 0.25)) + filled(dust, faint(glow, 0.75));
}

/** Circles, meridians and the ecliptic. */
function grid({ sheet, cx, cy, radius, paleLine, gold }: Hemisphere): string {
  const { unit } = sheet;
  let out = '';
  for (let k = 1; k < 9; k++)
    out += stroked(disc(cx, cy, (radius * k) / 9), paleLine, (k === 6 ? 1.8 : 0.8) * unit);
  for (let h = 0; h < 24; h++) {
    const a = (h * Math.PI) / 12;
    out += stroked(
      line([polar(cx, cy, radius / (h % 6 === 0 ? 90 : 9), a), polar(cx, cy, radius, a)]),
      paleLine,
      0.8 * unit,
    );
  }
  const ecliptic = disc(cx + 0.22 * radius, cy - 0.09 * radius, 0.72 * radius);
  return out + stroked(ecliptic, gold, 1.6 * unit, `stroke-dasharray="${8 * unit} ${5 * unit}"`);
}

/** Scattered stars, and a figure with its name for each of the names. */
function drawStars({ sheet, cx, cy, radius, pen, gold }: Hemisphere, figures: readonly string[]): string {
  const { unit, random } = sheet;
  let out = '';
  const stars = Array.from({ length: 1500 }, (): Star => {
    return {
      at: polar(cx, cy, radius * 0.985 * Math.sqrt(random.next()), random.between(0, 7)),
      magnitude: 6 * random.next() ** 0.32,
    };
  });
  const centres: Point[] = [];
  let names = '';
  for (const name of figures) {
    for (let attempt = 0; attempt < 60; attempt++) {
      const centre = polar(cx, cy, radius * random.between(0.12, 0.84), random.between(0, 7));
      if (centres.some(([x, y]) => Math.hypot(x - centre[0], y - centre[1]) < 150 * unit)) continue;
      centres.push(centre);
      const members = Array.from({ length: random.int(6, 11) }, (): Star => {
        const spread = random.between(12, 72) * unit;
        return { at: polar(...centre, spread, random.between(0, 7)), magnitude: random.between(0.4, 3.6) };
      }).filter(({ at: [x, y] }) => Math.hypot(x - cx, y - cy) < radius * 0.96);
      for (const [a, b] of figure(members)) out += stroked(line([a.at, b.at]), gold, 1.3 * unit);
      stars.push(...members);
      names += writeCentred(name.toUpperCase(), centre[0], centre[1] + 92 * unit, 10 * unit, {
        ...roman,
        spacing: 5,
      });
      members
        .slice(0, 5)
        .forEach(
          ({ at: [x, y] }, i) =>
            (names += write('αβγδε'.charAt(i), at(x + 7 * unit, y - 5 * unit), 9 * unit, italic)),
        );
      break;
    }
  }
  for (const {
    at: [x, y],
    magnitude,
  } of stars) {
    const size = (6.4 - magnitude) * 1.15 * unit;
    if (magnitude > 3.8) out += filled(disc(x, y, Math.max(0.7 * unit, size * 0.4)), pen);
    else
      out += filled(
        line(ring(x, y, size, magnitude < 2 ? 8 : 6, 0.3, size * 0.4), true),
        magnitude < 2.2 ? gold : pen,
      );
  }
  return out + filled(names, pen);
}

/** Degrees and the signs around the hemisphere. */
function rim({ sheet, cx, cy, radius, pen, gold }: Hemisphere): string {
  const { unit } = sheet;
  let out = '';
  let ticks = '';
  for (let i = 0; i < 360; i++) {
    const a = (i * Math.PI) / 180;
    ticks += line([
      polar(cx, cy, radius, a),
      polar(cx, cy, radius + (i % 10 === 0 ? 14 : i % 5 === 0 ? 10 : 6) * unit, a),
    ]);
    if (i % 10 === 0)
      out += filled(write(String(i), around(cx, cy, radius + 17 * unit, a - 0.008), 8 * unit, needle), pen);
  }
  const signs = 'ARIES TAURUS GEMINI CANCER LEO VIRGO LIBRA SCORPIO ARCITENENS CAPER AMPHORA PISCES'.split(
    ' ',
  );
  signs.forEach((sign, i) => {
    const start = (i + 0.5) * (Math.PI / 6) - measure(sign, 14 * unit, roman) / 2 / (radius + 34 * unit);
    out += filled(write(sign, around(cx, cy, radius + 34 * unit, start), 14 * unit, roman), gold);
  });
  const rims =
    disc(cx, cy, radius) +
    disc(cx, cy, radius + 14 * unit) +
    disc(cx, cy, radius + 30 * unit) +
    disc(cx, cy, radius + 54 * unit);
  return out + stroked(ticks, pen, 0.9 * unit) + stroked(rims, pen, 1.6 * unit);
}

function cornerStars({ sheet, cx, cy, pen, gold }: Hemisphere): string {
  const { width, height, unit } = sheet;
  let out = '';
  for (const [u, v] of [
    [-1, -1],
    [1, -1],
    [-1, 1],
    [1, 1],
  ] as const) {
    const [x, y] = [cx + u * 0.93 * (width / 2 - 40 * unit), cy + v * 0.93 * (height / 2 - 40 * unit)];
    out +=
      filled(line(ring(x, y, 40 * unit, 16, 0.2, 18 * unit), true), gold) +
      filled(disc(x, y, 16 * unit), pen);
  }
  return out;
}
