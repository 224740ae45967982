import { box, filled, line, polar, pts, smooth, stroked, type Point } from '../ink.ts';
import type { PageOf, Sheet } from '../page-spec.ts';
import { at, italic, roman, write, writeCentred } from '../pen.ts';

const INK = '#2a1d10';

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
export function drawScore(page: PageOf<'music'>, sheet: Sheet): string {
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

/** A treble clef for the upper staff, a bass clef for the lower. */
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
