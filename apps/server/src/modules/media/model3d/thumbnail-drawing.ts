/* oxlint-disable typescript/no-non-null-assertion -- numbers in typed arrays: a check of each index would take longer than the work */
import type { Accessor, Document, mat4, Node, Primitive, Texture } from '@gltf-transform/core';
import sharp from 'sharp';

/** The factor by which it is drawn larger and then scaled down, for smooth edges. */
const oversample = 2;
const background = [244, 244, 242] as const;
/** Textures are read at about the picture's own resolution. */
const texture_px = 1024;

interface Picture {
  width: number;
  height: number;
  /** RGBA */
  data: Buffer;
}

/**
 * Draws a model from a little above and to the right, without a graphics card: triangles with depth, texture
 * and two lights. For a card in a list it needs no shadows, no glass, no normal maps.
 *
 * @param document of floats, not yet quantised
 * @param size_px of the square picture
 * @returns a JPEG
 */
export async function drawThumbnail(document: Document, size_px: number, quality: number): Promise<Buffer> {
  const side = size_px * oversample;
  const scene = document.getRoot().getDefaultScene() ?? document.getRoot().listScenes()[0];
  const placed: { primitive: Primitive; matrix: mat4 }[] = [];
  scene?.traverse((node: Node) => {
    for (const primitive of node.getMesh()?.listPrimitives() ?? [])
      if (primitive.getMode() === 4) placed.push({ primitive, matrix: node.getWorldMatrix() });
  });
  const pictures = new Map<Texture, Picture | null>();
  for (const { primitive } of placed) {
    const texture = primitive.getMaterial()?.getBaseColorTexture();
    if (texture && !pictures.has(texture)) pictures.set(texture, await readPicture(texture));
  }
  const canvas = new Canvas(side);
  const view = lookAt(placed, side);
  for (const { primitive, matrix } of placed) drawPrimitive(canvas, primitive, matrix, view, pictures);
  return sharp(canvas.colours, { raw: { width: side, height: side, channels: 3 } })
    .resize(size_px, size_px)
    .jpeg({ quality })
    .toBuffer();
}

/** The library's own types name arrays that this version of TypeScript doesn't know. */
function numbersOf(accessor: Accessor | null): ArrayLike<number> | null {
  const numbers: unknown = accessor?.getArray();
  return (numbers ?? null) as ArrayLike<number> | null;
}

async function readPicture(texture: Texture): Promise<Picture | null> {
  const bytes = texture.getImage();
  if (!bytes) return null;
  try {
    const { data, info } = await sharp(bytes)
      .resize({ width: texture_px, height: texture_px, fit: 'inside', withoutEnlargement: true })
      .toColourspace('srgb')
      .ensureAlpha()
      .raw()
      .toBuffer({ resolveWithObject: true });
    return { data, width: info.width, height: info.height };
  } catch {
    return null;
  }
}

class Canvas {
  readonly colours: Buffer;
  readonly depths: Float32Array;

  readonly side: number;

  constructor(side: number) {
    this.side = side;
    this.colours = Buffer.alloc(side * side * 3);
    for (let at = 0; at < this.colours.length; at++) this.colours[at] = background[at % 3]!;
    this.depths = new Float32Array(side * side).fill(Infinity);
  }
}

interface View {
  /** Rows of the rotation into the axes of the camera: right, up, towards the camera. */
  readonly turn: readonly (readonly [number, number, number])[];
  readonly centre: readonly [number, number, number];
  readonly distance: number;
  /** Pixels for a length of 1 at a distance of 1. */
  readonly scale: number;
}

const yaw = (30 * Math.PI) / 180;
const pitch = (18 * Math.PI) / 180;
const fieldOfView = (30 * Math.PI) / 180;
const margin = 0.94;

