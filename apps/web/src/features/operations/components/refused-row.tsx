import type { RowProblem } from '@armarium/contract/batch-records';
import { useTranslation } from 'react-i18next';
import { rowCauseWords } from '../row-cause-words.ts';
import classes from './operations-page.module.css';

/** Why a row of a spreadsheet was refused, and what to do: in place of the English words of a record's refusal. */
export function RefusedRow({ row, problems }: { row: number | null; problems: readonly RowProblem[] }) {
  const { t } = useTranslation('selection');
  return problems.map((problem, index) => {
    const { what, next } = rowCauseWords(problem);
    const field = problem.target?.startsWith('field:') ? `${problem.target.slice('field:'.length)}: ` : '';
    return (
      <span key={index} className={classes.detail}>
        {row !== null && `${t('row', { row })}. `}
        {field !== '' && <strong dir="auto">{field}</strong>}
        {problem.value !== '' && <q dir="auto">{problem.value}</q>} {what} {next}
      </span>
    );
  });
}
