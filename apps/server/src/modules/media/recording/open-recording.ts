import { open } from 'node:fs/promises';
import {
  AV_CODEC_ID_AAC,
  AV_CODEC_ID_H264,
  AV_DISPOSITION_ATTACHED_PIC,
  AV_PIX_FMT_YUV420P,
  AV_PIX_FMT_YUVJ420P,
  AV_PKT_DATA_DISPLAYMATRIX,
  AV_PROFILE_AAC_LOW,
  AV_PROFILE_H264_BASELINE,
  AV_PROFILE_H264_HIGH,
  AV_PROFILE_H264_MAIN,
  AVMEDIA_TYPE_AUDIO,
  AVMEDIA_TYPE_VIDEO,
} from 'node-av/constants';
import { Codec, Dictionary, FormatContext, InputFormat, type Stream } from 'node-av/lib';
import { endIsMissing } from './missing-end.ts';
import { RecordingRefused, type RecordingKind } from './recording-refused.ts';
import { containers, recordingSignature, type Container } from './recording-signature.ts';

export interface OpenRecording {
  readonly container: Container;
  readonly input: FormatContext;
  readonly sound: Stream | null;
  readonly film: Stream | null;
  /** The length that the file states; 0 where it states none. */
  readonly claimed_s: number;
  /** The start of the file's timestamps, in microseconds. */
  readonly start_us: bigint;
}

/** A longer one has broken timestamps. */
export const MAX_HOURS = 24;
/** 8K is 33 million; a decoder holds a dozen such pictures at once. */
export const MAX_PIXELS = 36_000_000;
const MAX_STREAMS = 64;
const NO_TIME = -(2n ** 63n);

/**
 * Opens a recording with the one reader that its first bytes call for, and chooses the streams that are
 * played. The caller closes it.
 * @throws RecordingRefused where its beginning and its structure show that it is not of that kind
 */
export async function openRecording(path: string, kind: RecordingKind): Promise<OpenRecording> {
  const container = await containerOf(path, kind);
  const demuxer = InputFormat.findInputFormat(containers[container].demuxer);
  if (!demuxer) throw new Error(`FFmpeg was built without its reader ${containers[container].demuxer}.`);
  const input = new FormatContext();
  try {
    input.allocContext();
    // Only this one file is opened, whatever it refers to.
    const options = Dictionary.fromObject({ protocol_whitelist: 'file', max_streams: MAX_STREAMS });
    const opened = input.openInputSync(`file:${path}`, demuxer, options);
    if (opened < 0) throw unreadable(kind, `opening: ${opened}`);
    const found = input.findStreamInfoSync();
    if (found < 0) throw unreadable(kind, `reading the streams: ${found}`);
    const { sound, film } = chooseStreams(input, kind);
    const claimed_s = input.duration > 0n ? Number(input.duration) / 1e6 : 0;
    if (claimed_s > MAX_HOURS * 3600) throw RecordingRefused.for('too-long-recording', { max_h: MAX_HOURS });
    const start_us = input.startTime === NO_TIME ? 0n : input.startTime;
    return { container, input, sound, film, claimed_s, start_us };
  } catch (error) {
    input.closeInputSync();
    throw error;
  }
}

function unreadable(kind: RecordingKind, technical: string): RecordingRefused {
  return RecordingRefused.for('unreadable', { kind }, technical);
}

async function containerOf(path: string, kind: RecordingKind): Promise<Container> {
  const file = await open(path, 'r');
  try {
    const { size } = await file.stat();
    if (size === 0) throw RecordingRefused.for('empty-file', {});
    const signature = await recordingSignature(file);
    if (signature.container === null)
      throw RecordingRefused.for('unsupported-format', { seemsToBe: signature.seemsToBe, kind });
    if (await endIsMissing(file, signature.container, size)) throw RecordingRefused.for('truncated', {});
    return signature.container;
  } finally {
    await file.close();
  }
}

function chooseStreams(input: FormatContext, kind: RecordingKind) {
  // A cover is a single picture beside the sound, and no film.
  const films = input.streams.filter(
    (stream) =>
      stream.codecpar.codecType === AVMEDIA_TYPE_VIDEO && !stream.hasDisposition(AV_DISPOSITION_ATTACHED_PIC),
  );
  const best = input.findBestStream(AVMEDIA_TYPE_AUDIO);
  const sound = input.streams.find((stream) => stream.index === best) ?? null;
  if (kind === 'audio') {
    if (films.length > 0) throw RecordingRefused.for('is-a-video', {});
    if (!sound) throw RecordingRefused.for('no-sound', {});
    checkSound(sound, kind);
    return { sound, film: null };
  }
  const bestFilm = input.findBestStream(AVMEDIA_TYPE_VIDEO);
  const film = films.find((stream) => stream.index === bestFilm) ?? films[0] ?? null;
  if (!film) throw RecordingRefused.for('no-pictures', {});
  const { width, height, codecId } = film.codecpar;
  if (!Codec.findDecoder(codecId)) throw unsupported(film, kind);
  if (width <= 0 || height <= 0) throw unreadable(kind, 'the pictures have no size');
  if (width * height > MAX_PIXELS)
    throw RecordingRefused.for('too-many-pixels', {
      width_px: width,
      height_px: height,
      maxPixels: MAX_PIXELS,
    });
  if (sound) checkSound(sound, kind);
  return { sound, film };
}