function lookAt(placed: readonly { primitive: Primitive; matrix: mat4 }[], side: number): View {
  const turn = [
    [Math.cos(yaw), 0, -Math.sin(yaw)],
    [-Math.sin(pitch) * Math.sin(yaw), Math.cos(pitch), -Math.sin(pitch) * Math.cos(yaw)],
    [Math.cos(pitch) * Math.sin(yaw), Math.sin(pitch), Math.cos(pitch) * Math.cos(yaw)],
  ] as const;
  const least = [Infinity, Infinity, Infinity];
  const most = [-Infinity, -Infinity, -Infinity];
  const each = (visit: (point: readonly [number, number, number]) => void): void => {
    for (const { primitive, matrix } of placed) {
      const positions = numbersOf(primitive.getAttribute('POSITION'));
      for (let at = 0; positions && at < positions.length; at += 3)
        visit(moved(matrix, positions[at]!, positions[at + 1]!, positions[at + 2]!));
    }
  };
  // The box around the model as the camera sees it, so that a long model fits well.
  each((point) => {
    turn.forEach((axis, n) => {
      const value = axis[0] * point[0] + axis[1] * point[1] + axis[2] * point[2];
      if (value < least[n]!) least[n] = value;
      if (value > most[n]!) most[n] = value;
    });
  });
  const middle = least.map((value, n) => (value + most[n]!) / 2);
  const half = most.map((value, n) => (value - least[n]!) / 2);
  const centre = [0, 1, 2].map((axis) => turn.reduce((sum, row, n) => sum + row[axis]! * middle[n]!, 0));
  const reach = Math.max(half[0]!, half[1]!, 1e-30);
  const near = reach / Math.tan(fieldOfView / 2);
  return {
    turn,
    centre: centre as [number, number, number],
    distance: near + half[2]!,
    scale: ((side / 2) * margin * near) / reach,
  };
}

const moved = (m: mat4, x: number, y: number, z: number): [number, number, number] => [
  m[0] * x + m[4] * y + m[8] * z + m[12],
  m[1] * x + m[5] * y + m[9] * z + m[13],
  m[2] * x + m[6] * y + m[10] * z + m[14],
];

/**
 * x, y in pixels, the distance, then texture coordinates, light and colour: each divided by the distance, for
 * perspective.
 */
const floatsOfVertex = 9;

function drawPrimitive(
  canvas: Canvas,
  primitive: Primitive,
  matrix: mat4,
  view: View,
  pictures: ReadonlyMap<Texture, Picture | null>,
): void {
  const positions = numbersOf(primitive.getAttribute('POSITION'));
  if (!positions) return;
  const normals = numbersOf(primitive.getAttribute('NORMAL'));
  const material = primitive.getMaterial();
  const texture = material?.getBaseColorTexture();
  const picture = (texture && pictures.get(texture)) ?? null;
  const set = material?.getBaseColorTextureInfo()?.getTexCoord() ?? 0;
  const uvs = numbersOf(primitive.getAttribute(`TEXCOORD_${set}`));
  const colourAccessor = primitive.getAttribute('COLOR_0');
  const colours = numbersOf(colourAccessor);
  const perColour = colourAccessor?.getElementSize() ?? 3;
  const base = material?.getBaseColorFactor() ?? [0.8, 0.8, 0.8, 1];
  const cutoff = material?.getAlphaMode() === 'MASK' ? material.getAlphaCutoff() * 255 : 8;

  const count = positions.length / 3;
  const vertices = new Float32Array(count * floatsOfVertex);
  for (let vertex = 0; vertex < count; vertex++) {
    const [x, y, z] = moved(
      matrix,
      positions[vertex * 3]!,
      positions[vertex * 3 + 1]!,
      positions[vertex * 3 + 2]!,
    );
    const [right, up, towards] = view.turn.map(
      (row) => row[0] * (x - view.centre[0]) + row[1] * (y - view.centre[1]) + row[2] * (z - view.centre[2]),
    ) as [number, number, number];
    const depth = view.distance - towards;
    const over = 1 / depth;
    const at = vertex * floatsOfVertex;
    vertices[at] = canvas.side / 2 + right * over * view.scale;
    vertices[at + 1] = canvas.side / 2 - up * over * view.scale;
    vertices[at + 2] = over;
    vertices[at + 3] = (uvs?.[vertex * 2] ?? 0) * over;
    vertices[at + 4] = (uvs?.[vertex * 2 + 1] ?? 0) * over;
    vertices[at + 5] = normals ? lightOn(view, matrix, normals, vertex) * over : -1;
    for (let band = 0; band < 3; band++)
      vertices[at + 6 + band] = (colours?.[vertex * perColour + band] ?? 1) * over;
  }
  const indices = numbersOf(primitive.getIndices());
  const corners = indices?.length ?? count;
  const shade = new Shade(canvas, vertices, uvs && picture, base, cutoff);
  for (let corner = 0; corner + 2 < corners; corner += 3)
    shade.triangle(
      indices ? indices[corner]! : corner,
      indices ? indices[corner + 1]! : corner + 1,
      indices ? indices[corner + 2]! : corner + 2,
    );
}

/**
 * One light from the upper left behind the camera, and a little ambient light; both sides of a face are lit.
 */
