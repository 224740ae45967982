import { describe, expect, it } from 'vitest';
import { readWebVtt } from './webvtt.rules.ts';

const vtt = (...blocks: string[]) => ['WEBVTT', ...blocks, ''].join('\n\n');
const cue = '00:01.000 --> 00:02.500\nBuongiorno';

describe('WebVTT', () => {
  it.each([
    ['one cue', vtt(cue), 1, 2.5],
    ['a byte order mark and a title', `\uFEFF${vtt(cue).replace('WEBVTT', 'WEBVTT - Interview')}`, 1, 2.5],
    ['lines as Windows ends them', vtt(cue).replaceAll('\n', '\r\n'), 1, 2.5],
    ['lines as the old Macintosh ended them', vtt(cue).replaceAll('\n', '\r'), 1, 2.5],
    ['several empty lines', vtt('', cue, '', '', cue), 2, 2.5],
    [
      'names, notes, styles and regions',
      vtt('NOTE by hand', 'STYLE\n::cue { color: lime }', 'REGION\nid:a', `1\n${cue}`),
      1,
      2.5,
    ],
    [
      'hours and settings',
      vtt('01:00:00.000 --> 101:00:01.000 align:start line:0 position:10%,line-left\nLate'),
      1,
      363_601,
    ],
    ['two voices at once', vtt(cue, '00:01.000 --> 00:02.000\n<v Anna>Sì</v>'), 2, 2.5],
    ['a cue without text', vtt('00:01.000 --> 00:02.000'), 1, 2],
    ['no line end at its end', `WEBVTT\n\n${cue}`, 1, 2.5],
  ])('is read with %s', (_, text, cues, end_s) => {
    expect(readWebVtt(text)).toEqual({ cues, end_s });
  });

  it.each([
    ['another text', 'Buongiorno', 'not-webvtt', 1],
    ['nothing', '', 'not-webvtt', 1],
    ['a word that only begins so', vtt(cue).replace('WEBVTT', 'WEBVTTX'), 'not-webvtt', 1],
    ['no empty line after the first', `WEBVTT\n${cue}\n`, 'not-webvtt', 2],
    ['SubRip', `1\n00:00:01,000 --> 00:00:02,500\nBuongiorno\n`, 'subrip', 1],
    ['no cues', vtt('NOTE nothing yet'), 'no-cues', 5],
    ['commas in its times', vtt('00:01,000 --> 00:02,500\nBuongiorno'), 'cue-time', 3],
    ['no times', vtt(cue, 'Buongiorno'), 'cue-time', 6],
    ['a name without times', vtt('Anna\nBuongiorno'), 'cue-time', 4],
    ['sixty seconds', vtt('00:01.000 --> 00:60.000\nBuongiorno'), 'cue-time', 3],
    ['a cue that ends before it begins', vtt('00:02.000 --> 00:01.000\nBuongiorno'), 'cue-time', 3],
    ['cues out of order', vtt('00:02.000 --> 00:03.000\nPoi', cue), 'cue-order', 6],
    ['an unknown setting', vtt(`${cue.replace('\n', ' colour:red\n')}`), 'cue-setting', 3],
    ['an arrow in a text', vtt(`${cue}\n00:03.000 --> 00:04.000\nE poi`), 'cue-text', 5],
    ['an arrow in a note', vtt('NOTE a --> b', cue), 'cue-text', 3],
    ['a style after the cues', vtt(cue, 'STYLE\n::cue { color: lime }'), 'late-block', 6],
  ])('with %s is refused', (_, text, code, line) => {
    expect(readWebVtt(text)).toEqual({ code, line });
  });
});
