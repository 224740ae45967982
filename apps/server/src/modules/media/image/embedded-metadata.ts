import {
  EMBEDDED_KEYWORDS_MAX,
  EMBEDDED_TEXT_MAX,
  type EmbeddedMetadata,
} from '@armarium/contract/technical';
import type { Metadata } from 'sharp';
import { readBlocks } from './embedded-blocks.ts';
import { exifWithIptc } from './exif-block.ts';
import type { AcceptedFormat } from './file-signature.ts';
import { readXmp, type XmpText } from './xmp-properties.ts';

/**
 * Reads what an image file says about itself in EXIF, IPTC and XMP. A broken or hostile block gives nothing: the
 * picture counts.
 *
 * Texts are taken from XMP before IPTC before EXIF: the older the standard, the more of them it cuts or garbles.
 *
 * @param page the index of the page, for a TIFF
 * @param header what the image library has read from the file, for the formats that it opens
 * @throws only where the file can't be read
 */
export async function readEmbedded(
  source: string,
  page: number,
  format: AcceptedFormat,
  header?: Metadata,
): Promise<EmbeddedMetadata> {
  const blocks = await readBlocks(source, page, format, header);
  const exif = blocks.exif ? await exifOf(blocks.exif) : noTags;
  const iptc = blocks.iptc ? await iptcOf(blocks.iptc) : noDatasets;
  const xmp = (blocks.xmp && orNothing(readXmp, blocks.xmp)) ?? noProperties;
  return describeBy({ exif, iptc, xmp });
}

interface Sources {
  readonly exif: Exif;
  readonly iptc: Iptc;
  readonly xmp: ReadonlyMap<string, readonly XmpText[]>;
}

function describeBy({ exif, iptc, xmp }: Sources): EmbeddedMetadata {
  /** The text of a property that may be there in several languages. */
  const translated = (name: string): string | undefined => {
    const texts = xmp.get(name) ?? [];
    return (texts.find(({ language }) => language === 'x-default') ?? texts[0])?.text;
  };
  const together = (texts: readonly string[]): string => texts.join('; ');
  const each = (name: string): string[] => (xmp.get(name) ?? []).map(({ text }) => text);
  const iso = exif.number('ISOSpeedRatings');
  return withoutAbsent<EmbeddedMetadata>({
    cameraMake: line(exif.text('Make')),
    cameraModel: line(exif.text('Model')),
    cameraSerial: line(exif.text('BodySerialNumber')),
    lensModel: line(exif.text('LensModel')),
    lensSerial: line(exif.text('LensSerialNumber')),
    software: line(exif.text('Software')),
    capturedAt:
      isoDate(exif.text('DateTimeOriginal'), exif.text('OffsetTimeOriginal')) ??
      isoDate(exif.text('DateTimeDigitized'), exif.text('OffsetTimeDigitized')) ??
      isoDate(translated('exif:DateTimeOriginal')) ??
      isoDate(translated('xmp:CreateDate')) ??
      isoDate(translated('photoshop:DateCreated')) ??
      isoDate(`${iptc.text('Date Created')}T${iptc.text('Time Created')}`) ??
      isoDate(iptc.text('Date Created')),
    exposureTime_s: positive(exif.number('ExposureTime')),
    fNumber: positive(exif.number('FNumber')),
    iso: sensitivity(iso === isoBeyond ? exif.number('RecommendedExposureIndex') : iso),
    focalLength_mm: positive(exif.number('FocalLength')),
    location: locationIn(exif),
    title: line(translated('dc:title'), iptc.text('Object Name')),
    description: description(
      translated('dc:description'),
      iptc.text('Caption/Abstract'),
      exif.text('ImageDescription'),
    ),
    creator: line(together(each('dc:creator')), together(iptc.texts('By-line')), exif.text('Artist')),
    copyright: line(translated('dc:rights'), iptc.text('Copyright Notice'), exif.text('Copyright')),
    credit: line(translated('photoshop:Credit'), iptc.text('Credit')),
    source: line(translated('photoshop:Source'), iptc.text('Source')),
    usageTerms: line(translated('xmpRights:UsageTerms')),
    keywords: keywords(each('dc:subject'), iptc.texts('Keywords')),
  });
}

function withoutAbsent<T extends object>(members: { [Name in keyof T]: T[Name] | undefined }): T {
  const all: [string, unknown][] = Object.entries(members);
  return Object.fromEntries(all.filter(([, value]) => value !== undefined)) as T;
}

