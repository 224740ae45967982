import { expect, it } from 'vitest';
import { triangulate } from './triangulate.ts';

/** A star, which is not convex: the first corner sees few of the others. */
function star(corners: number) {
  const positions = new Float64Array(corners * 3);
  for (let corner = 0; corner < corners; corner++) {
    const angle = (corner / corners) * 2 * Math.PI;
    const radius = corner % 2 === 0 ? 2 : 1;
    positions.set([radius * Math.cos(angle), radius * Math.sin(angle), 0], corner * 3);
  }
  return { corners: Array.from({ length: corners }, (_, corner) => [corner, -1, -1]).flat(), positions };
}
const isFan = (triangles: readonly number[]) =>
  triangles.every((corner, index) => index % 3 > 0 || corner === 0);

it.each([
  [10_000, 'ears'],
  [10_001, 'a fan'],
  [1_500_000, 'a fan'],
])('a polygon of %i corners is cut into %s', (count, how) => {
  const { corners, positions } = star(count);
  const triangles = triangulate(corners, positions);
  expect([triangles.length, isFan(triangles)]).toEqual([(count - 2) * 3, how === 'a fan']);
});
