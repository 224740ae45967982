/** Why a text is not valid WebVTT: the fault and its line, counted from 1. */
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
  /** End of the last cue. */
  readonly end_s: number;
}

const timestamp = String.raw`(?:(\d{2,}):)?([0-5]\d):([0-5]\d)\.(\d{3})`;
const timing = new RegExp(`^${timestamp}[ \\t]+-->[ \\t]+${timestamp}(?:[ \\t]+(.*))?$`);
const setting = /^(?:vertical|line|position|size|align|region):\S+$/;

/**
 * Parses WebVTT (W3C WebVTT 1, §4.1) by the strict rules for authors. Players silently skip what they don't
 * understand, so a cue that they would skip is refused here. The texts of cues are not checked. Pure.
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
  const found = { cues: 0, end_s: 0 };
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
      if (found.cues > 0) return { code: 'late-block', line };
      continue;
    }
    // A cue may have an identifier on the line before its times.
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
    found.cues += 1;
    found.end_s = Math.max(found.end_s, to_s);
  }
  return found.cues === 0 ? { code: 'no-cues', line: lines.length } : found;
}

function seconds([hours = '0', minutes, whole, thousandths]: readonly (string | undefined)[]): number {
  return Number(hours) * 3600 + Number(minutes) * 60 + Number(whole) + Number(thousandths) / 1000;
}
