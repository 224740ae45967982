import { box, disc, faint, filled, line, polar, pts, ring, smooth, stroked, type Point } from '../ink.ts';
import { grounds, type PageOf, type Sheet } from '../page-spec.ts';
import { arabesque, leafStamp, stamped, tooled } from './gold-tooling.ts';

/** The tooled part of a board. */
interface Area {
  readonly x: number;
  readonly y: number;
  readonly w: number;
  readonly h: number;
}

/** The front board of a bound book, seen from above: leather, gold tooling, raised hinge and worn corners. */
export function drawBinding(page: PageOf<'binding'>, sheet: Sheet): string {
  const { width, height, unit } = sheet;
  const hinge = 96 * unit;
  const area = { x: hinge + 44 * unit, y: 62 * unit, w: width - hinge - 106 * unit, h: height - 124 * unit };
  return (
    leather(grounds[page.ground], hinge, sheet) +
    frames(area, unit) +
    roll(area, unit) +
    ornaments[page.ornament](area, unit) +
    cornerFans(area, unit) +
    scuffs(sheet)
  );
}

/** The leather with its grain, and the hinge at the left. */
function leather(colour: string, hinge: number, { width, height, unit, random }: Sheet): string {
  let grain = '';
  for (let i = 0; i < 5200; i++) {
    const [x, y] = [random.next() * width, random.next() * height];
    const a = random.between(0, 6.3);
    grain += line([[x, y], polar(x, y, random.between(3, 11) * unit, a)]);
  }
  let out = filled(box(0, 0, width, height), colour) + stroked(grain, faint('#1a0c04', 0.28), 1.1 * unit);
  for (let k = 0; k < 10; k++) out += filled(box(0, 0, hinge - k * 8 * unit, height), faint('#160a04', 0.07));
  return (
    out +
    stroked(line(pts(hinge, 0, hinge, height)), faint('#ffffff', 0.16), 4 * unit) +
    stroked(line(pts(hinge - 7 * unit, 0, hinge - 7 * unit, height)), faint('#000000', 0.45), 7 * unit)
  );
}

/** Lines around the area. */
function frames(area: Area, unit: number): string {
  let out = '';
  const frame = (inset: number) =>
    box(area.x + inset * unit, area.y + inset * unit, area.w - 2 * inset * unit, area.h - 2 * inset * unit);
  for (const [inset, size] of [
    [0, 3],
    [9, 1.4],
    [66, 1.4],
    [74, 3],
    [112, 1.4],
  ] as const)
    out += tooled(frame(inset), size * unit);
  return out;
}

/** The band of leaves between the frames, as a roll presses it. */
function roll(area: Area, unit: number): string {
  let band = '';
  const along = (length: number, at: (t: number) => Point, turn: number) => {
    const count = Math.round(length / (46 * unit));
    for (let i = 0; i < count; i++) {
      const [x, y] = at((i + 0.5) / count);
      band +=
        leafStamp(x, y, 21 * unit, turn) +
        leafStamp(x, y, 21 * unit, turn + Math.PI) +
        leafStamp(x, y, 15 * unit, turn + 1.57) +
        leafStamp(x, y, 15 * unit, turn - 1.57);
      const [u, v] = at(i / count);
      band += disc(u, v, 5 * unit);
    }
  };
  const [far, low, inset] = [area.x + area.w, area.y + area.h, 38 * unit];
  along(area.w - 2 * inset, (t) => [area.x + inset + t * (area.w - 2 * inset), area.y + inset], 0);
  along(area.w - 2 * inset, (t) => [area.x + inset + t * (area.w - 2 * inset), low - inset], 0);
  along(area.h - 2 * inset, (t) => [area.x + inset, area.y + inset + t * (area.h - 2 * inset)], Math.PI / 2);
  along(area.h - 2 * inset, (t) => [far - inset, area.y + inset + t * (area.h - 2 * inset)], Math.PI / 2);
  return stamped(band, unit);
}

