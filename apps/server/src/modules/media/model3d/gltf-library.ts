/**
 * The libraries that read, change and write glTF. They are loaded when a model is made, not when the server
 * or the process beside it starts: loading them takes longer than everything else.
 */
export async function gltfLibrary() {
  const [core, extensions, functions, { MeshoptDecoder, MeshoptEncoder }] = await Promise.all([
    import('@gltf-transform/core'),
    import('@gltf-transform/extensions'),
    import('@gltf-transform/functions'),
    import('meshoptimizer'),
  ]);
  await Promise.all([MeshoptEncoder.ready, MeshoptDecoder.ready]);
  const { Document, getBounds, Logger, NodeIO } = core;
  const { ALL_EXTENSIONS, EXTTextureWebP } = extensions;
  const { dedup, dequantize, meshopt, prune, unpartition } = functions;
  return {
    ...{ Document, getBounds, Logger, NodeIO, ALL_EXTENSIONS, EXTTextureWebP },
    ...{ dedup, dequantize, meshopt, prune, unpartition, MeshoptDecoder, MeshoptEncoder },
  };
}
