import type { MetadataEntry } from '@armarium/contract/records';
import { cleanText, daysOfMonth, type FieldTemplate } from '../records/public.ts';

/** How a spreadsheet writes days and numbers. */
export interface CellForm {
  /** 3/4/1900 is the third of April, else the fourth of March. */
  readonly dayFirst: boolean;
  readonly decimalComma: boolean;
}

type Value = MetadataEntry['value'];
export type CellValue = { readonly value: Value } | { readonly code: string };

const yes = new Set(['true', 'vero', 'yes', 'y', 'sì', 'si', 's', '1', 'x']);
const no = new Set(['false', 'falso', 'no', 'n', '0']);

/** A number as people write it; undefined where it is none. */
function numberOf(text: string, decimalComma: boolean): number | undefined {
  const bare = text.replace(/(?<=\d)[\s'’\u00a0\u202f](?=\d{3}(?!\d))/gu, '');
  const [group, point] = decimalComma ? ['\\.', ','] : [',', '\\.'];
  // Either sign may stand for the point where no thousands are told apart.
  const plain = /^[+-]?\d*(?:[.,]\d+)?(?:[eE][+-]?\d+)?$/;
  const grouped = new RegExp(`^[+-]?\\d{1,3}(?:${group}\\d{3})+(?:${point}\\d+)?$`);
  if (bare === '' || !/\d/.test(bare)) return undefined;
  if (grouped.test(bare)) {
    const number = Number(bare.replace(new RegExp(group, 'g'), '').replace(',', '.'));
    return Number.isFinite(number) ? number : undefined;
  }
  if (!plain.test(bare)) return undefined;
  const number = Number(bare.replace(',', '.'));
  return Number.isFinite(number) ? number : undefined;
}

/** A day as spreadsheets of the world write it, as the catalogue keeps it; other text as it stands. */
function dayOf(text: string, dayFirst: boolean): CellValue {
  // A year is no such number; the days since 1927 are.
  if (/^\d{5}(?:[.,]\d+)?$/.test(text)) return { code: 'date-serial' };
  const iso = /^(\d{4})-(\d{2})-(\d{2})$/.exec(text);
  const local = /^(\d{1,2})[/.-](\d{1,2})[/.-](\d{4})$/.exec(text);
  if (!iso && !local) return { value: text };
  const [year, month, day] = iso
    ? [Number(iso[1]), Number(iso[2]), Number(iso[3])]
    : [Number(local?.[3]), Number(local?.[dayFirst ? 2 : 1]), Number(local?.[dayFirst ? 1 : 2])];
  if (day < 1 || day > daysOfMonth(year, month)) return { code: 'no-such-day' };
  const two = (number: number) => String(number).padStart(2, '0');
  return { value: `${String(year).padStart(4, '0')}-${two(month)}-${two(day)}` };
}

/** What a cell says for a field, judged by its type; the rules of metadata see it afterwards. */
export function cellValue(cell: string, template: Pick<FieldTemplate, 'type'>, form: CellForm): CellValue {
  const text = cleanText(cell);
  switch (template.type) {
    case 'INTEGER': {
      const number = numberOf(text, form.decimalComma);
      return number !== undefined && Number.isSafeInteger(number)
        ? { value: number }
        : { code: 'whole-number' };
    }
    case 'NUMBER': {
      const number = numberOf(text, form.decimalComma);
      return number === undefined ? { code: 'number' } : { value: number };
    }
    case 'BOOLEAN': {
      const word = text.toLowerCase();
      if (yes.has(word)) return { value: true };
      return no.has(word) ? { value: false } : { code: 'boolean' };
    }
    case 'DATE':
      return dayOf(text, form.dayFirst);
    default:
      return { value: text };
  }
}

/** A pressmark as a spreadsheet leaves it that took it for a number. */
export function withoutZeros(pressmark: string): string {
  return pressmark.replace(/^0+(?=\d)/, '');
}
