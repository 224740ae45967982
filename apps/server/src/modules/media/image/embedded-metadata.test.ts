import { existsSync } from 'node:fs';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { EMBEDDED_KEYWORDS_MAX, EMBEDDED_TEXT_MAX, EmbeddedMetadata } from '@armarium/contract/technical';
import { Value } from '@sinclair/typebox/value';
import sharp, { type Exif } from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { describeImage } from './derive-image.ts';
import { readEmbedded } from './embedded-metadata.ts';
import { madeImage, madeTiff, type MadeTiffOptions, type Tag } from './made-tiff.ts';

const samples = resolve(import.meta.dirname, '../../../../../../../shared/data/images');
const samplesAreAbsent = !existsSync(samples);

let folder: string;
let files = 0;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'embedded-metadata-'));
});
afterAll(() => rm(folder, { recursive: true }));

async function write(bytes: Buffer): Promise<string> {
  const path = join(folder, `${files++}`);
  await writeFile(path, bytes);
  return path;
}

/** What a file says about itself; all that is read keeps to the contract. */
async function told(bytes: Buffer, page = 0): Promise<EmbeddedMetadata> {
  return kept(await describeImage(await write(bytes), page, { maxPixels: 1e9 }));
}
function kept(embedded: EmbeddedMetadata): EmbeddedMetadata {
  expect([...Value.Errors(EmbeddedMetadata, embedded)]).toEqual([]);
  return embedded;
}

const plain = () => sharp({ create: { width: 8, height: 6, channels: 3, background: '#c33' } });

/** A block of EXIF, or a TIFF that has its tags. */
interface Tags {
  ifd0?: Tag[];
  exif?: Tag[];
  gps?: Tag[];
}
const ascii = (tag: number, text: string | Buffer): Tag => [tag, 2, [...Buffer.from(text), 0]];
const short = (tag: number, ...values: number[]): Tag => [tag, 3, values];
const rational = (tag: number, ...values: number[]): Tag => [tag, 5, values];
const belowOf = ({ exif, gps }: Tags) => [
  ...(exif ? [[34665, exif] as const] : []),
  ...(gps ? [[34853, gps] as const] : []),
];

const exifBlock = (tags: Tags, options?: MadeTiffOptions): Buffer =>
  madeTiff([{ tags: tags.ifd0 ?? [], below: belowOf(tags) }], options);
const pageWith = (tags: Tags) => ({
  ...madeImage({
    width_px: 4,
    height_px: 4,
    bits: 8,
    photometric: 1,
    strip: Buffer.alloc(16),
    more: tags.ifd0 ?? [],
  }),
  below: belowOf(tags),
});

const rdf = (inner: string): string =>
  `<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">${inner}</rdf:RDF></x:xmpmeta>`;
const declared =
  'xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:photoshop="http://ns.adobe.com/photoshop/1.0/" xmlns:xmp="http://ns.adobe.com/xap/1.0/" xmlns:xmpRights="http://ns.adobe.com/xap/1.0/rights/"';
const xmpOf = (properties: string, attributes = ''): string =>
  `<?xpacket begin="\ufeff" id="W5M0MpCehiHzreSzNTczkc9d"?>${rdf(
    `<rdf:Description rdf:about="" ${declared} ${attributes}>${properties}</rdf:Description>`,
  )}${' '.repeat(200)}<?xpacket end="w"?>`;
const titled = (title: string): string =>
  xmpOf(`<dc:title><rdf:Alt><rdf:li xml:lang="x-default">${title}</rdf:li></rdf:Alt></dc:title>`);

/** Data sets of the second record of IPTC-IIM. */
type Dataset = readonly [number: number, text: string | Buffer];
const utf8Declared = Buffer.from([0x1c, 1, 90, 0, 3, 0x1b, 0x25, 0x47]);
const iptcOf = (datasets: readonly Dataset[], charset = Buffer.alloc(0)): Buffer =>
  Buffer.concat([
    charset,
    ...datasets.map(([number, text]) => {
      const bytes = Buffer.from(text);
      return Buffer.concat([Buffer.from([0x1c, 2, number, bytes.length >> 8, bytes.length & 0xff]), bytes]);
    }),
  ]);

