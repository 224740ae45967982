import type { Technical } from '@armarium/contract/technical';
import i18next from 'i18next';
import { expect, it } from 'vitest';
import english from '../../../records/technical/en.json' with { type: 'json' };
import italian from '../../../records/technical/it.json' with { type: 'json' };
import { technicalFacts } from './technical-facts.ts';

const words = i18next.createInstance();
await words.init({
  resources: { en: english, it: italian },
  lng: 'en',
  initAsync: false,
  showSupportNotice: false,
});

const nothing = { width_px: null, height_px: null };

/** The lines of each group as they are read. */
function told(technical: Technical, measures = {}, language: 'en' | 'it' = 'en') {
  const { labels, groups } = { en: english, it: italian }[language].technical;
  const wording = { t: words.getFixedT(language, 'technical'), language };
  const found = technicalFacts(technical, { ...nothing, ...measures }, wording);
  return found.map(({ group, facts }) => [
    groups[group],
    ...facts.map(({ label, text }) => `${labels[label]}: ${text}`),
  ]);
}
const captured = (embedded: Technical['embedded'], language?: 'it') =>
  told({ embedded }, {}, language)[0]?.slice(1);

const scan: Technical = {
  format: 'tiff',
  bitDepth: 16,
  channels: 4,
  colourSpace: 'rgb16',
  iccProfile: 'Adobe RGB (1998)',
  dpi: 1199.9,
  orientation: 1,
  hasAlpha: true,
  compression: 'none',
};

it('an image is told in plain words and the numbers of the language', () => {
  const measures = { width_px: 8256, height_px: 5504 };
  expect(told(scan, measures)).toEqual([
    [
      'File',
      'Format: TIFF',
      'Dimensions: 8256 × 5504 px · 45.4 megapixels',
      'Resolution: 1\u202f200 dpi',
      'Bit depth: 16 bits per channel',
      'Channels: 4',
      'Colour space: RGB (16 bits)',
      'Colour profile: Adobe RGB (1998)',
      'Compression: None',
      'Transparency: Alpha channel',
    ],
  ]);
  expect(told(scan, measures, 'it')).toEqual([
    [
      'File',
      'Formato: TIFF',
      'Dimensioni: 8256 × 5504 px · 45,4 megapixel',
      'Risoluzione: 1\u202f200 dpi',
      'Profondità di bit: 16 bit per canale',
      'Canali: 4',
      'Spazio colore: RGB (16 bit)',
      'Profilo colore: Adobe RGB (1998)',
      'Compressione: Nessuna',
      'Trasparenza: Canale alfa',
    ],
  ]);
});

it.each([
  ['jpeg', 'JPEG'],
  ['tiff', 'TIFF'],
  ['jp2', 'JPEG 2000'],
  ['png', 'PNG'],
  ['webp', 'WebP'],
  ['gif', 'GIF'],
  ['obj', 'OBJ'],
  ['glb', 'GLB (glTF)'],
])('the format %s is called %s', (format, name) => {
  expect(told({ format })).toEqual([['File', `Format: ${name}`]]);
});

it.each([
  ['srgb', 'RGB'],
  ['b-w', 'Greyscale'],
  ['grey16', 'Greyscale (16 bits)'],
  ['cmyk', 'CMYK'],
  ['lab', 'Lab'],
  ['multiband', 'multiband'],
])('the colour space %s is called %s', (colourSpace, name) => {
  expect(told({ colourSpace })).toEqual([['File', `Colour space: ${name}`]]);
});

it('what the file does not tell has no line, and a group without lines no heading', () => {
  expect(told({})).toEqual([]);
  expect(
    told({
      format: 'png',
      channels: null,
      iccProfile: null,
      dpi: null,
      hasAlpha: false,
      compression: null,
      embedded: { software: ' ', keywords: ['', ' '] },
    }),
  ).toEqual([['File', 'Format: PNG']]);
});

it('of a page of a PDF the picture that the server drew of it says nothing', () => {
  expect(told({ ...scan, format: 'pdf' }, { width_px: 3000, height_px: 2000 })).toEqual([
    ['File', 'Format: PDF', 'Dimensions: 3000 × 2000 px · 6 megapixels'],
  ]);
});

it('of a picture with few pixels they are not counted in millions', () => {
  expect(told({}, { width_px: 200, height_px: 300 })).toEqual([['File', 'Dimensions: 200 × 300 px']]);
});

it('a film and its sound are told with the names of their codecs', () => {
  const film: Technical = {
    container: 'mp4',
    videoCodec: 'h264',
    audioCodec: 'aac',
    sampleRate_hz: 44_100,
    channels: 2,
    frameRate: 23.976,
    rotation: 0,
  };
  const measures = { width_px: 1920, height_px: 1080, duration_s: 187 };
  expect(told(film, measures)).toEqual([
    [
      'File',
      'Format: MP4',
      'Dimensions: 1920 × 1080 px · 2.1 megapixels',
      'Duration: 3:07',
      'Video codec: H.264 (AVC)',
      'Frame rate: 23.976 frames a second',
      'Audio codec: AAC',
      'Sample rate: 44.1 kHz',
      'Channels: 2 (stereo)',
    ],
  ]);
  expect(told(film, {}, 'it')[0]).toContain('Frequenza fotogrammi: 23,976 fotogrammi al secondo');
  expect(told({ ...film, frameRate: 1 })[0]).toContain('Frame rate: 1 frame a second');
});

