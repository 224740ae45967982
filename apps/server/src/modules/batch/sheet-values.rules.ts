import type { MetadataEntry } from '@armarium/contract/metadata';
import type { RowProblem } from '@armarium/contract/batch-records';
import type { TitlePath } from '../catalogue/public.ts';
import { cleanText, type FieldTemplate } from '../records/public.ts';
import { cellValue, type CellForm } from './cell-value.rules.ts';
import { fieldTarget, problem } from './row-problem.rules.ts';

export type Value = MetadataEntry['value'];

/**
 * A cell of a field: its text; empty: it removes the value; null: no change. A pair where a leading
 * apostrophe may be the spreadsheet's own: the text without it, and with it.
 */
export type SheetCell = string | null | readonly [string, string];

/** The changes that a row of a spreadsheet wants. */
export interface SheetWanted {
  readonly uuid?: string;
  /** The version of the record when it was exported. */
  readonly version?: number;
  /** Fields by name in the order of the columns, each with its cells. */
  readonly fields: readonly (readonly [name: string, cells: readonly SheetCell[]])[];
  /** All collections of the record; absent where the row has none. */
  readonly paths?: readonly TitlePath[];
  /** The problems of the row that do not depend on the catalogue. */
  readonly problems?: readonly RowProblem[];
}

export const firstText = (cell: SheetCell): string =>
  cell === null ? '' : typeof cell === 'string' ? cell : cell[0];

/** The pressmark in a row; empty where it has none. */
export function pressmarkOf({ fields }: Pick<SheetWanted, 'fields'>): string {
  const cells = fields.find(([name]) => name === 'pressmark')?.[1];
  return cleanText(firstText(cells?.[0] ?? null));
}

/** The title in a row; empty where it has none. */
export function titleOf({ fields }: Pick<SheetWanted, 'fields'>): string {
  return cleanText(firstText(fields.find(([name]) => name === 'sgtt')?.[1][0] ?? null));
}

/**
 * The values of a field after a row. A cell with the same text as the stored value leaves that unchanged,
 * with its type. Values without a column are kept.
 * @param before its values; empty for a new record
 */
export function valuesAfter(
  name: string,
  cells: readonly SheetCell[],
  before: readonly Value[],
  { templates, form }: { readonly templates: readonly FieldTemplate[]; readonly form: CellForm },
  problems: RowProblem[],
): Value[] {
  const template = templates.find((one) => one.name === name);
  const named = cells.flatMap((cell, place): Value[] => {
    const old = before[place];
    if (cell === null) return old === undefined ? [] : [old];
    const readings = typeof cell === 'string' ? [cell] : cell;
    if (old !== undefined && readings.some((reading) => cleanText(reading) === cleanText(String(old)))) {
      return [old];
    }
    const [text = ''] = readings;
    if (cleanText(text) === '') return [];
    if (!template) {
      problems.push(problem('unknown-field', { target: fieldTarget(name), place, value: text }));
      return [];
    }
    const read = cellValue(text, template, form);
    if ('value' in read) return [read.value === old ? old : read.value];
    problems.push(problem(read.code, { target: fieldTarget(name), place, value: text }));
    return [];
  });
  return [...named, ...before.slice(cells.length)];
}