/** A resource of Adobe's. */
function resource(number: number, name: string, data: Buffer): Buffer {
  const head = Buffer.concat([
    Buffer.from('8BIM'),
    Buffer.from([number >> 8, number & 0xff, name.length]),
    Buffer.from(name),
    Buffer.alloc(name.length % 2 === 0 ? 1 : 0),
  ]);
  const length = Buffer.alloc(4);
  length.writeUInt32BE(data.length);
  return Buffer.concat([head, length, data, Buffer.alloc(data.length % 2)]);
}
const resourcesOf = (iptc: Buffer): Buffer =>
  Buffer.concat([
    resource(0x03ed, 'Ab', Buffer.from([1, 2, 3])),
    resource(0x03f3, 'Abc', Buffer.from([1, 2])),
    resource(0x0404, '', iptc),
  ]);

interface Blocks {
  exif?: Buffer | undefined;
  iptc?: Buffer | undefined;
  xmp?: string | Buffer | undefined;
}

/** A JPEG with these blocks, byte for byte. */
async function jpegOf({ exif, iptc, xmp }: Blocks): Promise<Buffer> {
  const segment = (marker: number, ...parts: (string | Buffer)[]): Buffer => {
    const content = Buffer.concat(parts.map((part) => Buffer.from(part as string, 'latin1')));
    const head = Buffer.from([0xff, marker, (content.length + 2) >> 8, (content.length + 2) & 0xff]);
    return Buffer.concat([head, content]);
  };
  const picture = await plain().jpeg().toBuffer();
  return Buffer.concat([
    picture.subarray(0, 2),
    ...(exif ? [segment(0xe1, 'Exif\0\0', exif)] : []),
    ...(xmp === undefined ? [] : [segment(0xe1, 'http://ns.adobe.com/xap/1.0/\0', Buffer.from(xmp))]),
    ...(iptc ? [segment(0xed, 'Photoshop 3.0\0', resourcesOf(iptc))] : []),
    picture.subarray(2),
  ]);
}
const toldOf = async (blocks: Blocks): Promise<EmbeddedMetadata> => told(await jpegOf(blocks));

const cameraTags: Tags = {
  ifd0: [ascii(270, 'A psalter, fol. 3ʳ'), ascii(271, 'Phase One'), ascii(272, 'IQ4'), ascii(315, 'Ada')],
  exif: [
    rational(33434, 1, 60),
    rational(33437, 56, 10),
    short(34855, 50),
    ascii(36867, '2019:03:04 05:06:07'),
    ascii(36881, '+02:00'),
    rational(37386, 120, 1),
    ascii(42033, 'AB123'),
    ascii(42036, 'Schneider 120'),
    ascii(42037, 'L9'),
  ],
  gps: [
    ascii(1, 'S'),
    rational(2, 48, 1, 12, 1, 3024, 100),
    ascii(3, 'W'),
    rational(4, 16, 1, 22, 1, 23, 1),
    [5, 1, [1]],
    rational(6, 1716, 10),
  ],
};
const camera: EmbeddedMetadata = {
  cameraMake: 'Phase One',
  cameraModel: 'IQ4',
  cameraSerial: 'AB123',
  lensModel: 'Schneider 120',
  lensSerial: 'L9',
  capturedAt: '2019-03-04T05:06:07+02:00',
  exposureTime_s: 1 / 60,
  fNumber: 5.6,
  iso: 50,
  focalLength_mm: 120,
  location: { latitude_deg: -48.2084, longitude_deg: -16.373056, altitude_m: -171.6 },
  description: 'A psalter, fol. 3ʳ',
  creator: 'Ada',
};

