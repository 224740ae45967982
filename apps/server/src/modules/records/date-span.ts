import edtf from 'edtf';
import { daysOfMonth } from './calendar-day.ts';

/**
 * A day as a number that sorts: year × 10000 + month × 100 + day. Years are those of EDTF, where year 0 is 1
 * BC: the ides of March of 44 BC are -429685.
 */
type DayNumber = number;

/** The days that a date may mean, both inclusive, and the same date as EDTF (ISO 8601-2). */
export interface DateSpan {
  readonly edtf: string;
  /** `OPEN_START` where the span has no beginning. */
  readonly first: DayNumber;
  /** `OPEN_END` where the span has no end. */
  readonly last: DayNumber;
}

export const OPEN_START: DayNumber = -2_000_000_000;
export const OPEN_END: DayNumber = 2_000_000_000;
/** The limit that lets a day fit into an integer of four bytes. */
const YEAR_MAX = 99_999;
/** Longer texts are remarks, not dates. */
const CHARACTERS_MAX = 100;

/**
 * The first or the last day of a span, as far as it is known. Month and day are absent where all of them are
 * meant.
 */
interface Point {
  readonly year: number;
  readonly month?: number;
  readonly day?: number;
}
/** The span between two points. An absent point leaves it open. */
interface Range {
  readonly from: Point | undefined;
  readonly to: Point | undefined;
  /** The mark of EDTF: `~` approximate, `?` uncertain, `%` both. */
  readonly mark?: string;
}

const months = [
  ['gennaio', 'january', 'genn', 'jan'],
  ['febbraio', 'february', 'febbr', 'feb'],
  ['marzo', 'march', 'mar'],
  ['aprile', 'april', 'apr'],
  ['maggio', 'may', 'magg', 'mag'],
  ['giugno', 'june', 'giu', 'jun'],
  ['luglio', 'july', 'lug', 'jul'],
  ['agosto', 'august', 'ago', 'aug'],
  ['settembre', 'september', 'sett', 'set', 'sept', 'sep'],
  ['ottobre', 'october', 'ott', 'oct'],
  ['novembre', 'november', 'nov'],
  ['dicembre', 'december', 'dic', 'dec'],
];
const monthNumbers = new Map(
  [...months.entries()].flatMap(([index, names]) => names.map((name) => [name, index + 1])),
);
monthNumbers.set('gen', 1);
const MONTH = [...monthNumbers.keys()].sort((one, other) => other.length - one.length).join('|');

const centuryNames = [
  'duecento',
  'trecento',
  'quattrocento',
  'cinquecento',
  'seicento',
  'settecento',
  'ottocento',
  'novecento',
];

/** Parts of a century, as the first and the last of its hundred years. */
const centuryParts: readonly (readonly [form: string, first: number, last: number])[] = [
  ['(?:in|ineunte|initio|inizio|inizi|beginning|early)', 1, 25],
  ['(?:ex|exeunte|fine|end|late)', 76, 100],
  ['(?:med|medio|meta|mid|middle)', 41, 60],
  ['(?:prima meta|i meta|1 meta|1st half|first half|1/2|i/2)', 1, 50],
  ['(?:seconda meta|ii meta|2 meta|2nd half|second half|2/2|ii/2)', 51, 100],
  ['(?:primo quarto|i quarto|1 quarto|1st quarter|first quarter|1/4|i/4)', 1, 25],
  ['(?:secondo quarto|ii quarto|2 quarto|2nd quarter|second quarter|2/4|ii/4)', 26, 50],
  ['(?:terzo quarto|iii quarto|3 quarto|3rd quarter|third quarter|3/4|iii/4)', 51, 75],
  [
    '(?:ultimo quarto|quarto quarto|iv quarto|4 quarto|4th quarter|fourth quarter|last quarter|4/4|iv/4)',
    76,
    100,
  ],
];
const PART = centuryParts.map(([form]) => form).join('|');
const ORDINAL = String.raw`[ivxl]+|\d{1,2}(?:st|nd|rd|th)?`;
const AGE = 'sec|secc|secolo|secoli|saec|s|century|centuries|cent|c';
const BEFORE_CHRIST = '(?: ?(?:a ?c|av ?c|av ?cr|avanti cristo|bce?|b c|b c e))';
const AFTER_CHRIST = '(?: ?(?:d ?c|dopo cristo|ad|a d|ce|c e))';

