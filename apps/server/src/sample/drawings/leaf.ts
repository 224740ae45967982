import { box, disc, faint, filled, n, pts, stroked, type Point } from '../ink.ts';
import type { PageOf, Sheet } from '../page-spec.ts';
import { at, italic, measure, rotunda, square, textura, write, type Hand } from '../pen.ts';
import { initialLetter, vine, type Block } from './illumination.ts';
import { word } from './words.ts';

const INK = '#35230f';
const RED = '#b02a18';
const BLUE = '#23457f';

/** Columns of a brush that was dipped now and then, read from the right. */
function brushColumns(sheet: Sheet, area: Block): string {
  const { random, unit } = sheet;
  const step = 66 * unit;
  const hand: Hand = { nib: 1.35, angle: 0.95, slant: 0.06 };
  let out = '';
  for (let x = area.x + area.width - step; x > area.x; x -= step) {
    let wet = 1;
    let y = area.y + random.between(0, 14) * unit;
    const end = area.y + area.height * (random.chance(0.2) ? random.between(0.5, 0.8) : 0.98);
    while (y < end) {
      for (const character of word(random, 'kana')) {
        const size = random.between(38, 50) * unit;
        y += size * 0.86;
        const left = x + random.between(-3, 3) * unit + (step - measure(character, size, hand)) / 2;
        const sign = write(character, at(left, y, random.between(-0.08, 0.08)), size, {
          ...hand,
          nib: 1.5 + wet * 0.7,
        });
        out += filled(sign, wet > 0.6 ? '#1d1a18' : wet > 0.3 ? '#37312b' : '#564d44');
      }
      y += 14 * unit;
      wet = wet < 0.2 ? 1 : wet - 0.22;
    }
  }
  const side = 74 * unit;
  const [x, y] = [area.x - 40 * unit, area.y + area.height - side];
  const cut = [...'とりうた'].map((sign, i) =>
    write(sign, at(x + (i < 2 ? 42 : 12) * unit, y + (i % 2 === 0 ? 34 : 66) * unit), 28 * unit, {
      nib: 1.8,
      angle: 0.8,
    }),
  );
  return out + filled(box(x, y, side, side), faint('#b8321f', 0.92)) + filled(cut.join(''), '#f1e0cc');
}

/** One justified line of words; returns its path. */
function textLine(
  sheet: Sheet,
  script: 'latin' | 'greek' | 'hebrew',
  area: Block,
  size: number,
  hand: Hand,
): string {
  const words: string[] = [];
  let used = 0;
  const gap = size * 0.42;
  for (;;) {
    const next = word(sheet.random, script);
    const length = measure(next, size, hand);
    if (used + length > area.width && words.length > 0) break;
    words.push(next);
    used += length + gap;
  }
  const slack = Math.max(0, (area.width - used + gap) / Math.max(1, words.length - 1));
  let x = area.x;
  let out = '';
  for (const next of script === 'hebrew' ? words.reverse() : words) {
    const letters = script === 'hebrew' ? [...next].reverse().join('') : next;
    out += write(letters, at(x, area.y + sheet.random.between(-0.02, 0.02) * size), size, hand);
    x += measure(next, size, hand) + gap + Math.min(slack, gap * 2.5);
  }
  return out;
}

/** A leaf of a manuscript: ruled, written, rubricated, annotated. */
export function drawLeaf(page: PageOf<'leaf'>, sheet: Sheet): string {
  const { width, height, unit, random } = sheet;
  const frame: Block = { x: 0.15 * width, y: 0.1 * height, width: 0.66 * width, height: 0.76 * height };
  if (page.fold === 'right') frame.x = 0.19 * width;
  const { script } = page;
  if (script === 'brush') return brushColumns(sheet, { ...frame, x: 0.12 * width, width: 0.76 * width });
  const hands = { latin: page.columns === 2 ? textura : rotunda, greek: italic, hebrew: square };
  const hand = hands[script];
  const gutter = page.columns === 2 ? 36 * unit : 0;
  const columnWidth = (frame.width - gutter) / page.columns;
  const step = (page.columns === 2 ? 30 : 33) * unit;
  const rows = Math.floor(frame.height / step);
  const size = step * 0.62;
  let rules = '';
  let out = '';
  for (let column = 0; column < page.columns; column++) {
    const x = frame.x + column * (columnWidth + gutter);
    for (const edge of [x, x + columnWidth]) rules += `M${n(edge)} 0V${height}`;
    const initialRows = page.initial && column === 0 ? 6 : 0;
    for (let row = 0; row < rows; row++) {
      const y = frame.y + (row + 1) * step;
      rules += `M${n(x - 8 * unit)} ${n(y)}H${n(x + columnWidth + 8 * unit)}`;
      if (column === 0) out += filled(disc(frame.x + frame.width + 60 * unit, y, 1.3 * unit), '#6b4a22');
      const first = row < initialRows ? initialRows * step + 12 * unit : 0;
      const area = {
        x: script === 'hebrew' ? x : x + first,
        y: y - size * 0.12,
        width: columnWidth - first,
        height: step,
      };
      const rubric = row > initialRows + 2 && random.chance(0.05);
      const written = textLine(sheet, script, area, size, hand);
      if (rubric || (row === 0 && page.heading !== undefined && column === 0)) {
        out += filled(
          row === 0 && page.heading ? write(page.heading, at(area.x, area.y), size, hand) : written,
          RED,
        );
      } else out += filled(written, random.chance(0.3) ? '#553818' : INK);
      if (script === 'latin' && !rubric && row > initialRows && random.chance(0.16)) {
        const mark = write(random.pick([...'ABDEPQRST']), at(x - 30 * unit, y), step * 0.85, rotunda);
        out += filled(mark, random.pick([RED, BLUE]));
      }
    }
  }
  out = stroked(rules, faint('#9c6a4a', 0.4), 0.9 * unit) + out;
  if (page.initial) {
    const side = 6 * step - 6 * unit;
    const x = script === 'hebrew' ? frame.x + frame.width - side : frame.x;
    out += initialLetter(random, page.initial, { x, y: frame.y + 0.2 * step, width: side, height: side });
    const stem = frame.x - 34 * unit;
    if (!page.border) out += vine(random, [stem, frame.y], [stem, frame.y + frame.height * 0.62], 15 * unit);
  }
  if (page.border) {
    const [l, r] = [frame.x - 46 * unit, frame.x + frame.width + 46 * unit];
    const [t, b] = [frame.y - 40 * unit, frame.y + frame.height + 52 * unit];
    const corners: Point[] = pts(l, t, r, t, r, b, l, b);
    corners.forEach((corner, i) => (out += vine(random, corner, corners[(i + 1) % 4] ?? corner, 19 * unit)));
  }
  for (let note = random.int(1, 3); note > 0; note--) {
    const y = random.between(0.2, 0.75) * height;
    for (let row = 0; row < random.int(2, 6); row++) {
      const area = {
        x: frame.x + frame.width + 78 * unit,
        y: y + row * 15 * unit,
        width: 88 * unit,
        height: 0,
      };
      out += filled(textLine(sheet, script, area, 8.5 * unit, italic), '#6a4824');
    }
  }
  const number = String(random.int(2, 180));
  return out + filled(write(number, at(width - 90 * unit, 60 * unit), 18 * unit, italic), '#6a4824');
}