describe('what a file says about itself', () => {
  it.each(['jpeg', 'png', 'webp'] as const)('[IMP-27] is read from a %s', async (format) => {
    const exif: Exif = {
      IFD0: { Make: 'Phase One', Model: 'IQ4', Software: 'Capture One', Copyright: 'Public domain' },
      IFD2: { DateTimeOriginal: '2019:03:04 05:06:07', ExposureTime: '1/60', FNumber: '8/1' },
      IFD3: {
        GPSLatitudeRef: 'N',
        GPSLatitude: '48/1 12/1 0/1',
        GPSLongitudeRef: 'E',
        GPSLongitude: '16/1 30/1 0/1',
      },
    };
    const file = plain().withExif(exif).withXmp(titled('Aérostat'));
    expect(await told(await file.toFormat(format).toBuffer())).toEqual({
      cameraMake: 'Phase One',
      cameraModel: 'IQ4',
      software: 'Capture One',
      copyright: 'Public domain',
      capturedAt: '2019-03-04T05:06:07',
      exposureTime_s: 1 / 60,
      fNumber: 8,
      location: { latitude_deg: 48.2, longitude_deg: 16.5 },
      title: 'Aérostat',
    });
  });

  it.each([
    { bigEndian: false, big: false },
    { bigEndian: true, big: false },
    { bigEndian: false, big: true },
    { bigEndian: true, big: true },
  ])('[IMP-27] is read from a TIFF, bigEndian=$bigEndian big=$big', async (options) => {
    const xmp: Tag = [700, 1, [...Buffer.from(titled('In XMP'))]];
    const iptc: Tag = [33723, 7, [...iptcOf([[110, 'In IPTC']])]];
    const tags = { ...cameraTags, ifd0: [...(cameraTags.ifd0 ?? []), xmp, iptc] };
    expect(await told(madeTiff([pageWith(tags)], options))).toEqual({
      ...camera,
      title: 'In XMP',
      credit: 'In IPTC',
    });
  });

  it('is read from the directory of each page of a TIFF', async () => {
    const page = (make: string) => pageWith({ ifd0: [ascii(271, make)] });
    const bytes = madeTiff([page('First'), page('Second'), pageWith({})]);
    const pages = await Promise.all([0, 1, 2].map((index) => told(bytes, index)));
    expect(pages).toEqual([{ cameraMake: 'First' }, { cameraMake: 'Second' }, {}]);
  });

  it('is read from a TIFF whose directory stands behind the picture, and from Adobe’s resources in one', async () => {
    const bytes = await plain().withXmp(titled('At the end')).tiff().toBuffer();
    expect(await told(bytes)).toEqual({ title: 'At the end' });
    const resources: Tag = [34377, 1, [...resourcesOf(iptcOf([[5, 'Among resources']]))]];
    expect(await told(madeTiff([pageWith({ ifd0: [resources] })]))).toEqual({ title: 'Among resources' });
  });

  it('is read from the packet in a GIF', async () => {
    const gif = await plain().gif().toBuffer();
    // The table of colours follows the head of 13 bytes.
    const at = 13 + 3 * 2 ** ((gif.readUInt8(10) & 7) + 1);
    const end = Buffer.from([1, ...Array.from({ length: 256 }, (_, index) => 255 - index), 0]);
    const packet = Buffer.concat([
      Buffer.from('!\xff\x0bXMP DataXMP', 'latin1'),
      Buffer.from(titled('Moving')),
      end,
    ]);
    const bytes = Buffer.concat([gif.subarray(0, at), packet, gif.subarray(at)]);
    expect(await told(bytes)).toEqual({ title: 'Moving' });
    const cut = Buffer.concat([gif.subarray(0, at), packet.subarray(0, 100)]);
    expect(await readEmbedded(await write(cut), 0, 'gif')).toEqual({});
  });

  it('[IMP-27] is read from the boxes of a JPEG 2000', async () => {
    const box = (type: string, content: Buffer, length = content.length + 8): Buffer => {
      const head = Buffer.alloc(8);
      head.writeUInt32BE(length);
      head.write(type, 4);
      return Buffer.concat([head, content]);
    };
    const uuid = (id: string | Buffer, content: Buffer) =>
      box('uuid', Buffer.concat([typeof id === 'string' ? Buffer.from(id, 'hex') : id, content]));
    const signature = box('jP  ', Buffer.from([0x0d, 0x0a, 0x87, 0x0a]));
    const exif = uuid(Buffer.from('JpgTiffExif->JP2'), exifBlock(cameraTags));
    const xmp = uuid('be7acfcb97a942e89c71999491e3afac', Buffer.from(titled('Boxed')));
    const iptc = uuid('33c7a4d2b81d4723a0baf1a3e097ad38', iptcOf([[110, 'Credited']]));
    const picture = box('jp2c', Buffer.alloc(64));
    const read = async (...boxes: Buffer[]) =>
      kept(await readEmbedded(await write(Buffer.concat([signature, ...boxes])), 0, 'jp2'));
    const all = { ...camera, title: 'Boxed', credit: 'Credited' };
    expect(await read(exif, picture, xmp, iptc)).toEqual(all);
    // The last box may say no length.
    expect(await read(exif, xmp, iptc, box('jp2c', Buffer.alloc(64), 0))).toEqual(all);
    expect(await read(box('xml ', Buffer.from(titled('In XML'))), picture)).toEqual({ title: 'In XML' });
    // Behind a box that is broken nothing is found, and what is before it stays.
    for (const length of [3, 2 ** 31])
      expect(await read(xmp, box('free', Buffer.alloc(8), length), exif)).toEqual({ title: 'Boxed' });
    expect(await read(xmp, Buffer.alloc(6, 1))).toEqual({ title: 'Boxed' });
    expect(await readEmbedded(await write(Buffer.from('ff4fff5100', 'hex')), 0, 'jp2')).toEqual({});
  });
});

