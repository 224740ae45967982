import { box, disc, faint, filled, line, n, pts, smooth, stroked, type Point } from '../ink.ts';
import type { PageOf, Sheet } from '../page-spec.ts';
import { along, at, italic, measure, needle, roman, write } from '../pen.ts';
import { valueNoise } from '../seeded-random.ts';
import { makeTerrain, type Terrain } from '../terrain.ts';
import { cartouche, compassRose, degreeFrame, ship } from './chart-parts.ts';
import { placeName } from './words.ts';

const INK = '#3a2613';

function river(terrain: Terrain, from: Point, unit: number): Point[] {
  const points: Point[] = [from];
  let [x, y] = from;
  let angle: number | undefined;
  for (let i = 0; i < 160 && terrain.height(x, y) > -0.01; i++) {
    let best = { angle: 0, level: Infinity };
    for (let k = 0; k < 16; k++) {
      const a = (k * Math.PI) / 8;
      if (angle !== undefined && Math.cos(a - angle) < 0.2) continue;
      const level = terrain.height(x + Math.cos(a) * 16 * unit, y + Math.sin(a) * 16 * unit);
      if (level < best.level) best = { angle: a, level };
    }
    angle = best.angle;
    x += Math.cos(angle) * 7 * unit;
    y += Math.sin(angle) * 7 * unit;
    points.push([x, y]);
  }
  return terrain.height(x, y) > -0.005 ? [] : smooth(points, 3);
}

const outlines = (terrain: Terrain, level: number): string =>
  terrain
    .contours(level)
    .map((loop) => line(loop, true))
    .join('');

/** The data that the parts of the map share: the land, and the positions in use. */
interface Country {
  readonly terrain: Terrain;
  readonly sheet: Sheet;
  /** The margin. */
  readonly m: number;
  readonly taken: Point[];
  readonly free: (place: Point, gap: number) => boolean;
}

/** Pictures, and the labels drawn over all of them. */
interface Drawn {
  readonly ink: string;
  readonly labels: string;
}

/** An engraved map of an invented country. */
export function drawAtlas(page: PageOf<'atlas'>, sheet: Sheet): string {
  const { width, height, unit, random } = sheet;
  const m = 62 * unit;
  const terrain = makeTerrain(
    random,
    width,
    height,
    3.1,
    (u, v) => 0.3 - 14 * Math.abs(u - 0.5) ** 2.9 - 15 * Math.abs(v - 0.5) ** 2.9,
  );
  const regions = makeTerrain(random, width, height, 2.2, () => 0);
  const woods = valueNoise(random);
  const taken: Point[] = [];
  const free = ([x, y]: Point, gap: number) =>
    taken.every(([a, b]) => Math.hypot(a - x, (b - y) * 1.6) > gap);
  const country: Country = { terrain, sheet, m, taken, free };
  const ground = sea(country) + land(terrain, regions, unit);
  const spots = Array.from({ length: 2600 }, (): Point => [
    random.between(m, width - m),
    random.between(m, height - m),
  ]);
  const rivers = drawRivers(country, spots.slice(0, 400));
  const towns = drawTowns(country, spots.slice(400, 1100));
  const growth = hillsAndWoods(country, spots.slice(600), woods);
  return (
    ground +
    rivers.ink +
    growth +
    towns.ink +
    rivers.labels +
    towns.labels +
    ornaments(country, spots, page) +
    degreeFrame(m, m, width - 2 * m, height - 2 * m, unit)
  );
}

