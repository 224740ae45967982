import { box, disc, faint, filled, line, n, polar, pts, ring, smooth, stroked, type Point } from '../ink.ts';
import type { PageOf, Sheet } from '../page-spec.ts';
import { around, italic, measure, needle, roman, write, writeCentred } from '../pen.ts';
import { word } from './words.ts';

const INK = '#2f2012';

function face(x: number, y: number, r: number): string {
  const eye = (s: number) =>
    smooth([
      [x + s * r * 0.5, y - r * 0.15],
      [x + s * r * 0.3, y - r * 0.27],
      [x + s * r * 0.12, y - r * 0.13],
    ]);
  const nose = smooth([
    [x + r * 0.08, y - r * 0.2],
    [x + r * 0.02, y + r * 0.12],
    [x + r * 0.14, y + r * 0.18],
    [x - r * 0.08, y + r * 0.2],
  ]);
  const mouth = smooth(pts(x - r * 0.28, y + r * 0.4, x, y + r * 0.48, x + r * 0.28, y + r * 0.4));
  const lip = smooth(pts(x - r * 0.1, y + r * 0.58, x, y + r * 0.6, x + r * 0.1, y + r * 0.58));
  const lines = [eye(1), eye(-1), nose, mouth, lip].map((points) => line(points)).join('');
  return (
    stroked(lines, INK, r * 0.045) +
    filled(disc(x - r * 0.31, y - r * 0.16, r * 0.06) + disc(x + r * 0.31, y - r * 0.16, r * 0.06), INK)
  );
}

/** The spheres of the world around the earth, each named, with winds in the corners. */
export function drawCosmos(page: PageOf<'cosmos'>, sheet: Sheet): string {
  const { width, height, unit, random } = sheet;
  const centre: Point = [width / 2, height * (height > width ? 0.47 : 0.5)];
  const [cx] = centre;
  const outer = 410 * unit;
  const rings = page.rings.length;
  const step = (outer * 0.72) / rings;
  const inner = outer * 0.2;
  let out = rim(centre, outer, unit);
  [...page.rings].reverse().forEach((name, k) => {
    const tint = tints[(rings - k) % tints.length] ?? INK;
    out += sphere(name, { centre, radius: inner + (rings - k) * step, step, tint }, sheet);
  });
  out += earth(centre, inner, sheet);
  const corners = pts(0.11, 0.085, 0.89, 0.085, 0.11, 0.86, 0.89, 0.86);
  corners.forEach(([u, v], k) => {
    const y = height > width ? v * height : (k < 2 ? 0.13 : 0.87) * height;
    out += wind([u * width, y], centre, k, unit);
  });
  out += stroked(box(30 * unit, 30 * unit, width - 60 * unit, height - 60 * unit), INK, 2.5 * unit);
  if (height <= width) return out;
  out += filled(writeCentred(page.title, cx, height - 112 * unit, 38 * unit, roman), '#8c2417');
  return (
    out +
    filled(
      writeCentred(
        Array.from({ length: 8 }, () => word(random, 'latin')).join(' '),
        cx,
        height - 66 * unit,
        18 * unit,
        italic,
      ),
      INK,
    )
  );
}

const tints = ['#3c5f86', '#c08a3a', '#9c3b2a', '#5d7a52', '#d3b25c', '#7a5a86', '#46808a', '#b5694a'];

/** Rays and degrees around the outermost sphere. */
function rim([cx, cy]: Point, outer: number, unit: number): string {
  const rays = line(ring(cx, cy, outer + 62 * unit, 72, 0, outer + 26 * unit), true);
  let out =
    filled(rays, '#d9a73e', `stroke="${INK}" stroke-width="${n(unit)}"`) +
    filled(disc(cx, cy, outer + 26 * unit), '#efe0ba', `stroke="${INK}" stroke-width="${n(2 * unit)}"`);
  for (let i = 0; i < 360; i++) {
    const a = (i * Math.PI) / 180;
    out += stroked(
      line([
        polar(cx, cy, outer + 26 * unit, a),
        polar(cx, cy, outer + (i % 30 === 0 ? 0 : i % 5 === 0 ? 14 : 19) * unit, a),
      ]),
      INK,
      0.9 * unit,
    );
  }
  return out;
}