describe('texts', () => {
  it('[IMP-27] come from XMP before IPTC before EXIF', async () => {
    const exif = exifBlock({
      ifd0: [ascii(270, 'D of EXIF'), ascii(315, 'C of EXIF'), ascii(33432, 'R of EXIF')],
    });
    const iptc = iptcOf([
      [120, 'D of IPTC'],
      [80, 'C of IPTC'],
      [80, 'Another'],
      [25, 'of IPTC'],
    ]);
    const xmp = xmpOf('<dc:description><rdf:Alt><rdf:li>D of XMP</rdf:li></rdf:Alt></dc:description>');
    expect(await toldOf({ exif, iptc, xmp })).toEqual({
      description: 'D of XMP',
      creator: 'C of IPTC; Another',
      copyright: 'R of EXIF',
      keywords: ['of IPTC'],
    });
  });

  it('are read from every form of XMP, by namespace, with the default language first', async () => {
    const properties = `
      <a:title xmlns:a="http://purl.org/dc/elements/1.1/"><rdf:Alt>
        <rdf:li xml:lang="de">Ballon &amp; Seil</rdf:li><rdf:li xml:lang="x-default">B&#97;lloon</rdf:li>
      </rdf:Alt></a:title>
      <dc:creator><rdf:Seq><rdf:li>Ada</rdf:li><rdf:li rdf:parseType="Resource">
        <rdf:value>Bob</rdf:value><xmp:role>painter</xmp:role></rdf:li></rdf:Seq></dc:creator>
      <dc:subject><rdf:Bag><rdf:li>sky</rdf:li><rdf:li> </rdf:li><rdf:li>sky</rdf:li></rdf:Bag></dc:subject>
      <dc:description><![CDATA[one <two>]]></dc:description>
      <photoshop:Source><rdf:Description><rdf:value>Archive</rdf:value></rdf:Description></photoshop:Source>
      <other:title xmlns:other="urn:other">no</other:title>
      <xmp:Thumbnails><rdf:Alt><rdf:li><dc:rights>of the small picture</dc:rights></rdf:li></rdf:Alt></xmp:Thumbnails>
      <xmpRights:UsageTerms><rdf:Alt><rdf:li xml:lang="en">CC BY</rdf:li></rdf:Alt></xmpRights:UsageTerms>`;
    expect(await toldOf({ xmp: xmpOf(properties, 'photoshop:Credit="ÖNB" stray:prefix="x"') })).toEqual({
      title: 'Balloon',
      creator: 'Ada; Bob',
      keywords: ['sky'],
      description: 'one <two>',
      source: 'Archive',
      credit: 'ÖNB',
      usageTerms: 'CC BY',
    });
  });

  it.each([
    ['UTF-8 that is declared', Buffer.from('Légende — ſ'), utf8Declared, 'Légende — ſ'],
    ['UTF-8 that is not declared', Buffer.from('Légende — ſ'), undefined, 'Légende — ſ'],
    ['Windows-1252', Buffer.from('L\xe9gende \x97 \x93x\x94', 'latin1'), undefined, 'Légende — “x”'],
    [
      'Latin-1 that is declared to be UTF-8',
      Buffer.from('Caf\xe9 noir', 'latin1'),
      utf8Declared,
      'Café noir',
    ],
    ['UTF-8 cut in a character', Buffer.from('Müllé').subarray(0, -1), utf8Declared, 'Müll'],
  ])('of IPTC in %s keep their letters', async (_, text, charset, expected) => {
    expect(await toldOf({ iptc: iptcOf([[5, text]], charset) })).toEqual({ title: expected });
  });

  it('of EXIF in UTF-8 or Latin-1 keep their letters', async () => {
    const ifd0 = [ascii(271, 'Größe 写真'), ascii(315, Buffer.from('Andr\xe9', 'latin1'))];
    expect(await toldOf({ exif: exifBlock({ ifd0 }) })).toEqual({
      cameraMake: 'Größe 写真',
      creator: 'André',
    });
  });

  it('lose control characters and are cut; descriptions keep their lines', async () => {
    const long = '😀'.repeat(EMBEDDED_TEXT_MAX);
    const ifd0 = [
      ascii(270, ' one\r\ntwo\x07\rthree\n'),
      ascii(271, 'a\r\n\tb\x01 c  '),
      ascii(272, ' \0'),
      ascii(305, `x${long}`),
      ascii(33432, 'Photographer\0Editor'),
    ];
    const keywords = Array.from(
      { length: EMBEDDED_KEYWORDS_MAX * 2 },
      (_, index) => [25, `k${index >> 1}`] as const,
    );
    const found = await toldOf({ exif: exifBlock({ ifd0 }), iptc: iptcOf(keywords) });
    expect(found).toEqual({
      description: 'one\ntwo\nthree',
      cameraMake: 'a b c',
      software: `x${long.slice(0, EMBEDDED_TEXT_MAX - 2)}`,
      copyright: 'Photographer; Editor',
      keywords: Array.from({ length: EMBEDDED_KEYWORDS_MAX }, (_, index) => `k${index}`),
    });
  });

  it('of thousands of characters are cut too', async () => {
    const ifd0 = [ascii(270, `x${'é'.repeat(20_000)}`)];
    expect(await toldOf({ exif: exifBlock({ ifd0 }) })).toEqual({
      description: `x${'é'.repeat(EMBEDDED_TEXT_MAX - 1)}`,
    });
  });

  it.each([
    'OLYMPUS DIGITAL CAMERA         ',
    'SONY DSC',
    'DCIM\\100MEDIA\\DJI_0001.JPG',
    '<?xml version="1.0"?>\n<image/>',
  ])('that a camera or a program fills in describe nothing: %s', async (text) => {
    expect(await toldOf({ exif: exifBlock({ ifd0: [ascii(270, text)] }) })).toEqual({});
    const both = { exif: exifBlock({ ifd0: [ascii(270, 'A castle')] }), iptc: iptcOf([[120, text]]) };
    expect(await toldOf(both)).toEqual({ description: 'A castle' });
  });
});