/** The sea with its grid, its depths, and the hatching along the coast. */
function sea({ terrain, sheet, m }: Country): string {
  const { width, height, unit, random } = sheet;
  let out = filled(box(m, m, width - 2 * m, height - 2 * m), faint('#c4d2c8', 0.55));
  let grid = '';
  for (let x = m; x < width - m; x += 170 * unit)
    grid += line(pts(x, m, x + (width / 2 - x) * 0.06, height - m));
  for (let y = m + 80 * unit; y < height - m; y += 170 * unit)
    grid += line(smooth(pts(m, y, width / 2, y + 26 * unit, width - m, y), 12));
  out += stroked(grid, faint('#6c6a58', 0.7), 0.7 * unit);
  [-0.035, -0.075, -0.12, -0.17].forEach((level, i) => {
    const lines = outlines(terrain, level);
    out += stroked(lines, faint('#4d7078', 0.8 - i * 0.17), (1.5 - i * 0.28) * unit);
  });
  let hatch = '';
  for (const loop of terrain.contours(-0.004)) {
    for (const [x, y] of loop) {
      for (const side of [-1, 1]) {
        if (terrain.height(x + side * 5 * unit, y) > -0.006) continue;
        hatch += `M${n(x)} ${n(y)}h${n(side * random.between(5, 17) * unit)}`;
      }
    }
  }
  return out + stroked(hatch, '#38545c', 0.8 * unit);
}

/** The land, with regions in colours. */
function land(terrain: Terrain, regions: Terrain, unit: number): string {
  const coast = outlines(terrain, 0);
  let tints = '';
  ['#d98d6f', '#9fb673', '#e0bd5a'].forEach((colour, i) => {
    const loops = outlines(regions, 0.12 - i * 0.15);
    tints +=
      filled(loops, faint(colour, i === 0 ? 0.34 : 0.26)) +
      stroked(loops, '#8d2f1c', 1.4 * unit, `stroke-dasharray="${n(1.5 * unit)} ${n(5 * unit)}"`);
  });
  tints += stroked(coast, faint('#a8623a', 0.3), 16 * unit);
  return (
    filled(coast, '#f5e9cb') +
    `<clipPath id="land"><path d="${coast}"/></clipPath><g clip-path="url(#land)">${tints}</g>` +
    stroked(coast, INK, 1.8 * unit)
  );
}

function drawRivers({ terrain, sheet, taken, free }: Country, spots: readonly Point[]): Drawn {
  const { unit, random } = sheet;
  let [ink, labels] = ['', ''];
  let rivers = 0;
  for (const spot of spots) {
    if (rivers > 14 || terrain.height(...spot) < 0.28 || !free(spot, 60 * unit)) continue;
    const course = river(terrain, spot, unit);
    if (course.length < 20) continue;
    rivers += 1;
    course.forEach((point, i) => i % 9 === 0 && taken.push(point));
    for (let i = 0; i < 4; i++)
      ink += stroked(
        line(course.slice(Math.floor((i * course.length) / 4))),
        '#3f6c80',
        (0.9 + i * 0.55) * unit,
      );
    const name = `Fl. ${placeName(random)}`;
    const reach = (course.at(-1)?.[0] ?? 0) < spot[0] ? [...course].reverse() : course;
    labels += filled(
      write(name, along(reach.slice(8).map(([x, y]): Point => [x, y - 3 * unit])), 6.5 * unit, needle),
      '#2f5160',
    );
  }
  return { ink, labels };
}

function drawTowns({ terrain, sheet, m, taken, free }: Country, spots: readonly Point[]): Drawn {
  const { width, unit, random } = sheet;
  let [ink, labels] = ['', ''];
  for (const [x, y] of spots) {
    if (terrain.height(x, y) < 0.03 || !free([x, y], 46 * unit) || x > width - m - 130 * unit) continue;
    const chief = random.chance(0.16);
    const name = chief ? placeName(random).toUpperCase() : placeName(random);
    const size = (chief ? 11 : 8.5) * unit;
    taken.push([x, y], [x + 30 * unit, y], [x + measure(name, size, italic), y]);
    const house = `M${n(x - 5 * unit)} ${n(y)}v${n(-8 * unit)}h${n(4 * unit)}v${n(-6 * unit)}l${n(2.5 * unit)} ${n(-5 * unit)} ${n(2.5 * unit)} ${n(5 * unit)}v${n(14 * unit)}Z`;
    ink +=
      (chief ? filled(house, '#b4301f', `stroke="${INK}" stroke-width="${n(unit)}"`) : '') +
      filled(disc(x, y, 2.8 * unit), '#fbf3df', `stroke="#8d1d12" stroke-width="${n(1.2 * unit)}"`);
    labels += filled(write(name, at(x + 9 * unit, y + 3 * unit), size, chief ? roman : italic), '#2c1a0b');
  }
  return { ink, labels };
}

