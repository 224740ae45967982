import { romanNumber } from './roman-numeral.ts';

/** Numbers that are missing between two neighbours, as their names would write them. */
export interface Gap {
  /** 0-based place of the image behind which they are missing. */
  readonly after: number;
  readonly first: string;
  readonly last: string;
  /** Their numbers alone, for where there is little room. */
  readonly numbers: { readonly first: string; readonly last: string };
  /** How many images there would be. */
  readonly count: number;
}

/** A name taken apart into what stays the same in a run and the step that it is at. */
interface Counted {
  /** What comes before and after the number. */
  readonly series: string;
  /** Counts sides where there are sides, else numbers. */
  readonly step: number;
  readonly write: (step: number) => string;
  readonly number: (step: number) => string;
}

/** Names like `MS 12_0031.tif`, `f. 12v`, `IVr`, `12bis r`: the last number counts, with the side behind it. */
function counted(name: string): Counted | undefined {
  const digits = /^(.*?)(\d{1,9})(\s?)([rv])?(\D*)$/su.exec(name);
  if (digits) {
    const [, before = '', number = '', space = '', side, after = ''] = digits;
    // A letter that goes on is the beginning of a word and no side: 12recto is taken as a whole.
    const isSide = side !== undefined && !/^\p{L}/u.test(after);
    return steps(
      before,
      isSide ? after : space + (side ?? '') + after,
      Number(number),
      isSide ? side : undefined,
      {
        written: (value) => String(value).padStart(number.startsWith('0') ? number.length : 1, '0'),
        space,
      },
    );
  }
  const numeral = /^(.*[\s.(])?([ivxlcdm]+|[IVXLCDM]+)(\s?)([rv])?$/u.exec(name);
  if (!numeral) return undefined;
  const [, before = '', letters = '', space = '', side] = numeral;
  const number = romanNumber(letters);
  if (number === undefined) return undefined;
  // Shown in digits: the numbers need not be read back from the text.
  return steps(before, 'roman', number, side, { written: String, space });
}

function steps(
  before: string,
  after: string,
  number: number,
  side: string | undefined,
  { written, space }: { written: (value: number) => string; space: string },
): Counted {
  const end = after === 'roman' ? '' : after;
  const isLeaf = side !== undefined;
  const numberAt = (step: number) =>
    isLeaf ? written(Math.floor(step / 2)) + space + (step % 2 === 0 ? 'r' : 'v') : written(step);
  return {
    series: `${before}\0${after}\0${isLeaf}`,
    step: isLeaf ? number * 2 + (side === 'v' ? 1 : 0) : number,
    write: (step) => before + numberAt(step) + end,
    number: numberAt,
  };
}

/** More than so many are no gap any more: another count begins. */
const GAP_MAX = 500;

/**
 * Where numbers are missing in a row of names. Only neighbours that count in the same way are compared, and what stands
 * elsewhere in the row is out of place, but not missing.
 */
export function missingNumbers(names: readonly string[]): Gap[] {
  const all = names.map(counted);
  const present = new Set(all.flatMap((one) => (one ? [`${one.series}\0${one.step}`] : [])));
  const holes = all.flatMap((one, after) => {
    const next = all[after + 1];
    if (!one || next?.series !== one.series) return [];
    const between = next.step - one.step - 1;
    return between < 1 || between > GAP_MAX ? [] : [{ after, one, between }];
  });
  // Shown once, where least is missing: a page out of its place may seem to leave the same gap.
  const shown = new Set<string>();
  const gaps = holes
    .toSorted((hole, other) => hole.between - other.between)
    .flatMap(({ after, one, between }) => {
      const missing = Array.from({ length: between }, (_, step) => one.step + 1 + step).filter((step) => {
        const key = `${one.series}\0${step}`;
        return !present.has(key) && !shown.has(key);
      });
      const [first, last] = [missing[0], missing.at(-1)];
      if (first === undefined || last === undefined) return [];
      for (const step of missing) shown.add(`${one.series}\0${step}`);
      return [
        {
          after,
          first: one.write(first),
          last: one.write(last),
          numbers: { first: one.number(first), last: one.number(last) },
          count: missing.length,
        },
      ];
    });
  return gaps.toSorted((gap, other) => gap.after - other.after);
}

/** The name of a file without its ending. */
export function stemOf(filename: string): string {
  return filename.replace(/\.[a-z0-9]{1,5}$/i, '');
}
