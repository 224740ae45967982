import { disc, faint, filled, line, n, polar, ring, smooth, stroked, type Point } from '../ink.ts';
import type { Random } from '../seeded-random.ts';

const INK = '#2e2a1c';

/** A leaf from its stalk, with a midrib, veins and the finest hatching on its shaded half. */
export function leaf(
  random: Random,
  x: number,
  y: number,
  length: number,
  angle: number,
  breadth: number,
  greens: readonly string[],
  unit: number,
): string {
  const bend = random.between(-0.35, 0.35);
  const rib = (t: number): Point => polar(x, y, length * t, angle + bend * t);
  const side = (s: number, t: number): Point => {
    const [px, py] = rib(t);
    const swell = breadth * length * Math.sin(Math.PI * t ** 0.75) * (1 + 0.07 * Math.sin(t * 40));
    return polar(px, py, swell, angle + bend * t + (s * Math.PI) / 2);
  };
  const steps = Array.from({ length: 15 }, (_, i) => i / 14);
  const [left, right] = [steps.map((t) => side(-1, t)), steps.map((t) => side(1, t))];
  let [veins, hatch] = ['', ''];
  for (let t = 0.08; t < 0.95; t += 0.075) {
    for (const s of [-1, 1]) veins += line([rib(t), side(s * 0.92, Math.min(1, t + 0.12))]);
    if (length < 60 * unit) continue;
    for (let f = 0; f < 3; f++)
      hatch += line([rib(t + f * 0.025), side(0.75, Math.min(1, t + f * 0.025 + 0.08))]);
  }
  const light = random.pick(greens);
  return (
    filled(
      line([...left, ...right.toReversed()], true),
      light,
      `stroke="${INK}" stroke-width="${n(0.9 * unit)}"`,
    ) +
    filled(line([...steps.map(rib), ...right.toReversed()], true), faint('#1d3320', 0.22)) +
    stroked(hatch, faint(INK, 0.5), 0.4 * unit) +
    stroked(veins, faint(INK, 0.65), 0.55 * unit) +
    stroked(line(steps.map(rib)), INK, 0.9 * unit)
  );
}

/** A flower seen a little from the side: two wreaths of petals with fine veins, and stamens. */
export function flower(
  random: Random,
  x: number,
  y: number,
  r: number,
  colour: string,
  petals: number,
  unit: number,
): string {
  let out = '';
  const tilt = random.between(0.72, 0.95);
  const spot = (radius: number, a: number): Point => [
    x + radius * Math.cos(a),
    y + radius * Math.sin(a) * tilt,
  ];
  for (const [scale, turn, tone] of [
    [1, 0, 0.85],
    [0.66, Math.PI / petals, 1],
  ] as const) {
    for (let i = 0; i < petals; i++) {
      const a = turn + (i * 2 * Math.PI) / petals + random.between(-0.06, 0.06);
      const w = (Math.PI / petals) * 1.12;
      const rim = [-1, -0.7, -0.3, 0, 0.3, 0.7, 1].map((t): Point =>
        spot(r * scale * (0.92 - 0.32 * t * t + 0.06 * Math.cos(t * 9)), a + w * t),
      );
      let veins = '';
      for (let t = -0.75; t <= 0.76; t += 0.15)
        veins += line(
          smooth(
            [
              spot(r * 0.12, a + w * t * 0.3),
              spot(r * scale * 0.5, a + w * t * 0.75),
              spot(r * scale * (0.8 - 0.2 * t * t), a + w * t),
            ],
            4,
          ),
        );
      const petal = line([spot(r * 0.06, a), ...smooth(rim, 4)], true);
      out +=
        filled(petal, '#fbf3e4') +
        filled(petal, faint(colour, tone), `stroke="${INK}" stroke-width="${n(0.9 * unit)}"`) +
        stroked(veins, faint(INK, 0.35), 0.5 * unit);
    }
  }
  let stamens = '';
  for (let i = 0; i < 26; i++) {
    const tip = spot(r * random.between(0.1, 0.32), i * 2.4);
    stamens += line([[x, y], tip]);
    out += filled(disc(...tip, 0.022 * r), '#dca52f', `stroke="${INK}" stroke-width="${n(0.4 * unit)}"`);
  }
  return (
    out +
    stroked(stamens, '#8a6a1e', 0.6 * unit) +
    filled(disc(x, y, r * 0.11), '#7c7a2c', `stroke="${INK}" stroke-width="${n(0.7 * unit)}"`)
  );
}

/** One of the many small flowers of an umbel. */
export function floret(x: number, y: number, r: number, colour: string, turn: number): string {
  const petals = line(smooth([...ring(x, y, r, 5, turn, r * 0.5), polar(x, y, r, turn)], 3), true);
  return (
    filled(petals, colour, `stroke="${INK}" stroke-width="${n(r * 0.07)}"`) +
    filled(disc(x, y, r * 0.24), '#d2a53a')
  );
}

/** A stem as a tapering ribbon through the points. */
export function stem(
  points: readonly Point[],
  from: number,
  to: number,
  colour: string,
  unit: number,
): string {
  const curve = smooth(points, 8);
  let [left, right]: [Point[], Point[]] = [[], []];
  curve.forEach(([x, y], i) => {
    const [ax, ay] = curve[Math.max(0, i - 1)] ?? [x, y];
    const [bx, by] = curve[Math.min(curve.length - 1, i + 1)] ?? [x, y];
    const a = Math.atan2(by - ay, bx - ax) + Math.PI / 2;
    const w = from + ((to - from) * i) / curve.length;
    left = [...left, polar(x, y, w, a)];
    right = [...right, polar(x, y, -w, a)];
  });
  return (
    filled(
      line([...left, ...right.toReversed()], true),
      colour,
      `stroke="${INK}" stroke-width="${n(0.9 * unit)}"`,
    ) + stroked(line(right.map(([x, y]): Point => [x + from * 0.4, y])), faint(INK, 0.4), 0.8 * unit)
  );
}
