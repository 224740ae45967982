import type { FileHandle } from 'node:fs/promises';
import { ImageRefused } from './image-refused.ts';

/** The header of a JPEG 2000 file, read without decoding (ISO/IEC 15444-1 Annexes A and I). */
export interface Jp2Header {
  /** JP2 is a file with boxes, J2K the codestream alone. */
  container: 'JP2' | 'J2K';
  width_px: number;
  height_px: number;
  components: number;
  bitDepth: number;
}

const boxes = { codestream: 'jp2c', uuid: 'uuid' } as const;
const SOC = 0xff4f;
const SIZ = 0xff51;
const SOT = 0xff90;
const EOC = 0xffd9;
/** A normal file has a dozen. A file with more was built to be walked through for ever. */
const maxSteps = 100_000;
/** An honest file has some ten boxes. */
const maxBoxes = 1_000;
const uuid_bytes = 16;

/**
 * Reads the header, and walks from tile part to tile part to the end: a decoder would show missing parts as
 * grey.
 * @throws ImageRefused
 */
export async function readJp2Header(file: FileHandle, size_bytes: number): Promise<Jp2Header> {
  const reader = new Reader(file, size_bytes);
  const isBare = (await reader.u16(0)) === SOC;
  const start = isBare ? 0 : await codestreamOf(reader);
  if ((await reader.u16(start)) !== SOC || (await reader.u16(start + 2)) !== SIZ)
    throw ImageRefused.for('unreadable', {}, 'no JPEG 2000 codestream');
  const [right, lower] = [await reader.u32(start + 8), await reader.u32(start + 12)];
  const [left, upper] = [await reader.u32(start + 16), await reader.u32(start + 20)];
  const components = await reader.u16(start + 40);
  const precision = await reader.u8(start + 42);
  if (right <= left || lower <= upper || components === 0)
    throw ImageRefused.for('unreadable', {}, 'a picture without pixels');
  if (components > 5)
    throw ImageRefused.for('unsupported-colour', { found: `it has ${components} channels` });
  const bitDepth = (precision & 0x7f) + 1;
  if (bitDepth > 16) throw ImageRefused.for('unsupported-samples', { found: `numbers of ${bitDepth} bits` });
  await walkTileParts(reader, start);
  return {
    container: isBare ? 'J2K' : 'JP2',
    width_px: right - left,
    height_px: lower - upper,
    components,
    bitDepth,
  };
}

/** The offset of the codestream, in the first box of its kind. */
async function codestreamOf(reader: Reader): Promise<number> {
  for await (const { type, start } of boxesOf(reader)) if (type === boxes.codestream) return start;
  throw ImageRefused.for('unreadable', {}, 'no codestream among the boxes');
}

/**
 * The contents of boxes: of those with a UUID by it in lower-case hexadecimal, of others by their type; of several with
 * the same name the first. Those that are larger than `atMost_bytes` and what follows a broken box are left out.
 */
export async function readBoxes(
  file: FileHandle,
  size_bytes: number,
  atMost_bytes: ReadonlyMap<string, number>,
): Promise<Map<string, Buffer>> {
  const reader = new Reader(file, size_bytes);
  const found = new Map<string, Buffer>();
  try {
    if ((await reader.u16(0)) === SOC) return found;
    let boxesLeft = maxBoxes;
    for await (const { type, start, end } of boxesOf(reader)) {
      const hasUuid = type === boxes.uuid;
      const name = hasUuid ? (await reader.bytes(start, uuid_bytes)).toString('hex') : type;
      const content = hasUuid ? start + uuid_bytes : start;
      const length = end - content;
      if (length >= 0 && length <= (atMost_bytes.get(name) ?? -1) && !found.has(name))
        found.set(name, await reader.bytes(content, length));
      if (end >= size_bytes || --boxesLeft === 0) break;
    }
  } catch (error) {
    if (!(error instanceof ImageRefused)) throw error;
  }
  return found;
}

interface Box {
  type: string;
  /** Where its content begins, and where it ends. */
  start: number;
  end: number;
}

/** The boxes of a file, without those inside others. @throws ImageRefused after one that reaches over the end */
async function* boxesOf(reader: Reader): AsyncGenerator<Box> {
  let at = 0;
  for (let step = 0; step < maxSteps; step++) {
    const length = await reader.u32(at);
    const type = await reader.text(at + 4, 4);
    const head = length === 1 ? 16 : 8;
    const long = length === 1 ? (await reader.u32(at + 8)) * 2 ** 32 + (await reader.u32(at + 12)) : length;
    // 0: the box reaches to the end of the file. A length below that of its head is none.
    const isLast = long < head;
    yield { type, start: at + head, end: isLast ? reader.size_bytes : at + long };
    if (isLast) return;
    at += long;
  }
}

async function walkTileParts(reader: Reader, start: number): Promise<void> {
  let at = start + 2;
  for (let step = 0; step < maxSteps; step++) {
    const marker = await reader.u16(at);
    if (marker === EOC) return;
    if (marker >>> 8 !== 0xff) throw ImageRefused.for('unreadable', {}, `no marker at ${at}`);
    if (marker !== SOT) {
      at += 2 + (await reader.u16(at + 2));
      continue;
    }
    const length = await reader.u32(at + 6);
    // 0: the last part reaches to the end of the file, whose last bytes are then the end mark.
    if (length === 0) {
      if ((await reader.u16(reader.size_bytes - 2)) !== EOC) throw cut(at);
      return;
    }
    if (length < 12) throw ImageRefused.for('unreadable', {}, `an empty tile part at ${at}`);
    at += length;
  }
  throw ImageRefused.for('unreadable', {}, 'too many tile parts');
}

const cut = (at: number) => ImageRefused.for('truncated', {}, `its end is missing, looked for at ${at}`);

class Reader {
  readonly size_bytes: number;
  readonly #file: FileHandle;
  readonly #bytes = Buffer.alloc(8);

  constructor(file: FileHandle, size_bytes: number) {
    this.#file = file;
    this.size_bytes = size_bytes;
  }

  async #read(at: number, length: number): Promise<Buffer> {
    if (at < 0 || at + length > this.size_bytes) throw cut(at);
    await this.#file.read(this.#bytes, 0, length, at);
    return this.#bytes;
  }

  async bytes(at: number, length: number): Promise<Buffer> {
    if (at + length > this.size_bytes) throw cut(at);
    const bytes = Buffer.alloc(length);
    await this.#file.read(bytes, 0, length, at);
    return bytes;
  }

  async u8(at: number): Promise<number> {
    return (await this.#read(at, 1)).readUInt8(0);
  }
  async u16(at: number): Promise<number> {
    return (await this.#read(at, 2)).readUInt16BE(0);
  }
  async u32(at: number): Promise<number> {
    return (await this.#read(at, 4)).readUInt32BE(0);
  }
  async text(at: number, length: number): Promise<string> {
    return (await this.#read(at, length)).toString('latin1', 0, length);
  }
}
