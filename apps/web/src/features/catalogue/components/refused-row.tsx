import { rowCauseText, type RowProblem } from '@armarium/contract/spreadsheet-causes';
import { useTranslation } from 'react-i18next';
import { currentLanguage } from '../../../lib/i18n.ts';
import classes from './operations-page.module.css';

/** Why a row of a spreadsheet was refused, and what to do: in place of the English words of a record's refusal. */
export function RefusedRow({ row, problems }: { row: number | null; problems: readonly RowProblem[] }) {
  const { t } = useTranslation('importing');
  return problems.map((problem, index) => {
    const { what, next } = rowCauseText(problem, currentLanguage());
    const field = problem.target?.startsWith('field:') ? `${problem.target.slice('field:'.length)}: ` : '';
    return (
      <span key={index} className={classes.detail}>
        {row !== null && `${t('check.row', { row })}. `}
        {field !== '' && <strong dir="auto">{field}</strong>}
        {problem.value !== '' && <q dir="auto">{problem.value}</q>} {what} {next}
      </span>
    );
  });
}
