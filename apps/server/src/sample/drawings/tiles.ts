import { box, disc, faint, filled, line, n, polar, ring, stroked, type Point } from '../ink.ts';
import type { PageOf, Sheet } from '../page-spec.ts';
import type { Random } from '../seeded-random.ts';

const palettes = {
  iznik: {
    fields: ['#1f4f8b', '#2b6ca3', '#1b8088'],
    stars: ['#c4472e', '#e9e4d2', '#2f9a8f'],
    strap: '#f3efe0',
    edge: '#14233f',
  },
  fez: {
    fields: ['#1f6b4f', '#245a86', '#2b2b2b'],
    stars: ['#d8a23a', '#b5522d', '#efe6cf'],
    strap: '#f1e8d0',
    edge: '#20201e',
  },
  samarkand: {
    fields: ['#1d7f8e', '#14608a', '#2a9aa0'],
    stars: ['#e0b04b', '#f0e9d6', '#1c3f75'],
    strap: '#e9c97e',
    edge: '#122c4a',
  },
} as const;

/** The point where the lines p + t·u and q + s·v meet. */
function meet(p: Point, u: Point, q: Point, v: Point): Point {
  const cross = u[0] * v[1] - u[1] * v[0];
  const t = ((q[0] - p[0]) * v[1] - (q[1] - p[1]) * v[0]) / (cross || 1e-9);
  return [p[0] + u[0] * t, p[1] + u[1] * t];
}

/**
 * The star that E. H. Hankin's "polygons in contact" puts into a polygon: from the middle of every side two rays
 * go in at the contact angle, and each ends where it meets that of the next side.
 */
function starIn(polygon: readonly Point[], contact: number): Point[] {
  const count = polygon.length;
  const sides = polygon.map((a, i) => {
    const b = polygon[(i + 1) % count] ?? a;
    return {
      middle: [(a[0] + b[0]) / 2, (a[1] + b[1]) / 2] as Point,
      angle: Math.atan2(b[1] - a[1], b[0] - a[0]),
    };
  });
  return sides.flatMap((side, i) => {
    const next = sides[(i + 1) % count] ?? side;
    const inward: Point = [Math.cos(side.angle + contact), Math.sin(side.angle + contact)];
    const back: Point = [Math.cos(next.angle + Math.PI - contact), Math.sin(next.angle + Math.PI - contact)];
    return [side.middle, meet(side.middle, inward, next.middle, back)];
  });
}

/** Polygons edge to edge over the sheet: squares with octagons, hexagons, or dodecagons with triangles. */
function tessellation(sides: 6 | 8 | 12, width: number, height: number, edge: number): Point[][] {
  const out: Point[][] = [];
  const apothem = edge / (2 * Math.tan(Math.PI / sides));
  const circum = edge / (2 * Math.sin(Math.PI / sides));
  const step = 2 * apothem;
  const rise = sides === 8 ? step : (step * Math.sqrt(3)) / 2;
  for (let row = -1; row * rise < height + step; row++) {
    for (let column = -1; column * step < width + step; column++) {
      const [x, y] = [column * step + (sides !== 8 && row % 2 !== 0 ? step / 2 : 0), row * rise];
      out.push(ring(x, y, circum, sides, Math.PI / sides));
      if (sides === 8) out.push(ring(x + step / 2, y + step / 2, edge / Math.SQRT2, 4, 0));
      if (sides === 12)
        for (const s of [-1, 1])
          out.push(ring(x, y + (s * step) / Math.sqrt(3), edge / Math.sqrt(3), 3, (-s * Math.PI) / 2));
    }
  }
  return out;
}

function glaze(random: Random, [x, y]: Point, r: number): string {
  let crackle = '';
  for (let k = 0; k < 5; k++) {
    let here = polar(x, y, r * random.next(), random.between(0, 6.3));
    let a = random.between(0, 6.3);
    const points = [here];
    for (let i = 0; i < 6; i++)
      points.push((here = polar(...here, r * 0.12, (a += random.between(-0.8, 0.8)))));
    crackle += line(points);
  }
  return crackle;
}

