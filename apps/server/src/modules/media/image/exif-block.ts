import { ifSound, type Entry, type RawDirectory, type TiffReader } from './tiff-directories.ts';

/** Tags that point to a directory below. */
const pointers = { exif: 34665, gps: 34853 } as const;
/** The tags that are read from the directory of a page and from its Exif directory. */
const pageTags = [
  ...[270, 271, 272, 305, 315, 33432],
  ...[33434, 33437, 34855, 34866, 36867, 36868, 36881, 36882, 37386, 42033, 42036, 42037],
];
const gpsTags = [1, 2, 3, 4, 5, 6];
/** Longer texts are cut, since a description can be a whole file of XML; other values are not so long. */
const maxValue_bytes = 2 ** 14;
const asciiType = 2;

const undefinedType = 7;
const longType = 4;
/** Bytes of a number of the type LONG. */
const long = 4;
/** The tag of the data sets of IPTC-IIM. */
export const iptcTag = 33723;

/**
 * Copies what is asked for of the directory of a page, and of those of Exif and GPS below it, into a small TIFF without
 * a picture, which a library can read at once. A directory or a value that is broken is left out.
 */
export async function copyTags(reader: TiffReader, directory: RawDirectory): Promise<Buffer> {
  const below = async (pointer: number, tags: readonly number[]): Promise<TiffEntry[]> => {
    const entry = directory.entries.get(pointer);
    const sub = await ifSound(async () => {
      const [offset] = entry ? await reader.values(entry, 1) : [];
      return offset === undefined ? undefined : reader.directory(offset);
    });
    return sub ? entriesOf(reader, sub, tags) : [];
  };
  return smallTiff(reader.isLittleEndian, await entriesOf(reader, directory, pageTags), [
    [pointers.exif, await below(pointers.exif, pageTags)],
    [pointers.gps, await below(pointers.gps, gpsTags)],
  ]);
}

/** A block of EXIF that has the data sets, since the library that reads them takes them from such a one. */
export function exifWithIptc(datasets: Buffer): Buffer {
  return smallTiff(
    true,
    [{ tag: iptcTag, type: undefinedType, count: datasets.length, bytes: datasets }],
    [],
  );
}

/** An entry of a directory with its values, in the byte order of its file. */
interface TiffEntry extends Pick<Entry, 'type' | 'count'> {
  tag: number;
  bytes: Buffer;
}

/** In UTF-8. */
const beginsCharacter = (byte: number): boolean => (byte & 0xc0) !== 0x80;

async function entriesOf(
  reader: TiffReader,
  { entries }: RawDirectory,
  tags: readonly number[],
): Promise<TiffEntry[]> {
  const found: TiffEntry[] = [];
  for (const tag of tags) {
    const entry = entries.get(tag);
    if (!entry) continue;
    const isCut = entry.type === asciiType && entry.count > maxValue_bytes;
    const count = isCut ? maxValue_bytes : entry.count;
    const bytes = await ifSound(() => reader.bytes({ ...entry, count }, maxValue_bytes));
    if (!bytes) continue;
    if (!isCut) found.push({ tag, type: entry.type, count, bytes });
    else {
      const whole = bytes.subarray(0, bytes.findLastIndex(beginsCharacter));
      found.push({ tag, type: entry.type, count: whole.length, bytes: whole });
    }
  }
  return found;
}

/**
 * Writes a TIFF of one directory and those below it (TIFF 6.0).
 *
 * @param below the directories below it, each with the tag that points to it
 */
function smallTiff(
  isLittleEndian: boolean,
  entries: readonly TiffEntry[],
  below: readonly (readonly [pointer: number, entries: readonly TiffEntry[]])[],
): Buffer {
  const uint = (value: number, size: number): Buffer => {
    const bytes = Buffer.alloc(size);
    if (isLittleEndian) bytes.writeUIntLE(value, 0, size);
    else bytes.writeUIntBE(value, 0, size);
    return bytes;
  };
  /** A directory that stands at this offset, with the values that do not fit into it behind it. */
  const directory = (at: number, its: readonly TiffEntry[]): Buffer => {
    const table: Buffer[] = [uint(its.length, 2)];
    const values: Buffer[] = [];
    let free = at + 2 + its.length * 12 + long;
    for (const { tag, type, count, bytes } of its) {
      table.push(uint(tag, 2), uint(type, 2), uint(count, long));
      if (bytes.length <= long) table.push(bytes, Buffer.alloc(long - bytes.length));
      else {
        table.push(uint(free, long));
        values.push(bytes);
        free += bytes.length;
      }
    }
    return Buffer.concat([...table, uint(0, long), ...values]);
  };
  const head_bytes = 8;
  const parts: Buffer[] = [];
  let at = head_bytes;
  const pointing = below.map(([tag, its]): TiffEntry => {
    const pointer = { tag, type: longType, count: 1, bytes: uint(at, long) };
    const bytes = directory(at, its);
    parts.push(bytes);
    at += bytes.length;
    return pointer;
  });
  return Buffer.concat([
    Buffer.from(isLittleEndian ? 'II' : 'MM', 'latin1'),
    uint(42, 2),
    uint(at, long),
    ...parts,
    directory(at, [...entries, ...pointing]),
  ]);
}
