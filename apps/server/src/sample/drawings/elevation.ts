import { box, disc, faint, filled, line, n, polar, pts, smooth, stroked, type Point } from '../ink.ts';
import type { PageOf, Sheet } from '../page-spec.ts';

const INK = '#3b2a1c';
const WASH = '#c98f6b';

/** Parallel lines at a slope of one in a box, cut at its edges: the shade of an engraver. */
function hatched(x: number, y: number, w: number, h: number, gap: number): string {
  let out = '';
  for (let d = gap; d < w + h; d += gap) {
    const from: Point = d < h ? [x, y + d] : [x + d - h, y + h];
    const to: Point = d < w ? [x + d, y] : [x + w, y + d - w];
    out += line([from, to]);
  }
  return out;
}

function archPath(x: number, y: number, w: number, h: number): string {
  return `M${n(x)} ${n(y)}v${n(-(h - w / 2))}a${n(w / 2)} ${n(w / 2)} 0 0 1 ${n(w)} 0v${n(h - w / 2)}Z`;
}

/** The measures of a front. */
interface Front {
  readonly left: number;
  readonly wide: number;
  readonly bays: number;
  readonly bay: number;
  readonly storey: number;
  /** The height at which the roof begins. */
  readonly roof: number;
  /** The middle, and half the width of the part above it. */
  readonly cx: number;
  readonly half: number;
  readonly unit: number;
  /** Attributes of the usual outline. */
  readonly outline: string;
}

/** The drawing so far: filled parts, and lines over all of them. */
interface Drawn {
  ink: string;
  fine: string;
  shade: string;
}

/** A front of arches and pilasters under a dome, shaded from the left. */
export function elevation(page: PageOf<'building'>, sheet: Sheet): string {
  const { width, height, unit, random } = sheet;
  const ground = height * 0.8;
  const bays = random.pick([7, 9, 11]);
  const wide = width * 0.74;
  const left = (width - wide) / 2;
  const bay = wide / bays;
  const storey = Math.min((height * 0.5) / (page.storeys + 0.9), bay * 1.75);
  const outline = `stroke="${INK}" stroke-width="${n(1.2 * unit)}"`;
  const roof = ground - storey * page.storeys;
  const front = { left, wide, bays, bay, storey, roof, cx: width / 2, half: bay * 1.75, unit, outline };
  const drawn: Drawn = {
    ink: filled(box(left, roof, wide, storey * page.storeys), faint('#ead3b0', 0.9), outline),
    fine: courses(front, ground),
    shade: '',
  };
  for (let row = 0; row < page.storeys; row++) {
    const base = ground - row * storey;
    // The lines of the storey below are fainter.
    drawn.ink += stroked(drawn.fine, faint(INK, 0.5), 0.6 * unit);
    drawn.fine = '';
    windows(front, row, base, drawn);
    pilasters(front, row, base, drawn);
    cornice(front, base, drawn);
  }
  dome(front, drawn);
  pediment(front, drawn);
  balustrade(front, drawn);
  steps(front, ground, drawn);
  const { ink, fine, shade } = drawn;
  return ink + stroked(shade, faint(INK, 0.7), 0.7 * unit) + stroked(fine, INK, 0.7 * unit);
}

/** The joints of the stones of the ground floor. */
function courses({ left, wide, bays, bay, storey, unit }: Front, base: number): string {
  let joints = '';
  for (let y = base; y > base - storey * 0.88; y -= 13 * unit) {
    joints += line(pts(left, y, left + wide, y));
    for (let k = 0; k < bays * 4; k++)
      joints += line([
        [left + ((k + (Math.round(y / unit) % 2) / 2) * bay) / 4, y],
        [left + ((k + (Math.round(y / unit) % 2) / 2) * bay) / 4, y - 13 * unit],
      ]);
  }
  return joints;
}

