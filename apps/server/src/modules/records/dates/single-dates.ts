import { century } from './centuries.ts';
import { monthOrDay, years, type ClosedRange } from './date-range.ts';
import { AFTER_CHRIST, BEFORE_CHRIST, MONTH, monthNumbers } from './date-words.ts';
import { romanNumber } from './roman-number.ts';

/** A year of fewer than four digits counts only with its era: `148` may be a decade, and `9` a day. */
const YEAR = String.raw`(?:(\d{4})|(\d{1,4})(?:(${BEFORE_CHRIST})|${AFTER_CHRIST}))`;

const oneYear = new RegExp(`^(?:anno |nel |in |c|©|p)?${YEAR}$`);
const yearOfOurLord = /^(?:(bce?)|ad|a d) (\d{1,4})$/;
const dayAndMonth = new RegExp(
  `^(?:(\\d{1,2})(?:st|nd|rd|th|°|º)? (?:of )?)?(${MONTH})(?: (\\d{1,2})(?:st|nd|rd|th)?)? ${YEAR}$`,
);
const yearThenMonth = new RegExp(`^(\\d{4}) (${MONTH})(?: (\\d{1,2}))?$`);
const yearFirst = /^(\d{4})([-/ ])(\d{1,2})\2(\d{1,2})$/;
const numbered = /^(?:(\d{1,2})[/-])?(\d{1,2})[/-](\d{4})$/;
const dottedDay = /^(\d{1,2}) (\d{1,2}) (\d{4})$/;
const decade = /^(?:(?:the|anni|decennio) )?(\d{3}0)(?:s| ?'?s)$|^(?:gli )?anni (\d{3}0)$/;

/**
 * Reads a day, a month, a year, a decade, a century or a part of one.
 * @param text in lower case, without accents and full stops
 */
export function singleDate(text: string): ClosedRange | undefined {
  return (
    dayOrMonth(text) ?? year(text) ?? decadeOf(text) ?? century(text) ?? unfinished(text) ?? romanYear(text)
  );
}

function year(text: string): ClosedRange | undefined {
  const [, bare, number, isBefore] = oneYear.exec(text) ?? [];
  const [, isBeforeToo, numberToo] = yearOfOurLord.exec(text) ?? [];
  const counted = Number(bare ?? number ?? numberToo ?? 0);
  if (counted < 1) return undefined;
  return years(isBefore !== undefined || isBeforeToo !== undefined ? 1 - counted : counted);
}

function dayOrMonth(text: string): ClosedRange | undefined {
  const [, early, name, late, bare, number, isBefore] = dayAndMonth.exec(text) ?? [];
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

function ofMonth(year: number, month: number, day: string | undefined): ClosedRange | undefined {
  return year === 0 ? undefined : monthOrDay(year, month, day === undefined ? undefined : Number(day));
}

function decadeOf(text: string): ClosedRange | undefined {
  const [, english, italian] = decade.exec(text) ?? [];
  const first = Number(english ?? italian ?? NaN);
  return Number.isNaN(first) ? undefined : years(first, first + 9);
}

/** `148x` and `14xx`, which `unknownYear` made of `[148-]` and `[14--]`, the forms of cataloguing rules. */
function unfinished(text: string): ClosedRange | undefined {
  const [, known, unknown] = /^(?=.{4}$)(\d{2,3})(x{1,2})$/.exec(text) ?? [];
  if (known === undefined || unknown === undefined) return undefined;
  const count = 10 ** unknown.length;
  const first = Number(known) * count;
  return years(first, first + count - 1);
}

/** A Roman year: MCCCCLXXX, as in imprints, or MCDLXXX. */
function romanYear(text: string): ClosedRange | undefined {
  const letters = text.replace(/ /g, '');
  const number = /^m./.test(letters) ? romanNumber(letters) : undefined;
  return number === undefined || number > 2_100 ? undefined : years(number);
}
