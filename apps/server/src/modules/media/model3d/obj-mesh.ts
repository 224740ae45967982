/* oxlint-disable typescript/no-non-null-assertion -- numbers in typed arrays: a check of each index would take longer than the work */
import type { Document, Material, Mesh } from '@gltf-transform/core';
import { cornerNormals } from './corner-normals.ts';
import type { ObjModel, ObjPart } from './obj-reader.ts';

/**
 * Coordinates further from the origin than this many times their extent, as in surveys, lose visible detail
 * in 32-bit floats.
 */
const far = 100;

/**
 * Puts the triangles of an OBJ into a mesh, one primitive for each material. Corners that share position,
 * texture coordinates and normal become one vertex.
 *
 * @returns the offset that was subtracted from the positions, where they are far from the origin; else null
 */
export function addObjMesh(
  document: Document,
  mesh: Mesh,
  model: ObjModel,
  materialOf: (name: string) => Material | null,
): readonly [number, number, number] | null {
  const origin = originOf(model.positions);
  const normalOf = cornerNormals(model);
  const buffer = document.createBuffer();
  let triangles = 0;
  for (const part of model.parts) {
    const made = verticesOf(model, part, origin, normalOf && withOffset(normalOf, triangles));
    triangles += part.corners.length / 9;
    const accessor = (type: 'VEC2' | 'VEC3' | 'SCALAR', values: Float32Array | Uint32Array) =>
      document.createAccessor().setType(type).setArray(values).setBuffer(buffer);
    const primitive = document
      .createPrimitive()
      .setIndices(accessor('SCALAR', made.indices))
      .setAttribute('POSITION', accessor('VEC3', made.positions))
      .setAttribute('NORMAL', accessor('VEC3', made.normals))
      .setMaterial(materialOf(part.material));
    if (made.uvs) primitive.setAttribute('TEXCOORD_0', accessor('VEC2', made.uvs));
    if (made.colours) primitive.setAttribute('COLOR_0', accessor('VEC3', made.colours));
    mesh.addPrimitive(primitive);
  }
  return origin;
}

type NormalOf = (triangle: number, position: number, into: Float32Array) => void;

const withOffset =
  (normalOf: NormalOf, offset: number): NormalOf =>
  (triangle, position, into) =>
    normalOf(triangle + offset, position, into);

function originOf(positions: Float64Array): [number, number, number] | null {
  const least = [Infinity, Infinity, Infinity];
  const most = [-Infinity, -Infinity, -Infinity];
  for (let at = 0; at < positions.length; at++) {
    const axis = at % 3;
    const value = positions[at]!;
    if (value < least[axis]!) least[axis] = value;
    if (value > most[axis]!) most[axis] = value;
  }
  const extent = Math.max(...most.map((value, axis) => value - least[axis]!));
  const centre = most.map((value, axis) => Math.round((value + least[axis]!) / 2));
  const isFar = centre.some((value) => Math.abs(value) > far * extent);
  return isFar ? (centre as [number, number, number]) : null;
}

interface Vertices {
  indices: Uint32Array;
  positions: Float32Array;
  normals: Float32Array;
  uvs: Float32Array | null;
  colours: Float32Array | null;
}