function lightFrom(right: number, up: number, towards: number): number {
  const length = Math.hypot(right, up, towards) || 1;
  const side = towards < 0 ? -1 : 1;
  const key = Math.max(0, (side * (-0.45 * right + 0.55 * up + 0.7 * towards)) / length);
  const sky = 0.5 + (0.5 * side * up) / length;
  return 0.25 + 0.72 * key + 0.12 * sky;
}

function lightOn(view: View, m: mat4, normals: ArrayLike<number>, vertex: number): number {
  const [nx, ny, nz] = [normals[vertex * 3]!, normals[vertex * 3 + 1]!, normals[vertex * 3 + 2]!];
  const x = m[0] * nx + m[4] * ny + m[8] * nz;
  const y = m[1] * nx + m[5] * ny + m[9] * nz;
  const z = m[2] * nx + m[6] * ny + m[10] * nz;
  const [right, up, towards] = view.turn.map((row) => row[0] * x + row[1] * y + row[2] * z) as [
    number,
    number,
    number,
  ];
  return lightFrom(right, up, towards);
}

class Shade {
  readonly #canvas: Canvas;
  readonly #vertices: Float32Array;
  readonly #picture: Picture | null;
  readonly #base: readonly number[];
  readonly #cutoff: number;

  /** @param picture null also where there are no texture coordinates */
  constructor(
    canvas: Canvas,
    vertices: Float32Array,
    picture: Picture | null,
    base: readonly number[],
    cutoff: number,
  ) {
    this.#canvas = canvas;
    this.#vertices = vertices;
    this.#picture = picture;
    this.#base = base;
    this.#cutoff = cutoff;
  }

  triangle(first: number, second: number, third: number): void {
    const [canvas, v, picture, base] = [this.#canvas, this.#vertices, this.#picture, this.#base];
    const [a, b, c] = [first * floatsOfVertex, second * floatsOfVertex, third * floatsOfVertex];
    const [ax, ay, bx, by, cx, cy] = [v[a]!, v[a + 1]!, v[b]!, v[b + 1]!, v[c]!, v[c + 1]!];
    const area = (bx - ax) * (cy - ay) - (by - ay) * (cx - ax);
    // The negation also skips coordinates that are NaN.
    if (!(Math.abs(area) > 1e-9)) return;
    const left = Math.max(0, Math.ceil(Math.min(ax, bx, cx) - 0.5));
    const right = Math.min(canvas.side - 1, Math.floor(Math.max(ax, bx, cx) - 0.5));
    const top = Math.max(0, Math.ceil(Math.min(ay, by, cy) - 0.5));
    const bottom = Math.min(canvas.side - 1, Math.floor(Math.max(ay, by, cy) - 0.5));
    const flatLight = v[a + 5]! < 0 ? 0.8 : null;
    for (let y = top; y <= bottom; y++)
      for (let x = left; x <= right; x++) {
        const [px, py] = [x + 0.5, y + 0.5];
        const wa = ((bx - px) * (cy - py) - (by - py) * (cx - px)) / area;
        const wb = ((cx - px) * (ay - py) - (cy - py) * (ax - px)) / area;
        const wc = 1 - wa - wb;
        if (wa < 0 || wb < 0 || wc < 0) continue;
        const over = wa * v[a + 2]! + wb * v[b + 2]! + wc * v[c + 2]!;
        const depth = 1 / over;
        const place = y * canvas.side + x;
        if (!(depth > 0) || depth >= canvas.depths[place]!) continue;
        const blend = (n: number): number => (wa * v[a + n]! + wb * v[b + n]! + wc * v[c + n]!) * depth;
        const light = flatLight ?? blend(5);
        const texel = picture ? texelAt(picture, blend(3), blend(4)) : -1;
        if (texel >= 0 && picture!.data[texel + 3]! < this.#cutoff) continue;
        canvas.depths[place] = depth;
        for (let band = 0; band < 3; band++) {
          const factor = base[band]! * blend(6 + band);
          const own = texel >= 0 ? picture!.data[texel + band]! : 255;
          canvas.colours[place * 3 + band] = Math.min(255, own * level(factor) * light);
        }
      }
  }
}

/** The index of the texel in its picture; the picture repeats beyond its edges. */
function texelAt({ width, height }: Picture, u: number, v: number): number {
  const x = Math.min(width - 1, Math.floor((u - Math.floor(u)) * width));
  const y = Math.min(height - 1, Math.floor((v - Math.floor(v)) * height));
  const at = (y * width + x) * 4;
  return Number.isNaN(at) ? -1 : at;
}

/** Linear light as an sRGB level, approximately. */
const level = (share: number): number => (share >= 1 ? 1 : Math.max(0, share) ** (1 / 2.2));