/** What a parser makes of a block; nothing where it stumbles, whatever over. */
function orNothing<Block, T>(parse: (block: Block) => T, block: Block): T | undefined {
  try {
    return parse(block);
  } catch {
    return undefined;
  }
}

// EXIF

const exifTags = [
  ...['Make', 'Model', 'BodySerialNumber', 'LensModel', 'LensSerialNumber', 'Software'],
  ...['DateTimeOriginal', 'OffsetTimeOriginal', 'DateTimeDigitized', 'OffsetTimeDigitized'],
  ...['ExposureTime', 'FNumber', 'ISOSpeedRatings', 'RecommendedExposureIndex', 'FocalLength'],
  ...['GPSLatitude', 'GPSLatitudeRef', 'GPSLongitude', 'GPSLongitudeRef', 'GPSAltitude', 'GPSAltitudeRef'],
  ...['ImageDescription', 'Artist', 'Copyright'],
] as const;
type ExifName = (typeof exifTags)[number];

interface Exif {
  text(name: ExifName): string | undefined;
  numbers(name: ExifName): (number | undefined)[];
  /** The first of them. */
  number(name: ExifName): number | undefined;
}

async function exifOf(block: Buffer): Promise<Exif> {
  const { default: reader } = await import('exifreader');
  const load = (bytes: Buffer) =>
    reader.load(bytes, { expanded: true, computed: true, includeTags: { exif: [...exifTags] } }).exif;
  const tags = orNothing(load, block) as Record<string, { computed?: unknown } | undefined> | undefined;
  const valuesOf = (name: ExifName): unknown[] => {
    const value = tags?.[name]?.computed;
    return Array.isArray(value) ? value : [value];
  };
  const numbers = (name: ExifName) =>
    valuesOf(name).map((value) => (typeof value === 'number' && Number.isFinite(value) ? value : undefined));
  return {
    // Copyright has two parts, of the photographer and of the editor, with a zero between them.
    text: (name) =>
      valuesOf(name)
        .filter((value) => typeof value === 'string' && value.trim() !== '')
        .join('; '),
    numbers,
    number: (name) => numbers(name)[0],
  };
}
const noTags: Exif = { text: () => undefined, numbers: () => [], number: () => undefined };

const positive = (value: number | undefined): number | undefined =>
  value !== undefined && value > 0 ? value : undefined;

/** The tag holds no more, and then says that another one has the value (EXIF 2.3). */
const isoBeyond = 65_535;

function sensitivity(value: number | undefined): number | undefined {
  return positive(value === undefined ? undefined : Math.round(value));
}

const COORDINATE_DECIMALS = 6;
const ALTITUDE_DECIMALS = 2;
const belowSea = 1;

function locationIn(exif: Exif): EmbeddedMetadata['location'] {
  const degrees = (
    name: ExifName,
    reference: ExifName,
    signs: Readonly<Record<string, number>>,
    most: number,
  ) => {
    const sign = signs[exif.text(reference)?.trim().toUpperCase() ?? ''];
    const parts = exif.numbers(name);
    if (sign === undefined || parts.length > 3) return undefined;
    const [whole, minutes = 0, seconds = 0] = parts.includes(undefined) ? [] : parts;
    if (whole === undefined) return undefined;
    const value = whole + minutes / 60 + seconds / 3600;
    return value <= most ? rounded(sign * value, COORDINATE_DECIMALS) : undefined;
  };
  const latitude_deg = degrees('GPSLatitude', 'GPSLatitudeRef', { N: 1, S: -1 }, 90);
  const longitude_deg = degrees('GPSLongitude', 'GPSLongitudeRef', { E: 1, W: -1 }, 180);
  if (latitude_deg === undefined || longitude_deg === undefined) return undefined;
  // What a device writes that does not know where it is.
  if (latitude_deg === 0 && longitude_deg === 0) return undefined;
  const altitude = exif.number('GPSAltitude');
  if (altitude === undefined) return { latitude_deg, longitude_deg };
  const sign = exif.number('GPSAltitudeRef') === belowSea ? -1 : 1;
  return { latitude_deg, longitude_deg, altitude_m: rounded(sign * altitude, ALTITUDE_DECIMALS) };
}

/** Without a negative zero. */
const rounded = (value: number, decimals: number): number => Number(value.toFixed(decimals)) + 0;

// IPTC

const iptcTags = [
  ...['Object Name', 'Caption/Abstract', 'By-line', 'Copyright Notice', 'Credit', 'Source', 'Keywords'],
  ...['Date Created', 'Time Created'],
] as const;
type IptcName = (typeof iptcTags)[number];

