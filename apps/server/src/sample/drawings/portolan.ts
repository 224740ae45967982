import { box, disc, faint, filled, line, n, polar, ring, stroked, type Point } from '../ink.ts';
import type { PageOf, Sheet } from '../page-spec.ts';
import { at, italic, measure, roman, write, writeCentred } from '../pen.ts';
import { makeTerrain, type Terrain } from '../terrain.ts';
import { compassRose, ship } from './chart-parts.ts';
import { placeName } from './words.ts';

/** What the parts of the chart share. */
interface Chart {
  readonly terrain: Terrain;
  readonly sheet: Sheet;
  readonly centre: Point;
}

const INK = '#2c1a0a';
const tints = ['#b5402b', '#3f7350', '#c99a2e', '#3d5f87'];

/** A sea chart on a skin: rhumb lines from sixteen knots, harbours named inland at right angles to the coast. */
export function drawPortolan(page: PageOf<'portolan'>, sheet: Sheet): string {
  const { width, height, unit, random } = sheet;
  const terrain = makeTerrain(
    random,
    width,
    height,
    3.6,
    (u, v) => -0.12 + 1.3 * Math.abs(v - 0.5) ** 1.4 + 0.35 * Math.abs(u - 0.5) - 0.1,
  );
  const centre: Point = [width / 2, height / 2];
  const knots = ring(...centre, Math.min(width, height) * 0.44, 16);
  const chart = { terrain, sheet, centre };
  let out = rhumbLines(centre, knots, sheet);
  for (const loop of terrain.contours(0)) {
    const shore = line(loop, true);
    if (loop.length < 150) out += filled(shore, faint(random.pick(tints), 0.85));
    else out += stroked(shore, faint('#6f8f5a', 0.4), 9 * unit);
    out += stroked(shore, INK, 1.8 * unit);
    if (loop.length >= 150) out += harbours(chart, loop);
  }
  const places = Array.from({ length: 500 }, (): Point => [
    random.between(0.1, 0.9) * width,
    random.between(0.12, 0.88) * height,
  ]);
  out += drawCities(chart, places) + drawShips(chart, places);
  out += compassRose(...centre, 92 * unit, ['#a82a18', '#c99a2e', '#33577d']);
  for (const [x, y] of knots.filter((_, i) => i % 4 === 2))
    out += compassRose(x, y, 40 * unit, ['#33577d', '#a82a18', '#3f7350']);
  const frame = box(26 * unit, 26 * unit, width - 52 * unit, height - 52 * unit);
  return (
    out +
    scaleBar(page.title, sheet) +
    stroked(frame, '#33577d', 5 * unit) +
    stroked(box(36 * unit, 36 * unit, width - 72 * unit, height - 72 * unit), '#a82a18', 2 * unit) +
    filled(disc(...centre, 3 * unit), INK)
  );
}

function rhumbLines(centre: Point, knots: readonly Point[], { width, height, unit }: Sheet): string {
  const reach = width + height;
  let out = '';
  // Each ray is a path of its own: the renderer needs seconds for a path with hundreds of crossings.
  [centre, ...knots].forEach(([x, y], k) => {
    for (let i = 0; i < 32; i++) {
      const tone =
        i % 4 === 0
          ? '#a08f6c'
          : i % 2 === 0 && k % 2 === 0
            ? '#9fae83'
            : k % 4 === 1
              ? '#d2a182'
              : undefined;
      if (tone)
        out += stroked(
          line([[x, y], polar(x, y, k === 0 ? reach : reach * 0.55, (i * Math.PI) / 16)]),
          tone,
          0.9 * unit,
        );
    }
  });
  return out;
}