/** The ornaments for the middle of the area. */
const ornaments: Readonly<Record<PageOf<'binding'>['ornament'], (area: Area, unit: number) => string>> = {
  panel(area, unit) {
    const [cx, cy] = middleOf(area);
    let out = '';
    for (const y of [-1, 0, 1]) {
      const [w, h] = [area.w - 270 * unit, (area.h - 300 * unit) / 3];
      const top = cy + y * (h + 16 * unit) - h / 2;
      out +=
        filled(box(cx - w / 2, top, w, h), faint('#120a06', 0.35)) +
        tooled(
          box(cx - w / 2, top, w, h) +
            box(cx - w / 2 + 10 * unit, top + 10 * unit, w - 20 * unit, h - 20 * unit),
          2 * unit,
        ) +
        arabesque(cx, top + h / 2, h * 0.42, y === 0 ? 8 : 6, Math.min(1.3, w / h), unit);
    }
    return out;
  },
  fan(area, unit) {
    const [cx, cy] = middleOf(area);
    const reach = reachOf(area);
    let out = '';
    for (let k = 0; k < 40; k++)
      out +=
        tooled(
          line([
            polar(cx, cy, reach * 0.2, (k * Math.PI) / 20),
            polar(cx, cy, reach * 0.86, (k * Math.PI) / 20),
          ]),
          1.3 * unit,
        ) +
        stamped(
          leafStamp(...polar(cx, cy, reach * 0.86, (k * Math.PI) / 20), reach * 0.13, (k * Math.PI) / 20),
          unit,
        );
    return (
      out +
      tooled(disc(cx, cy, reach * 0.86) + disc(cx, cy, reach * 0.55) + disc(cx, cy, reach * 0.2), 2 * unit) +
      arabesque(cx, cy, reach * 0.5, 8, 1, unit)
    );
  },
  lozenge(area, unit) {
    const [cx, cy] = middleOf(area);
    const reach = reachOf(area);
    const lozenge = (k: number): Point[] =>
      smooth(
        [
          [cx, cy - reach * 1.42 * k],
          [cx + reach * 0.34 * k, cy - reach * 0.72 * k],
          [cx + reach * 0.95 * k, cy],
          [cx + reach * 0.34 * k, cy + reach * 0.72 * k],
          [cx, cy + reach * 1.42 * k],
          [cx - reach * 0.34 * k, cy + reach * 0.72 * k],
          [cx - reach * 0.95 * k, cy],
          [cx - reach * 0.34 * k, cy - reach * 0.72 * k],
          [cx, cy - reach * 1.42 * k],
        ],
        8,
      );
    return (
      filled(line(lozenge(1), true), faint('#100805', 0.4)) +
      tooled(line(lozenge(1), true) + line(lozenge(0.94), true), 2.4 * unit) +
      arabesque(cx, cy, reach * 0.8, 8, 0.75, unit)
    );
  },
};

const middleOf = ({ x, y, w, h }: Area): Point => [x + w / 2, y + h / 2];
const reachOf = ({ w, h }: Area): number => Math.min(w, h) * 0.32;

/** A quarter of a fan in each corner. */
function cornerFans(area: Area, unit: number): string {
  const [far, low] = [area.x + area.w, area.y + area.h];
  let out = '';
  for (const [sx, sy] of [
    [1, 1],
    [-1, 1],
    [1, -1],
    [-1, -1],
  ] as const) {
    const [x, y] = [
      sx > 0 ? area.x + 120 * unit : far - 120 * unit,
      sy > 0 ? area.y + 120 * unit : low - 120 * unit,
    ];
    const turn = Math.atan2(sy, sx);
    let curls = '';
    for (let k = -3; k <= 3; k++) {
      const a = turn + k * 0.24;
      curls += line([[x, y], polar(x, y, (150 - Math.abs(k) * 12) * unit, a)]);
      out += stamped(
        leafStamp(...polar(x, y, (150 - Math.abs(k) * 12) * unit, a), 44 * unit, a) +
          disc(...polar(x, y, 84 * unit, a + 0.12), 5 * unit),
        unit,
      );
    }
    out += tooled(curls, 1.7 * unit) + stamped(line(ring(x, y, 26 * unit, 10, 0, 15 * unit), true), unit);
  }
  return out;
}

/** The worn places of the board. */
function scuffs({ width, height, unit, random }: Sheet): string {
  let marks = '';
  for (let i = 0; i < 260; i++) {
    const rim = random.chance(0.7);
    const [x, y] = rim
      ? [
          random.chance(0.5) ? random.next() * width : width - random.between(0, 20) * unit,
          random.pick([
            random.between(0, 16) * unit,
            height - random.between(0, 16) * unit,
            random.next() * height,
          ]),
        ]
      : [random.next() * width, random.next() * height];
    marks += line(pts(x, y, x + random.between(-26, 26) * unit, y + random.between(-7, 7) * unit));
  }
  return stroked(marks, faint('#e0b98a', 0.3), 1.8 * unit);
}
