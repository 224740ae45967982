import type { MediaLimits, Probe } from '../derivation.ts';
import { mainOf } from './derive-model.ts';
import { ModelRefused } from './model-refused.ts';
import { judgeMaterial, modelSignature, type ModelFormat } from './model-signature.ts';
import { listZip } from './model-zip.ts';
import { readTexture } from './texture-files.ts';

const mediaTypes: Readonly<Record<ModelFormat, string>> = {
  zip: 'application/zip',
  obj: 'model/obj',
  glb: 'model/gltf-binary',
};

/**
 * Checks a model by its beginning, a zip by its table: an OBJ, a GLB or a zip with one of them, for both
 * calls. Faces are counted when it is prepared.
 * @throws ModelRefused
 */
export async function probeModel(path: string): Promise<Probe> {
  const format = await modelSignature(path);
  const facts: Record<string, unknown> = { format };
  if (format === 'zip') facts['model'] = mainOf((await listZip(path)).map(({ fileName }) => fileName));
  return { mediaType: mediaTypes[format], pages: [], facts };
}

/** @throws ModelRefused where it is no MTL */
export async function probeMaterial(path: string): Promise<Probe> {
  await judgeMaterial(path);
  return { mediaType: 'model/mtl', pages: [] };
}

/** Reads it to its end, as the model will. @throws ModelRefused */
export async function probeTexture(path: string, { maxPixels }: MediaLimits): Promise<Probe> {
  const texture = await readTexture(path, 'colour', maxPixels);
  if (!texture) throw ModelRefused.for('not-a-texture', {});
  return { mediaType: texture.sourceType, pages: [] };
}
