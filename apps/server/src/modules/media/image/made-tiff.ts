/** TIFFs made byte by byte for tests, so that they depend on nothing but the standard (TIFF 6.0, BigTIFF). */

/** A rational number (type 5) is two values. */
export type Tag = readonly [
  tag: number,
  type: 1 | 2 | 3 | 4 | 5 | 7 | 13 | 16 | 18,
  values: readonly number[],
];

export interface MadeDirectory {
  tags: readonly Tag[];
  /** Image data, stored as one strip; its offset and length are added to the tags. */
  strip?: Buffer;
  /** Directories outside the main chain, each with the tag that points to it. */
  below?: readonly (readonly [pointer: number, tags: readonly Tag[]])[];
}

export interface MadeTiffOptions {
  bigEndian?: boolean;
  big?: boolean;
  /** Makes the last directory point to the directory of this index. */
  loopTo?: number;
}

const valueSize = { 1: 1, 2: 1, 3: 2, 4: 4, 5: 4, 7: 1, 13: 4, 16: 8, 18: 8 } as const;

const rational = 5;

/** Makes a TIFF. Directories come before the data, as in files whose end can be cut off unnoticed. */
export function madeTiff(directories: readonly MadeDirectory[], options: MadeTiffOptions = {}): Buffer {
  const { bigEndian = false, big = false } = options;
  const [countSize, entrySize, linkSize] = big ? [8, 20, 8] : [2, 12, 4];
  const put = (bytes: Buffer, value: number, at: number, size: number): void => {
    if (size === 8 && bigEndian) bytes.writeBigUInt64BE(BigInt(value), at);
    else if (size === 8) bytes.writeBigUInt64LE(BigInt(value), at);
    else if (bigEndian) bytes.writeUIntBE(value, at, size);
    else bytes.writeUIntLE(value, at, size);
  };
  const head = Buffer.alloc(big ? 16 : 8);
  head.write(bigEndian ? 'MM' : 'II', 'latin1');
  put(head, big ? 43 : 42, 2, 2);
  if (big) put(head, 8, 4, 2);
  put(head, head.length, big ? 8 : 4, linkSize);

  const below = directories.flatMap((directory) => directory.below ?? []);
  const full = [...directories, ...below.map(([, tags]): MadeDirectory => ({ tags }))].map((directory) => {
    const { tags, strip } = directory;
    const stripTags: Tag[] = strip
      ? [
          [273, 4, [0]],
          [279, 4, [strip.length]],
        ]
      : [];
    const pointers = (directory.below ?? []).map(([pointer]): Tag => [pointer, 4, [0]]);
    return { tags: [...tags, ...stripTags, ...pointers].sort((a, b) => a[0] - b[0]), strip, directory };
  });
  const sizes = full.map(({ tags }) => {
    const outside = tags.map(([, type, values]) => valueSize[type] * values.length);
    return {
      table: countSize + entrySize * tags.length + linkSize,
      outside: outside.filter((bytes) => bytes > linkSize).reduce((sum, bytes) => sum + bytes, 0),
    };
  });
  let at = head.length;
  const starts = sizes.map(({ table, outside }) => {
    const start = at;
    at += table + outside;
    return start;
  });
  let data = at;
  const parts = full.map(({ tags, strip, directory }, index) => {
    const { table, outside } = sizes[index] ?? { table: 0, outside: 0 };
    const start = starts[index] ?? 0;
    const bytes = Buffer.alloc(table + outside);
    put(bytes, tags.length, 0, countSize);
    let free = table;
    tags.forEach(([tag, type, given], entry) => {
      const pointed = directory.below?.find(([pointer]) => pointer === tag);
      const values =
        tag === 273 && strip
          ? [data]
          : pointed
            ? [starts[directories.length + below.indexOf(pointed)] ?? 0]
            : given;
      const entryAt = countSize + entrySize * entry;
      put(bytes, tag, entryAt, 2);
      put(bytes, type, entryAt + 2, 2);
      put(bytes, type === rational ? values.length / 2 : values.length, entryAt + 4, linkSize);
      const needed = valueSize[type] * values.length;
      let valueAt = entryAt + 4 + linkSize;
      if (needed > linkSize) {
        put(bytes, start + free, valueAt, linkSize);
        valueAt = free;
        free += needed;
      }
      values.forEach((value, n) => put(bytes, value, valueAt + n * valueSize[type], valueSize[type]));
    });
    data += strip?.length ?? 0;
    const last = directories.length - 1;
    const following = index < last ? index + 1 : index === last ? options.loopTo : undefined;
    const next = following === undefined ? 0 : (starts[following] ?? 0);
    put(bytes, next, countSize + entrySize * tags.length, linkSize);
    return bytes;
  });
  return Buffer.concat([head, ...parts, ...full.map(({ strip }) => strip ?? Buffer.alloc(0))]);
}

export interface MadeImage {
  width_px: number;
  height_px: number;
  bits: number;
  samples?: number;
  photometric: number;
  strip: Buffer;
  more?: readonly Tag[];
}

/** An uncompressed image of one strip. */
export function madeImage({
  width_px,
  height_px,
  bits,
  samples = 1,
  photometric,
  strip,
  more = [],
}: MadeImage): MadeDirectory {
  const tags: Tag[] = [
    [256, 4, [width_px]],
    [257, 4, [height_px]],
    [258, 3, Array.from({ length: samples }, () => bits)],
    [259, 3, [1]],
    [262, 3, [photometric]],
    [277, 3, [samples]],
    [278, 4, [height_px]],
    [284, 3, [1]],
    ...more,
  ];
  return { tags, strip };
}
