import {
  firstDay,
  lastDay,
  pointAfter,
  pointBefore,
  years,
  type ClosedRange,
  type Range,
} from './date-range.ts';
import { AFTER_CHRIST, AGE, BEFORE_CHRIST } from './date-words.ts';
import { singleDate } from './single-dates.ts';

/**
 * A century or a decade with unknown years, `[18..]` and `185?`. It is matched before the marks are removed
 * as punctuation.
 */
const unknownYear = new RegExp(
  String.raw`(?<![\d./])(?:(\d{2})(?:\.\.|\?\?|--|xx|uu)|(\d{3})[.?xu-])(?=$|[\s\])>?~,;/-])` +
    // 150? a.C.
    String.raw`(?! ?(?:av?\.? ?cr?\b|avanti|b\.? ?c|d\.? ?c|dopo cr|a\.? ?d\b|c\.? ?e\b))`,
  'g',
);

/**
 * Reads a date as cataloguers write it, in Italian and English: without the words and marks of uncertainty,
 * which become the mark of EDTF, as one date, as `from … to …`, or as `before …` and `after …`.
 */
export function writtenRange(typed: string): Range | undefined {
  const words = plainWords(typed);
  const certain = words
    .replace(/ ?\?/g, '')
    .replace(/(?:^| )(?:forse|probabilmente|probably|perhaps) /g, ' ')
    .trim();
  const exact = certain
    .replace(/(^|[ -])(?:ca|circa|about|around|c|approx|verso il|verso|intorno al|attorno al) /g, '$1')
    .replace(/ (?:ca|circa)(?=$| )/g, '')
    .trim();
  const uncertain = certain === words ? undefined : '?';
  const mark = exact === certain ? uncertain : uncertain ? '%' : '~';
  const bare = exact.replace(/^(?:il|la|the|nel|nella|in|gli) /, '');
  const range = singleDate(bare) ?? between(bare) ?? bounded(bare);
  return range && { ...range, mark };
}

/** In lower case, without accents, brackets and punctuation, and with single spaces. */
function plainWords(typed: string): string {
  return (
    typed
      .toLowerCase()
      .normalize('NFD')
      .replace(/\p{M}/gu, '')
      .replace(/[’`]/g, "'")
      .replace(/[‐‑–—−]/g, '-')
      .replace(unknownYear, (_, century?: string, decade?: string) =>
        century === undefined ? `${decade}x` : `${century}xx`,
      )
      .replace(/[[\]()<>«»"“”]/g, ' ')
      .replace(/\.{2,}/g, ' - ')
      .replace(/[.,;]/g, ' ')
      .replace(/\bl'|dell'|all'/g, ' ')
      // XV², the second half, after NFKC; 2ª metà as 2. metà.
      .replace(/\b([ivx]+)([12])\b/g, '$1 $2/2')
      .replace(/\b([1-4])[ao°] (?=meta|quarto)/g, '$1 ')
      .replace(/\s+/g, ' ')
      .trim()
  );
}

/** The forms of `before …`, `after …`, `until …` and `since …`, and the range that each gives. */
const openForms: readonly (readonly [form: RegExp, range: (date: ClosedRange) => Range])[] = [
  [
    /^(?:ante|before|prima del|prima di|avanti il) (.+)$|^(.+) ante$/,
    ({ from }) => ({ to: pointBefore(from) }),
  ],
  [/^(?:post|after|dopo il|dopo|posteriore al) (.+)$|^(.+) post$/, ({ to }) => ({ from: pointAfter(to) })],
  [/^(?:entro il|entro|non oltre il|not after|by|fino al|until|-) (.+)$/, ({ to }) => ({ to })],
  [/^(?:non prima del|not before|dal|since|from) (.+)$|^(\d{4}) ?-$/, ({ from }) => ({ from })],
];

/** Reads `after … before …`, `before …`, `after …`, `until …` and `since …`. */
function bounded(text: string): Range | undefined {
  const [, low, high] =
    /^(?:post|after|dopo il|dopo) (.+?) (?:e |and )?(?:ante|before|prima del) (.+)$/.exec(text) ?? [];
  if (low !== undefined && high !== undefined) {
    const [from, to] = [singleDate(low)?.to, singleDate(high)?.from];
    return from && to && { from: pointAfter(from), to: pointBefore(to) };
  }
  for (const [form, range] of openForms) {
    const [, after, before] = form.exec(text) ?? [];
    const written = after ?? before;
    if (written === undefined) continue;
    const date = singleDate(written);
    return date && range(date);
  }
  return undefined;
}

const joints = ['al', 'all', 'to', 'e il', 'e', 'and', 'o', 'or', 'oppure'].map((word) => ` ${word} `);

/** Reads `from … to …`. The shorter half takes the parts that it lacks from the other. */
function between(text: string): ClosedRange | undefined {
  const bare = text.replace(/^(?:tra il|tra|fra il|fra|between|from|dal|dall) /, '');
  // 31/4/1480 is neither a day nor a range.
  const slash = bare.split('/').length === 2 ? ['/'] : [];
  for (const joint of [' - ', '-', ...joints, ...slash]) {
    for (let place = bare.indexOf(joint); place > 0; place = bare.indexOf(joint, place + 1)) {
      const range = halves(bare.slice(0, place).trim(), bare.slice(place + joint.length).trim());
      if (range) return range;
    }
  }
  return undefined;
}

const endsInAge = new RegExp(`(?: (?:${AGE}))?(?:${BEFORE_CHRIST}|${AFTER_CHRIST})?$`);
const startsWithAge = new RegExp(`^(?:${AGE}|ad|a d|bce?) `);

function halves(start: string, end: string): ClosedRange | undefined {
  // 1480-90 and 1480-5: the end lacks what the start has.
  if (/^\d{4}$/.test(start) && /^\d{1,2}$/.test(end)) {
    const last = Number(start.slice(0, -end.length) + end);
    return last > Number(start) ? years(Number(start), last) : undefined;
  }
  // XV-XVI sec., 15th-16th century, 30-20 BC, 3-5 May 1480, January-March 1480.
  const [lacked] = endsInAge.exec(end) ?? [];
  const [, month, year] = /(?:^|\d|°)( ?[a-z]+) (\d{4})$/.exec(end) ?? [];
  const starts = [
    ...(lacked ? [start + lacked] : []),
    ...(year === undefined ? [] : [`${start}${month ?? ''} ${year}`, `${start} ${year}`]),
    start,
  ];
  const ends = [end, (startsWithAge.exec(start)?.[0] ?? '') + end];
  for (const last of ends.flatMap((form) => singleDate(form) ?? [])) {
    for (const form of starts) {
      const first = singleDate(form);
      if (first && firstDay(first.from) <= lastDay(last.to)) return { from: first.from, to: last.to };
    }
  }
  return undefined;
}
