import type { RowProblem } from '@armarium/contract/batch-records';
import { hasMessage, translate } from '../../lib/i18n.ts';

/** What is wrong with a row of a spreadsheet and what to do, in the user's language. */
export function rowCauseWords({ code, params }: RowProblem): { what: string; next: string } {
  const key = `rowCause:${hasMessage(`rowCause:${code}.what`) ? code : 'refused'}`;
  return { what: translate(`${key}.what`, params), next: translate(`${key}.next`, params) };
}
