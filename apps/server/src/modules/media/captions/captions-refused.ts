import { MediaRefused } from '../media-refused.ts';
import type { WebVttFault } from './webvtt.rules.ts';

const write = 'Save it as WebVTT (.vtt) from the program in which it was written, and upload that.';
const correct = 'Correct it in the program in which it was written or in a text editor, and upload it again.';

/** Why a caption file is refused, for cataloguers. The number of the faulty line is put before the text. */
const causes: Readonly<
  Record<WebVttFault['code'] | 'captions-too-large' | 'captions-coding', { title: string; nextStep: string }>
> = {
  'not-webvtt': { title: 'This is no WebVTT: it begins with WEBVTT and an empty line.', nextStep: write },
  subrip: { title: 'This is SubRip (.srt), which browsers don’t show.', nextStep: write },
  'no-cues': { title: 'The file has no captions in it.', nextStep: 'Look whether it is the right file.' },
  'cue-time': {
    title: 'A caption needs its times before it, as 00:01:02.500 --> 00:01:05.000, the later one last.',
    nextStep: correct,
  },
  'cue-order': { title: 'This caption begins before the one above it.', nextStep: correct },
  'cue-setting': {
    title: 'There is something behind the times that WebVTT doesn’t know.',
    nextStep: correct,
  },
  'cue-text': {
    title: 'There is an arrow --> in a text: an empty line is missing above it.',
    nextStep: correct,
  },
  'late-block': { title: 'Styles and regions stand before the first caption.', nextStep: correct },
  'captions-too-large': {
    title: 'The file is larger than captions are: at most 2 MB.',
    nextStep: 'Look whether it is the right file.',
  },
  'captions-coding': {
    title: 'The text is not in UTF-8.',
    nextStep: 'Save it in the coding UTF-8, and upload that.',
  },
};

/**
 * @param line in the file, counted from 1
 * @param technical the message of the decoder, for the log
 */
export function captionsRefused(code: keyof typeof causes, line?: number, technical?: string): MediaRefused {
  const { title, nextStep } = causes[code];
  const place = line === undefined ? '' : `Line ${line}: `;
  return new MediaRefused(
    { code, title: `${place}${title}`, nextStep },
    { ...(line && { line }) },
    technical,
  );
}