interface Sphere {
  readonly centre: Point;
  readonly radius: number;
  /** Distance in pixels to the next inner sphere. */
  readonly step: number;
  readonly tint: string;
}

/** One sphere with its name, words and planet. */
function sphere(name: string, { centre, radius, step, tint }: Sphere, { unit, random }: Sheet): string {
  const [cx, cy] = centre;
  let out =
    filled(disc(cx, cy, radius), '#f0e3c2') +
    filled(disc(cx, cy, radius), faint(tint, 0.42), `stroke="${INK}" stroke-width="${n(1.6 * unit)}"`);
  out += stroked(disc(cx, cy, radius - 3 * unit), INK, 0.6 * unit);
  const turn = random.between(0, 6.28);
  const size = Math.min(20 * unit, step * 0.4);
  const length = measure(name, size, roman) / (radius - step * 0.68);
  out += filled(write(name, around(cx, cy, radius - step * 0.68, turn), size, roman), INK);
  const small = size * 0.5;
  for (let a = turn + length + 0.16; a < turn + 6.28 - 0.3;) {
    const text = word(random, 'latin');
    const span = measure(text, small, needle) / (radius - step * 0.6);
    if (a + span > turn + 6.1) break;
    out += filled(write(text, around(cx, cy, radius - step * 0.6, a), small, needle), '#5d4526');
    a += span + 0.05;
  }
  const planet = polar(cx, cy, radius - step / 2, turn - 0.14);
  out +=
    filled(
      line(ring(...planet, step * 0.42, 12, 0, step * 0.26), true),
      '#e5bd55',
      `stroke="${INK}" stroke-width="${n(unit)}"`,
    ) + filled(disc(...planet, step * 0.2), tint);
  return out;
}

function earth([cx, cy]: Point, inner: number, { unit, random }: Sheet): string {
  let out = filled(disc(cx, cy, inner), '#bcd0c8', `stroke="${INK}" stroke-width="${n(2 * unit)}"`);
  let land = '';
  for (let k = 0; k < 3; k++) {
    const [x, y] = polar(cx, cy, inner * 0.45, 0.4 + k * 2.1);
    const shore = Array.from({ length: 22 }, (_, i) =>
      polar(x, y, inner * random.between(0.2, 0.36), (i * Math.PI) / 11),
    );
    land += line(smooth([...shore, shore[0] ?? [x, y]], 4), true);
  }
  let hatch = '';
  for (let y = cy - inner; y < cy + inner; y += 3 * unit) {
    const half = Math.sqrt(Math.max(0, inner ** 2 - (y - cy) ** 2));
    hatch += line(pts(cx - half, y, cx + half, y));
  }
  out +=
    stroked(hatch, '#527a80', 0.6 * unit) +
    filled(land, '#dcb873', `stroke="${INK}" stroke-width="${n(1.4 * unit)}"`);
  out += filled(writeCentred('TERRA', cx, cy + 8 * unit, 22 * unit, roman), INK);
  return out;
}

/** A head among curls that blows towards the centre. */
function wind([x, y]: Point, [cx, cy]: Point, k: number, unit: number): string {
  const r = 52 * unit;
  const aim = Math.atan2(cy - y, cx - x);
  let breath = '';
  for (let i = -3; i <= 3; i++) {
    const sweep: Point[] = [0, 1, 2, 3].map((t) =>
      polar(x, y, r * (1.15 + t * 0.42), aim + i * 0.07 * (1 + t * 0.3) + Math.sin(t * 2 + i) * 0.05),
    );
    breath += line(smooth(sweep, 5));
  }
  const curls = ring(x, y, r * 0.98, 11, k).map(([px, py]) =>
    filled(
      disc(px, py, r * 0.26),
      k % 2 === 0 ? '#e3ddca' : '#d9b483',
      `stroke="${INK}" stroke-width="${n(1.2 * unit)}"`,
    ),
  );
  return (
    stroked(breath, '#4a6d80', 1.6 * unit) +
    curls.join('') +
    filled(disc(x, y, r), '#f0d9b8', `stroke="${INK}" stroke-width="${n(1.4 * unit)}"`) +
    face(x, y, r)
  );
}
