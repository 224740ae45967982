import type { FileValue } from '@armarium/contract/file-facts';
import type { TFunction } from 'i18next';
import type english from './en.json';
import { codecName, formatName, pcmOf } from './technical-names.ts';

/** The words, and the language that numbers are written in. */
export interface Wording {
  readonly t: TFunction<'technical'>;
  readonly language: string;
}

/** A number with more decimals than `decimal` has, as a language writes it. */
export const precise = (value: number, decimals: number, language: string): string =>
  new Intl.NumberFormat(language, { maximumFractionDigits: decimals, useGrouping: false }).format(value);

const colourSpaces: Readonly<Record<string, string>> = {
  srgb: 'RGB',
  rgb: 'RGB',
  cmyk: 'CMYK',
  lab: 'Lab',
  labs: 'Lab',
};

/** A colour space by the name that libvips has for it. */
export function colourSpaceWords(name: string, { t }: Wording): string {
  const inWords: Readonly<Record<string, string>> = {
    ...colourSpaces,
    rgb16: t('rgb16'),
    'b-w': t('greyscale'),
    grey16: t('grey16'),
  };
  return inWords[name] ?? name;
}

/** A compression by the name that the server has for it. */
export function compressionWords(name: string, { t }: Wording): string {
  const inWords: Readonly<Record<string, string>> = {
    none: t('uncompressed'),
    'old-style JPEG': t('oldJpeg'),
  };
  return inWords[name] ?? name;
}

export function codecWords(codec: string, { t }: Wording): string {
  const pcm = pcmOf(codec);
  return pcm ? t(pcm.isFloat ? 'floatPcm' : 'pcm', { bits: pcm.bits }) : codecName(codec);
}

export const sampleRateWords = (rate_hz: number, { language }: Wording): string =>
  `${precise(rate_hz / 1000, 3, language)} kHz`;

interface ValueProperty {
  readonly label: keyof (typeof english)['technical']['labels'];
  readonly words: (value: string, wording: Wording) => string;
}

/**
 * The label of a property of files by which items are filtered, and what its values are called. Values without names of
 * their own are shown as they are.
 */
export const valueProperties: Readonly<Record<FileValue, ValueProperty>> = {
  format: { label: 'format', words: formatName },
  colourSpace: { label: 'colourSpace', words: colourSpaceWords },
  iccProfile: { label: 'colourProfile', words: String },
  bitDepth: { label: 'bitDepth', words: (bits, { t }) => t('bits', { count: Number(bits) }) },
  channels: { label: 'channels', words: String },
  compression: { label: 'compression', words: compressionWords },
  videoCodec: { label: 'videoCodec', words: codecWords },
  audioCodec: { label: 'audioCodec', words: codecWords },
  sampleRate_hz: {
    label: 'sampleRate',
    words: (rate_hz, wording) => sampleRateWords(Number(rate_hz), wording),
  },
  cameraModel: { label: 'camera', words: String },
  lensModel: { label: 'lens', words: String },
  creator: { label: 'creator', words: String },
  copyright: { label: 'copyright', words: String },
  credit: { label: 'credit', words: String },
  keyword: { label: 'keywords', words: String },
};
