import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { configureSharp } from '../image/configure-sharp.ts';
import { MediaRefused } from '../media-refused.ts';
import { deriveModel } from './derive-model.ts';
import { modelIo } from './glb-writer.ts';
import { readObj } from './obj-reader.ts';
import { madeZip, type MadeEntry } from './made-zip.ts';
import { probeModel } from './probe-model.ts';

const samples = resolve(import.meta.dirname, '../../../../../../../shared/data/models3d');
const samplesAreAbsent = !existsSync(samples);
let folder: string;
let picture: Buffer;
let runs = 0;
beforeAll(async () => {
  configureSharp();
  folder = await mkdtemp(join(tmpdir(), 'derive-model-'));
  picture = await sharp({ create: { width: 8, height: 8, channels: 3, background: '#2040c0' } })
    .png()
    .toBuffer();
});
afterAll(() => rm(folder, { recursive: true }));

type Files = Readonly<Record<string, Buffer | string>>;

async function derive(source: Buffer | string, parts: Files = {}) {
  const into = join(folder, `run-${runs++}`);
  await mkdir(join(into, 'sent'), { recursive: true });
  const keep = async (name: string, bytes: Buffer | string, index: number) => {
    const path = join(into, 'sent', String(index));
    await writeFile(path, bytes);
    return { role: 'texture', name, path };
  };
  const [main, ...beside] = await Promise.all(
    [['', source] as const, ...Object.entries(parts)].map(([name, bytes], index) => keep(name, bytes, index)),
  );
  await probeModel(main!.path);
  const made = await deriveModel({
    source: main!.path,
    into,
    page: 0,
    rotation: 0,
    facts: {},
    parts: beside,
    limits: { maxPixels: 100e6 },
  });
  const model = made.derivatives![0]!;
  const bytes = await readFile(model.path);
  const document = await (await modelIo()).readBinary(bytes);
  return { ...made, into, size_bytes: bytes.length, root: document.getRoot() };
}

const names = (made: { warnings: readonly { code: string }[] }) =>
  Object.fromEntries(
    made.warnings.map((warning) => [warning.code, (warning as unknown as { names: string[] }).names]),
  );

async function refusal(source: Buffer | string, parts: Files = {}): Promise<string> {
  try {
    await derive(source, parts);
  } catch (error) {
    if (!(error instanceof MediaRefused)) throw error;
    expect(error.cause_.title).toMatch(/^[A-Z“].*\.$/);
    expect(error.cause_.nextStep).toMatch(/^[A-Z].*\.$/);
    return error.cause_.code;
  }
  return 'taken';
}

const square = 'v 0 0 0\nv 1 0 0\nv 1 1 0\nv 0 1 0\nvt 0 0\nvt 1 0\nvt 1 1\nvt 0 1\n';
const face = 'f 1/1 2/2 3/3 4/4\n';
const textured = `mtllib m.mtl\n${square}usemtl wood\n${face}`;
const wood = (name: string) => `newmtl wood\nKd 0 0 0\nmap_Kd ${name}\n`;

