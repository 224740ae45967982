import type { EmbeddedMetadata, Technical } from '@armarium/contract/technical';
import { decimal } from '../../../ui/decimal.ts';
import { displayDate } from '../../../ui/display-date.ts';
import { grouped } from '../../../ui/grouped.ts';
import type english from '../../../records/technical/en.json';
import { formatName } from '../../../records/technical/technical-names.ts';
import {
  codecWords,
  colourSpaceWords,
  compressionWords,
  precise,
  sampleRateWords,
  type Wording,
} from '../../../records/technical/value-words.ts';
import { durationWords } from '../asset-facts.ts';
import type { Asset } from '../asset-kinds.ts';

type Label = keyof (typeof english)['technical']['labels'];
type Group = keyof (typeof english)['technical']['groups'];

interface Fact {
  /** The name of its label among the words. */
  readonly label: Label;
  readonly text: string;
}

export interface FactGroup {
  readonly group: Group;
  readonly facts: readonly Fact[];
}

/** What is kept of the file beside its technical metadata. */
type Measures = Pick<Asset, 'width_px' | 'height_px' | 'duration_s'>;

/** A line to be; without a text where the file does not tell it. */
type Line = readonly [Label, string | undefined];

/** What is known of the file of an asset, to be read: only what it tells, and only groups that have something. */
export function technicalFacts(technical: Technical, measures: Measures, wording: Wording): FactGroup[] {
  const { embedded = {} } = technical;
  const groups: readonly (readonly [Group, readonly Line[]])[] = [
    ['file', fileLines(technical, measures, wording)],
    ['capture', captureLines(embedded, wording)],
    ['texts', textLines(embedded)],
  ];
  return groups
    .map(([group, lines]) => ({ group, facts: lines.flatMap(factOf) }))
    .filter(({ facts }) => facts.length > 0);
}

function factOf([label, written = '']: Line): Fact[] {
  const text = written.trim();
  return text === '' ? [] : [{ label, text }];
}

/** The text of a value; none where it is absent, null, empty or 0. */
function textOf<Value>(value: Value, text: (value: NonNullable<Value>) => string): string | undefined {
  return value ? text(value) : undefined;
}

function fileLines(technical: Technical, measures: Measures, wording: Wording): Line[] {
  const { format, container = '' } = technical;
  const { width_px, height_px, duration_s } = measures;
  const pixels =
    width_px && height_px
      ? [`${width_px} × ${height_px} px`, megapixels(width_px * height_px, wording)]
          .filter(Boolean)
          .join(' · ')
      : undefined;
  return [
    ['format', textOf(format ?? container, formatName)],
    ['dimensions', pixels],
    ['duration', textOf(duration_s, durationWords)],
    // The picture of a page is drawn by the server: its depth and colours say nothing about the PDF.
    ...(format === 'pdf' ? [] : pictureLines(technical, wording)),
    ...recordingLines(technical, wording),
    ...modelLines(technical),
  ];
}

/** Of fewer pixels the number says nothing. */
const MEGAPIXELS_LEAST = 0.1;

function megapixels(count_px: number, { t, language }: Wording): string {
  const count = count_px / 1e6;
  return count < MEGAPIXELS_LEAST ? '' : t('megapixels', { count, number: decimal(count, language) });
}

function pictureLines(technical: Technical, wording: Wording): Line[] {
  const { t } = wording;
  const { bitDepth, channels, colourSpace, iccProfile, dpi, hasAlpha, compression } = technical;
  return [
    ['resolution', textOf(dpi, (value) => `${grouped(Math.round(value))} dpi`)],
    ['bitDepth', textOf(bitDepth, (count) => t('bits', { count }))],
    // Those of a recording are its sound's.
    ['channels', technical.container === undefined ? textOf(channels, String) : undefined],
    ['colourSpace', textOf(colourSpace, (name) => colourSpaceWords(name, wording))],
    ['colourProfile', iccProfile ?? undefined],
    ['compression', textOf(compression, (name) => compressionWords(name, wording))],
    ['transparency', textOf(hasAlpha, () => t('alpha'))],
  ];
}

