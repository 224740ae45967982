import { MediaRefused } from '../media-refused.ts';

const copyAgain = 'Copy or export the file once more from where it came from and upload it again.';
const soundKinds = 'MP3, AAC, M4A, WAV, Ogg, FLAC, AMR or Opus';
const filmKinds = 'MP4, MPEG, AVI, MOV, MKV, FLV, WebM or 3GP';

export type RecordingKind = 'audio' | 'video';

/** Details for the text of a refusal. Sizes in px, times in hours, memory in megabytes. */
interface Details {
  'empty-file': Record<never, never>;
  'unsupported-format': { seemsToBe: string; kind: RecordingKind };
  'unsupported-coding': { found: string; kind: RecordingKind };
  'is-a-video': Record<never, never>;
  'no-pictures': Record<never, never>;
  'no-sound': Record<never, never>;
  'too-many-pixels': { width_px: number; height_px: number; maxPixels: number };
  'too-long-recording': { max_h: number };
  'too-demanding': Record<never, never>;
  'recordings-unavailable': Record<never, never>;
  truncated: Record<never, never>;
  unreadable: { kind: RecordingKind };
}

type RecordingRefusalCode = keyof Details;

type Words = { title: string; nextStep: string };

const named = { audio: 'a sound file', video: 'a video' } as const;
const saveAs = {
  audio: `Save it as ${soundKinds} and upload it again.`,
  video: `Save it as ${filmKinds} and upload it again.`,
} as const;

const words: { [C in RecordingRefusalCode]: (details: Details[C]) => Words } = {
  'empty-file': () => ({ title: 'The file is empty.', nextStep: copyAgain }),
  'unsupported-format': ({ seemsToBe, kind }) => ({
    title: `This is not ${named[kind]} that can be taken in: it seems to be ${seemsToBe}.`,
    nextStep: saveAs[kind],
  }),
  'unsupported-coding': ({ found, kind }) => ({
    title: `The file is coded in a way that can't be read here: ${found}.`,
    nextStep: saveAs[kind],
  }),
  'is-a-video': () => ({
    title: 'The file holds moving pictures: it is a video.',
    nextStep: 'Upload it as a video.',
  }),
  'no-pictures': () => ({
    title: 'The file holds no moving pictures.',
    nextStep: 'If it is a sound recording, upload it as audio; otherwise export the video once more.',
  }),
  'no-sound': () => ({ title: 'The file holds no sound.', nextStep: copyAgain }),
  'too-many-pixels': ({ width_px, height_px, maxPixels }) => ({
    title: `The picture of the video is too large: ${width_px} × ${height_px} pixels, where ${Math.floor(maxPixels / 1e6)} megapixels are allowed.`,
    nextStep: 'Save a smaller copy and upload that.',
  }),
  'too-long-recording': ({ max_h }) => ({
    title: `The recording is longer than ${max_h} hours, or its clock is broken.`,
    nextStep: 'Cut it into several files and upload those.',
  }),
  'too-demanding': () => ({
    title: 'The file needs more memory or time to be read than any recording should.',
    nextStep: 'Save it anew with another program and upload that, or tell your administrator.',
  }),
  'recordings-unavailable': () => ({
    title:
      'Audio and video can’t be taken in by this installation: the part that reads them is not installed.',
    nextStep: 'Ask your administrator to install the optional package node-av.',
  }),
  truncated: () => ({ title: 'The file is incomplete: its end is missing.', nextStep: copyAgain }),
  unreadable: ({ kind }) => ({
    title: `The file is damaged and can’t be read as ${named[kind]}.`,
    nextStep: `Open it in a player: if it plays there, save it anew as ${kind === 'audio' ? 'WAV or FLAC' : 'MP4'}. If not: ${copyAgain.charAt(0).toLowerCase()}${copyAgain.slice(1)}`,
  }),
};

/** No recording can be made of the file. */
export class RecordingRefused extends MediaRefused {
  static for<C extends RecordingRefusalCode>(
    code: C,
    details: Details[C],
    technical?: string,
  ): RecordingRefused {
    const text = words[code](details);
    return new RecordingRefused({ code, ...text }, details, technical ?? text.title);
  }
}
