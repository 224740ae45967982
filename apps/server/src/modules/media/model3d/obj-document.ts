import type { Document, Material, Texture } from '@gltf-transform/core';
import { baseName, type FileSet, type Found, type ModelFile } from './file-set.ts';
import { gltfLibrary } from './gltf-library.ts';
import { readMtl, type MtlMaterial } from './mtl-reader.ts';
import { addObjMesh, linear } from './obj-mesh.ts';
import { readObj, type ObjLimits, type ObjModel } from './obj-reader.ts';
import { readTexture, type ReadTexture, type TextureUse } from './texture-files.ts';

/**
 * References that were missing, or were found elsewhere. Names as in the files, without duplicates, in order.
 */
export interface Findings {
  readonly missingMaterials: Set<string>;
  readonly missingTextures: Set<string>;
  readonly unreadableTextures: Set<string>;
  /** The reference → the file that was used. */
  readonly repaired: Map<string, string>;
}

export interface ObjOptions extends ObjLimits {
  maxPixels: number;
  /**
   * The files were sent one by one, not as a zip. Then a single material or texture is used for a single
   * reference, whatever its name is.
   */
  isSentSingly: boolean;
}

/**
 * Makes a glTF document of an OBJ, its materials and textures. Missing ones are left out and listed in the
 * findings.
 * @throws ModelRefused
 */
export async function documentOfObj(
  main: ModelFile,
  files: FileSet,
  options: ObjOptions,
): Promise<{ document: Document; findings: Findings; faces: number; origin: readonly number[] | null }> {
  const model = await readObj(await main.path(), options);
  const findings: Findings = {
    missingMaterials: new Set(),
    missingTextures: new Set(),
    unreadableTextures: new Set(),
    repaired: new Map(),
  };
  const sources = new Sources(files, findings, options);
  const materials = await sources.materialsOf(main, model);
  const { Document } = await gltfLibrary();
  const document = new Document();
  const made = new Map<string, Material>();
  for (const { material: name } of model.parts)
    made.set(name, await makeMaterial(document, name, materials.get(name), sources));
  const mesh = document.createMesh(baseName(main.name));
  const origin = addObjMesh(document, mesh, model, (name) => made.get(name) ?? null);
  const node = document.createNode().setMesh(mesh);
  const scene = document.createScene().addChild(node);
  document.getRoot().setDefaultScene(scene);
  return { document, findings, faces: model.faces, origin };
}

class Sources {
  readonly #textures = new Map<string, Promise<ReadTexture | null>>();
  readonly #made = new Map<string, Texture>();
  #lonely: ModelFile | null = null;

  readonly #files: FileSet;
  readonly #findings: Findings;
  readonly #options: ObjOptions;

  constructor(files: FileSet, findings: Findings, options: ObjOptions) {
    this.#files = files;
    this.#findings = findings;
    this.#options = options;
  }

  /** By name: the materials of all the files that the model refers to; of several with one name the first. */
  async materialsOf(main: ModelFile, model: ObjModel): Promise<Map<string, MtlMaterial>> {
    const found = new Map<string, MtlMaterial>();
    const read = new Set<ModelFile>();
    for (const reference of model.materialFiles.flatMap((name) => this.#namesOf(name, main))) {
      const mtl = this.#find(reference, main, this.#onlyOf(/\.mtl$/i));
      const materials = mtl && (await readMtl(mtl));
      if (!materials) {
        this.#findings.missingMaterials.add(baseName(reference));
        continue;
      }
      read.add(mtl);
      for (const material of materials) if (!found.has(material.name)) found.set(material.name, material);
    }
    if (found.size === 0) {
      // Programs sometimes omit the line that names it, and name the file after the model.
      const own = this.#files.find(baseName(main.name).replace(/\.obj$/i, '.mtl'), main)?.file;
      const only = this.#options.isSentSingly ? this.#onlyOf(/\.mtl$/i) : null;
      const mtl = own ?? only;
      if (mtl && !read.has(mtl))
        for (const material of (await readMtl(mtl)) ?? []) found.set(material.name, material);
    }
    this.#lonely = this.#options.isSentSingly ? this.#onlyTextureFor(found, main) : null;
    return found;
  }

  /** A line may name several files, and a name may contain spaces. */
  #namesOf(line: string, main: ModelFile): string[] {
    if (this.#files.find(line, main) || !/\.mtl\s+\S/i.test(line)) return [line];
    return line.split(/(?<=\.mtl)\s+/i);
  }

  #onlyOf(pattern: RegExp): ModelFile | null {
    if (!this.#options.isSentSingly) return null;
    const [only, ...more] = this.#files.files.filter(({ name }) => pattern.test(name));
    return only && more.length === 0 ? only : null;
  }

  /** The single texture that was sent, where there is a single reference that it can be for. */
  #onlyTextureFor(materials: ReadonlyMap<string, MtlMaterial>, main: ModelFile): ModelFile | null {
    const [only, ...more] = this.#files.files.filter(
      (file) => file !== main && !/\.(mtl|obj)$/i.test(file.name),
    );
    if (!only || more.length > 0) return null;
    const missing = new Set<string>();
    for (const { maps, from } of materials.values())
      for (const reference of Object.values(maps))
        if (!this.#files.find(reference, from)) missing.add(baseName(reference));
        else return null;
    return missing.size <= 1 ? only : null;
  }

