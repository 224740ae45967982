import { readFile } from 'node:fs/promises';
import type { Document } from '@gltf-transform/core';
import type { ModelFile } from './file-set.ts';
import { gltfLibrary } from './gltf-library.ts';
import { modelIo } from './glb-writer.ts';
import { ModelRefused } from './model-refused.ts';
import { lightenTextures } from './texture-files.ts';

/** The limit of a GLB, which is read as a whole. */
const max_bytes = 1.5 * 2 ** 30;
/** The mode of a primitive (glTF 2.0 §3.7.2.1). */
const TRIANGLES = 4;

/** How many numbers each entry of an accessor holds (glTF 2.0 §3.6.2.2). */
const componentsOf: Readonly<Record<string, number>> = {
  SCALAR: 1,
  VEC2: 2,
  VEC3: 3,
  VEC4: 4,
  MAT2: 4,
  MAT3: 9,
  MAT4: 16,
};
/** An index, a position, a normal, a tangent and texture coordinates. */
const numbersOfCorner = 1 + 3 + 3 + 4 + 2;

interface GltfJson {
  accessors?: { count?: number; type?: string }[];
  bufferViews?: {
    byteLength?: number;
    extensions?: { EXT_meshopt_compression?: { count?: number; byteStride?: number } };
  }[];
  buffers?: { uri?: string }[];
  images?: { uri?: string }[];
}

/**
 * Opens a self-contained GLB 2.0; references to external files are never followed.
 * @throws ModelRefused
 */
export async function documentOfGlb(
  main: ModelFile,
  limits: { maxTriangles: number; maxPixels: number },
): Promise<{ document: Document; faces: number }> {
  if (main.size_bytes > max_bytes) throw ModelRefused.for('too-much-memory', {}, `${main.size_bytes} bytes`);
  const bytes = await readFile(await main.path());
  judge(jsonOf(bytes), limits.maxTriangles);
  const { Logger, dequantize } = await gltfLibrary();
  const io = await modelIo();
  io.setLogger(new Logger(Logger.Verbosity.SILENT));
  const document = await io.readBinary(new Uint8Array(bytes)).catch((error: unknown): never => {
    const message = error instanceof Error ? error.message : String(error);
    const needs = /extension[^"]*"?([A-Z]{2,}_\w+)/i.exec(message)?.[1];
    if (needs) throw ModelRefused.for('unsupported-model', { needs }, message);
    throw ModelRefused.for('unreadable-model', { place: 'glTF' }, message);
  });
  document.setLogger(new Logger(Logger.Verbosity.SILENT));
  await document.transform(dequantize());
  const faces = trianglesOf(document);
  if (faces === 0) throw ModelRefused.for('no-faces', {});
  if (faces > limits.maxTriangles) throw ModelRefused.for('too-many-faces', { max: limits.maxTriangles });
  await lightenTextures(document, limits.maxPixels);
  return { document, faces };
}

/** Checks the counts in the JSON before memory is allocated for them. @throws ModelRefused */
function judge(json: GltfJson, maxTriangles: number): void {
  const external = [...(json.buffers ?? []), ...(json.images ?? [])].find(
    ({ uri }) => uri !== undefined && !uri.startsWith('data:'),
  );
  if (external) throw ModelRefused.for('external-files', {}, external.uri);
  const sumOf = (of: (accessor: { count?: number; type?: string }) => number) =>
    (json.accessors ?? []).reduce(
      (sum, accessor) => sum + of(accessor) * Math.max(0, accessor.count ?? 0),
      0,
    );
  // Corners, and some eight attributes of as many vertices. The negation also refuses NaN.
  if (!(sumOf(() => 1) <= maxTriangles * 3 * 8))
    throw ModelRefused.for('too-many-faces', { max: maxTriangles });
  const numbers = sumOf(({ type = '' }) => componentsOf[type] ?? 1);
  if (!(numbers <= maxTriangles * 3 * numbersOfCorner))
    throw ModelRefused.for('too-much-memory', {}, `${numbers} numbers`);
  const unpacked_bytes = (json.bufferViews ?? []).reduce((sum, { byteLength = 0, extensions }) => {
    const packed = extensions?.EXT_meshopt_compression;
    return sum + Math.max(0, byteLength, (packed?.count ?? 0) * (packed?.byteStride ?? 0));
  }, 0);
  if (!(unpacked_bytes <= 2 * max_bytes))
    throw ModelRefused.for('too-much-memory', {}, `${unpacked_bytes} bytes`);
}

/** The first chunk of a GLB (glTF 2.0 §4.4). @throws ModelRefused */
function jsonOf(bytes: Buffer): GltfJson {
  if (bytes.length < 20 || bytes.readUInt32LE(4) !== 2)
    throw ModelRefused.for('unsupported-model', { needs: 'another version of glTF than 2.0' });
  const length = bytes.readUInt32LE(12);
  if (20 + length > bytes.length) throw ModelRefused.for('truncated', {});
  try {
    const json: unknown = JSON.parse(bytes.toString('utf8', 20, 20 + length));
    if (json !== null && typeof json === 'object') return json;
  } catch {
    // The check below refuses it.
  }
  throw ModelRefused.for('unreadable-model', { place: 'glTF' }, 'its JSON is broken');
}

function trianglesOf(document: Document): number {
  let triangles = 0;
  for (const mesh of document.getRoot().listMeshes())
    for (const primitive of mesh.listPrimitives()) {
      const count = (primitive.getIndices() ?? primitive.getAttribute('POSITION'))?.getCount() ?? 0;
      if (primitive.getMode() === TRIANGLES) triangles += Math.floor(count / 3);
    }
  return triangles;
}
