import { box, disc, filled, line, n, polar, pts, smooth, stroked, type Point } from '../ink.ts';
import type { PageOf, Sheet } from '../page-spec.ts';
import { at, italic, measure, roman, rotunda, square, textura, write, writeCentred } from '../pen.ts';

const INK = '#2a1d10';

/** A page of plainchant: four red lines, square notes, words beneath, as choirs read it from afar. */
function chant(page: PageOf<'music'>, { width, height, unit, random }: Sheet): string {
  const [left, right] = [0.13 * width, 0.88 * width];
  const gap = 17 * unit;
  const words = page.words.split(' ');
  let next = 0;
  let out = '';
  const systems = Math.floor((height * 0.8) / (176 * unit));
  for (let system = 0; system < systems; system++) {
    const top = 0.09 * height + system * 176 * unit;
    const indent = system === 0 ? 150 * unit : 0;
    let staff = '';
    for (let k = 0; k < 4; k++) staff += line(pts(left + indent, top + k * gap, right, top + k * gap));
    out += stroked(staff, '#b5301c', 1.8 * unit);
    out += filled(
      box(left + indent + 6 * unit, top + gap * 0.5, 11 * unit, 13 * unit) +
        box(left + indent + 6 * unit, top + gap * 1.7, 11 * unit, 13 * unit) +
        box(left + indent + 4 * unit, top + gap * 0.5, 3 * unit, gap * 2),
      INK,
    );
    let x = left + indent + 44 * unit;
    let step = random.int(1, 5);
    while (x < right - 60 * unit) {
      const text = words[next % words.length] ?? '';
      next += 1;
      const size = 34 * unit;
      const length = measure(text, size, textura);
      if (x + length > right) break;
      const dark = next % 9 === 4 ? '#a8281a' : INK;
      out += filled(write(text, at(x, top + gap * 3 + 62 * unit), size, textura), dark);
      const notes = Math.max(2, Math.round(length / (28 * unit)));
      let heads = '';
      let ties = '';
      for (let i = 0; i < notes; i++) {
        const before = step;
        step = Math.max(-1, Math.min(7, step + random.int(-2, 2)));
        const [nx, ny] = [x + (i * length) / notes, top + gap * 3 - (step * gap) / 2];
        const s = 7.5 * unit;
        heads += random.chance(0.18)
          ? line(pts(nx, ny, nx + s, ny - s * 1.1, nx + 2 * s, ny, nx + s, ny + s * 1.1), true)
          : box(nx, ny - s, 2 * s, 2 * s);
        if (i > 0 && random.chance(0.5)) ties += line(pts(nx, ny, nx, top + gap * 3 - (before * gap) / 2));
        if (random.chance(0.12)) ties += line(pts(nx + 2 * s, ny, nx + 2 * s, ny + 34 * unit));
      }
      out += filled(heads, INK) + stroked(ties, INK, 1.8 * unit);
      x += Math.max(length, notes * 22 * unit) + 26 * unit;
    }
    out += stroked(line(pts(right - 16 * unit, top, right - 16 * unit, top + 3 * gap)), INK, 2 * unit);
  }
  const first = (words[0] ?? 'A').charAt(0).toUpperCase();
  const [x, y, side] = [left, 0.09 * height - 16 * unit, 128 * unit];
  let penwork = '';
  for (let k = 0; k < 34; k++) {
    const sx = x - (8 + (k % 4) * 6) * unit;
    penwork += line(
      smooth(
        [
          [sx, y + k * 14 * unit],
          [sx - 9 * unit, y + (k * 14 + 6) * unit],
          [sx, y + (k * 14 + 13) * unit],
        ],
        4,
      ),
    );
    if (k % 3 === 0) penwork += disc(sx - 14 * unit, y + k * 14 * unit, 3 * unit);
  }
  let lattice = '';
  for (let k = 0; k < 12; k++)
    for (let j = 0; j < 12; j++)
      lattice += disc(x + ((k + 0.5) * side) / 12, y + ((j + 0.5) * side) / 12, 3.4 * unit);
  out +=
    filled(box(x, y, side, side), '#274a83', `stroke="#c9972b" stroke-width="${n(4 * unit)}"`) +
    stroked(lattice, '#7f9cc8', 0.8 * unit) +
    stroked(penwork, '#b5301c', 1.1 * unit);
  const letter = write(
    first,
    at(x + side / 2 - measure(first, 96 * unit, square) * 0.42, y + side * 0.87),
    96 * unit,
    { nib: 3.4, angle: 0.4, serif: 1.6 },
  );
  return (
    out +
    filled(letter, '#f3e6cb') +
    filled(write(page.words.slice(0, 18), at(left, height * 0.955), 16 * unit, rotunda), '#a8281a')
  );
}