/** Hills and trees; those further down are drawn last, over the others. */
function hillsAndWoods(
  { terrain, sheet, taken, free }: Country,
  spots: readonly Point[],
  woods: (x: number, y: number) => number,
): string {
  const { unit, random } = sheet;
  const growth: [number, string][] = [];
  for (const [x, y] of spots) {
    const level = terrain.height(x, y);
    if (level > 0.34 && free([x, y], 19 * unit)) {
      const size = (9 + level * 20) * random.between(0.8, 1.2) * unit;
      taken.push([x, y]);
      growth.push([y, hill(x, y, size, unit)]);
    } else if (level > 0.05 && woods(x / (90 * unit), y / (90 * unit)) > 0.15 && free([x, y], 11 * unit)) {
      taken.push([x, y]);
      growth.push([y, tree(x, y, unit)]);
    }
  }
  return growth
    .sort(([a], [b]) => a - b)
    .map(([, picture]) => picture)
    .join('');
}

function hill(x: number, y: number, s: number, unit: number): string {
  const ridge = smooth(
    [
      [x - s, y],
      [x - s * 0.4, y - s * 0.75],
      [x, y - s * 1.15],
      [x + s * 0.35, y - s * 0.6],
      [x + s, y],
    ],
    4,
  );
  let shade = '';
  for (let k = 0; k < 8; k++)
    shade += line([
      [x + s * (0.02 + k * 0.1), y - s * (1.08 - k * 0.125)],
      [x + s * (0.14 + k * 0.1), y - s * (0.5 - k * 0.06)],
    ]);
  return (
    filled(line(ridge), '#e9d3a0', `stroke="${INK}" stroke-width="${n(1.2 * unit)}"`) +
    stroked(shade, INK, 0.8 * unit)
  );
}

function tree(x: number, y: number, unit: number): string {
  const crown =
    disc(x, y - 8 * unit, 4.6 * unit) +
    disc(x - 4 * unit, y - 5 * unit, 3.6 * unit) +
    disc(x + 4 * unit, y - 5 * unit, 3.6 * unit);
  return (
    stroked(`M${n(x)} ${n(y)}v${n(-5 * unit)}`, INK, 1.6 * unit) +
    filled(crown, '#7d9460', `stroke="#34472b" stroke-width="${n(0.8 * unit)}"`)
  );
}

/** The rose and the title in the corners with the deepest sea, and ships far from both. */
function ornaments({ terrain, sheet, m }: Country, spots: readonly Point[], page: PageOf<'atlas'>): string {
  const { width, height, unit } = sheet;
  const seas = spots.filter(
    ([x, y]) =>
      terrain.height(x, y) < -0.2 &&
      x > m + 130 * unit &&
      x < width - m - 130 * unit &&
      y > m + 150 * unit &&
      y < height - m - 110 * unit,
  );
  const corners: Point[] = pts(0.16, 0.14, 0.84, 0.84, 0.16, 0.84, 0.84, 0.14).map(([u, v]): Point => [
    u * width,
    v * height,
  ]);
  const depths = corners
    .map((corner) => ({ corner, level: terrain.height(...corner) }))
    .sort((a, b) => a.level - b.level);
  const [rose, title] = [depths[0]?.corner ?? [0, 0], depths[1]?.corner ?? [0, 0]];
  const aside = Math.max(330 * unit, Math.min(width - 330 * unit, title[0]));
  let out = compassRose(rose[0], rose[1], 80 * unit, ['#a8321f', '#2d5a74', '#6d7f4e']);
  const far = seas.filter(([x, y]) => [rose, title].every(([a, b]) => Math.hypot(a - x, b - y) > 300 * unit));
  far.slice(0, 2).forEach(([x, y], i) => (out += ship(x, y, 64 * unit, i === 0 ? 1 : -1, '#a8321f')));
  return out + cartouche(aside, title[1], unit, page.title, page.subtitle, '#f4e4bc');
}
