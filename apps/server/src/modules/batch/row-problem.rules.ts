import type { RowProblem } from '@armarium/contract/batch-records';
import { problems as catalogueProblems, type FieldProblem } from '@armarium/contract/problem';
import type { MetadataEntry } from '@armarium/contract/metadata';
import type { FieldTemplate } from '../records/public.ts';
import { rowCauses, type CauseLanguage } from './row-cause.ts';

export const problem = (
  code: string,
  { target = null, place = 0, value = '', params = {} }: Partial<RowProblem> = {},
): RowProblem => ({ code, target, place, value, params });

export const fieldTarget = (name: string) => `field:${name}`;

const typeCodes: Readonly<Record<string, string>> = {
  INTEGER: 'whole-number',
  NUMBER: 'number',
  BOOLEAN: 'boolean',
  EMAIL: 'email',
  DATE: 'no-such-day',
};

/** The problems that the rules of records found, by column. */
export function rowProblems(
  found: readonly FieldProblem[],
  list: readonly MetadataEntry[],
  templates: readonly FieldTemplate[],
): RowProblem[] {
  return found.map(({ name, code, message }) => {
    const index = /^customMetadataList\[(\d+)\]/.exec(name)?.[1];
    const entry = index === undefined ? undefined : list[Number(index)];
    const field = entry?.name ?? name;
    const template = templates.find((one) => one.name === field);
    const isOurs = template !== undefined || entry !== undefined;
    const place =
      entry === undefined ? 0 : list.slice(0, Number(index)).filter((one) => one.name === field).length;
    return problem(code === 'wrong-type' ? (typeCodes[template?.type ?? ''] ?? 'refused') : code, {
      target: isOurs ? fieldTarget(field) : null,
      place,
      value: entry === undefined ? '' : String(entry.value),
      params: {
        message,
        ...(code === 'not-in-dictionary' && { values: (template?.enumValues ?? []).join(', ') }),
        ...(code === 'too-long' && { most: /\d+/.exec(message)?.[0] ?? '' }),
      },
    });
  });
}

const VALUE_KEPT = 2_000;

/** A text, cut to the length that is stored. */
export const boundedText = (text: string): string =>
  text.length > VALUE_KEPT ? `${text.slice(0, VALUE_KEPT).toWellFormed()}…` : text;

export const boundedProblem = (one: RowProblem): RowProblem => ({ ...one, value: boundedText(one.value) });

function isKnown(code: string): code is keyof typeof rowCauses {
  return Object.hasOwn(rowCauses, code);
}

/** The text of a problem. */
export function rowCauseText({ code, params }: RowProblem, language: CauseLanguage) {
  const [what, next] = rowCauses[isKnown(code) ? code : 'refused'][language];
  const filled = (text: string) => text.replace(/\{\{(\w+)\}\}/g, (_, name: string) => params[name] ?? '');
  return { what: filled(what), next: filled(next) };
}

/** The code that the batch shows for the problems of a row. */
export function rowCode(problems: readonly RowProblem[]): string {
  const [first] = problems;
  return problems.length === 1 && first && first.code in catalogueProblems ? first.code : 'invalid';
}

/** The details that the batch shows for a row. */
export function rowDetail(rowNumber: number, problems: readonly RowProblem[]): string {
  const causes = problems.map((one) => {
    const { what, next } = rowCauseText(one, 'en');
    const where = one.target === null ? '' : `${one.target.replace(/^field:/, '')}: `;
    return `${where}${what} ${next}`;
  });
  return `Row ${rowNumber}: ${causes.join(' ')}`;
}
