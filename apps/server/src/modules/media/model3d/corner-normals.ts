/* oxlint-disable typescript/no-non-null-assertion -- numbers in typed arrays: a check of each index would take longer than the work */
import type { ObjModel } from './obj-reader.ts';

/** Faces that meet at a smaller angle show no edge. */
const crease_cos = Math.cos((50 * Math.PI) / 180);
/** At a point with more triangles all of them are averaged: comparing each pair would take for ever. */
const manyFaces = 48;

/**
 * Computes the normal of a corner without a normal in the file, and writes it into `into`; zeros for a face
 * without area.
 */
export type CornerNormals = (triangle: number, position: number, into: Float32Array) => void;

/**
 * Normals from the faces around a corner, weighted by their area, as far as these are nearly in one plane: a
 * statue becomes smooth, a chest keeps its edges.
 *
 * Triangles are counted over all parts, in order. @returns null where the file has all normals itself
 */
export function cornerNormals({ positions, parts }: ObjModel): CornerNormals | null {
  if (parts.every(({ corners }) => hasAllNormals(corners))) return null;
  const count = parts.reduce((sum, { corners }) => sum + corners.length / 9, 0);
  // Not of unit length: as long as the face is large.
  const faces = new Float32Array(count * 3);
  const first = new Uint32Array(positions.length / 3 + 1);
  forEachTriangle(parts, (triangle, a, b, c) => {
    const at = (position: number, axis: number): number => positions[position * 3 + axis]!;
    const [ux, uy, uz] = [at(b, 0) - at(a, 0), at(b, 1) - at(a, 1), at(b, 2) - at(a, 2)];
    const [vx, vy, vz] = [at(c, 0) - at(a, 0), at(c, 1) - at(a, 1), at(c, 2) - at(a, 2)];
    faces[triangle * 3] = uy * vz - uz * vy;
    faces[triangle * 3 + 1] = uz * vx - ux * vz;
    faces[triangle * 3 + 2] = ux * vy - uy * vx;
    first[a]!++;
    first[b]!++;
    first[c]!++;
  });
  // Now the index after a point's last triangle. Filling backwards turns it into the index of its first.
  for (let point = 1; point < first.length; point++) first[point]! += first[point - 1]!;
  const around = new Uint32Array(count * 3);
  forEachTriangle(parts, (triangle, a, b, c) => {
    around[--first[a]!] = triangle;
    around[--first[b]!] = triangle;
    around[--first[c]!] = triangle;
  });
  const lengthOf = (face: number): number =>
    lengthFrom(faces[face * 3]!, faces[face * 3 + 1]!, faces[face * 3 + 2]!);
  const averages = new Map<number, Float32Array>();

  const sum = (own: number | null, from: number, to: number, into: Float32Array): void => {
    into.fill(0);
    const ownLength = own === null ? 0 : lengthOf(own);
    for (let n = from; n < to; n++) {
      const face = around[n]!;
      if (own !== null && face !== own) {
        const cos =
          (faces[face * 3]! * faces[own * 3]! +
            faces[face * 3 + 1]! * faces[own * 3 + 1]! +
            faces[face * 3 + 2]! * faces[own * 3 + 2]!) /
          (ownLength * lengthOf(face));
        if (!(cos > crease_cos)) continue;
      }
      for (let axis = 0; axis < 3; axis++) into[axis]! += faces[face * 3 + axis]!;
    }
    const length = lengthFrom(into[0]!, into[1]!, into[2]!);
    for (let axis = 0; axis < 3; axis++) into[axis] = length > 0 ? into[axis]! / length : 0;
  };

  return (triangle, position, into) => {
    const [from, to] = [first[position]!, first[position + 1]!];
    if (to - from <= manyFaces) return sum(triangle, from, to, into);
    let average = averages.get(position);
    if (!average) {
      average = new Float32Array(3);
      sum(null, from, to, average);
      averages.set(position, average);
    }
    into.set(average);
  };
}

/** `Math.hypot` takes ten times as long, and a million faces call this six million times. */
const lengthFrom = (x: number, y: number, z: number): number => Math.sqrt(x * x + y * y + z * z);

function hasAllNormals(corners: Int32Array): boolean {
  for (let at = 2; at < corners.length; at += 3) if (corners[at]! < 0) return false;
  return true;
}

function forEachTriangle(
  parts: ObjModel['parts'],
  visit: (triangle: number, a: number, b: number, c: number) => void,
): void {
  let triangle = 0;
  for (const { corners } of parts)
    for (let at = 0; at < corners.length; at += 9)
      visit(triangle++, corners[at]!, corners[at + 3]!, corners[at + 6]!);
}