/** A year of fewer than four digits counts only with its era: `148` may be a decade, and `9` a day. */
const YEAR = String.raw`(?:(\d{4})|(\d{1,4})(?:(${BEFORE_CHRIST})|${AFTER_CHRIST}))`;

const oneYear = new RegExp(`^(?:anno |nel |in |c|©|p)?${YEAR}$`);
const yearOfOurLord = /^(?:(bce?)|ad|a d) (\d{1,4})$/;
const dayOfMonth = new RegExp(
  `^(?:(\\d{1,2})(?:st|nd|rd|th|°|º)? (?:of )?)?(${MONTH})(?: (\\d{1,2})(?:st|nd|rd|th)?)? ${YEAR}$`,
);
const yearThenMonth = new RegExp(`^(\\d{4}) (${MONTH})(?: (\\d{1,2}))?$`);
const yearFirst = /^(\d{4})([-/ ])(\d{1,2})\2(\d{1,2})$/;
const numbered = /^(?:(\d{1,2})[/-])?(\d{1,2})[/-](\d{4})$/;
const dottedDay = /^(\d{1,2}) (\d{1,2}) (\d{4})$/;
const oneCentury = new RegExp(
  `^(?:(${PART}) (?:of the |del |dell |of |de )?)?(?:(?:the )?(?:${AGE}) )?(${ORDINAL})(?: (?:${AGE}))?(${BEFORE_CHRIST})?` +
    `(?:${AFTER_CHRIST})?(?:[ /](${PART}))?$`,
);
const namedCentury = new RegExp(`^(?:(${PART}) (?:del )?)?(${centuryNames.join('|')})(?: (${PART}))?$`);
const decade = /^(?:(?:the|anni|decennio) )?(\d{3}0)(?:s| ?'?s)$|^(?:gli )?anni (\d{3}0)$/;

/**
 * Reads a date as cataloguers write it, in Italian and English, or as EDTF. The caller keeps the text itself.
 * An uncertain or approximate date means its own days. Centuries begin with their year 1;
 * docs/decisions/2026-11-22-dates.md defines their parts.
 * @returns undefined for a text that it does not understand, such as `s.d.`
 */
export function dateSpan(text: string): DateSpan | undefined {
  if (text.length > CHARACTERS_MAX) return undefined;
  const typed = text.normalize('NFKC').trim();
  return spanOf(exactRange(typed)) ?? listSpan(typed) ?? edtfSpan(typed) ?? spanOf(asWritten(typed));
}

/**
 * Reads a day, month or year of EDTF, or an interval of two. It uses a calendar that has 29 February 1500;
 * the library has none.
 */
function exactRange(text: string): Range | undefined {
  const [start = '', end, ...others] = text.split('/');
  if (others.length > 0) return undefined;
  if (end === undefined) return exactDate(start);
  const open: Range = { from: undefined, to: undefined };
  const from = start === '..' ? open : exactDate(start);
  const to = end === '..' ? open : exactDate(end);
  if (!from || !to || (from.from && to.to && from.mark !== to.mark)) return undefined;
  return { from: from.from, to: to.to, mark: from.mark ?? to.mark };
}

function exactDate(text: string): Range | undefined {
  const [, year, month, day, mark] = /^(-?\d{4})(?:-(\d{2})(?:-(\d{2}))?)?([~?%]?)$/.exec(text) ?? [];
  if (year === undefined) return undefined;
  if (month === undefined) return at({ year: Number(year) }, mark);
  // 1921-22 is a range of years.
  if (Number(month) < 1 || Number(month) > 12) return undefined;
  if (day === undefined) return at({ year: Number(year), month: Number(month) }, mark);
  const point = { year: Number(year), month: Number(month), day: Number(day) };
  return point.day >= 1 && point.day <= daysOfMonth(point.year, point.month) ? at(point, mark) : undefined;
}

/**
 * From the first to the last day of an EDTF list. For ranges in a list the library gives only the beginning.
 */
function listSpan(text: string): DateSpan | undefined {
  const [, all, some] = /^(?:\{(.+)\}|\[(.+,.+)\])$/.exec(text) ?? [];
  const members = (all ?? some)?.split(',').map((member) => memberSpan(member.trim())) ?? [];
  const spans = members.flatMap((span) => span ?? []);
  if (spans.length === 0 || spans.length < members.length) return undefined;
  return {
    edtf: text.replace(/\s/g, ''),
    first: Math.min(...spans.map(({ first }) => first)),
    last: Math.max(...spans.map(({ last }) => last)),
  };
}

/** A member of a list: `1480`, `1480..1490`, `..1490` or `1480..`. */
function memberSpan(text: string): Pick<DateSpan, 'first' | 'last'> | undefined {
  const [start = '', end = start, ...others] = text.split('..');
  if (others.length > 0 || start + end === '') return undefined;
  const bound = (one: string) => spanOf(exactDate(one)) ?? edtfSpan(one);
  const first = start === '' ? OPEN_START : bound(start)?.first;
  const last = end === '' ? OPEN_END : bound(end)?.last;
  return first === undefined || last === undefined || last < first ? undefined : { first, last };
}

const looksLikeEdtf = (text: string) =>
  /^(?:\.\.|\/|Y-?\d|-?\d[\dX]{3})[-\dX~?%/.ESY]*$/.test(text) &&
  // 1921-22 and 1480/90 are years; the library takes seasons for quarters.
  !/^\d{4}\/\d{1,3}$|\d-(?:1[3-9]|[2-9]\d)(?!\d)/.test(text);

/** @returns undefined where the text is no EDTF, or has no year that can be kept */
function edtfSpan(text: string): DateSpan | undefined {
  if (!looksLikeEdtf(text)) return undefined;
  let read: { readonly min: number | null; readonly max: number | null };
  try {
    read = edtf(text);
  } catch {
    return undefined;
  }
  const first = dayOfMoment(read.min, -Infinity);
  const last = dayOfMoment(read.max, Infinity);
  if (first === undefined || last === undefined || last < first) return undefined;
  return { edtf: text, first, last };
}

/** @param open the number for an open bound */
function dayOfMoment(moment_ms: number | null, open: number): DayNumber | undefined {
  if (moment_ms === null || moment_ms === open) return open < 0 ? OPEN_START : OPEN_END;
  const moment = new Date(moment_ms);
  if (Number.isNaN(moment.getTime()) || Math.abs(moment.getUTCFullYear()) > YEAR_MAX) return undefined;
  return dayNumber(moment.getUTCFullYear(), moment.getUTCMonth() + 1, moment.getUTCDate());
}

const dayNumber = (year: number, month: number, day: number): DayNumber => year * 10_000 + month * 100 + day;

const at = (point: Point, mark?: string): Range => ({ from: point, to: point, ...(mark && { mark }) });

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

/** Removes the words and marks of uncertainty, and reads the rest as a range. */
function asWritten(typed: string): Range | undefined {
  let rest = typed
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
    .trim();
  const isUncertain = /\?|(?:^| )(?:forse|probabilmente|probably|perhaps) /.test(rest);
  rest = rest
    .replace(/ ?\?/g, '')
    .replace(/(?:^| )(?:forse|probabilmente|probably|perhaps) /g, ' ')
    .trim();
  const exact = rest
    .replace(/(^|[ -])(?:ca|circa|about|around|c|approx|verso il|verso|intorno al|attorno al) /g, '$1')
    .replace(/ (?:ca|circa)(?=$| )/g, '')
    .trim();
  const isAbout = exact !== rest;
  rest = exact.replace(/^(?:il|la|the|nel|nella|in|gli) /, '');
  const mark = isAbout ? (isUncertain ? '%' : '~') : isUncertain ? '?' : undefined;
  const range = simple(rest) ?? between(rest) ?? bounded(rest);
  return range && { ...range, ...(mark && { mark }) };
}

/** Reads `before …` and `after …`. */
function bounded(text: string): Range | undefined {
  const [, low, high] =
    /^(?:post|after|dopo il|dopo) (.+?) (?:e |and )?(?:ante|before|prima del) (.+)$/.exec(text) ?? [];
  if (low !== undefined && high !== undefined) {
    const [from, to] = [simple(low)?.to, simple(high)?.from];
    return from && to && { from: dayAfter(from), to: dayBefore(to) };
  }
  const [, before] =
    /^(?:ante|before|prima del|prima di|avanti il) (.+)$/.exec(text) ?? /^(.+) ante$/.exec(text) ?? [];
  if (before !== undefined) {
    const range = simple(before);
    return range?.from && { from: undefined, to: dayBefore(range.from) };
  }
  const [, after] =
    /^(?:post|after|dopo il|dopo|posteriore al) (.+)$/.exec(text) ?? /^(.+) post$/.exec(text) ?? [];
  if (after !== undefined) {
    const range = simple(after);
    return range?.to && { from: dayAfter(range.to), to: undefined };
  }
  const [, until] = /^(?:entro il|entro|non oltre il|not after|by|fino al|until|-) (.+)$/.exec(text) ?? [];
  if (until !== undefined) {
    const range = simple(until);
    return range && { from: undefined, to: range.to };
  }
  const [, since] =
    /^(?:non prima del|not before|dal|since|from) (.+)$/.exec(text) ?? /^(\d{4}) ?-$/.exec(text) ?? [];
  if (since === undefined) return undefined;
  const range = simple(since);
  return range && { from: range.from, to: undefined };
}

/** Reads `from … to …`. The shorter half takes the parts that it lacks from the other. */
function between(text: string): Range | undefined {
  const bare = text.replace(/^(?:tra il|tra|fra il|fra|between|from|dal|dall) /, '');
  // 31/4/1480 is neither a day nor a range.
  const slash = bare.split('/').length === 2 ? ['/'] : [];
  for (const mark of [
    ' - ',
    '-',
    ' al ',
    ' all ',
    ' to ',
    ' e il ',
    ' e ',
    ' and ',
    ' o ',
    ' or ',
    ' oppure ',
    ...slash,
  ]) {
    for (let place = bare.indexOf(mark); place > 0; place = bare.indexOf(mark, place + 1)) {
      const [start, end] = [bare.slice(0, place).trim(), bare.slice(place + mark.length).trim()];
      const range = halves(start, end);
      if (range) return range;
    }
  }
  return undefined;
}

function halves(start: string, end: string): Range | undefined {
  // 1480-90 and 1480-5: the end lacks what the start has.
  if (/^\d{4}$/.test(start) && /^\d{1,2}$/.test(end)) {
    const whole = start.slice(0, -end.length) + end;
    return Number(whole) > Number(start)
      ? { from: { year: Number(start) }, to: { year: Number(whole) } }
      : undefined;
  }
  const to = simple(end);
  // XV-XVI sec., 15th-16th century, 30-20 BC, 3-5 May 1480, January-March 1480.
  const [, lacked] = new RegExp(`((?: (?:${AGE}))?(?:${BEFORE_CHRIST}|${AFTER_CHRIST})?)$`).exec(end) ?? [];
  const [, month, year] = /(?:^|\d|°)( ?[a-z]+) (\d{4})$/.exec(end) ?? [];
  const head = new RegExp(`^(?:${AGE}|ad|a d|bce?) `).exec(start)?.[0] ?? '';
  const froms = [
    ...(lacked ? [start + lacked] : []),
    ...(year === undefined ? [] : [`${start}${month ?? ''} ${year}`, `${start} ${year}`]),
    start,
  ];
  const tos = to ? [to] : [];
  const named = simple(head + end);
  if (named) tos.push(named);
  for (const one of tos) {
    for (const form of froms) {
      const from = simple(form);
      if (from?.from && one.to && dayOf(from.from, false) <= dayOf(one.to, true)) {
        return { from: from.from, to: one.to };
      }
    }
  }
  return undefined;
}

/** A day, a month, a year, a decade, a century or a part of one. */
function simple(text: string): Range | undefined {
  return (
    dayOrMonth(text) ?? year(text) ?? decadeOf(text) ?? century(text) ?? unfinished(text) ?? romanYear(text)
  );
}

function year(text: string): Range | undefined {
  const [, bare, number, isBefore] = oneYear.exec(text) ?? [];
  const [, isBeforeToo, numberToo] = yearOfOurLord.exec(text) ?? [];
  const counted = Number(bare ?? number ?? numberToo ?? 0);
  if (counted < 1) return undefined;
  return at({ year: isBefore !== undefined || isBeforeToo !== undefined ? 1 - counted : counted });
}

function dayOrMonth(text: string): Range | undefined {
  const [, early, name, late, bare, number, isBefore] = dayOfMonth.exec(text) ?? [];
  if (name !== undefined && (early === undefined || late === undefined)) {
    const written = Number(bare ?? number);
    return ofMonth(
      isBefore === undefined ? written : 1 - written,
      monthNumbers.get(name) ?? 0,
      early ?? late,
    );
  }
  const [, yearBefore, monthName = '', dayAfterIt] = yearThenMonth.exec(text) ?? [];
  if (yearBefore !== undefined) {
    return ofMonth(Number(yearBefore), monthNumbers.get(monthName) ?? 0, dayAfterIt);
  }
  const [, yearOf, , monthOf, dayOf] = yearFirst.exec(text) ?? [];
  if (yearOf !== undefined) return ofMonth(Number(yearOf), Number(monthOf), dayOf);
  const [, day, month, full] = numbered.exec(text) ?? dottedDay.exec(text) ?? [];
  return full === undefined ? undefined : ofMonth(Number(full), Number(month), day);
}

function ofMonth(year: number, month: number, day: string | undefined): Range | undefined {
  if (month < 1 || month > 12 || year === 0 || day === '0') return undefined;
  if (day === undefined) return at({ year, month });
  const point = { year, month, day: Number(day) };
  return point.day >= 1 && point.day <= daysOf(point) ? at(point) : undefined;
}

function decadeOf(text: string): Range | undefined {
  const [, english, italian] = decade.exec(text) ?? [];
  const first = Number(english ?? italian ?? NaN);
  return Number.isNaN(first) ? undefined : { from: { year: first }, to: { year: first + 9 } };
}

/** `[148-]` and `[14--]`, the forms of cataloguing rules; `unknownYear` has been applied before. */
function unfinished(text: string): Range | undefined {
  const [, known, unknown] = /^(?=.{4}$)(\d{2,3})(x{1,2})$/.exec(text) ?? [];
  if (known === undefined || unknown === undefined) return undefined;
  const years = 10 ** unknown.length;
  return { from: { year: Number(known) * years }, to: { year: Number(known) * years + years - 1 } };
}

function century(text: string): Range | undefined {
  const [, partBefore, name, partAfter] = namedCentury.exec(text) ?? [];
  if (name !== undefined) {
    // The Duecento are roughly the years 1201 to 1300.
    return ofCentury(centuryNames.indexOf(name) + 13, false, partBefore ?? partAfter);
  }
  const hasAge = new RegExp(`(?:^| )(?:${AGE})(?: |$)`).test(text);
  const [, early, ordinal, isBefore, late] = oneCentury.exec(text) ?? [];
  if (ordinal === undefined || (early !== undefined && late !== undefined)) return undefined;
  // A number alone is a year; a Roman numeral alone is a century.
  if (!hasAge && !/^[ivx]{2,}$/.test(ordinal)) return undefined;
  const number = /^\d/.test(ordinal) ? Number.parseInt(ordinal, 10) : romanNumber(ordinal);
  return number === undefined ? undefined : ofCentury(number, isBefore !== undefined, early ?? late);
}

function ofCentury(number: number, isBefore: boolean, part: string | undefined): Range | undefined {
  if (number < 1 || number > (isBefore ? 99 : 21)) return undefined;
  const zero = isBefore ? -100 * number : 100 * (number - 1);
  const [, first, last] = centuryParts.find(
    ([form]) => part !== undefined && new RegExp(`^${form}$`).test(part),
  ) ?? ['', 1, 100];
  return { from: { year: zero + first }, to: { year: zero + last } };
}

/** A Roman year: MCCCCLXXX, as in imprints, or MCDLXXX. */
function romanYear(text: string): Range | undefined {
  if (!/^m[mdclxvi]+$/.test(text.replace(/ /g, ''))) return undefined;
  const number = romanNumber(text.replace(/ /g, ''));
  return number === undefined || number > 2_100 ? undefined : at({ year: number });
}

const digits: Readonly<Record<string, number>> = { i: 1, v: 5, x: 10, l: 50, c: 100, d: 500, m: 1000 };

/**
 * Reads a Roman number in additive or subtractive form. @returns undefined where a digit is at an impossible
 * place
 */
function romanNumber(text: string): number | undefined {
  if (!/^m*(?:c[md]|d?c{0,4})(?:x[cl]|l?x{0,4})(?:i[xv]|v?i{0,4})$/.test(text) || text === '')
    return undefined;
  const values = [...text].map((digit) => digits[digit] ?? 0);
  return values.reduce((sum, value, index) => sum + (value < (values[index + 1] ?? 0) ? -value : value), 0);
}

const daysOf = ({ year, month = 12 }: Point): number => daysOfMonth(year, month);

function dayOf(point: Point, isLast: boolean): DayNumber {
  const { year, month, day } = point;
  if (!isLast) return dayNumber(year, month ?? 1, day ?? 1);
  return dayNumber(year, month ?? 12, day ?? daysOf(point));
}

function dayBefore({ year, month, day }: Point): Point {
  if (month === undefined) return { year: year - 1 };
  if (day !== undefined && day > 1) return { year, month, day: day - 1 };
  const before = month > 1 ? { year, month: month - 1 } : { year: year - 1, month: 12 };
  return day === undefined ? before : { ...before, day: daysOf(before) };
}

function dayAfter(point: Point): Point {
  const { year, month, day } = point;
  if (month === undefined) return { year: year + 1 };
  if (day !== undefined && day < daysOf(point)) return { year, month, day: day + 1 };
  const after = month < 12 ? { year, month: month + 1 } : { year: year + 1, month: 1 };
  return day === undefined ? after : { ...after, day: 1 };
}

function spanOf(range: Range | undefined): DateSpan | undefined {
  if (!range) return undefined;
  const { from, to, mark = '' } = range;
  const points = [from, to].flatMap((point) => point ?? []);
  if (points.length === 0 || points.some(({ year }) => Math.abs(year) > YEAR_MAX)) return undefined;
  const first = from ? dayOf(from, false) : OPEN_START;
  const last = to ? dayOf(to, true) : OPEN_END;
  if (last < first) return undefined;
  const text = (point: Point | undefined) => (point ? pointText(point) + mark : '..');
  const isOne = from && to && pointText(from) === pointText(to);
  return { edtf: isOne ? text(from) : `${text(from)}/${text(to)}`, first, last };
}

function pointText({ year, month, day }: Point): string {
  const padded = String(Math.abs(year)).padStart(4, '0');
  const sign = year < 0 ? '-' : '';
  const two = (number: number) => String(number).padStart(2, '0');
  const long = padded.length > 4 ? 'Y' : '';
  return [
    `${long}${sign}${padded}`,
    ...(month === undefined ? [] : [two(month)]),
    ...(day === undefined ? [] : [two(day)]),
  ].join('-');
}
