import { box, disc, faint, filled, line, n, polar, pts, stroked } from '../ink.ts';
import type { PageOf, Sheet } from '../page-spec.ts';
import { italic, roman, writeCentred } from '../pen.ts';
import { elevation } from './elevation.ts';

const INK = '#3b2a1c';

/** A cross of vaulted cells about a domed middle. */
function plan({ width, height, unit, random }: Sheet): string {
  const [cx, cy] = [width / 2, height * 0.47];
  const cell = Math.min(width * 0.78, height * 0.66) / 11;
  let [walls, vaults, columns] = ['', '', ''];
  const wallAt = (i: number, j: number) =>
    Math.max(Math.abs(i), Math.abs(j)) <= 5 && !(Math.abs(i) > 3 && Math.abs(j) > 3);
  for (let i = -5; i <= 5; i++) {
    for (let j = -5; j <= 5; j++) {
      if (!wallAt(i, j) || Math.max(Math.abs(i), Math.abs(j)) < 2) continue;
      const [x, y] = [cx + (i - 0.5) * cell, cy + (j - 0.5) * cell];
      vaults += line(pts(x, y, x + cell, y + cell)) + line(pts(x + cell, y, x, y + cell));
      if (random.chance(0.25)) vaults += disc(x + cell / 2, y + cell / 2, cell * 0.34);
      for (const [dx, dy] of [
        [1, 0],
        [-1, 0],
        [0, 1],
        [0, -1],
      ] as const) {
        const thick = cell * 0.17;
        const outside = !wallAt(i + dx, j + dy);
        const opening = cell * (outside ? 0.17 : 0.32);
        if (outside) {
          const [mx, my] = [x + cell / 2 + (dx * cell) / 2, y + cell / 2 + (dy * cell) / 2];
          for (const s of [-1, 1]) {
            const [px, py] = [
              mx + (dy === 0 ? 0 : (s * (cell + opening)) / 4),
              my + (dx === 0 ? 0 : (s * (cell + opening)) / 4),
            ];
            const long = (cell - opening) / 2;
            walls +=
              dx === 0
                ? box(px - long / 2, py - thick / 2, long, thick)
                : box(px - thick / 2, py - long / 2, thick, long);
          }
        } else if (dx + dy > 0)
          columns +=
            disc(x + cell, y + cell, cell * 0.1) +
            box(x + cell - cell * 0.14, y + cell - cell * 0.14, cell * 0.28, cell * 0.28);
      }
    }
  }
  let dome = '';
  for (let k = 0; k < 24; k++)
    dome += line([
      polar(cx, cy, cell * 0.3, (k * Math.PI) / 12),
      polar(cx, cy, cell * 1.4, (k * Math.PI) / 12),
    ]);
  for (const r of [0.3, 0.7, 1.05, 1.4]) dome += disc(cx, cy, cell * r);
  for (let k = 0; k < 8; k++)
    walls += disc(...polar(cx, cy, cell * 1.62, ((k + 0.5) * Math.PI) / 4), cell * 0.2);
  const axes =
    line(pts(cx, cy - cell * 6.3, cx, cy + cell * 6.3)) + line(pts(cx - cell * 6.3, cy, cx + cell * 6.3, cy));
  return (
    stroked(
      axes,
      '#a8432c',
      unit,
      `stroke-dasharray="${n(14 * unit)} ${n(6 * unit)} ${n(2 * unit)} ${n(6 * unit)}"`,
    ) +
    stroked(vaults, faint(INK, 0.6), 0.8 * unit) +
    stroked(dome, INK, 0.9 * unit) +
    filled(columns, '#d5b48c', `stroke="${INK}" stroke-width="${n(unit)}"`) +
    filled(walls, '#a8563c', `stroke="${INK}" stroke-width="${n(1.2 * unit)}"`)
  );
}

/** An architect's sheet in pen and wash, with its scale. */
export function drawBuilding(page: PageOf<'building'>, sheet: Sheet): string {
  const { width, height, unit } = sheet;
  const y = height * 0.9;
  const length = 500 * unit;
  let cells = '';
  for (let i = 0; i < 10; i += 2)
    cells += box(width / 2 - length / 2 + (i * length) / 10, y, length / 10, 9 * unit);
  const picture = page.part === 'plan' ? plan(sheet) : elevation(page, sheet);
  let numbers = '';
  for (let i = 0; i <= 10; i += 2)
    numbers += writeCentred(
      String(i * 5),
      width / 2 - length / 2 + (i * length) / 10,
      y - 8 * unit,
      10 * unit,
      roman,
    );
  return (
    stroked(box(40 * unit, 40 * unit, width - 80 * unit, height - 80 * unit), INK, 2 * unit) +
    picture +
    filled(cells + numbers, INK) +
    stroked(box(width / 2 - length / 2, y, length, 9 * unit), INK, unit) +
    filled(writeCentred(page.title, width / 2, y + 46 * unit, 20 * unit, italic), INK)
  );
}
