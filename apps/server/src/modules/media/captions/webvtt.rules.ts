/** Why a text is no WebVTT as players read it: what is wrong, and in which line, counted from 1. */
export interface WebVttFault {
  readonly code:
    | 'not-webvtt'
    | 'subrip'
    | 'no-cues'
    | 'cue-time'
    | 'cue-order'
    | 'cue-setting'
    | 'cue-text'
    | 'late-block';
  readonly line: number;
}

export interface WebVttCues {
  readonly cues: number;
  /** When the last one ends. */
  readonly end_s: number;
}

const timestamp = String.raw`(?:(\d{2,}):)?([0-5]\d):([0-5]\d)\.(\d{3})`;
const timing = new RegExp(`^${timestamp}[ \\t]+-->[ \\t]+${timestamp}(?:[ \\t]+(.*))?$`);
const setting = /^(?:vertical|line|position|size|align|region):\S+$/;

/**
 * Reads WebVTT (W3C WebVTT 1, §4.1) as its authors have to write it: players leave out without a word what they
 * don't understand, so a cue that would not be shown is refused here. What stands in the texts of cues is not judged.
 * Pure.
 * @param text decoded, with or without a byte order mark
 */
export function readWebVtt(text: string): WebVttCues | WebVttFault {
  const lines = text.replace(/^\uFEFF/, '').split(/\r\n|\n|\r/);
  const [first = ''] = lines;
  if (!/^WEBVTT(?:[ \t].*)?$/.test(first)) {
    const isSubRip = lines.slice(0, 3).some((line) => /^\d{1,2}:\d{2}:\d{2},\d{3}\s+-->/.test(line));
    return { code: isSubRip ? 'subrip' : 'not-webvtt', line: 1 };
  }
  if ((lines[1] ?? '') !== '') return { code: 'not-webvtt', line: 2 };
  const told = { cues: 0, end_s: 0 };
  let start_s = 0;
  for (let at = 1; at < lines.length;) {
    if (lines[at] === '') {
      at += 1;
      continue;
    }
    const end = lines.indexOf('', at);
    const block = lines.slice(at, end === -1 ? lines.length : end);
    const line = at + 1;
    at += block.length;
    const [head = ''] = block;
    if (/^NOTE(?:[ \t]|$)/.test(head)) {
      if (block.some((one) => one.includes('-->'))) return { code: 'cue-text', line };
      continue;
    }
    if (/^(?:STYLE|REGION)[ \t]*$/.test(head)) {
      if (told.cues > 0) return { code: 'late-block', line };
      continue;
    }
    // A cue may have a name of its own before its times.
    const timed = head.includes('-->') ? 0 : 1;
    const times = timing.exec(block[timed] ?? '');
    if (!times) return { code: 'cue-time', line: line + Math.min(timed, block.length - 1) };
    const [from_s, to_s] = [seconds(times.slice(1, 5)), seconds(times.slice(5, 9))];
    if (to_s <= from_s) return { code: 'cue-time', line: line + timed };
    if (from_s < start_s) return { code: 'cue-order', line: line + timed };
    const settings = (times[9] ?? '').split(/[ \t]+/).filter((one) => one !== '');
    if (!settings.every((one) => setting.test(one))) return { code: 'cue-setting', line: line + timed };
    const arrow = block.findIndex((one, index) => index > timed && one.includes('-->'));
    if (arrow > 0) return { code: 'cue-text', line: line + arrow };
    start_s = from_s;
    told.cues += 1;
    told.end_s = Math.max(told.end_s, to_s);
  }
  return told.cues === 0 ? { code: 'no-cues', line: lines.length } : told;
}

function seconds([hours = '0', minutes, whole, thousandths]: readonly (string | undefined)[]): number {
  return Number(hours) * 3600 + Number(minutes) * 60 + Number(whole) + Number(thousandths) / 1000;
}