describe('the time', () => {
  const original = (...tags: [number, string][]) =>
    exifBlock({ exif: tags.map(([tag, text]) => ascii(tag, text)) });

  it.each([
    ['2019:03:04 05:06:07', '2019-03-04T05:06:07'],
    ['2019-03-04T05:06:07.25Z', '2019-03-04T05:06:07Z'],
    ['2019:03:04 05:06:07-0330', '2019-03-04T05:06:07-03:30'],
    ['2019/03/04 05:06', '2019-03-04T05:06:00'],
    ['2020:02:29', '2020-02-29'],
    ['2019:02:29 05:06:07', undefined],
    ['0000:00:00 00:00:00', undefined],
    ['0001:01:01 00:00:00', undefined],
    ['    :  :     :  :  ', undefined],
    ['2019:13:04 05:06:07', undefined],
    ['2019:03:04 24:00:00', undefined],
    ['2019:03:04 05:60:00', undefined],
    ['2019', undefined],
    ['yesterday', undefined],
  ])('[IMP-27] %j is %j', async (written, expected) => {
    const found = await toldOf({ exif: original([36867, written]) });
    expect(found).toEqual(expected === undefined ? {} : { capturedAt: expected });
  });

  it.each(['+15:00', '02:00', '   :  ', '+2:00'])('has no offset where it is written %j', async (offset) => {
    const exif = original([36867, '2019:03:04 05:06:07'], [36881, offset]);
    expect(await toldOf({ exif })).toEqual({ capturedAt: '2019-03-04T05:06:07' });
  });

  it('is that of the picture before that of its scan, before what XMP and IPTC say; never that of a change', async () => {
    const changed: Tag = ascii(306, '2024:01:01 00:00:00');
    const taken = ascii(36867, '2001:01:01 01:01:01');
    const scanned = [ascii(36868, '2002:02:02 02:02:02'), ascii(36882, '+02:00')];
    const xmp = xmpOf('', 'xmp:CreateDate="2003-03-03T03:03:03+03:00" photoshop:DateCreated="2004-04-04"');
    const iptc = iptcOf([
      [55, '20050505'],
      [60, '050505+0500'],
    ]);
    const time = async (blocks: Blocks) => (await toldOf(blocks)).capturedAt;
    const exif = (...tags: Tag[]) => exifBlock({ ifd0: [changed], exif: tags });
    const others = { xmp, iptc };
    expect(await time({ exif: exif(taken, ...scanned), ...others })).toBe('2001-01-01T01:01:01');
    expect(await time({ exif: exif(...scanned), ...others })).toBe('2002-02-02T02:02:02+02:00');
    expect(await time({ exif: exif(ascii(36867, '0000:00:00 00:00:00'), ...scanned) })).toBe(
      '2002-02-02T02:02:02+02:00',
    );
    expect(await time({ exif: exif(), ...others })).toBe('2003-03-03T03:03:03+03:00');
    // EXIF that a program has copied into XMP; it does not declare the prefix.
    const copied = xmpOf('', 'xmp:CreateDate="2003-03-03" exif:DateTimeOriginal="2002-12-31T23:59"');
    expect(await time({ xmp: copied })).toBe('2002-12-31T23:59:00');
    expect(
      await time({ xmp: xmpOf('', 'xmp:CreateDate="2003" photoshop:DateCreated="2004-04-04"'), iptc }),
    ).toBe('2004-04-04');
    expect(await time({ iptc })).toBe('2005-05-05T05:05:05+05:00');
    expect(await time({ iptc: iptcOf([[55, '20050505']]) })).toBe('2005-05-05');
    expect(await time({ iptc: iptcOf([[55, '20050000']]) })).toBeUndefined();
    expect(await time({ exif: exif() })).toBeUndefined();
  });
});