/** The parts of a system, by how they are drawn. */
interface System {
  /** The upper line of its first staff. */
  readonly top: number;
  readonly left: number;
  readonly right: number;
  /** Between two lines of a staff. */
  readonly gap: number;
  readonly sheet: Sheet;
  staff: string;
  bars: string;
  heads: string;
  stems: string;
  hollow: string;
  slurs: string;
  words: string;
}

const MEASURES = 4;

/** An engraved score: systems of two staves with beams, slurs, rests and barlines. */
function score(page: PageOf<'music'>, sheet: Sheet): string {
  const { width, height, unit } = sheet;
  const [left, right] = [0.1 * width, 0.92 * width];
  const gap = 9 * unit;
  let out =
    filled(writeCentred(page.words, width / 2, 92 * unit, 32 * unit, roman), INK) +
    filled(writeCentred('Allegretto', left + 60 * unit, 132 * unit, 17 * unit, italic), INK);
  const count = Math.floor((height - 220 * unit) / (182 * unit));
  const empty = { staff: '', bars: '', heads: '', stems: '', hollow: '', slurs: '', words: '' };
  for (let k = 0; k < count; k++)
    out += drawSystem({ top: 170 * unit + k * 182 * unit, left, right, gap, sheet, ...empty });
  return out;
}

function drawSystem(system: System): string {
  const { top, left, right, gap, sheet } = system;
  const { unit } = sheet;
  for (const base of [top, top + 84 * unit]) {
    for (let k = 0; k < 5; k++) system.staff += line(pts(left, base + k * gap, right, base + k * gap));
    drawClef(system, base);
    for (let bar = 0; bar < MEASURES; bar++) drawBar(system, base, bar);
  }
  system.bars += line(pts(left, top, left, top + 84 * unit + 4 * gap));
  const brace = smooth(
    [
      [left - 8 * unit, top],
      [left - 20 * unit, top + 30 * unit],
      [left - 14 * unit, top + 54 * unit],
      [left - 26 * unit, top + 60 * unit],
      [left - 14 * unit, top + 66 * unit],
      [left - 20 * unit, top + 94 * unit],
      [left - 8 * unit, top + 84 * unit + 4 * gap],
    ],
    7,
  );
  const { staff, bars, heads, stems, hollow, slurs, words } = system;
  return (
    words +
    stroked(staff, INK, 0.9 * unit) +
    stroked(bars, INK, 1.4 * unit) +
    filled(heads, INK) +
    stroked(hollow, INK, 2.2 * unit) +
    stroked(stems, INK, 1.2 * unit) +
    stroked(slurs, INK, 1.9 * unit) +
    stroked(line(brace), INK, 3 * unit)
  );
}

/** Of treble for the upper staff, of bass for the lower. */
function drawClef(system: System, base: number): void {
  const { top, left, gap, sheet } = system;
  const { unit } = sheet;
  const clef =
    base === top
      ? [
          [0.4, 2.6],
          [0, 2],
          [0.9, 1.4],
          [1.5, 2.6],
          [0.6, 3.7],
          [-0.4, 2.6],
          [0.3, 0.9],
          [1.3, -0.6],
          [0.9, -1.6],
          [0.5, -0.4],
          [1.1, 4.9],
          [0.3, 5.4],
          [0, 4.8],
        ]
      : pts(0.2, 1.2, 0.7, 0.6, 1.6, 0.4, 2, 1.4, 1.4, 2.8, 0, 4);
  system.slurs += line(
    smooth(
      clef.map(([u, v]): Point => [left + (14 + u * 10) * unit, base + v * gap]),
      6,
    ),
  );
}