describe.skipIf(samplesAreAbsent)('the sample model (skipped where ../shared/data is absent)', () => {
  const cow = (name: string) => readFile(join(samples, 'cow', name));
  const asWhole = async (made: Awaited<ReturnType<typeof derive>>) => {
    const [mesh] = made.root.listMeshes();
    expect(mesh?.listPrimitives()[0]?.getIndices()?.getCount()).toBe(5856 * 3);
    expect(made.technical).toMatchObject({ format: 'obj', triangles: 5856, faces: 5856, textures: 1 });
    expect(made.root.listExtensionsUsed().map(({ extensionName }) => extensionName)).toContain(
      'EXT_meshopt_compression',
    );
    expect(made.size_bytes).toBeLessThan((await cow('cow.obj')).length / 3);
    expect(made.warnings).toEqual([]);
    const { width, height } = await sharp(made.thumbnail!.path).metadata();
    expect({ width, height }).toEqual({ width: 480, height: 480 });
    // The cow is white, black and brown on light grey.
    const { channels, entropy } = await sharp(made.thumbnail!.path).stats();
    expect(Math.min(...channels.map(({ min }) => min))).toBeLessThan(60);
    expect(entropy).toBeGreaterThan(2);
  };

  it('[IMP-38] OBJ, MTL and texture sent one by one give one compressed GLB and its picture', async () => {
    await asWhole(
      await derive(await cow('cow.obj'), {
        'cow.mtl': await cow('cow.mtl'),
        'cow_texture.png': await cow('cow_texture.png'),
      }),
    );
  });

  it('[IMP-39] a zip of them gives the same', async () => {
    await asWhole(await derive(await readFile(join(samples, 'derived-cow.zip'))));
  });

  it('[IMP-40] without its material, and without its texture, it names what is missing', async () => {
    const bare = await derive(await cow('cow.obj'));
    expect(names(bare)).toEqual({ 'missing-material': ['cow.mtl'] });
    expect(bare.warnings[0]?.title).toContain('“cow.mtl”');
    const plain = await derive(await cow('cow.obj'), { 'cow.mtl': await cow('cow.mtl') });
    expect(names(plain)).toEqual({ 'missing-texture': ['cow_texture.png'] });
    expect(plain.root.listTextures()).toEqual([]);
    expect(plain.technical).toMatchObject({ triangles: 5856 });
  });
});

describe('what a model asks for', () => {
  it.each([
    ['C:\\Users\\anna\\Desktop\\Wood.PNG', 'wood.png'],
    ['/home/anna/textures/wood.png', 'wood.png'],
    ['WOOD.png', 'wood.png'],
    ['maps/wood.png', 'wood.png'],
    ['-bm 0.2 -s 1 1 1 "old wood.png"', 'old wood.png'],
  ])('%s is found by its name among what was sent', async (asked, sent) => {
    const made = await derive(textured, { 'm.mtl': wood(asked), [sent]: picture });
    expect(made.root.listTextures()).toHaveLength(1);
    expect(names(made)['missing-texture']).toBeUndefined();
    const isExact = asked.endsWith(`"${sent}"`);
    expect(names(made)['textures-repaired']?.[0]).toBe(isExact ? undefined : `${asked} → ${sent}`);
  });

  it('reads nothing outside of what was sent, whatever a material names', async () => {
    const secret = join(folder, 'secret.png');
    await writeFile(secret, picture);
    for (const asked of [secret, '../../secret.png', `../../../../../../../..${secret}`]) {
      const zip = madeZip([
        { name: 'm.obj', data: textured },
        { name: 'm.mtl', data: wood(asked) },
      ]);
      expect(names(await derive(zip))).toEqual({ 'missing-texture': ['secret.png'] });
    }
    const made = await derive(`mtllib ${secret}\n${square}${face}`);
    expect(names(made)).toEqual({ 'missing-material': ['secret.png'] });
  });

  it('the only texture that was sent stands for the only one that is asked for', async () => {
    const made = await derive(textured, { 'other.mtl': wood('a.png'), 'photo.png': picture });
    expect(made.root.listTextures()).toHaveLength(1);
    expect(names(made)).toEqual({ 'textures-repaired': ['m.mtl → other.mtl', 'a.png → photo.png'] });
  });

  it('tells textures that are no pictures, and goes on without them', async () => {
    const made = await derive(textured, { 'm.mtl': wood('wood.png'), 'wood.png': 'not a picture' });
    expect(names(made)).toEqual({ 'unreadable-texture': ['wood.png'] });
  });

  it('takes BMP, SVG and TIFF as textures', async () => {
    const svg =
      '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><rect width="9" height="9" fill="#2040c0"/></svg>';
    // 2 × 2, 24 bits, from below.
    const bmp = Buffer.alloc(54 + 16);
    bmp.write('BM');
    for (const [at, value] of [
      [2, 70],
      [10, 54],
      [14, 40],
      [18, 2],
      [22, 2],
    ] as const)
      bmp.writeUInt32LE(value, at);
    bmp.writeUInt16LE(1, 26);
    bmp.writeUInt16LE(24, 28);
    for (const at of [54, 57, 62, 65]) bmp.set([0xc0, 0x40, 0x20], at);
    for (const bytes of [svg, bmp, await sharp(picture).tiff({ compression: 'lzw' }).toBuffer()]) {
      const made = await derive(textured, { 'm.mtl': wood('t'), t: bytes });
      expect(made.warnings).toEqual([]);
      const image = Buffer.from(made.root.listTextures()[0]!.getImage()!);
      const { dominant } = await sharp(image).stats();
      expect(Math.abs(dominant.b - 0xc0)).toBeLessThan(24);
    }
  });

  it('scales textures down to 4096 px', async () => {
    const wide = await sharp({ create: { width: 5000, height: 10, channels: 3, background: 'red' } })
      .png()
      .toBuffer();
    const made = await derive(textured, { 'm.mtl': wood('t.png'), 't.png': wide });
    expect(made.root.listTextures()[0]?.getSize()?.[0]).toBe(4096);
  });
});

