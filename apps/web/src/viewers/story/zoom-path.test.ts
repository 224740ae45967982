import { describe, expect, it } from 'vitest';
import type { View } from './geometry.ts';
import { zoomPath } from './zoom-path.ts';

const stage = { width: 1000, height: 600 };
const views: Record<string, [View, View]> = {
  'far away at the same scale': [
    { x: 500, y: 500, scale: 1 },
    { x: 9000, y: 3000, scale: 1 },
  ],
  'near, and closer': [
    { x: 500, y: 500, scale: 0.2 },
    { x: 620, y: 480, scale: 1 },
  ],
  'from a detail to the whole': [
    { x: 9000, y: 100, scale: 1 },
    { x: 5000, y: 3000, scale: 0.1 },
  ],
  'closer only': [
    { x: 100, y: 100, scale: 0.1 },
    { x: 100, y: 100, scale: 0.9 },
  ],
};

describe.each(Object.entries(views))('a move %s', (_, [from, to]) => {
  const path = zoomPath(from, to, stage);

  it('begins and ends where it should', () => {
    expect(path.at(0)).toEqual(from);
    expect(path.at(1)).toEqual(to);
    const [early, late] = [path.at(1e-6), path.at(1 - 1e-6)];
    for (const [near, exact] of [
      [early, from],
      [late, to],
    ] as const) {
      expect(near.scale / exact.scale).toBeCloseTo(1, 3);
      expect(Math.abs(near.x - exact.x) * exact.scale).toBeLessThan(0.5);
      expect(Math.abs(near.y - exact.y) * exact.scale).toBeLessThan(0.5);
    }
  });

  it('goes at an even speed to the eye: what moves and what grows, in widths of the stage', () => {
    const STEPS = 400;
    const speeds = Array.from({ length: STEPS }, (_unused, step) => {
      const [one, other] = [path.at(step / STEPS), path.at((step + 1) / STEPS)];
      const width = stage.width / ((one.scale + other.scale) / 2);
      const moved = Math.hypot(other.x - one.x, other.y - one.y) / width;
      const grown = Math.log(other.scale / one.scale);
      // The measure of the paper, equation 3: ds² = ρ²/w² du² + dw²/(ρ² w²), as this path counts its length.
      return Math.hypot(1.42 * moved, grown / 1.42) / (path.length / STEPS);
    });
    expect(Math.max(...speeds) / Math.min(...speeds)).toBeLessThan(1.01);
  });

  it('knows its widest view', () => {
    for (let part = 0; part <= 1; part += 0.01)
      expect(path.at(part).scale).toBeGreaterThanOrEqual(path.widest.scale * 0.99);
  });
});

it('zooms out over a long way, and not over a short one', () => {
  const [from, to] = views['far away at the same scale'] as [View, View];
  expect(zoomPath(from, to, stage).widest.scale).toBeLessThan(0.3);
  expect(zoomPath(from, { ...from, x: from.x + 50 }, stage).widest.scale).toBeGreaterThan(0.99);
});

it('is of no length between equal views', () => {
  const view = { x: 3, y: 4, scale: 0.5 };
  const path = zoomPath(view, view, stage);
  expect(path.length).toBe(0);
  expect(path.at(0.5)).toEqual(view);
});

it('is the same way back', () => {
  const [from, to] = views['near, and closer'] as [View, View];
  const [there, back] = [zoomPath(from, to, stage), zoomPath(to, from, stage)];
  expect(there.length).toBeCloseTo(back.length, 8);
  expect(there.at(0.3).x).toBeCloseTo(back.at(0.7).x, 6);
});
