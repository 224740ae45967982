/** The header and description of an embedded ICC profile (ICC.1:2022 §7.2, §9.2.41, §10.15). */
export interface IccProfile {
  /** Its description, or null where it has none that is readable. */
  name: string | null;
  /** The data colour space: 'RGB', 'GRAY', 'CMYK', 'Lab', … */
  colourSpace: string;
  /** The common sRGB profile, by name and primaries: a conversion from it would change nothing. */
  isSrgb: boolean;
}

/** sRGB's primaries adapted to D50, as its matrix profiles hold them. */
const srgbPrimaries: Readonly<Record<string, readonly [number, number, number]>> = {
  rXYZ: [0.436, 0.2225, 0.0139],
  gXYZ: [0.3851, 0.7169, 0.0971],
  bXYZ: [0.1431, 0.0606, 0.7141],
};
const tolerance = 0.002;
const maxTags = 256;
const maxName = 200;

/** Reads an embedded profile; null where the bytes are no ICC profile. */
export function readIccProfile(bytes: Buffer): IccProfile | null {
  if (bytes.length < 132 || bytes.toString('latin1', 36, 40) !== 'acsp') return null;
  const tags = readTags(bytes);
  const name = readName(tags.get('desc'));
  const colourSpace = bytes.toString('latin1', 16, 20).trim();
  const isSrgb =
    colourSpace === 'RGB' &&
    /^sRGB\b/i.test(name ?? '') &&
    !tags.has('A2B0') &&
    Object.entries(srgbPrimaries).every(([key, expected]) => {
      const found = readXyz(tags.get(key));
      return found?.every((value, index) => Math.abs(value - (expected[index] ?? NaN)) < tolerance) ?? false;
    });
  return { name, colourSpace, isSrgb };
}

function readTags(bytes: Buffer): Map<string, Buffer> {
  const tags = new Map<string, Buffer>();
  const count = Math.min(bytes.readUInt32BE(128), maxTags, Math.floor((bytes.length - 132) / 12));
  for (let index = 0; index < count; index++) {
    const at = 132 + index * 12;
    const offset = bytes.readUInt32BE(at + 4);
    const length = bytes.readUInt32BE(at + 8);
    if (offset + length <= bytes.length)
      tags.set(bytes.toString('latin1', at, at + 4), bytes.subarray(offset, offset + length));
  }
  return tags;
}

function readName(tag: Buffer | undefined): string | null {
  if (!tag || tag.length < 12) return null;
  const type = tag.toString('latin1', 0, 4);
  let name = '';
  if (type === 'desc') name = tag.toString('latin1', 12, 12 + tag.readUInt32BE(8));
  if (type === 'mluc' && tag.length >= 28) {
    const length = tag.readUInt32BE(20);
    const offset = tag.readUInt32BE(24);
    const text = Buffer.from(tag.subarray(offset, offset + length - (length % 2)));
    name = text.swap16().toString('utf16le');
  }
  const clean = name.replace(/\0[^]*$/, '').trim();
  return clean === '' ? null : clean.slice(0, maxName);
}

function readXyz(tag: Buffer | undefined): [number, number, number] | null {
  if (!tag || tag.length < 20 || tag.toString('latin1', 0, 4) !== 'XYZ ') return null;
  const fixed = (at: number): number => tag.readInt32BE(at) / 65536;
  return [fixed(8), fixed(12), fixed(16)];
}