/** A panel of star tiles: fields of glaze, gilded hearts, straps that divide them, a border of its own. */
export function drawTiles(page: PageOf<'tiles'>, sheet: Sheet): string {
  const { width, height, unit, random } = sheet;
  const { fields, stars, strap, edge } = palettes[page.palette];
  const side = { 6: 128, 8: 92, 12: 62 }[page.sides] * unit;
  const contact = { 6: 1.05, 8: 1.12, 12: 1.17 }[page.sides];
  let [out, crackle] = [filled(box(0, 0, width, height), fields[0]), ''];
  for (const polygon of tessellation(page.sides, width, height, side)) {
    const star = starIn(polygon, contact);
    const centre: Point = [0, 1].map(
      (axis) => polygon.reduce((sum, point) => sum + (point[axis] ?? 0), 0) / polygon.length,
    ) as unknown as Point;
    const reach = Math.hypot((polygon[0]?.[0] ?? 0) - centre[0], (polygon[0]?.[1] ?? 0) - centre[1]);
    const great = polygon.length > 4;
    out +=
      filled(line(polygon, true), great ? fields[1] : fields[2]) +
      filled(line(polygon, true), faint(random.chance(0.5) ? '#ffffff' : '#000000', random.between(0, 0.13)));
    out +=
      filled(line(star, true), great ? stars[0] : stars[1]) +
      filled(line(star, true), faint(random.chance(0.5) ? '#ffffff' : '#000000', random.between(0, 0.16)));
    if (great) {
      const count = polygon.length;
      const inner = reach * (count === 6 ? 0.36 : 0.5);
      const petals = ring(...centre, inner, count, Math.PI / count, inner * 0.62);
      out +=
        filled(line(petals, true), stars[1], `stroke="${edge}" stroke-width="${n(2 * unit)}"`) +
        filled(
          line(ring(...centre, inner * 0.58, count, 0, inner * 0.36), true),
          fields[0],
          `stroke="${strap}" stroke-width="${n(1.6 * unit)}"`,
        );
      out += filled(
        disc(...centre, inner * 0.2),
        stars[2],
        `stroke="${edge}" stroke-width="${n(1.4 * unit)}"`,
      );
      for (const [px, py] of ring(...centre, inner * 0.8, count, 0))
        out += filled(disc(px, py, inner * 0.07), stars[2]);
      crackle += glaze(random, centre, reach);
    }
    const band = line(star, true);
    out +=
      stroked(band, edge, 10 * unit) +
      stroked(band, strap, 6.6 * unit) +
      stroked(band, faint(edge, 0.35), 0.8 * unit);
  }
  out += stroked(crackle, faint('#0c1420', 0.35), 0.6 * unit);
  const m = 44 * unit;
  const frame = (inset: number) => box(inset, inset, width - 2 * inset, height - 2 * inset);
  out +=
    stroked(frame(m / 2), fields[0], m) +
    stroked(frame(m), edge, 9 * unit) +
    stroked(frame(m), strap, 5.5 * unit) +
    stroked(frame(4 * unit), edge, 8 * unit);
  const beads = (length: number, at: (t: number) => Point) => {
    const count = Math.round(length / (30 * unit));
    for (let i = 0; i <= count; i++)
      out += filled(
        line(ring(...at(i / count), 11 * unit, 4, 0, 5 * unit), true),
        i % 2 === 0 ? stars[0] : stars[1],
      );
  };
  const middle = m * 0.52;
  beads(width - m, (t) => [middle + t * (width - m), middle]);
  beads(width - m, (t) => [middle + t * (width - m), height - middle]);
  beads(height - m, (t) => [middle, middle + t * (height - m)]);
  beads(height - m, (t) => [width - middle, middle + t * (height - m)]);
  return out;
}
