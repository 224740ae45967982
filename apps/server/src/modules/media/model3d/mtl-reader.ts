import { readFile } from 'node:fs/promises';
import type { ModelFile } from './file-set.ts';

/** A material of an MTL (Wavefront, with the PBR additions of Clara.io that Blender and others write). */
export interface MtlMaterial {
  readonly name: string;
  /** The file relative to which its textures are looked up. */
  readonly from: ModelFile;
  /** sRGB, 0 to 1. */
  diffuse: readonly [number, number, number] | null;
  emissive: readonly [number, number, number] | null;
  specular: readonly [number, number, number] | null;
  /** The exponent of the highlight, 0 to 1000. */
  shininess: number | null;
  roughness: number | null;
  metalness: number | null;
  /** 1 is opaque. */
  opacity: number | null;
  maps: Partial<Record<MapUse, string>>;
}

export type MapUse = 'diffuse' | 'opacity' | 'emissive' | 'normal' | 'bump' | 'roughness' | 'metalness';

const maps: Readonly<Record<string, MapUse>> = {
  map_kd: 'diffuse',
  map_d: 'opacity',
  map_ke: 'emissive',
  norm: 'normal',
  map_bump: 'bump',
  bump: 'bump',
  map_pr: 'roughness',
  map_pm: 'metalness',
};

/** Far more than any program writes, so that a picture called .mtl is not read. */
const max_bytes = 16 * 2 ** 20;

/** @returns null where the file is no MTL */
export async function readMtl(file: ModelFile): Promise<MtlMaterial[] | null> {
  if (file.size_bytes > max_bytes) return null;
  const text = textOf(await readFile(await file.path()));
  if (text.includes('\0')) return null;
  const materials: MtlMaterial[] = [];
  for (const line of text.replace(/\\\r?\n/g, ' ').split(/[\r\n]+/)) {
    const [, word = '', argument = ''] = /^\s*(\S+)\s*(.*?)\s*$/.exec(line) ?? [];
    const rest = withoutControls(argument);
    const keyword = word.toLowerCase();
    if (keyword === 'newmtl') materials.push(emptyMaterial(rest, file));
    const material = materials.at(-1);
    if (material) readProperty(material, keyword, rest);
  }
  return materials.length > 0 ? materials : null;
}

/** Decodes UTF-8, or else the encoding of older Windows programs. */
export function textOf(bytes: Buffer): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder('windows-1252').decode(bytes);
  }
}

/**
 * A tab separates words; other control characters can't be in a name, and the database accepts no NUL in
 * JSON.
 */
export function withoutControls(name: string): string {
  return name.replace(/(?!\t)\p{Cc}/gu, '');
}

function emptyMaterial(name: string, from: ModelFile): MtlMaterial {
  return {
    name,
    from,
    diffuse: null,
    emissive: null,
    specular: null,
    shininess: null,
    roughness: null,
    metalness: null,
    opacity: null,
    maps: {},
  };
}

function readProperty(material: MtlMaterial, keyword: string, rest: string): void {
  const use = maps[keyword];
  if (use) {
    const name = fileOfMap(rest);
    if (name !== '') material.maps[use] ??= name;
    return;
  }
  const numbers = rest.split(/\s+/).map(Number);
  const [first = NaN] = numbers;
  if (keyword === 'kd') material.diffuse = colourOf(numbers);
  else if (keyword === 'ke') material.emissive = colourOf(numbers);
  else if (keyword === 'ks') material.specular = colourOf(numbers);
  else if (Number.isNaN(first)) return;
  else if (keyword === 'ns') material.shininess = Math.min(1000, Math.max(0, first));
  else if (keyword === 'pr') material.roughness = unit(first);
  else if (keyword === 'pm') material.metalness = unit(first);
  else if (keyword === 'd') material.opacity = unit(first);
  else if (keyword === 'tr') material.opacity ??= unit(1 - first);
}

const unit = (value: number): number => Math.min(1, Math.max(0, value));

function colourOf(numbers: readonly number[]): [number, number, number] | null {
  const [red = NaN, green = red, blue = red] = numbers;
  return Number.isNaN(red + green + blue) ? null : [unit(red), unit(green), unit(blue)];
}

const optionWords: Readonly<Record<string, number>> = {
  '-blendu': 1,
  '-blendv': 1,
  '-boost': 1,
  '-bm': 1,
  '-cc': 1,
  '-clamp': 1,
  '-imfchan': 1,
  '-mm': 2,
  '-texres': 1,
  '-type': 1,
};

/** The file name after a map's options; it may contain spaces, and be in quotes. */
function fileOfMap(rest: string): string {
  let left = rest;
  for (;;) {
    const option = /^(-[a-z]+)\s+/i.exec(left);
    const name = option?.[1]?.toLowerCase() ?? '';
    if (!option) break;
    if (name in optionWords)
      left = left.slice(option[0].length).replace(new RegExp(`^(\\S+\\s+){${optionWords[name] ?? 0}}`), '');
    else if (['-o', '-s', '-t'].includes(name))
      left = left.slice(option[0].length).replace(/^([-+]?[\d.]+(e[-+]?\d+)?\s+){1,3}/i, '');
    else break;
  }
  return left.trim().replace(/^"(.*)"$/, '$1');
}
