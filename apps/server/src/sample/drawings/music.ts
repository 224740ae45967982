import { box, disc, filled, line, n, pts, smooth, stroked } from '../ink.ts';
import type { PageOf, Sheet } from '../page-spec.ts';
import { at, measure, rotunda, square, textura, write } from '../pen.ts';

import { drawScore } from './score.ts';

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

/** A page of music. */
export function drawMusic(page: PageOf<'music'>, sheet: Sheet): string {
  return page.notation === 'chant' ? chant(page, sheet) : drawScore(page, sheet);
}