/** The arched windows of a storey, with railings above the ground. */
function windows(front: Front, row: number, base: number, drawn: Drawn): void {
  const { left, bays, bay, storey, unit, outline } = front;
  for (let k = 0; k < bays; k++) {
    const x = left + k * bay;
    const middle = k === (bays - 1) / 2;
    const [w, h] = [bay * (middle && row === 0 ? 0.62 : 0.42), storey * (row === 0 ? 0.74 : 0.62)];
    const [wx, wy] = [x + (bay - w) / 2, base - (row === 0 ? 0 : storey * 0.14)];
    drawn.ink +=
      filled(archPath(wx - 7 * unit, wy, w + 14 * unit, h + 8 * unit), '#f3e4c6', outline) +
      filled(archPath(wx, wy, w, h), '#8d8a80', outline);
    drawn.shade += hatched(wx, wy - h + w * 0.4, w * 0.5, h - w * 0.4, 3.2 * unit);
    drawn.fine += line(pts(wx + w / 2, wy, wx + w / 2, wy - h));
    for (let p = 1; p < 5; p++) drawn.fine += line(pts(wx, wy - (h * p) / 6, wx + w, wy - (h * p) / 6));
    drawn.fine += line([
      [wx + w / 2 - 5 * unit, wy - h - 8 * unit],
      [wx + w / 2 - 3 * unit, wy - h + 2 * unit],
      [wx + w / 2 + 3 * unit, wy - h + 2 * unit],
      [wx + w / 2 + 5 * unit, wy - h - 8 * unit],
    ]);
    if (row > 0)
      for (let b = 0; b <= 8; b++)
        drawn.ink += filled(
          box(wx - 4 * unit + (b * (w + 4 * unit)) / 8, wy - storey * 0.1, 3 * unit, storey * 0.1 + 4 * unit),
          '#f3e4c6',
          `stroke="${INK}" stroke-width="${n(0.6 * unit)}"`,
        );
  }
}

/** The pilasters of a storey; those above the ground are fluted. */
function pilasters(front: Front, row: number, base: number, drawn: Drawn): void {
  const { left, bays, bay, storey, unit, outline } = front;
  for (let k = 0; k <= bays; k++) {
    const w = bay * 0.15;
    const x = left + k * bay - w / 2;
    drawn.ink += filled(box(x, base - storey * 0.86, w, storey * 0.86), '#f3e4c6', outline);
    drawn.shade += hatched(x + w * 0.62, base - storey * 0.84, w * 0.36, storey * 0.82, 2.6 * unit);
    for (let f = 1; f < 5 && row > 0; f++)
      drawn.fine += line(pts(x + (w * f) / 5, base - storey * 0.8, x + (w * f) / 5, base - storey * 0.06));
    for (const [dy, grow] of [
      [0, 5],
      [0.05, 2],
      [0.82, 2],
      [0.86, 6],
    ] as const)
      drawn.ink += filled(
        box(x - grow * unit, base - storey * dy - 4 * unit, w + 2 * grow * unit, 5 * unit),
        '#efdcb8',
        outline,
      );
    if (row > 0)
      for (const s of [-1, 1])
        drawn.fine += line(
          smooth(
            [0, 1, 2, 3, 4, 5].map((t) =>
              polar(x + w / 2 + s * w * 0.62, base - storey * 0.84, (6 - t) * unit, t * 1.3 * s),
            ),
            3,
          ),
        );
  }
}

/** The cornice at the top of a storey. */
function cornice(front: Front, base: number, drawn: Drawn): void {
  const { left, wide, bays, bay, storey, unit, outline } = front;
  drawn.ink += filled(
    box(left - 14 * unit, base - storey, wide + 28 * unit, storey * 0.07),
    '#f6ead0',
    outline,
  );
  for (let d = 0; d < bays * 8; d++)
    drawn.ink += filled(
      box(left + (d * wide) / bays / 8 + 2 * unit, base - storey * 0.93, bay / 14, storey * 0.04),
      '#e5cda2',
      `stroke="${INK}" stroke-width="${n(0.5 * unit)}"`,
    );
}

