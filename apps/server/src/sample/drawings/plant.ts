import { box, disc, faint, filled, line, n, polar, smooth, stroked, type Point } from '../ink.ts';
import type { PageOf, Sheet } from '../page-spec.ts';
import { italic, roman, write, at, writeCentred } from '../pen.ts';
import { floret, flower, leaf, stem } from './plant-parts.ts';

const INK = '#2e2a1c';

/** A plant in the making; stems are drawn behind leaves and flowers. */
interface Plant {
  readonly habit: PageOf<'plant'>['habit'];
  /** The colour of its flowers. */
  readonly bloom: string;
  readonly greens: readonly string[];
  readonly sheet: Sheet;
  back: string;
  front: string;
}

/** A botanical plate: the plant with its roots, details below, its name engraved at the foot. */
export function drawPlant(page: PageOf<'plant'>, sheet: Sheet): string {
  const { width, height, unit, random } = sheet;
  const greens = random.pick([
    ['#6f9151', '#83a565', '#5d8048'],
    ['#7d9a6b', '#93ab7c', '#6a8a63'],
    ['#889a48', '#9aab58', '#748a3e'],
  ]);
  const [x, foot] = [width * 0.5, height * 0.77];
  const { habit, bloom } = page;
  const plant: Plant = { habit, bloom, greens, sheet, back: '', front: '' };
  if (habit === 'fern') growFern(plant, x, foot);
  else {
    const length = { tree: 330, umbel: 345, flower: 350 }[habit] * unit;
    grow(plant, [x, foot], -Math.PI / 2, length, (habit === 'tree' ? 20 : 8) * unit, 2);
  }
  const roots = drawRoots(x, foot, sheet);
  const details = drawDetails(plant);
  const plate = box(46 * unit, 46 * unit, width - 92 * unit, height - 92 * unit);
  return (
    stroked(plate, '#7b6a48', 1.4 * unit) +
    stroked(box(54 * unit, 54 * unit, width - 108 * unit, height - 108 * unit), '#7b6a48', 0.6 * unit) +
    roots +
    plant.back +
    plant.front +
    details +
    filled(writeCentred(page.name, x, height - 92 * unit, 30 * unit, italic), INK) +
    filled(write(`Tab. ${random.int(4, 88)}`, at(width - 160 * unit, 92 * unit), 15 * unit, roman), INK)
  );
}

/** A branch with its leaves, and those that fork from it; at depth 0 a flower stands at its end. */
function grow(
  plant: Plant,
  [px, py]: Point,
  angle: number,
  length: number,
  thick: number,
  depth: number,
): void {
  const { habit, sheet } = plant;
  const { unit, random } = sheet;
  const sway = random.between(-0.22, 0.22);
  const spine = [0, 0.33, 0.66, 1].map((t): Point => polar(px, py, length * t, angle + sway * t));
  const [ex, ey] = spine[3] ?? [px, py];
  plant.back += stem(spine, thick, thick * 0.62, habit === 'tree' ? '#8d6a44' : '#7f9150', unit);
  const pairs = habit === 'tree' ? (depth < 2 ? 6 : 0) : 3;
  for (let i = 1; i <= pairs; i++) {
    const spot = polar(px, py, (length * i) / (pairs + 0.4), angle + (sway * i) / pairs);
    drawLeaves(plant, spot, angle, depth);
  }
  if (depth === 0) return drawTip(plant, [ex, ey], angle);
  const forks = habit === 'tree' ? 3 : random.int(2, 3);
  for (let i = 0; i < forks; i++) {
    const turn = (i - (forks - 1) / 2) * random.between(0.5, 0.75);
    grow(
      plant,
      [ex, ey],
      angle * 0.94 - 0.094 + turn,
      length * random.between(0.66, 0.86),
      thick * 0.62,
      depth - 1,
    );
  }
}

/** A pair of leaves. */
function drawLeaves(plant: Plant, [lx, ly]: Point, angle: number, depth: number): void {
  const { habit, greens, sheet } = plant;
  const { unit, random } = sheet;
  const [lean, size] = habit === 'umbel' ? [0.18, 0.13] : habit === 'tree' ? [0.24, 0.3] : [0.3, 0.34];
  for (const s of [-1, 1]) {
    const far = Math.max(52 * unit, (depth + 1.2) * 52 * unit) * random.between(0.7, 1.15);
    plant.front += leaf(
      random,
      lx,
      ly,
      habit === 'tree' ? far * 0.75 : far,
      angle + s * random.between(0.7, 1.15),
      size * (habit === 'umbel' ? 1.6 : 0.75) * lean * 3,
      greens,
      unit,
    );
  }
}