it.each([
  ['pcm_s24le', 'PCM, 24 bits'],
  ['pcm_f32le', 'PCM, 32 bits, floating point'],
  ['mp3float', 'MP3'],
  ['adpcm_ms', 'adpcm_ms'],
])('a sound in %s is told as %s', (audioCodec, name) => {
  const sound = { container: 'wav', videoCodec: null, frameRate: null, rotation: null, audioCodec };
  expect(told({ ...sound, sampleRate_hz: 48_000, channels: 1 })).toEqual([
    ['File', 'Format: WAV', `Audio codec: ${name}`, 'Sample rate: 48 kHz', 'Channels: 1 (mono)'],
  ]);
});

it('a model is told by its parts; those that it has none of are left out', () => {
  const model = { format: 'obj', vertices: 2_930, triangles: 1_405_856, faces: 9, materials: 1, textures: 0 };
  expect(told(model)).toEqual([
    ['File', 'Format: OBJ', 'Vertices: 2\u202f930', 'Triangles: 1\u202f405\u202f856', 'Materials: 1'],
  ]);
});

it('the capture is told as photographers write it', () => {
  const embedded = {
    cameraMake: 'NIKON CORPORATION',
    cameraModel: 'NIKON D850',
    cameraSerial: '6012345',
    lensModel: 'AF-S Micro 60mm f/2.8G ED',
    lensSerial: '204',
    software: 'Capture One 23',
    capturedAt: '2026-03-14T15:09:26+01:00',
    exposureTime_s: 0.004,
    fNumber: 8,
    iso: 100,
    focalLength_mm: 85,
    location: { latitude_deg: 43.769_562, longitude_deg: 11.255_814, altitude_m: 52.25 },
  };
  expect(told({ embedded })).toEqual([
    [
      'Capture',
      'Camera: NIKON D850',
      'Lens: AF-S Micro 60mm f/2.8G ED',
      'Date: 14/03/2026 15:09:26 (UTC+01:00)',
      'Exposure time: 1/250 s',
      'Aperture: f/8',
      'Sensitivity: ISO 100',
      'Focal length: 85 mm',
      'Location: 43.76956° N, 11.25581° E',
      'Altitude: 52.3 m',
      'Software: Capture One 23',
      'Camera serial no.: 6012345',
      'Lens serial no.: 204',
    ],
  ]);
  expect(captured({ fNumber: 2.8, focalLength_mm: 4.25, location: embedded.location }, 'it')).toEqual([
    'Diaframma: f/2,8',
    'Lunghezza focale: 4,3 mm',
    'Luogo: 43,76956° N, 11,25581° E',
    'Altitudine: 52,3 m',
  ]);
});

it('a place at the level of the sea has an altitude, and one below it', () => {
  const altitudeOf = (altitude_m: number) =>
    captured({ location: { latitude_deg: 31.5, longitude_deg: 35.5, altitude_m } })?.[1];
  expect([altitudeOf(0), altitudeOf(-430.5)]).toEqual(['Altitude: 0 m', 'Altitude: -430.5 m']);
});

it('a point in the south and west says so, also in Italian', () => {
  const location = { latitude_deg: -33.5, longitude_deg: -70.25 };
  expect(captured({ location })).toEqual(['Location: 33.5° S, 70.25° W']);
  expect(captured({ location }, 'it')).toEqual(['Luogo: 33,5° S, 70,25° O']);
});

it.each([
  ['NIKON CORPORATION', 'NIKON D850', 'NIKON D850'],
  ['Canon', 'Canon EOS R5', 'Canon EOS R5'],
  ['Leica Camera AG', 'LEICA M10', 'LEICA M10'],
  ['SONY', 'ILCE-7M3', 'SONY ILCE-7M3'],
  ['Phase One', 'Phaser', 'Phase One Phaser'],
  ['', 'IQ4 150MP', 'IQ4 150MP'],
  ['Zeutschel', '', 'Zeutschel'],
])('the camera %s, %s is called %s', (cameraMake, cameraModel, name) => {
  expect(captured({ cameraMake, cameraModel })).toEqual([`Camera: ${name}`]);
});

it.each([
  ['2026-03-14', '14/03/2026'],
  ['2026-03-14T23:59:59', '14/03/2026 23:59:59'],
  ['2026-03-14T23:59:59Z', '14/03/2026 23:59:59 (UTC)'],
  ['2026-03-14T00:30:00-08:00', '14/03/2026 00:30:00 (UTC-08:00)'],
])('the moment %s is told as the file has it: %s', (capturedAt, text) => {
  expect(captured({ capturedAt })).toEqual([`Date: ${text}`]);
});

it.each([
  [0.000_125, '1/8000 s'],
  [0.0166, '1/60 s'],
  [0.5, '1/2 s'],
  [0.4, '0.4 s'],
  [0.8, '0.8 s'],
  [0.97, '0.97 s'],
  [1, '1 s'],
  [1.3, '1.3 s'],
  [30, '30 s'],
])('an exposure of %s seconds is written %s', (exposureTime_s, text) => {
  expect(captured({ exposureTime_s })).toEqual([`Exposure time: ${text}`]);
});

it('the texts in the file are told as they are', () => {
  const embedded = {
    title: 'Codice miniato',
    description: 'Prima riga\nseconda riga ',
    creator: 'Ada Rossi',
    copyright: '© 2026 Biblioteca',
    credit: 'Biblioteca',
    source: 'Ms. 12',
    usageTerms: 'CC BY 4.0',
    keywords: ['herbal', '', 'parchment'],
  };
  expect(told({ embedded })).toEqual([
    [
      'Texts in the file',
      'Title: Codice miniato',
      'Description: Prima riga\nseconda riga',
      'Creator: Ada Rossi',
      'Copyright: © 2026 Biblioteca',
      'Credit: Biblioteca',
      'Source: Ms. 12',
      'Usage terms: CC BY 4.0',
      'Keywords: herbal, parchment',
    ],
  ]);
});
