import type { MetadataEntry } from '@armarium/contract/metadata';
import { cleanText, daysOfMonth, type FieldTemplate } from '../records/public.ts';

/** How a spreadsheet writes dates and numbers. */
export interface CellForm {
  /** True: 3/4/1900 is the third of April; false: the fourth of March. */
  readonly dayFirst: boolean;
  readonly decimalComma: boolean;
}

type Value = MetadataEntry['value'];
export type CellValue = { readonly value: Value } | { readonly code: string };

const yes = new Set(['true', 'vero', 'yes', 'y', 'sì', 'si', 's', '1', 'x']);
const no = new Set(['false', 'falso', 'no', 'n', '0']);

/** Reads a number as people write it; undefined where the text is none. */
function numberOf(text: string, decimalComma: boolean): number | undefined {
  const bare = text.replace(/(?<=\d)[\s'’\u00a0\u202f](?=\d{3}(?!\d))/gu, '');
  const [group, point] = decimalComma ? ['\\.', ','] : [',', '\\.'];
  // Either character may be the decimal point where there are no thousands separators.
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

/** Converts a date as spreadsheets write it into the form of the catalogue; other text is unchanged. */
function dayOf(text: string, dayFirst: boolean): CellValue {
  // A number of five digits is not a year, but a day since 1927 as a serial number.
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

/** The value of a cell for a field, by the field's type. The rules of metadata check it afterwards. */
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

/** A pressmark without leading zeros, as a spreadsheet makes it that took it for a number. */
export function withoutZeros(pressmark: string): string {
  return pressmark.replace(/^0+(?=\d)/, '');
}