/** The tip of a branch. */
function drawTip(plant: Plant, [ex, ey]: Point, angle: number): void {
  const { habit, bloom, sheet } = plant;
  const { unit, random } = sheet;
  if (habit === 'tree') {
    plant.front += random.chance(0.6)
      ? filled(disc(ex, ey, 30 * unit), bloom, `stroke="${INK}" stroke-width="${n(unit)}"`) +
        filled(disc(ex - 10 * unit, ey - 11 * unit, 6 * unit), faint('#ffffff', 0.5))
      : flower(random, ex, ey, 42 * unit, '#f0d4d0', 5, unit);
  } else if (habit === 'umbel') {
    for (let i = 0; i < 13; i++) {
      const tip = polar(ex, ey, random.between(90, 128) * unit, angle + (i - 6) * 0.17);
      plant.back += stroked(
        line(smooth([[ex, ey], polar(ex, ey, 60 * unit, angle + (i - 6) * 0.12), tip])),
        '#6f8a44',
        2 * unit,
      );
      for (let k = 0; k < 9; k++)
        plant.front += floret(...polar(...tip, random.between(4, 24) * unit, k * 0.72), 9.5 * unit, bloom, k);
    }
  } else plant.front += flower(random, ex, ey, random.between(64, 92) * unit, bloom, random.int(6, 9), unit);
}

function growFern(plant: Plant, x: number, foot: number): void {
  const { greens, sheet } = plant;
  const { width, unit, random } = sheet;
  for (let frond = 0; frond < 7; frond++) {
    const lean = (frond - 3) * 0.3 + random.between(-0.08, 0.08);
    const length =
      Math.min(width * 0.5, 560 * unit) * random.between(1.25, 1.5) * (1 - Math.abs(lean) * 0.18);
    const spine = Array.from({ length: 30 }, (_, i): Point => {
      const t = i / 29;
      return [
        x + Math.sin(lean * (0.3 + t)) * length * t,
        foot - Math.cos(lean * (0.3 + t * 1.15)) * length * t,
      ];
    });
    plant.back += stem(spine, 4 * unit, unit, '#7c6a3a', unit);
    spine.slice(4).forEach(([px, py], i) => {
      const t = i / 26;
      for (const s of [-1, 1])
        plant.front += leaf(
          random,
          px,
          py,
          (1 - t) * 150 * unit + 12 * unit,
          lean * (0.5 + t) - Math.PI / 2 + s * 1.15,
          0.11,
          greens,
          unit * 0.8,
        );
    });
  }
}

function drawRoots(x: number, foot: number, { unit, random }: Sheet): string {
  let roots = '';
  for (let i = 0; i < 26; i++) {
    const a = Math.PI / 2 + random.between(-1.1, 1.1);
    const mid = polar(x, foot, random.between(30, 60) * unit, a);
    roots += stroked(
      line(
        smooth(
          [
            [x, foot - 4 * unit],
            mid,
            polar(...mid, random.between(30, 80) * unit, a + random.between(-0.7, 0.7)),
          ],
          8,
        ),
      ),
      i % 3 === 0 ? '#6e5231' : '#94764c',
      random.between(1, 4) * unit,
    );
  }
  return roots;
}

/** A flower and a leaf by themselves. */
function drawDetails({ bloom, greens, sheet }: Plant): string {
  const { width, height, unit, random } = sheet;
  return [0.16, 0.84]
    .map((u, i) => {
      const [dx, dy] = [u * width, height * 0.82];
      const label = filled(
        write(i === 0 ? 'A' : 'B', at(dx - 60 * unit, dy - 66 * unit), 18 * unit, italic),
        INK,
      );
      return (
        label +
        (i === 0
          ? flower(random, dx, dy, 54 * unit, bloom, 6, unit)
          : leaf(random, dx - 60 * unit, dy + 30 * unit, 140 * unit, -0.5, 0.22, greens, unit))
      );
    })
    .join('');
}
