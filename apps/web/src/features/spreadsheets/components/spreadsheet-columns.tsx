import type { FieldProblem } from '@armarium/contract/problem';
import type { Spreadsheet } from '@armarium/contract/spreadsheets';
import { Box, Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { ApiProblem } from '../../../lib/api-problem.ts';
import { describeProblem, type ProblemText } from '../../../lib/problem/problem-text.ts';
import { appliedMapping } from '../applied-mapping.ts';
import { FailureAlert } from '../../../ui/failure-alert.tsx';
import { columnRefusals, ColumnTable } from './column-table.tsx';
import { FileReading, ValueReading } from './file-reading.tsx';
import { SavedMappings } from './saved-mappings.tsx';
import { useMapping } from './use-mapping.ts';
import classes from './spreadsheet-page.module.css';

/** The second step: what each column holds, and how the file is read. Every choice is kept by the server at once. */
export function SpreadsheetColumns({ sheet }: { sheet: Spreadsheet }) {
  const { t } = useTranslation('importing');
  const { mapping, reading, isBusy, error, change, read, check } = useMapping(sheet);
  const problems = error instanceof ApiProblem ? error.problem.fields : [];
  const refusal = useRefusal(error, problems);
  return (
    <>
      <FileReading sheet={sheet} reading={reading} onChange={read} />
      <ValueReading format={sheet.format} mapping={mapping} disabled={isBusy} onChange={change} />
      <SavedMappings
        mapping={mapping}
        disabled={isBusy}
        onUse={(saved) => change(appliedMapping(saved, mapping))}
      />
      <h2 className={classes.subtitle}>{t('columns.title')}</h2>
      <p className={classes.text}>{t('columns.text')}</p>
      <ColumnTable
        key={JSON.stringify(sheet.reading)}
        {...{ sheet, mapping, problems }}
        disabled={isBusy}
        onChange={change}
      />
      {refusal && (
        <Box maw={640} mb="md">
          <FailureAlert title={t('columns.checkFailed')} text={refusal} />
        </Box>
      )}
      <Button aria-disabled={isBusy} onClick={check}>
        {t('columns.check')}
      </Button>
    </>
  );
}

/** What is to be put right before the dry run can begin: of the columns as a whole, of some of them, or of the call. */
function useRefusal(error: Error | null, problems: readonly FieldProblem[]): ProblemText | undefined {
  const { t } = useTranslation('importing');
  if (!error) return undefined;
  if (problems.some(({ code }) => code === 'no-key')) {
    return { title: t('columns.refused.no-key'), next: t('columns.refused.noKeyNext') };
  }
  if (problems.some(({ code }) => columnRefusals.some((known) => known === code))) {
    return { title: t('columns.refused.some'), next: t('columns.refused.someNext') };
  }
  return describeProblem(error);
}