describe('numbers', () => {
  const north = [ascii(1, 'N'), rational(2, 48, 1, 12, 1, 36, 1)];
  const east = [ascii(3, 'E'), rational(4, 16, 1, 0, 1, 0, 1)];

  it.each([
    ['is signed by its references', [...north, ...east], { latitude_deg: 48.21, longitude_deg: 16 }],
    [
      'may have degrees alone',
      [ascii(1, 's'), rational(2, 485, 10), ...east],
      { latitude_deg: -48.5, longitude_deg: 16 },
    ],
    [
      'may be at the equator',
      [ascii(1, 'S'), rational(2, 0, 1, 0, 1, 0, 1), ...east],
      { latitude_deg: 0, longitude_deg: 16 },
    ],
    [
      'is below the sea by its reference',
      [...north, ...east, [5, 1, [1]] as Tag, rational(6, 7, 2)],
      { latitude_deg: 48.21, longitude_deg: 16, altitude_m: -3.5 },
    ],
    [
      'may lack the altitude',
      [...north, ...east, rational(6, 7, 0)],
      { latitude_deg: 48.21, longitude_deg: 16 },
    ],
    ['needs a longitude', north, undefined],
    ['needs the references', [rational(2, 48, 1, 0, 1, 0, 1), ...east], undefined],
    ['is none with a part by zero', [ascii(1, 'N'), rational(2, 48, 1, 0, 0, 0, 1), ...east], undefined],
    ['is none beyond a pole', [ascii(1, 'N'), rational(2, 90, 1, 0, 1, 1, 1), ...east], undefined],
    ['is none beyond 180 degrees', [...north, ascii(3, 'E'), rational(4, 181, 1)], undefined],
    [
      'is none where a device writes zeros',
      [ascii(1, 'N'), rational(2, 0, 1), ascii(3, 'E'), rational(4, 0, 1)],
      undefined,
    ],
  ] as const)('[IMP-27] the location %s', async (_, gps, location) => {
    const found = await toldOf({ exif: exifBlock({ gps: [...gps] }) });
    expect(found).toEqual(location ? { location } : {});
  });

  it.each([
    ['zeros', [rational(33434, 0, 1), rational(33437, 0, 1), short(34855, 0), rational(37386, 0, 1)], {}],
    ['divisions by zero', [rational(33434, 1, 0), rational(33437, 0, 0), rational(37386, 5, 0)], {}],
    ['texts', [ascii(33434, '1/60'), ascii(34855, '100')], {}],
    ['the first of several', [short(34855, 200, 0, 0)], { iso: 200 }],
    ['one that another tag has', [short(34855, 65_535), [34866, 4, [102_400]] as Tag], { iso: 102_400 }],
    ['one that no tag has', [short(34855, 65_535)], {}],
  ] as const)('[IMP-27] %s of the exposure', async (_, exif, expected) => {
    expect(await toldOf({ exif: exifBlock({ exif: [...exif] }) })).toEqual(expected);
  });
});