function recordingLines(technical: Technical, wording: Wording): Line[] {
  const { t, language } = wording;
  const { container, videoCodec, frameRate, audioCodec, sampleRate_hz, channels } = technical;
  if (container === undefined) return [];
  const codec = (name: string) => codecWords(name, wording);
  const channelWords = (count: number) => {
    const name = count === 1 ? t('mono') : count === 2 ? t('stereo') : undefined;
    return name === undefined ? String(count) : `${count} (${name})`;
  };
  return [
    ['videoCodec', textOf(videoCodec, codec)],
    ['frameRate', textOf(frameRate, (count) => t('frames', { count, number: precise(count, 3, language) }))],
    ['audioCodec', textOf(audioCodec, codec)],
    ['sampleRate', textOf(sampleRate_hz, (rate_hz) => sampleRateWords(rate_hz, wording))],
    ['channels', textOf(channels, channelWords)],
  ];
}

function modelLines({ vertices, triangles, materials, textures }: Technical): Line[] {
  return [
    ['vertices', textOf(vertices, grouped)],
    ['triangles', textOf(triangles, grouped)],
    ['materials', textOf(materials, grouped)],
    ['textures', textOf(textures, grouped)],
  ];
}

function captureLines(embedded: EmbeddedMetadata, wording: Wording): Line[] {
  const { language } = wording;
  const { exposureTime_s, fNumber, iso, focalLength_mm, location, capturedAt } = embedded;
  return [
    ['camera', cameraWords(embedded)],
    ['lens', embedded.lensModel],
    ['date', textOf(capturedAt, momentWords)],
    ['exposure', textOf(exposureTime_s, (time_s) => `${exposureWords(time_s, language)} s`)],
    ['aperture', textOf(fNumber, (number) => `f/${precise(number, 2, language)}`)],
    ['sensitivity', textOf(iso, (value) => `ISO ${value}`)],
    ['focalLength', textOf(focalLength_mm, (length_mm) => `${decimal(length_mm, language)} mm`)],
    ['location', textOf(location, (place) => placeWords(place, wording))],
    [
      'altitude',
      location?.altitude_m === undefined ? undefined : `${precise(location.altitude_m, 1, language)} m`,
    ],
    ['software', embedded.software],
    ['cameraSerial', embedded.cameraSerial],
    ['lensSerial', embedded.lensSerial],
  ];
}

/** A camera with its make, unless its model begins with it: `NIKON D850` of `NIKON CORPORATION`. */
function cameraWords({ cameraMake = '', cameraModel = '' }: EmbeddedMetadata): string {
  const make = cameraMake.trim();
  const model = cameraModel.trim();
  const first = (name: string) => name.split(/\s+/u, 1)[0]?.toLowerCase();
  return model !== '' && first(make) === first(model) ? model : `${make} ${model}`;
}

/** A moment as the file has it, in no other time zone: `14/03/2026 15:09:26 (UTC+01:00)`. @param moment ISO 8601 */
function momentWords(moment: string): string {
  const [day = '', time = ''] = moment.split('T');
  const clock = time.slice(0, 8);
  const zone = time.slice(8);
  return [displayDate(day), clock, zone && `(UTC${zone === 'Z' ? '' : zone})`].filter(Boolean).join(' ');
}

/** How far from a whole part of a second a time may be that is written as one: 0.0166 is 1/60. */
const PART_TOLERANCE = 0.05;

/** Seconds as cameras write them: 1/250, 0.8, 30. */
function exposureWords(time_s: number, language: string): string {
  const parts = Math.round(1 / time_s);
  const isPart = parts > 1 && Math.abs(time_s * parts - 1) < PART_TOLERANCE;
  return isPart ? `1/${parts}` : precise(time_s, 2, language);
}

/** A step of the last decimal is about a metre. */
const DEGREE_DECIMALS = 5;

function placeWords(
  { latitude_deg, longitude_deg }: NonNullable<EmbeddedMetadata['location']>,
  { t, language }: Wording,
): string {
  const degrees = (value: number) => `${precise(Math.abs(value), DEGREE_DECIMALS, language)}°`;
  return [
    `${degrees(latitude_deg)} ${t(latitude_deg < 0 ? 'south' : 'north')}`,
    `${degrees(longitude_deg)} ${t(longitude_deg < 0 ? 'west' : 'east')}`,
  ].join(', ');
}

function textLines(embedded: EmbeddedMetadata): Line[] {
  const { title, description, creator, copyright, credit, source, usageTerms, keywords = [] } = embedded;
  return [
    ['title', title],
    ['description', description],
    ['creator', creator],
    ['copyright', copyright],
    ['credit', credit],
    ['source', source],
    ['usageTerms', usageTerms],
    ['keywords', keywords.filter((keyword) => keyword.trim() !== '').join(', ')],
  ];
}
