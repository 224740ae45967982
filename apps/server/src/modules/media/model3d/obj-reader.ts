/* oxlint-disable typescript/no-non-null-assertion -- numbers in typed arrays: a check of each index would take longer than the work */
import { createReadStream } from 'node:fs';
import { textOf, withoutControls } from './mtl-reader.ts';
import { ModelRefused } from './model-refused.ts';
import { NumberList } from './number-list.ts';
import { triangulate } from './triangulate.ts';

/** The triangles with one material. */
export interface ObjPart {
  /** '' before the first material. */
  readonly material: string;
  /**
   * Three indices for each corner: of its position, its texture coordinates, its normal; -1 where it has
   * none.
   */
  readonly corners: Int32Array;
}

export interface ObjModel {
  /** x, y, z */
  readonly positions: Float64Array;
  /** red, green, blue in sRGB for each position, or null where the file has none. */
  readonly colours: Float32Array | null;
  /** u, v; the origin is the lower left corner of the picture. */
  readonly uvs: Float32Array;
  readonly normals: Float32Array;
  readonly parts: readonly ObjPart[];
  /** As in the file, without duplicates. */
  readonly materialFiles: readonly string[];
  /** The number of triangles and polygons in the file. */
  readonly faces: number;
}

export interface ObjLimits {
  maxTriangles: number;
}

const chunk_bytes = 1 << 20;
/** The size of a polygon with a million corners. A longer line is no text. */
const maxLine_bytes = 8 << 20;

const NEWLINE = 10;
const RETURN = 13;
const BACKSLASH = 92;

/**
 * Reads a Wavefront OBJ line by line: positions (with colours, as photogrammetry writes them), texture
 * coordinates, normals, polygons of any size, material groups. Free-form curves, points and lines are
 * skipped.
 *
 * @throws ModelRefused with the line of the fault
 */
export async function readObj(path: string, limits: ObjLimits): Promise<ObjModel> {
  const reader = new Reader(limits);
  let rest: Buffer | null = null;
  let newline: number | null = null;
  for await (const read of createReadStream(path, { highWaterMark: chunk_bytes })) {
    let bytes = read as Buffer;
    // Files of the old Macintosh end their lines with a carriage return alone.
    newline ??= !bytes.includes(NEWLINE) && bytes.includes(RETURN) ? RETURN : NEWLINE;
    if (rest) bytes = Buffer.concat([rest, bytes]);
    let start = 0;
    for (;;) {
      const end = bytes.indexOf(newline, start);
      if (end < 0) break;
      reader.line(bytes, start, end);
      start = end + 1;
    }
    rest = start < bytes.length ? bytes.subarray(start) : null;
    if (rest && rest.length > maxLine_bytes) throw reader.broken('a line without end');
  }
  if (rest) reader.line(rest, 0, rest.length);
  return reader.finish();
}

