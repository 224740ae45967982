import { writeFile } from 'node:fs/promises';
import type { Document, NodeIO } from '@gltf-transform/core';
import { gltfLibrary } from './gltf-library.ts';

/** 2 to this power is the number of steps along the longest side: a hundredth of a millimetre in a metre. */
const positionBits = 16;
/** A quarter of a pixel of the largest texture. */
const textureBits = 14;

export async function modelIo(): Promise<NodeIO> {
  const { NodeIO, ALL_EXTENSIONS, MeshoptDecoder, MeshoptEncoder } = await gltfLibrary();
  return new NodeIO()
    .registerExtensions(ALL_EXTENSIONS)
    .registerDependencies({ 'meshopt.decoder': MeshoptDecoder, 'meshopt.encoder': MeshoptEncoder });
}

/**
 * Orders triangles for the graphics card, stores numbers in as few bits as look the same, and compresses
 * them.
 */
export async function compress(document: Document): Promise<void> {
  const { Logger, EXTTextureWebP, dedup, meshopt, prune, unpartition, MeshoptEncoder } = await gltfLibrary();
  document.setLogger(new Logger(Logger.Verbosity.SILENT));
  const usesWebp = document
    .getRoot()
    .listTextures()
    .some((texture) => texture.getMimeType() === 'image/webp');
  if (usesWebp) document.createExtension(EXTTextureWebP).setRequired(true);
  await document.transform(
    dedup(),
    // A texture of a single colour is kept: to find those, each would have to be decoded.
    prune({ keepSolidTextures: true }),
    // A GLB has one buffer.
    unpartition(),
    meshopt({
      encoder: MeshoptEncoder,
      level: 'medium',
      quantizePosition: positionBits,
      quantizeTexcoord: textureBits,
    }),
  );
}

export async function writeGlb(document: Document, path: string): Promise<void> {
  await writeFile(path, await (await modelIo()).writeBinary(document));
}