describe('an OBJ', () => {
  const count = async (text: string) =>
    (await derive(text)).technical as { triangles: number; faces: number };

  it('has polygons of any form, counted back too, continued lines and the line ends of any system', async () => {
    // A dart: the fan from its first corner would cover what is outside of it.
    const dart = 'v 2 0.5 0\nv 0 1 0\nv 1 0.5 0\nv 0 0 0\nf -4 -3 -2 \\\n -1\n';
    const made = await derive(dart.replaceAll('\n', '\r\n'));
    expect(made.technical).toMatchObject({ triangles: 2, faces: 1 });
    const primitive = made.root.listMeshes()[0]!.listPrimitives()[0]!;
    const [points, indices] = [primitive.getAttribute('POSITION')!, primitive.getIndices()!];
    const at = (n: number) => points.getElement(indices.getScalar(n), [0, 0, 0]);
    let area = 0;
    for (let n = 0; n < 6; n += 3) {
      const [a, b, c] = [at(n), at(n + 1), at(n + 2)] as [number[], number[], number[]];
      area += Math.abs((b[0]! - a[0]!) * (c[1]! - a[1]!) - (b[1]! - a[1]!) * (c[0]! - a[0]!)) / 2;
    }
    // In the steps of the compressed positions: the dart covers a quarter of its box of 2 × 1.
    const [least, most] = [points.getMinNormalized([0, 0, 0]), points.getMaxNormalized([0, 0, 0])];
    const box = (most[0]! - least[0]!) * (most[1]! - least[1]!);
    expect(area / box).toBeCloseTo(0.25, 2);
    expect(await count(dart.replace('\\\n', '').replaceAll('\n', '\r'))).toMatchObject({ faces: 1 });
  });

  it('keeps colours of points, and tells where it lay when it is far out', async () => {
    const far =
      'v 500000 4600000 10 255 0 0\nv 500001 4600000 10 255 0 0\nv 500000 4600001 10 255 0 0\nf 1 2 3\n';
    const made = await derive(far);
    expect(made.root.listMeshes()[0]?.listPrimitives()[0]?.getAttribute('COLOR_0')).toBeTruthy();
    expect(made.technical).toMatchObject({ origin: [500001, 4600001, 10] });
    const middle = { left: 200, top: 260, width: 20, height: 20 };
    const bytes = await sharp(made.thumbnail!.path).extract(middle).png().toBuffer();
    const { dominant } = await sharp(bytes).stats();
    expect(dominant.r).toBeGreaterThan(dominant.b);
  });

  it('is smooth where it bends a little, and has its edges where it bends sharply', async () => {
    const normalsOf = async (height: number) => {
      const roof = `v 0 0 0\nv 1 ${height} 0\nv 2 0 0\nv 0 0 1\nv 1 ${height} 1\nv 2 0 1\nf 1 4 5 2\nf 2 5 6 3\n`;
      return (await derive(roof)).technical as { vertices: number };
    };
    expect((await normalsOf(0.1)).vertices).toBe(6);
    expect((await normalsOf(2)).vertices).toBe(8);
  });

  it.each([
    ['points without surfaces', 'v 0 0 0\nv 1 0 0\n', 'no-faces'],
    ['a face that names what is not there', `${square}f 1 2 9\n`, 'unreadable-model'],
    ['no numbers', 'v 0 0 0\nv a b c\nv 0 0 0\nf 1 2 3\n', 'unreadable-model'],
    ['nothing', '', 'empty-file'],
    ['a text', 'Dear Sir,\nI write to you\n', 'not-a-model'],
    ['a picture', Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'), 'not-a-model'],
  ])('[IMP-42, IMP-43] of %s is refused', async (_what, source, code) => {
    expect(await refusal(source)).toBe(code);
  });

  it.each(['v 0 0 0', 'vt 0 0', 'vn 0 0 1'])(
    'of more “%s” than corners could name is refused',
    async (line) => {
      const path = join(folder, `run-${runs++}.obj`);
      const whole = 'v 0 0 0\nv 1 0 0\nv 1 1 0\nf 1 2 3\n';
      await writeFile(path, whole);
      expect((await readObj(path, { maxTriangles: 1 })).faces).toBe(1);
      await writeFile(path, `${whole}${`${line}\n`.repeat(4)}`);
      await expect(readObj(path, { maxTriangles: 1 })).rejects.toMatchObject({
        cause_: { code: 'too-much-memory' },
      });
    },
  );

  it('names what it misses without control characters, which the database does not take', async () => {
    // Where nobody looks any more whether it is text.
    const model = `${square}${'# all is well\n'.repeat(5_000)}mtllib a\0b.mtl\nusemtl w\0ood\n${face}`;
    expect(names(await derive(model))).toEqual({ 'missing-material': ['ab.mtl'] });
    const mtl = 'newmtl wo\x03od\nmap_Kd t\x04.png\n';
    expect(names(await derive(model, { 'ab.mtl': mtl }))).toEqual({ 'missing-texture': ['t.png'] });
  });
});

describe('a GLB', () => {
  const glb = async () =>
    readFile((await derive(textured, { 'm.mtl': wood('t'), t: picture })).derivatives![0]!.path);
  const chunk = (json: object) => {
    const text = Buffer.from(JSON.stringify(json).padEnd(4 * Math.ceil(JSON.stringify(json).length / 4)));
    const head = Buffer.alloc(20);
    head.write('glTF');
    head.writeUInt32LE(2, 4);
    head.writeUInt32LE(20 + text.length, 8);
    head.writeUInt32LE(text.length, 12);
    head.write('JSON', 16);
    return Buffer.concat([head, text]);
  };

  it('is taken as it is, alone and in a zip, with its texture', async () => {
    for (const source of [await glb(), madeZip([{ name: 'a/b.glb', data: await glb() }])]) {
      const made = await derive(source);
      expect(made.technical).toMatchObject({ format: 'glb', triangles: 2, textures: 1 });
      expect(made.root.listTextures()).toHaveLength(1);
    }
  });

  it('that is cut, broken, or leads outside is refused', async () => {
    const whole = await glb();
    expect(await refusal(whole.subarray(0, whole.length - 10))).toBe('truncated');
    const asset = { version: '2.0' };
    expect(await refusal(chunk({ asset, buffers: [{ uri: '../secret.bin', byteLength: 9 }] }))).toBe(
      'external-files',
    );
    expect(await refusal(chunk({ asset, images: [{ uri: 'file:///etc/hostname' }] }))).toBe('external-files');
    expect(await refusal(chunk({ asset, accessors: [{ count: 4e9 }] }))).toBe('too-many-faces');
    // What the JSON alone asks for: few entries of many numbers, and a count that is none.
    expect(await refusal(chunk({ asset, accessors: [{ count: 1e8, type: 'MAT4' }] }))).toBe(
      'too-much-memory',
    );
    expect(await refusal(chunk({ asset, accessors: [{ count: 4e9 }, { count: 'x' }] }))).toBe(
      'too-many-faces',
    );
    expect(await refusal(chunk({ asset }))).toBe('no-faces');
    expect(await refusal(chunk({ asset, accessors: [{ bufferView: 7, count: 1 }], meshes: [{}] }))).toBe(
      'unreadable-model',
    );
  });
});

describe('a zip', () => {
  const whole: MadeEntry[] = [
    { name: 'm.obj', data: textured },
    { name: 'm.mtl', data: wood('tex/wood.png') },
  ];
  const zipped = (...more: MadeEntry[]) => madeZip([...whole, ...more]);

  it('has folders, and what systems leave in them', async () => {
    const made = await derive(
      madeZip([
        { name: 'Old chest/' },
        { name: 'Old chest/m.obj', data: textured },
        { name: '__MACOSX/Old chest/._m.obj', data: 'fork' },
        { name: 'Old chest/.DS_Store', data: 'x' },
        { name: 'Old chest/Icon\r' },
        { name: 'Old chest/m.mtl', data: wood('tex\\wood.png') },
        { name: 'Old chest/tex/wood.png', data: picture },
      ]),
    );
    expect(made.warnings).toEqual([]);
    expect(made.root.listTextures()).toHaveLength(1);
  });

  it('takes a texture that was added later', async () => {
    const zip = zipped();
    expect(names(await derive(zip))).toEqual({ 'missing-texture': ['wood.png'] });
    expect(names(await derive(zip, { 'wood.png': picture }))['missing-texture']).toBeUndefined();
  });

  it('with several models is refused, and each is named', async () => {
    const zip = zipped({ name: 'low/m.OBJ', data: textured });
    expect(await refusal(zip)).toBe('zip-several-models');
    await expect(derive(zip)).rejects.toMatchObject({
      cause_: { title: expect.stringContaining('“m.obj”, “low/m.OBJ”') as string },
    });
    expect(await refusal(madeZip([{ name: 'a.txt', data: 'x' }]))).toBe('zip-no-model');
  });

  const zeros = Buffer.alloc(40 * 2 ** 20);
  it.each<[string, string, () => Buffer]>([
    ['[IMP-45] a path above it', 'zip-path', () => zipped({ name: '../evil.png', data: picture })],
    ['[IMP-45] a path above it within', 'zip-path', () => zipped({ name: 'a/../../evil.png' })],
    ['[IMP-45] a path above it of Windows', 'zip-path', () => zipped({ name: '..\\evil.png' })],
    ['[IMP-45] an absolute path', 'zip-path', () => zipped({ name: '/etc/cron.d/evil' })],
    ['[IMP-45] an absolute path of Windows', 'zip-path', () => zipped({ name: 'C:\\evil.png' })],
    ['[IMP-46] a link', 'zip-link', () => zipped({ name: 'wood.png', data: '/etc/passwd', mode: 0o120777 })],
    ['[IMP-46] a device', 'zip-link', () => zipped({ name: 'wood.png', mode: 0o020666 })],
    [
      '[IMP-47] too many entries',
      'zip-entries',
      () => zipped(...Array.from({ length: 2000 }, (_, n) => ({ name: `${n}.png` }))),
    ],
    ['[IMP-47] too large an entry', 'zip-size', () => zipped({ name: 'a.png', claims_bytes: 0xfffffff0 })],
    ['[IMP-48] a bomb', 'zip-bomb', () => zipped({ name: 'a.png', data: zeros })],
    [
      '[IMP-48] a bomb of shared bytes',
      'zip-bomb',
      () =>
        zipped(
          { name: 'a.png', data: picture },
          ...Array.from({ length: 40 }, (_, n) => ({ name: `b${n}.png`, data: picture, isShared: true })),
        ),
    ],
    ['a name with a NUL', 'zip-unreadable', () => zipped({ name: 'a\0.png', data: picture })],
    ['a password', 'zip-password', () => zipped({ name: 'a.png', isEncrypted: true })],
    ['the end missing', 'truncated', () => zipped().subarray(0, 200)],
    ['a wrong checksum', 'zip-unreadable', () => madeZip([{ ...whole[0]!, crc: 1 }])],
    ['an entry longer than it says', 'zip-unreadable', () => madeZip([{ ...whole[0]!, claims_bytes: 9 }])],
  ])('with %s is refused', async (_what, code, zip) => {
    expect(await refusal(zip())).toBe(code);
    const into = join(folder, `run-${runs - 1}`);
    // Nothing but what was sent, and of an entry that lied what was read until then.
    expect((await readdir(into)).filter((name) => !name.startsWith('unpacked'))).toEqual(['sent']);
    if (!code.startsWith('zip-unreadable')) expect(await readdir(into)).toEqual(['sent']);
    await expect(stat(join(folder, 'evil.png'))).rejects.toThrow('ENOENT');
  });
});