class Reader {
  readonly #positions = new NumberList((length) => new Float64Array(length));
  readonly #uvs = new NumberList((length) => new Float32Array(length));
  readonly #normals = new NumberList((length) => new Float32Array(length));
  #colours: NumberList<Float32Array> | null = null;
  readonly #parts = new Map<string, NumberList<Int32Array>>();
  #part: NumberList<Int32Array> | null = null;
  #material = '';
  readonly #materialFiles = new Set<string>();
  #faces = 0;
  #triangles = 0;
  #lines = 0;
  /** For position, texture coordinates and normal: the greatest index that a face has used, and its line. */
  readonly #furthest = [
    { index: -1, line: 0 },
    { index: -1, line: 0 },
    { index: -1, line: 0 },
  ];
  #continued: Buffer | null = null;

  // The current line.
  #bytes: Buffer = Buffer.alloc(0);
  #at = 0;
  #end = 0;

  readonly #limits: ObjLimits;

  constructor(limits: ObjLimits) {
    this.#limits = limits;
  }

  line(bytes: Buffer, start: number, end: number): void {
    this.#lines++;
    while (end > start && bytes[end - 1]! <= 32) end--;
    if (this.#continued !== null || (end > start && bytes[end - 1] === BACKSLASH)) {
      this.#continue(bytes.subarray(start, end));
      return;
    }
    this.#read(bytes, start, end);
  }

  #continue(part: Buffer): void {
    const goesOn = part.at(-1) === BACKSLASH;
    const argument = Buffer.concat([
      this.#continued ?? Buffer.alloc(0),
      Buffer.from(' '),
      goesOn ? part.subarray(0, -1) : part,
    ]);
    if (argument.length > maxLine_bytes) throw this.broken('a line without end');
    this.#continued = goesOn ? argument : null;
    if (!goesOn) this.#read(argument, 0, argument.length);
  }

  #read(bytes: Buffer, start: number, end: number): void {
    this.#bytes = bytes;
    this.#at = start;
    this.#end = end;
    this.#skipSpace();
    const [first, second, third] = [bytes[this.#at] ?? 0, bytes[this.#at + 1] ?? 0, bytes[this.#at + 2] ?? 0];
    if (this.#at >= end || first === 35) return;
    if (first === 118 && second <= 32) this.#readPosition();
    else if (first === 118 && second === 116 && third <= 32) this.#readUv();
    else if (first === 118 && second === 110 && third <= 32) this.#readNormal();
    else if (first === 102 && (second <= 32 || (second === 111 && third <= 32))) this.#readFace();
    else if (first === 117 || first === 109) this.#readName();
  }

  #readPosition(): void {
    this.#at += 1;
    const [x, y, z] = [this.#number(), this.#number(), this.#number()];
    if (!Number.isFinite(x + y + z)) throw this.broken('coordinates that are no numbers');
    const count = this.#positions.length / 3;
    this.#bound(count);
    this.#positions.push3(x, y, z);
    this.#skipSpace();
    if (this.#at >= this.#end) {
      this.#colours?.push3(1, 1, 1);
      return;
    }
    // One more number is a weight; three more are a colour.
    const [red, green, blue] = [this.#number(), this.#number(), this.#number()];
    const isColour = Number.isFinite(red + green + blue);
    if (isColour && !this.#colours) {
      this.#colours = new NumberList((length) => new Float32Array(length));
      for (let index = 0; index < count; index++) this.#colours.push3(1, 1, 1);
    }
    if (!this.#colours) return;
    const scale = red > 1 || green > 1 || blue > 1 ? 1 / 255 : 1;
    if (isColour) this.#colours.push3(red * scale, green * scale, blue * scale);
    else this.#colours.push3(1, 1, 1);
  }

  #readUv(): void {
    this.#at += 2;
    const [u, v] = [this.#number(), this.#number()];
    this.#bound(this.#uvs.length / 2);
    this.#uvs.push2(Number.isFinite(u) ? u : 0, Number.isFinite(v) ? v : 0);
  }

  #readNormal(): void {
    this.#at += 2;
    const [x, y, z] = [this.#number(), this.#number(), this.#number()];
    const isUsable = Number.isFinite(x + y + z);
    this.#bound(this.#normals.length / 3);
    this.#normals.push3(isUsable ? x : 0, isUsable ? y : 0, isUsable ? z : 0);
  }

  /** At most as many as all corners could use: unused lines would fill the memory as well. */
  #bound(count: number): void {
    if (count >= this.#limits.maxTriangles * 3)
      throw ModelRefused.for(
        'too-much-memory',
        {},
        `more than ${count} positions, texture coordinates or normals`,
      );
  }

  readonly #corners: number[] = [];

  #readFace(): void {
    this.#at += 1;
    const corners = this.#corners;
    corners.length = 0;
    while (this.#at < this.#end && this.#bytes[this.#at]! > 32) this.#at++;
    for (;;) {
      this.#skipSpace();
      // A comment may follow.
      if (this.#at >= this.#end || this.#bytes[this.#at] === 35) break;
      const position = this.#index(0, this.#positions.length / 3);
      if (position < 0) throw this.broken('a face without positions');
      corners.push(position, this.#nextIndex(1, this.#uvs.length / 2));
      corners.push(this.#nextIndex(2, this.#normals.length / 3));
      while (this.#at < this.#end && this.#bytes[this.#at]! > 32) this.#at++;
    }
    const count = corners.length / 3;
    if (count < 3) return;
    this.#faces++;
    this.#triangles += count - 2;
    if (this.#triangles > this.#limits.maxTriangles)
      throw ModelRefused.for('too-many-faces', { max: this.#limits.maxTriangles });
    this.#part ??= this.#partOf(this.#material);
    if (count === 3) {
      this.#part.push3(corners[0]!, corners[1]!, corners[2]!);
      this.#part.push3(corners[3]!, corners[4]!, corners[5]!);
      this.#part.push3(corners[6]!, corners[7]!, corners[8]!);
      return;
    }
    for (const corner of triangulate(corners, this.#positions.values))
      this.#part.push3(corners[corner * 3]!, corners[corner * 3 + 1]!, corners[corner * 3 + 2]!);
  }

  #nextIndex(of: 1 | 2, count: number): number {
    if (this.#bytes[this.#at] !== 47 || this.#at >= this.#end) return -1;
    this.#at++;
    return this.#index(of, count);
  }

  /**
   * A zero-based index, or -1 where there is none here. The file counts from 1, or back from the latest one.
   */
  #index(of: 0 | 1 | 2, count: number): number {
    let value = 0;
    const isNegative = this.#bytes[this.#at] === 45;
    if (isNegative) this.#at++;
    const start = this.#at;
    while (this.#at < this.#end) {
      const digit = this.#bytes[this.#at]! - 48;
      if (digit < 0 || digit > 9) break;
      value = value * 10 + digit;
      this.#at++;
    }
    if (this.#at === start) return -1;
    const index = isNegative ? count - value : value - 1;
    if (index < 0 || index > 0x7fff_fffe) throw this.broken('a face that names what is not there');
    const furthest = this.#furthest[of]!;
    if (index > furthest.index) {
      furthest.index = index;
      furthest.line = this.#lines;
    }
    return index;
  }

  #readName(): void {
    const text = textOf(this.#bytes.subarray(this.#at, this.#end));
    const [, word, argument = ''] = /^(\S+)\s+(.*)$/.exec(text) ?? [];
    const rest = withoutControls(argument);
    if (word === 'usemtl') {
      this.#material = rest;
      this.#part = null;
    }
    if (word === 'mtllib' && rest !== '') this.#materialFiles.add(rest.replace(/^"(.*)"$/, '$1'));
  }

  #partOf(material: string): NumberList<Int32Array> {
    let part = this.#parts.get(material);
    if (!part) this.#parts.set(material, (part = new NumberList((length) => new Int32Array(length))));
    return part;
  }

  #skipSpace(): void {
    while (this.#at < this.#end && this.#bytes[this.#at]! <= 32) this.#at++;
  }

  /** The next number of the line; NaN where there is none. */
  #number(): number {
    this.#skipSpace();
    const bytes = this.#bytes;
    const start = this.#at;
    let at = start;
    const sign = bytes[at] === 45 ? -1 : 1;
    if (bytes[at] === 45 || bytes[at] === 43) at++;
    let digits = 0;
    let value = 0;
    let scale = 0;
    let isPlain = true;
    for (; at < this.#end; at++) {
      const byte = bytes[at]!;
      if (byte >= 48 && byte <= 57) {
        value = value * 10 + (byte - 48);
        digits++;
      } else if (byte === 46 && scale === 0) scale = digits + 1;
      else {
        isPlain = byte <= 32;
        break;
      }
    }
    if (isPlain && digits > 0 && digits <= 15) {
      this.#at = at;
      return (sign * value) / (scale === 0 ? 1 : powersOfTen[digits + 1 - scale]!);
    }
    // Exponents, and more digits than a number holds: parsed by the language.
    while (at < this.#end && bytes[at]! > 32) at++;
    this.#at = at;
    return at > start ? Number(bytes.toString('latin1', start, at)) : NaN;
  }

  broken(what: string): ModelRefused {
    return ModelRefused.for('unreadable-model', { place: `line ${this.#lines.toLocaleString('en')}` }, what);
  }

  finish(): ObjModel {
    const counts = [this.#positions.length / 3, this.#uvs.length / 2, this.#normals.length / 3];
    this.#furthest.forEach(({ index, line }, of) => {
      if (index < counts[of]!) return;
      this.#lines = line;
      throw this.broken('a face that names what is not there');
    });
    if (this.#triangles === 0) throw ModelRefused.for('no-faces', {});
    return {
      positions: this.#positions.values,
      colours: this.#colours?.values ?? null,
      uvs: this.#uvs.values,
      normals: this.#normals.values,
      parts: [...this.#parts].map(([material, corners]) => ({ material, corners: corners.values })),
      materialFiles: [...this.#materialFiles],
      faces: this.#faces,
    };
  }
}

const powersOfTen = Array.from({ length: 17 }, (_, power) => 10 ** power);