  /** The texture that was sent without any material that refers to one. */
  get loneTexture(): ModelFile | null {
    return this.#lonely;
  }

  #find(reference: string, from: ModelFile, stand: ModelFile | null): ModelFile | null {
    const found: Found | null = this.#files.find(reference, from);
    const file = found?.file ?? stand;
    if (file && found?.isRepaired !== false) this.#findings.repaired.set(reference, file.name);
    return file;
  }

  async texture(
    document: Document,
    reference: string,
    from: ModelFile,
    use: TextureUse,
  ): Promise<{ texture: Texture; read: ReadTexture } | null> {
    const file = this.#find(reference, from, this.#lonely);
    if (!file) {
      this.#findings.missingTextures.add(baseName(reference));
      return null;
    }
    return this.textureOf(document, file, use);
  }

  async textureOf(
    document: Document,
    file: ModelFile,
    use: TextureUse,
  ): Promise<{ texture: Texture; read: ReadTexture } | null> {
    const key = `${use} ${file.name}`;
    let reading = this.#textures.get(key);
    if (!reading)
      this.#textures.set(key, (reading = readTexture(await file.path(), use, this.#options.maxPixels)));
    const read = await reading;
    if (!read) {
      this.#findings.unreadableTextures.add(baseName(file.name));
      return null;
    }
    let texture = this.#made.get(key);
    if (!texture) {
      texture = document.createTexture(baseName(file.name)).setImage(read.bytes).setMimeType(read.mediaType);
      this.#made.set(key, texture);
    }
    return { texture, read };
  }
}

/** Light grey, like unpainted plaster. */
const bare = [0.75, 0.75, 0.75] as const;

async function makeMaterial(
  document: Document,
  name: string,
  mtl: MtlMaterial | undefined,
  sources: Sources,
): Promise<Material> {
  // An OBJ does not say which sides to hide, and scans have holes.
  const material = document
    .createMaterial(name)
    .setDoubleSided(true)
    .setMetallicFactor(0)
    .setRoughnessFactor(1);
  if (!mtl) {
    const lone = sources.loneTexture && (await sources.textureOf(document, sources.loneTexture, 'colour'));
    if (lone) paint(material, lone);
    else material.setBaseColorFactor([...bare.map(linear), 1] as [number, number, number, number]);
    return material;
  }
  const { maps, from } = mtl;
  const read = async (reference: string | undefined, use: TextureUse) =>
    reference === undefined ? null : sources.texture(document, reference, from, use);

  const diffuse = await read(maps.diffuse, 'colour');
  const opacity = mtl.opacity === null || mtl.opacity === 0 ? 1 : mtl.opacity;
  const [red, green, blue] = (mtl.diffuse ?? bare).map(linear) as [number, number, number];
  if (diffuse) paint(material, diffuse);
  // A colour beside a picture is the one before the picture was added, often black.
  material.setBaseColorFactor(diffuse ? [1, 1, 1, opacity] : [red, green, blue, opacity]);
  if (opacity < 1) material.setAlphaMode('BLEND');

  material.setRoughnessFactor(roughnessOf(mtl)).setMetallicFactor(mtl.metalness ?? 0);
  if (mtl.emissive) material.setEmissiveFactor(mtl.emissive.map(linear) as [number, number, number]);
  const emissive = await read(maps.emissive, 'colour');
  if (emissive) material.setEmissiveTexture(emissive.texture).setEmissiveFactor([1, 1, 1]);
  // A bump map holds heights or normals. Its colours show which.
  const normal = (await read(maps.normal, 'normal')) ?? (await read(maps.bump, 'normal'));
  if (normal?.read.looksLikeNormals) material.setNormalTexture(normal.texture);
  return material;
}

function paint(material: Material, { texture, read }: { texture: Texture; read: ReadTexture }): void {
  material.setBaseColorTexture(texture);
  // Cut out, not blended: transparent parts of a scan's texture are those that the camera did not see.
  if (read.isSeeThrough) material.setAlphaMode('MASK').setAlphaCutoff(0.5);
}

function roughnessOf({ roughness, shininess, specular }: MtlMaterial): number {
  if (roughness !== null) return roughness;
  const shines = specular?.some((level) => level > 0.05) ?? false;
  return shininess === null || !shines ? 1 : Math.max(0.2, Math.sqrt(2 / (shininess + 2)));
}
