/* oxlint-disable typescript/no-non-null-assertion -- numbers in typed arrays: a check of each index would take longer than the work */
import earcut from 'earcut';

/** Ear clipping takes time by the square of the corners. A polygon with more of them is cut as a fan (decisions §15). */
const EAR_CORNERS_MAX = 10_000;

/**
 * Cuts a polygon into triangles: as a fan where it is convex or very large, else by ear clipping.
 *
 * @param corners three indices for each corner, the first that of its position
 * @param positions x, y, z
 * @returns indices of corners of the polygon, three for each triangle
 */
export function triangulate(corners: readonly number[], positions: Float64Array): number[] {
  const count = corners.length / 3;
  const flat = count <= EAR_CORNERS_MAX ? flattened(corners, positions) : null;
  if (flat !== null && !isConvex(flat)) {
    const ears = earcut(flat);
    // A polygon that crosses itself may give no ears: the fan shows at least something.
    if (ears.length === (count - 2) * 3) return ears;
  }
  const fan: number[] = [];
  for (let corner = 1; corner < count - 1; corner++) fan.push(0, corner, corner + 1);
  return fan;
}

/** The polygon projected along its normal (Newell's), counter-clockwise; null where it has no area. */
function flattened(corners: readonly number[], positions: Float64Array): number[] | null {
  const count = corners.length / 3;
  const at = (corner: number, axis: number): number =>
    positions[corners[(corner % count) * 3]! * 3 + axis] ?? NaN;
  const normal = [0, 0, 0] as [number, number, number];
  for (let corner = 0; corner < count; corner++)
    for (let axis = 0; axis < 3; axis++) {
      const [a, b] = [(axis + 1) % 3, (axis + 2) % 3];
      normal[axis]! += (at(corner, a) - at(corner + 1, a)) * (at(corner, b) + at(corner + 1, b));
    }
  const size = normal.map(Math.abs);
  const along = size.indexOf(Math.max(...size));
  if (!(size[along]! > 0)) return null;
  const [a, b] = [(along + 1) % 3, (along + 2) % 3];
  const turn = normal[along]! > 0 ? 1 : -1;
  return Array.from({ length: count }, (_, corner) => [turn * at(corner, a), at(corner, b)]).flat();
}

function isConvex(flat: readonly number[]): boolean {
  const count = flat.length / 2;
  const x = (corner: number): number => flat[(corner % count) * 2]!;
  const y = (corner: number): number => flat[(corner % count) * 2 + 1]!;
  for (let corner = 0; corner < count; corner++) {
    const cross =
      (x(corner + 1) - x(corner)) * (y(corner + 2) - y(corner + 1)) -
      (y(corner + 1) - y(corner)) * (x(corner + 2) - x(corner + 1));
    if (cross < 0) return false;
  }
  return true;
}