function verticesOf(
  model: ObjModel,
  { corners }: ObjPart,
  origin: readonly number[] | null,
  normalOf: NormalOf | null,
): Vertices {
  const count = corners.length / 3;
  const indices = new Uint32Array(count);
  const hasUvs = model.uvs.length > 0 && corners.some((index, at) => at % 3 === 1 && index >= 0);
  // The key of a vertex is three numbers: its position, its texture coordinates, its normal in steps of
  // 1/512.
  let keys = new Int32Array(3 * 4096);
  let vertices = 0;
  let slots = new Int32Array(8192).fill(-1);
  const slotOf = (position: number, uv: number, normal: number): number => {
    const mask = slots.length - 1;
    let hash = Math.imul(position, 0x9e3779b1) ^ Math.imul(uv, 0x85ebca6b) ^ Math.imul(normal, 0xc2b2ae35);
    hash ^= hash >>> 15;
    let slot = hash & mask;
    for (;;) {
      const vertex = slots[slot]!;
      if (vertex < 0) return slot;
      const at = vertex * 3;
      if (keys[at] === position && keys[at + 1] === uv && keys[at + 2] === normal) return slot;
      slot = (slot + 1) & mask;
    }
  };
  const normal = new Float32Array(3);
  for (let corner = 0; corner < count; corner++) {
    const position = corners[corner * 3]!;
    const uv = hasUvs ? corners[corner * 3 + 1]! : -1;
    const own = corners[corner * 3 + 2]!;
    if (own >= 0) unitInto(model.normals, own, normal);
    else normalOf?.(Math.floor(corner / 3), position, normal);
    const packed = pack(normal);
    const slot = slotOf(position, uv, packed);
    if (slots[slot]! < 0) {
      if ((vertices + 1) * 3 > keys.length) keys = grown(keys);
      keys[vertices * 3] = position;
      keys[vertices * 3 + 1] = uv;
      keys[vertices * 3 + 2] = packed;
      slots[slot] = vertices++;
      indices[corner] = vertices - 1;
      if (vertices * 2 > slots.length) {
        slots = new Int32Array(slots.length * 2).fill(-1);
        for (let vertex = 0; vertex < vertices; vertex++)
          slots[slotOf(keys[vertex * 3]!, keys[vertex * 3 + 1]!, keys[vertex * 3 + 2]!)] = vertex;
      }
    } else indices[corner] = slots[slot]!;
  }

  const made: Vertices = {
    indices,
    positions: new Float32Array(vertices * 3),
    normals: new Float32Array(vertices * 3),
    uvs: hasUvs ? new Float32Array(vertices * 2) : null,
    colours: model.colours ? new Float32Array(vertices * 3) : null,
  };
  for (let vertex = 0; vertex < vertices; vertex++) {
    const [position, uv, packed] = [keys[vertex * 3]!, keys[vertex * 3 + 1]!, keys[vertex * 3 + 2]!];
    for (let axis = 0; axis < 3; axis++) {
      made.positions[vertex * 3 + axis] = model.positions[position * 3 + axis]! - (origin?.[axis] ?? 0);
      if (made.colours) made.colours[vertex * 3 + axis] = linear(model.colours![position * 3 + axis]!);
    }
    unpackInto(packed, made.normals, vertex * 3);
    if (made.uvs && uv >= 0) {
      made.uvs[vertex * 2] = model.uvs[uv * 2]!;
      // glTF counts from the upper edge of the picture.
      made.uvs[vertex * 2 + 1] = 1 - model.uvs[uv * 2 + 1]!;
    }
  }
  return made;
}

function grown(values: Int32Array<ArrayBuffer>): Int32Array<ArrayBuffer> {
  const larger = new Int32Array(values.length * 2);
  larger.set(values);
  return larger;
}

function unitInto(normals: Float32Array, index: number, into: Float32Array): void {
  const [x, y, z] = [normals[index * 3]!, normals[index * 3 + 1]!, normals[index * 3 + 2]!];
  const length = Math.hypot(x, y, z);
  into[0] = length > 0 ? x / length : 0;
  into[1] = length > 0 ? y / length : 0;
  into[2] = length > 0 ? z / length : 0;
}

const step = (value: number): number => Math.round(value * 511) + 512;

const pack = (normal: Float32Array): number =>
  (step(normal[0]!) << 20) | (step(normal[1]!) << 10) | step(normal[2]!);

/** Of unit length; upwards where the face had no direction, since glTF allows no normal of length zero. */
function unpackInto(packed: number, into: Float32Array, at: number): void {
  const [x, y, z] = [((packed >>> 20) & 1023) - 512, ((packed >>> 10) & 1023) - 512, (packed & 1023) - 512];
  const length = Math.hypot(x, y, z);
  into[at] = length > 0 ? x / length : 0;
  into[at + 1] = length > 0 ? y / length : 1;
  into[at + 2] = length > 0 ? z / length : 0;
}

/** An sRGB level as linear light (IEC 61966-2-1). */
export function linear(level: number): number {
  return level <= 0.04045 ? level / 12.92 : ((level + 0.055) / 1.055) ** 2.4;
}