/** The dome on its drum, with a lantern. */
function dome(front: Front, drawn: Drawn): void {
  const { cx, half, roof, storey, unit, outline } = front;
  const drum = box(cx - half * 0.62, roof - storey * 0.72, half * 1.24, storey * 0.72);
  const rib = (t: number): Point[] =>
    Array.from({ length: 13 }, (_, i) => {
      const a = (i / 12) * (Math.PI / 2);
      return [cx + half * 0.62 * t * Math.cos(a), roof - storey * 0.72 - half * 0.85 * Math.sin(a)];
    });
  const shell = line([...rib(-1), ...rib(1).toReversed()], true);
  drawn.ink += filled(drum, '#ead3b0', outline) + filled(shell, WASH, outline);
  for (let k = -4; k <= 4; k++) {
    drawn.fine += line(rib(k / 4.5));
    drawn.ink += filled(
      archPath(cx + k * half * 0.135 - half * 0.045, roof - storey * 0.2, half * 0.09, storey * 0.4),
      '#7d7a70',
      outline,
    );
  }
  for (let k = 0; k < 14; k++) drawn.shade += line(rib(0.42 + k * 0.04));
  const crown = roof - storey * 0.72 - half * 0.85;
  drawn.ink +=
    filled(box(cx - 20 * unit, crown - 52 * unit, 40 * unit, 54 * unit), '#f3e4c6', outline) +
    filled(
      line(
        [
          [cx - 26 * unit, crown - 52 * unit],
          [cx, crown - 96 * unit],
          [cx + 26 * unit, crown - 52 * unit],
        ],
        true,
      ),
      WASH,
      outline,
    ) +
    filled(disc(cx, crown - 102 * unit, 7 * unit), '#c9972b', outline);
}

/** The pediment before the dome. */
function pediment(front: Front, drawn: Drawn): void {
  const { cx, half, roof, storey, unit, outline } = front;
  drawn.ink +=
    filled(
      line(pts(cx - half * 1.08, roof, cx, roof - storey * 0.5, cx + half * 1.08, roof), true),
      '#f3e4c6',
      outline,
    ) +
    stroked(
      line(
        [
          [cx - half * 0.9, roof - 7 * unit],
          [cx, roof - storey * 0.42],
          [cx + half * 0.9, roof - 7 * unit],
        ],
        true,
      ),
      INK,
      unit,
    ) +
    stroked(disc(cx, roof - storey * 0.17, storey * 0.11), INK, 1.4 * unit);
}

/** Posts and rails along the roof, beside the pediment. */
function balustrade(front: Front, drawn: Drawn): void {
  const { cx, half, roof, left, bays, bay, unit, outline } = front;
  for (let k = 0; k <= bays; k += 1) {
    const x = left + k * bay;
    if (Math.abs(x - cx) < half * 1.15) continue;
    drawn.ink +=
      filled(box(x - 5 * unit, roof - 30 * unit, 10 * unit, 26 * unit), '#f3e4c6', outline) +
      filled(disc(x, roof - 37 * unit, 8 * unit), '#f3e4c6', outline);
    if (k < bays && Math.abs(x + bay - cx) >= half * 1.15)
      drawn.ink += stroked(line(pts(x, roof - 26 * unit, x + bay, roof - 26 * unit)), INK, 2.4 * unit);
  }
}

/** The steps before the front. */
function steps(front: Front, ground: number, drawn: Drawn): void {
  const { left, wide, unit, outline } = front;
  for (let s = 0; s < 6; s++)
    drawn.ink += filled(
      box(left - (16 + s * 9) * unit, ground + s * 7 * unit, wide + (32 + s * 18) * unit, 7 * unit),
      '#efdcb8',
      outline,
    );
}