/** The notes of a bar in groups, and its line. */
function drawBar(system: System, base: number, bar: number): void {
  const { top, left, right, gap, sheet } = system;
  const { unit, random } = sheet;
  const wide = (right - left - 52 * unit) / MEASURES;
  const start = left + 52 * unit + (bar * (right - left - 52 * unit)) / MEASURES;
  const groups = random.pick(pts(4, 4, 2, 2, 4, 4, 2, 1, 1, 4, 2, 3, 3, 2));
  const total = groups.reduce((a, b) => a + b, 0);
  let slot = 0;
  let pitch = random.int(1, 6);
  for (const group of groups) {
    const up = random.chance(0.6);
    const places = Array.from({ length: group }, (): Point => {
      pitch = Math.max(-1, Math.min(9, pitch + random.int(-2, 2)));
      const column = slot + 0.3;
      slot += 1;
      return [
        start + (14 * unit + (column * (wide - 24 * unit)) / total),
        base + 4 * gap - (pitch * gap) / 2,
      ];
    });
    drawGroup(system, base, places, up);
  }
  if (random.chance(0.3))
    system.words += filled(
      write(
        random.pick(['p', 'f', 'dolce', 'cresc', 'pp']),
        at(start + 20 * unit, base + 62 * unit),
        14 * unit,
        italic,
      ),
      INK,
    );
  system.bars += line(pts(start + wide, top, start + wide, top + 84 * unit + 4 * gap));
}

/** Notes that one beam joins, or a single one. */
function drawGroup(system: System, base: number, places: readonly Point[], up: boolean): void {
  const { gap, sheet } = system;
  const { unit, random } = sheet;
  const group = places.length;
  const tips: Point[] = [];
  const first = places[0] ?? [0, 0];
  const end = (up ? Math.min : Math.max)(...places.map(([, y]) => y)) + (up ? -30 : 30) * unit;
  for (const [x, y] of places) {
    const head = Array.from({ length: 14 }, (_, i): Point => {
      const [px, py] = polar(0, 0, 1, (i * Math.PI) / 7);
      return [x + (px * 6 + py * 1.4) * unit, y + (py * 4.2 - px * 1.6) * unit];
    });
    if (group === 1) system.hollow += line(head, true);
    else system.heads += line(head, true);
    const sx = x + (up ? 5.4 : -5.4) * unit;
    system.stems += line(pts(sx, y, sx, end));
    tips.push([sx, end]);
    for (let l = base + 5 * gap; l <= y + 1; l += gap)
      system.stems += line(pts(x - 10 * unit, l, x + 10 * unit, l));
  }
  const [a, b] = [tips[0] ?? first, tips.at(-1) ?? first];
  if (group > 1)
    system.heads +=
      box(a[0], a[1] - 2.5 * unit, b[0] - a[0], 5 * unit) +
      (group === 4 ? box(a[0], a[1] + (up ? 6 : -11) * unit, b[0] - a[0], 5 * unit) : '');
  if (group > 2 && random.chance(0.5))
    system.slurs += line(
      smooth(
        [
          [a[0], end + (up ? -10 : 10) * unit],
          [(a[0] + b[0]) / 2, end + (up ? -22 : 22) * unit],
          [b[0], end + (up ? -10 : 10) * unit],
        ],
        8,
      ),
    );
}

/** A page of music. */
export function drawMusic(page: PageOf<'music'>, sheet: Sheet): string {
  return page.notation === 'chant' ? chant(page, sheet) : score(page, sheet);
}