function checkSound(sound: Stream, kind: RecordingKind): void {
  if (!Codec.findDecoder(sound.codecpar.codecId)) throw unsupported(sound, kind);
  if (sound.codecpar.sampleRate <= 0 || sound.codecpar.channels <= 0)
    throw unreadable(kind, 'the sound has no sample rate or channels');
}

function unsupported({ codecpar }: Stream, kind: RecordingKind): RecordingRefused {
  const found = codecpar.codecTagString ?? String(codecpar.codecId);
  return RecordingRefused.for('unsupported-coding', { found, kind });
}

/** FFmpeg filters that make a picture upright, and whether they swap its sides. */
export function uprightFilters(film: Stream): { filters: string[]; isTurned: boolean; degrees: number } {
  const side = film.codecpar.getCodedSideData(AV_PKT_DATA_DISPLAYMATRIX);
  if (!side || side.length < 36) return { filters: [], isTurned: false, degrees: 0 };
  const at = (index: number): number => side.readInt32LE(index * 4) / 65_536;
  const [a, b, d, e] = [at(0), at(1), at(3), at(4)];
  const degrees = (Math.round((Math.atan2(b, a) * 180) / Math.PI / 90) * 90 + 360) % 360;
  const filters =
    degrees === 90
      ? [d > 0 ? 'transpose=cclock_flip' : 'transpose=clock']
      : degrees === 270
        ? [d < 0 ? 'transpose=clock_flip' : 'transpose=cclock']
        : degrees === 180
          ? [...(a < 0 ? ['hflip'] : []), ...(e < 0 ? ['vflip'] : [])]
          : e < 0
            ? ['vflip']
            : [];
  return { filters, isTurned: degrees === 90 || degrees === 270, degrees };
}

/** The size at which the picture is shown: upright, with square pixels. */
export function shownSize(film: Stream): { width_px: number; height_px: number } {
  const { width, height, sampleAspectRatio: ofCoding } = film.codecpar;
  const ratio = film.sampleAspectRatio.num > 0 ? film.sampleAspectRatio : ofCoding;
  const stretch = ratio.num > 0 && ratio.den > 0 ? ratio.num / ratio.den : 1;
  const isSane = stretch > 0.1 && stretch < 10;
  const wide = isSane ? Math.max(1, Math.round(width * stretch)) : width;
  return uprightFilters(film).isTurned
    ? { width_px: height, height_px: wide }
    : { width_px: wide, height_px: height };
}

const copiedContainers: readonly Container[] = ['mp4', 'quicktime', '3gp', 'matroska', 'flv', 'mpeg-ts'];
const playedProfiles: readonly number[] = [
  AV_PROFILE_H264_BASELINE,
  AV_PROFILE_H264_MAIN,
  AV_PROFILE_H264_HIGH,
];
const playedPixels: readonly number[] = [AV_PIX_FMT_YUV420P, AV_PIX_FMT_YUVJ420P];

/**
 * Whether every browser plays the pictures as they are coded: H.264 of 8 bits, 4:2:0. Only the pictures
 * themselves show whether they are interlaced.
 */
export function isPlayedFilm({ container, film }: OpenRecording): boolean {
  if (!film || !copiedContainers.includes(container)) return false;
  const { codecId, profile, format } = film.codecpar;
  return (
    codecId === AV_CODEC_ID_H264 &&
    // Bits for "constrained" and "intra" are beside the number.
    playedProfiles.includes(profile & 0xff) &&
    playedPixels.includes(format)
  );
}

/** Whether every browser plays the sound as it is coded: AAC-LC with one or two channels. */
export function isPlayedSound({ container, sound }: OpenRecording): boolean {
  if (!sound || !(copiedContainers.includes(container) || container === 'aac')) return false;
  const { codecId, profile, channels, sampleRate } = sound.codecpar;
  return (
    codecId === AV_CODEC_ID_AAC && profile === AV_PROFILE_AAC_LOW && channels <= 2 && sampleRate <= 48_000
  );
}
