import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { AV_LOG_FATAL } from 'node-av/constants';
import { Codec, Log, type Stream } from 'node-av/lib';
import type { Derived, DerivedFile, DeriveTask, MediaWarning, Probe } from '../derivation.ts';
import { CodingRefused, lookAtMemory } from './coding-steps.ts';
import { isInterlaced, writePoster } from './film-pictures.ts';
import {
  isPlayedFilm,
  isPlayedSound,
  openRecording,
  shownSize,
  uprightFilters,
  type OpenRecording,
} from './open-recording.ts';
import { RecordingRefused, type RecordingKind } from './recording-refused.ts';
import { containers, type Container } from './recording-signature.ts';
import { transcode } from './transcode.ts';
import { PeakGatherer } from './wave-peaks.ts';

/** Facts about the original. */
interface RecordingTechnical {
  container: Container;
  /** Names of FFmpeg: 'h264', 'vp9', 'flac', … */
  videoCodec: string | null;
  audioCodec: string | null;
  sampleRate_hz: number | null;
  channels: number | null;
  frameRate: number | null;
  /** Degrees clockwise of the rotation in the file; the derivatives are always upright. */
  rotation: number | null;
  /** Whether the playable copy has the stream of the original, bit for bit. */
  isVideoCopied: boolean;
  isAudioCopied: boolean;
}

/**
 * Describes a recording as far as its beginning and its structure show.
 * @throws RecordingRefused
 */
export async function probeRecording(path: string, kind: RecordingKind): Promise<Probe> {
  Log.setLevel(AV_LOG_FATAL);
  const recording = await openRecording(path, kind);
  try {
    const { container, film, claimed_s } = recording;
    return {
      mediaType: containers[container][kind],
      pages: [],
      facts: {
        container,
        ...(claimed_s > 0 && { duration_s: claimed_s }),
        ...(film && shownSize(film)),
      },
    };
  } finally {
    recording.input.closeInputSync();
  }
}

const thumbnail_px = 480;
/**
 * The longer and the shorter side of the playable copy, where it must be encoded: what a page shows; the
 * original is kept.
 */
const longest_px = 1920;
const shortest_px = 1080;

/**
 * Makes the files that a browser plays (decisions §6): of sound an M4A with AAC and the peaks of its
 * waveform; of a video an MP4 with H.264 and AAC, the peaks where it has sound, a poster and a thumbnail.
 * Streams that are already coded like this are copied. Each result is opened and read again before it counts.
 *
 * Writes `playable.m4a` or `playable.mp4`, `peaks.json`, `poster.jpg` and `thumbnail.jpg` into the folder.
 * @throws RecordingRefused when the file is to blame; other errors unchanged
 */
export async function deriveRecording(
  { source, into }: Pick<DeriveTask, 'source' | 'into'>,
  kind: RecordingKind,
): Promise<Derived> {
  Log.setLevel(AV_LOG_FATAL);
  return makeFiles({ source, into }, kind).catch((error: unknown) => {
    if (!(error instanceof CodingRefused)) throw error;
    throw RecordingRefused.for('unsupported-coding', { found: error.message, kind });
  });
}

async function makeFiles(
  { source, into }: Pick<DeriveTask, 'source' | 'into'>,
  kind: RecordingKind,
): Promise<Derived> {
  const isScanned = kind === 'video' ? await scanOf(source) : false;
  const recording = await openRecording(source, kind);
  try {
    const { container, film, sound } = recording;
    const isVideoCopied = film !== null && !isScanned && isPlayedFilm(recording);
    const isAudioCopied = sound !== null && isPlayedSound(recording);
    const gatherer = sound ? new PeakGatherer() : undefined;
    const playable = join(into, kind === 'video' ? 'playable.mp4' : 'playable.m4a');
    const shown = film && shownSize(film);
    const report = await transcode(
      recording,
      { path: playable, format: kind === 'video' ? 'mp4' : 'ipod' },
      {
        ...(film &&
          shown && {
            film: { isCopied: isVideoCopied, ...playedSize(shown), turn: uprightFilters(film).filters },
          }),
        ...(sound && { sound: { isCopied: isAudioCopied, peaks: gatherer } }),
      },
      pause,
    );
    const made = await judge(recording, kind, playable, report.end_s);
    const pictures = kind === 'video' ? await writePictures(playable, made.duration_s, into) : null;
    const technical: RecordingTechnical = {
      container,
      videoCodec: film && codecName(film),
      audioCodec: sound && codecName(sound),
      sampleRate_hz: sound?.codecpar.sampleRate ?? null,
      channels: sound?.codecpar.channels ?? null,
      frameRate:
        film && film.avgFrameRate.den > 0
          ? Math.round((film.avgFrameRate.num / film.avgFrameRate.den) * 1000) / 1000
          : null,
      rotation: film && uprightFilters(film).degrees,
      isVideoCopied,
      isAudioCopied,
    };
    return {
      ...(shown ?? {}),
      duration_s: made.duration_s,
      technical,
      warnings: warningsFor(kind, sound !== null, report.broken),
      ...(pictures && { thumbnail: pictures.thumbnail }),
      derivatives: [
        {
          role: 'playable',
          path: playable,
          media_type: kind === 'video' ? 'video/mp4' : 'audio/mp4',
          facts: { duration_s: made.duration_s, ...made.size },
        },
        ...(gatherer ? [await writePeaks(gatherer, into)] : []),
        ...(pictures ? [pictures.poster] : []),
      ],
    };
  } finally {
    recording.input.closeInputSync();
  }
}