interface Iptc {
  texts(name: IptcName): string[];
  text(name: IptcName): string;
}

interface Dataset {
  value: readonly number[];
  description: unknown;
}

async function iptcOf(datasets: Buffer): Promise<Iptc> {
  const { default: reader } = await import('exifreader');
  const load = (block: Buffer) =>
    reader.load(exifWithIptc(block), {
      expanded: true,
      includeTags: { iptc: ['Coded Character Set', ...iptcTags] },
    }).iptc;
  const found = orNothing(load, datasets) as Record<string, Dataset | Dataset[] | undefined> | undefined;
  const texts = (name: IptcName) => [found?.[name] ?? []].flat().map(datasetText);
  return { texts, text: (name) => texts(name)[0] ?? '' };
}
const noDatasets: Iptc = { texts: () => [], text: () => '' };

const notUtf8 = '\ufffd';

function datasetText({ value, description: decoded }: Dataset): string {
  if (typeof decoded !== 'string') return '';
  // The length of a data set is limited, and may cut its last character.
  const whole = decoded.endsWith(notUtf8) ? decoded.slice(0, -1) : decoded;
  return whole.includes(notUtf8) ? Buffer.from(value).toString('latin1') : whole;
}

const noProperties: Sources['xmp'] = new Map();

// Texts

/** What cameras and programs write where a person could have written something. */
const placeholder =
  /^(?:OLYMPUS DIGITAL CAMERA|SONY DSC|(?:KONICA )?MINOLTA DIGITAL CAMERA|DCIM[\\/]\S*|<\?xml\b.*)$/is;

function description(...texts: (string | undefined)[]): string | undefined {
  const described = texts.map(cleaned).find((text) => text !== '' && !placeholder.test(text));
  return described?.replace(/\r\n?/g, '\n');
}

/** The first text that says something, in one line. */
function line(...texts: (string | undefined)[]): string | undefined {
  const text = texts.map(cleaned).find((each) => each !== '');
  return text?.replace(/\s+/g, ' ');
}

/** Without control characters, and not too long. */
function cleaned(text: string | undefined): string {
  // oxlint-disable-next-line no-control-regex -- these are the characters; tabs and line breaks stay
  const visible = (text ?? '').replace(/[\0-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f]/g, '').trim();
  // A character of two units is not cut in the middle.
  return visible
    .slice(0, EMBEDDED_TEXT_MAX)
    .replace(/[\ud800-\udbff]$/, '')
    .trimEnd();
}

function keywords(...lists: string[][]): string[] | undefined {
  for (const list of lists) {
    const words = new Set<string>();
    for (const word of list) {
      const text = line(word);
      if (text !== undefined) words.add(text);
      if (words.size === EMBEDDED_KEYWORDS_MAX) break;
    }
    if (words.size > 0) return [...words];
  }
  return undefined;
}

// Dates

/** As EXIF, ISO 8601 and some programs write it; the shorter forms of ISO 8601 are no day. */
const written =
  /^([1-9]\d{3})[-:/.](\d\d)[-:/.](\d\d)(?:[T ](\d\d):(\d\d)(?::(\d\d)(?:[.,]\d+)?)?(Z|[+-]\d\d:?\d\d)?)?$/;
const maxOffset_hours = 14;

/** A day, or a time of day in it, as ISO 8601; undefined for what is no such thing. */
function isoDate(text: string | undefined, offset?: string): string | undefined {
  const [, year, month, day, hours, minutes, seconds = '00', ownOffset] =
    written.exec(cleaned(text).slice(0, 40)) ?? [];
  if (year === undefined) return undefined;
  const date = `${year}-${month}-${day}`;
  if (!isDay(date)) return undefined;
  if (hours === undefined) return date;
  const time = `${hours}:${minutes}:${seconds}`;
  if (!/^(?:[01]\d|2[0-3]):[0-5]\d:[0-5]\d$/.test(time)) return undefined;
  return `${date}T${time}${isoOffset(ownOffset ?? offset)}`;
}

function isDay(date: string): boolean {
  const day = new Date(`${date}T00:00:00Z`);
  return !Number.isNaN(day.getTime()) && day.toISOString().startsWith(date);
}

function isoOffset(text: string | undefined): string {
  const [whole, sign, hours, minutes] = /^(?:Z|([+-])(\d\d):?([0-5]\d))$/.exec(cleaned(text)) ?? [];
  if (whole === 'Z') return 'Z';
  return sign !== undefined && Number(hours) <= maxOffset_hours ? `${sign}${hours}:${minutes}` : '';
}
