import { stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Document } from '@gltf-transform/core';
import type { Derived, DeriveTask, MediaWarning } from '../derivation.ts';
import { FileSet, type ModelFile } from './file-set.ts';
import { documentOfGlb } from './glb-document.ts';
import { gltfLibrary } from './gltf-library.ts';
import { compress, writeGlb } from './glb-writer.ts';
import { ModelRefused } from './model-refused.ts';
import { modelSignature } from './model-signature.ts';
import { zipFiles } from './model-zip.ts';
import { documentOfObj, type Findings } from './obj-document.ts';
import { drawThumbnail } from './thumbnail-drawing.ts';

interface ModelTechnical {
  format: 'obj' | 'glb';
  vertices: number;
  triangles: number;
  /** The number in the file; a polygon counts once. */
  faces: number;
  materials: number;
  textures: number;
  /** In the units of the model, which an OBJ does not define. */
  boundingBox: { min: number[]; max: number[] };
  /** The offset that was subtracted from each coordinate, where the model was far from the origin. */
  origin: number[] | null;
}

/** Names are those of the files. */
interface ModelWarning extends MediaWarning {
  readonly code: 'missing-material' | 'missing-texture' | 'unreadable-texture' | 'textures-repaired';
  readonly names: readonly string[];
}

/** A browser can't rotate more of them smoothly. */
const maxTriangles = 5_000_000;
const thumbnail_px = 480;
const thumbnailQuality = 82;

/**
 * Makes one compressed GLB of a model, and its picture. The source is an OBJ with the materials and textures
 * that were sent with it, a zip of them, or a GLB; the file name does not matter.
 *
 * Writes `model.glb` and `thumbnail.jpg` into the folder, and unpacked files as `unpacked-…`. Missing
 * materials and textures are listed in the warnings, and the model is made without them.
 *
 * @throws ModelRefused when the files are to blame; other errors (no room, no memory) unchanged
 */
export async function deriveModel(task: DeriveTask): Promise<Derived> {
  const { into, limits } = task;
  const options = { maxTriangles, maxPixels: limits.maxPixels };
  const { main, files, format, isSentSingly } = await openSource(task);
  const { document, faces, findings, origin } =
    format === 'obj'
      ? await documentOfObj(main, files, { ...options, isSentSingly })
      : { ...(await documentOfGlb(main, options)), findings: null, origin: null };
  const technical: ModelTechnical = {
    format,
    ...(await countsOf(document)),
    faces,
    origin: origin && [...origin],
  };

  const thumbnail = join(into, 'thumbnail.jpg');
  await writeFile(thumbnail, await drawThumbnail(document, thumbnail_px, thumbnailQuality));
  await compress(document);
  const model = join(into, 'model.glb');
  await writeGlb(document, model);
  return {
    thumbnail: { path: thumbnail, width_px: thumbnail_px, height_px: thumbnail_px },
    derivatives: [{ role: 'model', path: model, media_type: 'model/gltf-binary' }],
    technical,
    warnings: findings ? warningsFor(findings) : [],
  };
}

interface OpenSource {
  main: ModelFile;
  files: FileSet;
  format: 'obj' | 'glb';
  isSentSingly: boolean;
}

async function openSource({ source, parts, into }: DeriveTask): Promise<OpenSource> {
  const self = { path: source, name: 'model' };
  const sent = await Promise.all(parts.map(asFile));
  const kind = await modelSignature(source);
  if (kind !== 'zip')
    return { main: await asFile(self), files: new FileSet(sent), format: kind, isSentSingly: true };
  const packed = await zipFiles(source, into);
  const chosen = mainOf(packed.map(({ name }) => name));
  // Parts that were added later come before those of the zip: they may replace unreadable ones.
  const files = new FileSet([...sent, ...packed]);
  const file = packed.find(({ name }) => name === chosen);
  if (!file) throw new Error('The zip lost its model.');
  const format = await modelSignature(await file.path());
  if (format === 'zip') throw ModelRefused.for('zip-no-model', {}, 'a zip under the name of a model');
  return { main: file, files, format, isSentSingly: false };
}

/**
 * The name of the file in a zip that is the model. A zip with several is refused: only its maker knows
 * whether they are parts of one thing, or one thing in several sizes.
 * @throws ModelRefused
 */
export function mainOf(names: readonly string[]): string {
  const models = names.filter((name) => /\.(obj|glb)$/i.test(name));
  const [only, ...more] = models;
  if (only === undefined) throw ModelRefused.for('zip-no-model', {});
  if (more.length > 0) {
    const shown = models.slice(0, 4).map((name) => `“${name}”`);
    const rest = models.length - shown.length;
    throw ModelRefused.for('zip-several-models', {
      names: `${shown.join(', ')}${rest > 0 ? ` … (${models.length})` : ''}`,
    });
  }
  return only;
}

async function asFile({ path, name }: { path: string; name: string }): Promise<ModelFile> {
  return { name, size_bytes: (await stat(path)).size, path: () => Promise.resolve(path) };
}

type Counts = Pick<ModelTechnical, 'vertices' | 'triangles' | 'materials' | 'textures' | 'boundingBox'>;

async function countsOf(document: Document): Promise<Counts> {
  const { getBounds } = await gltfLibrary();
  const root = document.getRoot();
  let vertices = 0;
  let triangles = 0;
  for (const mesh of root.listMeshes())
    for (const primitive of mesh.listPrimitives()) {
      const points = primitive.getAttribute('POSITION')?.getCount() ?? 0;
      vertices += points;
      if (primitive.getMode() === 4)
        triangles += Math.floor((primitive.getIndices()?.getCount() ?? points) / 3);
    }
  const scene = root.getDefaultScene() ?? root.listScenes()[0];
  const { min, max } = scene ? getBounds(scene) : { min: [0, 0, 0], max: [0, 0, 0] };
  return {
    vertices,
    triangles,
    materials: root.listMaterials().length,
    textures: root.listTextures().length,
    boundingBox: { min: [...min], max: [...max] },
  };
}

const listed = (names: readonly string[]): string => names.map((name) => `“${name}”`).join(', ');

function warningsFor(findings: Findings): ModelWarning[] {
  const warnings: ModelWarning[] = [];
  const [materials, textures, unreadable] = [
    [...findings.missingMaterials],
    [...findings.missingTextures],
    [...findings.unreadableTextures],
  ];
  if (materials.length > 0)
    warnings.push({
      code: 'missing-material',
      title: `The model’s material is missing: ${listed(materials)}. Add it, and the model is prepared again.`,
      names: materials,
    });
  if (textures.length > 0)
    warnings.push({
      code: 'missing-texture',
      title: `Textures of the model are missing: ${listed(textures)}. Add them, and the model is prepared again.`,
      names: textures,
    });
  if (unreadable.length > 0)
    warnings.push({
      code: 'unreadable-texture',
      title: `Textures of the model can’t be read as pictures: ${listed(unreadable)}.`,
      names: unreadable,
    });
  const repaired = [...findings.repaired].map(([reference, taken]) => `${reference} → ${taken}`);
  if (repaired.length > 0)
    warnings.push({
      code: 'textures-repaired',
      title: `Files were found by their names, in another place than the model says: ${repaired.join(', ')}.`,
      names: repaired,
    });
  return warnings;
}