describe('a broken or hostile block', () => {
  const whole = exifBlock(cameraTags);
  const good = titled('Still there');

  it('[IMP-27] of EXIF, cut anywhere, gives no more than it has, and leaves the others', async () => {
    // Without what completes another value, whose absence is no fault.
    const exif = exifBlock({
      ...cameraTags,
      exif: cameraTags.exif?.filter(([tag]) => tag !== 36881) ?? [],
      gps: cameraTags.gps?.filter(([tag]) => tag < 5) ?? [],
    });
    const { latitude_deg = 0, longitude_deg = 0 } = camera.location ?? {};
    const all = { ...camera, capturedAt: '2019-03-04T05:06:07', location: { latitude_deg, longitude_deg } };
    const counts = new Set<number>();
    for (let length = 0; length <= exif.length; length += 7) {
      const { title, ...found } = await toldOf({ exif: exif.subarray(0, length), xmp: good });
      expect(title).toBe('Still there');
      expect(all).toMatchObject(found);
      counts.add(Object.keys(found).length);
    }
    expect(counts.size).toBeGreaterThan(5);
  });

  it('of EXIF that points to itself, or far away, gives what is sound in it', async () => {
    const start = 8;
    const loop: Tag[] = [ascii(271, 'Looping'), [34665, 4, [start]], [34853, 4, [start]]];
    expect(await toldOf({ exif: madeTiff([{ tags: loop }], { loopTo: 0 }) })).toEqual({
      cameraMake: 'Looping',
    });
    const away: Tag[] = [ascii(271, 'Away'), [34665, 4, [0xfffffff0]], [34853, 13, [9_999]]];
    expect(await toldOf({ exif: madeTiff([{ tags: away }]) })).toEqual({ cameraMake: 'Away' });
    // A value outside the block: the offset of the first text, which is long enough not to stand in its entry.
    const lost = madeTiff([{ tags: [ascii(271, 'Lost text'), ascii(272, 'IQ4')] }]);
    lost.writeUInt32LE(50_000, 8 + 2 + 8);
    expect(await toldOf({ exif: lost })).toEqual({ cameraModel: 'IQ4' });
    expect(await toldOf({ exif: Buffer.from('no such block') })).toEqual({});
  });

  it('of IPTC gives nothing, and leaves the others', async () => {
    const iptc = iptcOf([
      [5, 'A title'],
      [120, 'A description'],
    ]);
    expect(await toldOf({ iptc })).toEqual({ title: 'A title', description: 'A description' });
    const cut = iptc.subarray(0, iptc.length - 3);
    expect(await toldOf({ iptc: cut, xmp: good })).toEqual({ title: 'Still there' });
    expect(await toldOf({ iptc: Buffer.alloc(50, 0x1c) })).toEqual({});
  });

  it.each([
    ['entities', `<!DOCTYPE x [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;&a;">]>${titled('&b;')}`],
    ['a document type', `<!DOCTYPE x SYSTEM "http://127.0.0.1/x.dtd">${titled('A title')}`],
    ['unknown entities', titled('&b;')],
    ['a cut end', titled('A title').split('</rdf:Description>')[0] ?? ''],
    ['a tag that is not closed', titled('<b>A title')],
    ['a thousand levels', titled(`${'<a>'.repeat(1_000)}${'</a>'.repeat(1_000)}A title`)],
    [
      'thousands of attributes',
      xmpOf('<dc:title>A title</dc:title>', Array.from({ length: 6_000 }, (_, n) => `a${n}=""`).join(' ')),
    ],
    ['no XML', 'A title'],
    ['nothing', ''],
  ])('of XMP with %s gives nothing, and leaves the others', async (_, xmp) => {
    expect(await toldOf({ exif: whole, xmp })).toEqual(camera);
  });

  it('of XMP that declares too little, or has characters that XML does not allow, is read', async () => {
    const careless = titled('A\x0btitle').replaceAll(declared, '').replace('xmlns:rdf', 'xmlns:r');
    expect(await toldOf({ xmp: careless })).toEqual({ title: 'Atitle' });
    const latin = Buffer.from(titled('Caf\xe9').replaceAll('\ufeff', ''), 'latin1');
    expect(await toldOf({ xmp: latin })).toEqual({ title: 'Café' });
  });

  it('is not looked at where it is out of proportion', async () => {
    const huge: Tag = [700, 1, [...Buffer.from(titled('Huge'.repeat(1.1 * 2 ** 20)))]];
    const bytes = madeTiff([pageWith({ ifd0: [ascii(271, 'Phase One'), huge] })]);
    expect(await told(bytes)).toEqual({ cameraMake: 'Phase One' });
  });

  it('of a TIFF gives nothing: its directories loop, or point behind the end', async () => {
    const page = pageWith({ ifd0: [ascii(271, 'Phase One')] });
    const path = await write(madeTiff([page, page], { loopTo: 0 }));
    expect(await readEmbedded(path, 1, 'tiff')).toEqual({ cameraMake: 'Phase One' });
    expect(await readEmbedded(path, 2, 'tiff')).toEqual({});
    expect(
      await readEmbedded(await write(Buffer.from('II*\0\xff\xff\xff\x7f', 'latin1')), 0, 'tiff'),
    ).toEqual({});
  });

  it('is the fault of the file; one of the machine is thrown', async () => {
    const nowhere = join(folder, 'nowhere');
    for (const format of ['tiff', 'gif', 'jp2'] as const)
      await expect(readEmbedded(nowhere, 0, format)).rejects.toThrow('ENOENT');
    const stopped = AbortSignal.abort(new Error('shutting down'));
    await expect(describeImage(nowhere, 0, { maxPixels: 1, signal: stopped })).rejects.toThrow(
      'shutting down',
    );
  });
});

describe.skipIf(samplesAreAbsent)('the sample images (skipped where ../shared/data is absent)', () => {
  it.each([
    [
      'derived-balloon-exif-orientation-6.jpg',
      {
        title: 'Aérostat de Montgolfier',
        creator: 'Österreichische Schüler ÄÖÜ',
        copyright: 'Public domain',
      },
    ],
    ['balloon-1783.jp2', { capturedAt: '2008-07-19T16:14:14-07:00' }],
    ['concert-public-domain.jpg', { copyright: 'Marsel Minga' }],
    ['derived-balloon-10mp-pyramid-jpeg.tif', {}],
    ['derived-balloon.webp', {}],
  ])('[IMP-27] %s says of itself what a person wrote', async (name, expected) => {
    expect(await told(await readFile(join(samples, name)))).toEqual(expected);
  });
});