/** The names along a coast. */
function harbours({ terrain, sheet, centre }: Chart, loop: readonly Point[]): string {
  const { width, height, unit, random } = sheet;
  let out = '';
  const named: Point[] = [];
  let next = 0;
  for (let i = 4; i + 4 < loop.length; i++) {
    const [a, b, here] = [loop[i - 4] ?? centre, loop[i + 4] ?? centre, loop[i] ?? centre];
    const [x, y] = here;
    if (i < next || x < 60 * unit || y < 60 * unit || x > width - 60 * unit || y > height - 60 * unit)
      continue;
    const level = Math.atan2(b[1] - a[1], b[0] - a[0]);
    let inland = level + Math.PI / 2;
    if (terrain.height(...polar(x, y, 14 * unit, inland)) < 0) inland += Math.PI;
    if (terrain.height(...polar(x, y, 50 * unit, inland)) < 0) continue;
    const name = placeName(random);
    const size = random.between(8, 9.5) * unit;
    const length = measure(name, size, italic);
    const spots = [0.35, 0.7, 1].map((part) => polar(x, y, part * length + 6 * unit, inland));
    if (spots.some(([u, v]) => named.some(([c, d]) => Math.hypot(u - c, v - d) < 11 * unit))) continue;
    named.push(...spots);
    const turned = Math.cos(inland) < 0;
    const start = polar(x, y, (turned ? length : 0) + 6 * unit, inland);
    const text = write(
      name,
      at(start[0], start[1] + 3 * unit, turned ? inland + Math.PI : inland),
      size,
      italic,
    );
    out += filled(text, random.chance(0.2) ? '#a82a18' : INK);
    next = i + random.int(5, 8);
  }
  return out;
}

function drawCities({ terrain, sheet }: Chart, places: readonly Point[]): string {
  const { unit } = sheet;
  let out = '';
  const cities: Point[] = [];
  for (const [x, y] of places) {
    if (
      terrain.height(x, y) < 0.24 ||
      cities.length > 8 ||
      cities.some(([a, b]) => Math.hypot(a - x, b - y) < 190 * unit)
    )
      continue;
    cities.push([x, y]);
    out += drawCity(x, y, sheet);
  }
  return out;
}

/** Walls and roofs under a flag. */
function drawCity(x: number, y: number, { unit, random }: Sheet): string {
  const edge = `stroke="#2c1a0a" stroke-width="${n(1.1 * unit)}"`;
  let [walls, roofs] = ['', ''];
  for (let k = 0; k < 7; k++) {
    const [w, h] = [random.between(9, 15) * unit, random.between(18, 46) * unit];
    const left = x + (k - 3.5) * 11 * unit;
    walls += box(left, y - h, w, h);
    roofs += line(
      [
        [left - 2 * unit, y - h],
        [left + w / 2, y - h - random.between(8, 20) * unit],
        [left + w + 2 * unit, y - h],
      ],
      true,
    );
  }
  const staff = `M${n(x)} ${n(y - 40 * unit)}v${n(-52 * unit)}`;
  const flag = box(x, y - 92 * unit, 30 * unit, 18 * unit);
  const picture =
    stroked(staff, INK, 1.4 * unit) +
    filled(flag, random.pick(tints), edge) +
    filled(walls, '#ecd6ac', edge) +
    filled(roofs, '#b5402b', edge);
  return (
    picture +
    filled(writeCentred(placeName(random).toUpperCase(), x, y + 20 * unit, 13 * unit, roman), '#8d1d12')
  );
}

function drawShips({ terrain, sheet, centre }: Chart, places: readonly Point[]): string {
  const { unit, random } = sheet;
  let out = '';
  const open = places.filter(
    ([x, y]) => terrain.height(x, y) < -0.12 && Math.hypot(x - centre[0], y - centre[1]) > 190 * unit,
  );
  const ships: Point[] = [];
  for (const [x, y] of open) {
    if (ships.length > 2 || ships.some(([a, b]) => Math.hypot(a - x, b - y) < 320 * unit)) continue;
    ships.push([x, y]);
    out += ship(x, y, 70 * unit, random.chance(0.5) ? 1 : -1, random.pick(tints));
  }
  return out;
}

/** The scale with the title. */
function scaleBar(title: string, { width, height, unit }: Sheet): string {
  const bar = { x: 0.5 * width - 240 * unit, y: height - 66 * unit };
  let cells = '';
  for (let i = 0; i < 24; i += 2) cells += box(bar.x + i * 20 * unit, bar.y, 20 * unit, 9 * unit);
  let out = filled(
    box(bar.x - 14 * unit, bar.y - 40 * unit, 508 * unit, 62 * unit),
    '#eddcb4',
    `stroke="#2c1a0a" stroke-width="${n(1.5 * unit)}"`,
  );
  out += filled(cells, '#a82a18') + stroked(box(bar.x, bar.y, 480 * unit, 9 * unit), INK, 1.2 * unit);
  return out + filled(writeCentred(title, width / 2, bar.y - 12 * unit, 17 * unit, roman), INK);
}