/** Lets the process receive messages, so that it learns when the server is gone, and checks its memory. */
async function pause(): Promise<void> {
  await setImmediate();
  lookAtMemory();
}

/** Whether the film is interlaced, as on tape, judged by its first picture. */
async function scanOf(path: string): Promise<boolean> {
  const recording = await openRecording(path, 'video');
  try {
    const found = isInterlaced(recording);
    if (found === null)
      throw RecordingRefused.for('unreadable', { kind: 'video' }, 'no picture could be decoded');
    return found;
  } finally {
    recording.input.closeInputSync();
  }
}

/** The name of the coding, not of the library that reads it. */
function codecName({ codecpar }: Stream): string {
  const name = Codec.findDecoder(codecpar.codecId)?.name ?? 'unknown';
  return name === 'libdav1d' ? 'av1' : name;
}

/** The size that fits a page: same proportions, even sides. */
function playedSize({ width_px, height_px }: { width_px: number; height_px: number }) {
  const scale = Math.min(
    1,
    longest_px / Math.max(width_px, height_px),
    shortest_px / Math.min(width_px, height_px),
  );
  const even = (side: number): number => Math.max(2, Math.round((side * scale) / 2) * 2);
  return { width_px: even(width_px), height_px: even(height_px) };
}

/** Containers that store the length, instead of a guess from the file size. */
const tellsItsLength: readonly Container[] = [
  'mp4',
  'quicktime',
  '3gp',
  'matroska',
  'webm',
  'avi',
  'flac',
  'wav',
  'w64',
  'aiff',
];

/**
 * Opens the copy as any browser would.
 * @param end_s where decoding ended
 * @throws RecordingRefused where much of the original's stated length is missing
 */
async function judge(original: OpenRecording, kind: RecordingKind, playable: string, end_s: number) {
  if (end_s <= 0) throw RecordingRefused.for('unreadable', { kind }, 'nothing could be decoded');
  const promised_s = promisedLength(original);
  const slack_s = Math.max(2, promised_s * 0.05);
  if (tellsItsLength.includes(original.container) && end_s < Math.min(promised_s - slack_s, promised_s * 0.9))
    throw RecordingRefused.for('truncated', {}, `${end_s} s of ${promised_s} s`);
  const copy = await openRecording(playable, kind);
  try {
    const { film, sound, claimed_s } = copy;
    if ((film === null) !== (original.film === null) || (sound === null && original.sound !== null))
      throw new Error('The playable copy lacks a stream.');
    if (Math.abs(claimed_s - end_s) > Math.max(1, end_s * 0.02))
      throw new Error(`The playable copy lasts ${claimed_s} s, where ${end_s} s were coded.`);
    return { duration_s: claimed_s, size: film && shownSize(film) };
  } finally {
    copy.input.closeInputSync();
  }
}

/** The length that the file states for the streams that are played. */
function promisedLength({ sound, film, claimed_s, start_us }: OpenRecording): number {
  const lengths = [sound, film].flatMap((stream) =>
    stream
      ? [stream.duration > 0n ? (Number(stream.duration) * stream.timeBase.num) / stream.timeBase.den : 0]
      : [],
  );
  const longest = Math.max(...lengths);
  return lengths.every((length) => length > 0) ? longest : Math.max(0, claimed_s - Number(start_us) / 1e6);
}

async function writePeaks(gatherer: PeakGatherer, into: string): Promise<DerivedFile> {
  const path = join(into, 'peaks.json');
  const { length, sample_rate, samples_per_pixel } = await gatherer.write(path);
  return {
    role: 'peaks',
    path,
    media_type: 'application/json',
    facts: { length, sample_rate, samples_per_pixel },
  };
}

async function writePictures(playable: string, duration_s: number, into: string) {
  const paths = { poster: join(into, 'poster.jpg'), thumbnail: join(into, 'thumbnail.jpg') };
  const copy = await openRecording(playable, 'video');
  try {
    const made = await writePoster(copy, duration_s, paths, thumbnail_px);
    if (!made) throw new Error('The playable copy gives no picture.');
    const { width_px, height_px, thumbnail } = made;
    const poster: DerivedFile = {
      role: 'poster',
      path: paths.poster,
      media_type: 'image/jpeg',
      facts: { width_px, height_px },
    };
    return { poster, thumbnail: { path: paths.thumbnail, ...thumbnail } };
  } finally {
    copy.input.closeInputSync();
  }
}

function warningsFor(kind: RecordingKind, hasSound: boolean, broken: number): MediaWarning[] {
  return [
    ...(kind === 'video' && !hasSound ? [{ code: 'no-sound', title: 'The video has no sound.' }] : []),
    ...(broken > 0
      ? [
          {
            code: 'irregular-file',
            title: 'The file has irregularities; parts of it may be missing or disturbed.',
          },
        ]
      : []),
  ];
}
