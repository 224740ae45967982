import { box, disc, filled, line, n, polar, pts, ring, smooth, spiral, stroked, type Point } from '../ink.ts';
import type { PageOf, Sheet } from '../page-spec.ts';
import { italic, measure, roman, writeCentred } from '../pen.ts';
import { word } from './words.ts';

const INK = '#241a12';
const RED = '#a42a1c';

/** The printer's mark: a tree of scrolls in an oval, crossed by a ribbon with his motto. */
function device(cx: number, cy: number, r: number, motto: string, unit: number, arms: number): string {
  let [scrolls, leaves, rays] = ['', '', ''];
  for (let i = 0; i < arms; i++) {
    for (const s of [-1, 1]) {
      const [x, y] = [
        cx + s * r * (0.22 + 0.26 * Math.sin((i + 1) * 1.1) ** 2),
        cy - r * 0.75 + (i * r * 1.1) / arms,
      ];
      const radius = r * 0.19;
      const coil = spiral(x, y, radius, 2.1 * s, i + (s > 0 ? 0 : Math.PI));
      scrolls +=
        line(coil) +
        line(
          smooth(
            [
              [cx, cy + r * 0.7 - (i * r) / arms],
              [cx + s * r * 0.1, y + radius * 1.5],
              coil.at(-1) ?? [x, y],
            ],
            6,
          ),
        );
      for (let k = 0; k < 6; k++)
        leaves += line(
          ring(...polar(x, y, radius * 1.25, k * 1.05), radius * 0.2, 3, k, radius * 0.08),
          true,
        );
    }
  }
  for (let k = 0; k < 180; k++) {
    const edge = (f: number): Point => [
      cx + Math.cos((k * Math.PI) / 90) * r * f * 0.86,
      cy + Math.sin((k * Math.PI) / 90) * r * f,
    ];
    rays += line([edge(1.02), edge(k % 2 === 0 ? 1.13 : 1.09)]);
  }
  const oval = (f: number) =>
    line(
      ring(0, 0, r * f, 60).map(([x, y]): Point => [cx + x * 0.86, cy + y]),
      true,
    );
  let hatch = '';
  for (let y = -0.98; y < 1; y += 0.026) {
    const half = Math.sqrt(Math.max(0, 1 - y * y)) * r * 0.86;
    hatch += line(pts(cx - half, cy + y * r, cx + half, cy + y * r));
  }
  const ribbon = (v: number): Point[] =>
    smooth(
      [
        [cx - r * 1.25, cy + r * (v + 0.62)],
        [cx - r * 0.7, cy + r * (v + 0.5)],
        [cx, cy + r * (v + 0.56)],
        [cx + r * 0.7, cy + r * (v + 0.5)],
        [cx + r * 1.25, cy + r * (v + 0.62)],
      ],
      8,
    );
  const size = Math.min(r * 0.13, (r * 0.13 * r * 1.7) / measure(motto, r * 0.13, roman));
  return (
    stroked(hatch, INK, 0.7 * unit) +
    stroked(scrolls, '#f1ead9', 9 * unit) +
    stroked(scrolls, INK, 3.4 * unit) +
    filled(leaves, INK) +
    stroked(oval(1) + oval(1.16), INK, 2.4 * unit) +
    stroked(rays, INK, 1.3 * unit) +
    filled(
      line([...ribbon(0), ...ribbon(0.24).toReversed()], true),
      '#f1ead9',
      `stroke="${INK}" stroke-width="${n(2 * unit)}"`,
    ) +
    filled(writeCentred(motto, cx, cy + r * 0.74, size, roman), INK)
  );
}

function headpiece(cx: number, y: number, w: number, unit: number): string {
  let [curls, dots] = ['', ''];
  const count = Math.round(w / (44 * unit));
  for (let i = 0; i < count; i++) {
    const x = cx - w / 2 + ((i + 0.5) * w) / count;
    curls += line(spiral(x, y, 15 * unit, i % 2 === 0 ? 1.7 : -1.7, i * Math.PI));
    dots +=
      line(ring(x + w / count / 2, y, 6 * unit, 4, 0.78, 2.5 * unit), true) +
      disc(x, y - 19 * unit, 1.8 * unit) +
      disc(x, y + 19 * unit, 1.8 * unit);
  }
  return (
    stroked(curls, INK, 2.4 * unit) +
    filled(dots, INK) +
    stroked(
      line(pts(cx - w / 2, y - 27 * unit, cx + w / 2, y - 27 * unit)) +
        line(pts(cx - w / 2, y + 27 * unit, cx + w / 2, y + 27 * unit)),
      INK,
      2 * unit,
    )
  );
}

/** The title page of a printed book: the page's own words, and invented words for the small print. */
export function drawTitlePage(page: PageOf<'title'>, sheet: Sheet): string {
  const { width, height, unit, random } = sheet;
  const cx = width / 2;
  const broad = width * 0.7;
  const frame =
    stroked(box(70 * unit, 64 * unit, width - 140 * unit, height - 128 * unit), INK, 2.6 * unit) +
    stroked(box(80 * unit, 74 * unit, width - 160 * unit, height - 148 * unit), INK, unit);
  let out = frame + headpiece(cx, 132 * unit, broad, unit);
  let y = 180 * unit;
  page.lines.forEach((text, i) => {
    const hand = i % 3 === 2 ? italic : roman;
    const size = Math.min(
      ((i === 0 ? 92 : i === 1 ? 58 : 38) - Math.max(0, i - 2) * 4) * unit,
      (broad / measure(text, 100, hand)) * 100,
    );
    y += size * 1.1 + 14 * unit;
    out += filled(writeCentred(text, cx, y, size, hand), i === 0 || i === 3 ? RED : INK);
    y += size * 0.3;
  });
  for (let row = 0; row < 3; row++) {
    y += 34 * unit;
    const words: string[] = [];
    while (measure(words.join(' '), 17 * unit, italic) < broad * (0.85 - row * 0.24))
      words.push(word(random, 'latin'));
    out += filled(writeCentred(words.join(' '), cx, y, 17 * unit, italic), INK);
  }
  const foot = height - 250 * unit;
  const room = foot - y - 60 * unit;
  const r = Math.min(170 * unit, room * 0.42);
  out += device(cx, y + 30 * unit + room / 2, r, 'LENTE LEGE', unit, random.int(4, 6));
  out += stroked(line(pts(cx - broad / 2, foot, cx + broad / 2, foot)), INK, 2 * unit);
  page.imprint.forEach((text, i) => {
    const size = Math.min((i === 0 ? 34 : 24) * unit, (broad / measure(text, 100, roman)) * 100);
    out += filled(
      writeCentred(text, cx, foot + (52 + i * 46) * unit, size, i === 1 ? italic : roman),
      i === 0 ? RED : INK,
    );
  });
  return out;
}
