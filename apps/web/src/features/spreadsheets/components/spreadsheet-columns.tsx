import type { Spreadsheet } from '@armarium/contract/spreadsheets';
import { Box } from '@mantine/core';
import { useEffect, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { ApiProblem } from '../../../lib/api-problem.ts';
import { describeProblem, type ProblemText } from '../../../lib/problem/problem-text.ts';
import { appliedMapping } from '../applied-mapping.ts';
import { columnForKey, refusedColumns, repeatedTargets, type ColumnFault } from '../column-faults.ts';
import { FailureAlert } from '../../../ui/failure-alert.tsx';
import { ColumnTable, targetChoice } from './column-table.tsx';
import { FileReading, ValueReading } from './file-reading.tsx';
import { SavedMappings } from './saved-mappings.tsx';
import { leadTo, StepBar } from './step-bar.tsx';
import { useMapping } from './use-mapping.ts';
import classes from './spreadsheet-page.module.css';

/** The second step: what each column holds, and how the file is read. Every choice is kept by the server at once. */
export function SpreadsheetColumns({ sheet }: { sheet: Spreadsheet }) {
  const { t } = useTranslation('importing');
  const { mapping, reading, work, error, change, read, check } = useMapping(sheet);
  const isBusy = work !== undefined;
  const refused = useRefusedColumns(error);
  const refusal = useRefusal(error, refused);
  const repeated = repeatedTargets(mapping);
  const keyless = columnForKey(mapping);
  const why = useWhy(work, keyless, repeated);
  return (
    <>
      <div className={classes.step}>
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
          {...{ sheet, mapping }}
          faults={new Map([...refused, ...repeated])}
          disabled={isBusy}
          onChange={change}
        />
        {refusal && (
          <Box maw={640} mb="md">
            <FailureAlert title={t('columns.checkFailed')} text={refusal} />
          </Box>
        )}
      </div>
      <StepBar
        action={{
          word: t('columns.check'),
          why,
          isWorking: isBusy,
          act: check,
          lead: () => leadTo(targetChoice(keyless ?? Math.min(...repeated.keys()))),
        }}
      />
    </>
  );
}

/** Why the dry run can't begin now, as far as that can be seen before the server is asked. */
function useWhy(
  work: 'check' | 'read' | undefined,
  keyless: number | undefined,
  repeated: ReadonlyMap<number, ColumnFault>,
): string | undefined {
  const { t } = useTranslation('importing');
  if (work) return t(`columns.working.${work}`);
  if (keyless !== undefined) return `${t('columns.refused.no-key')} ${t('columns.refused.noKeyNext')}`;
  return repeated.size > 0 ? t('columns.repeated') : undefined;
}

const none: ReadonlyMap<number, ColumnFault> = new Map();

/** The columns that the server refused; the first of them gets the focus. */
function useRefusedColumns(error: Error | null): ReadonlyMap<number, ColumnFault> {
  const columns = useMemo(
    () => (error instanceof ApiProblem ? refusedColumns(error.problem.fields) : none),
    [error],
  );
  useEffect(() => {
    const [first] = columns.keys();
    if (first !== undefined) leadTo(targetChoice(first));
  }, [columns]);
  return columns;
}

/** What is to be put right before the dry run can begin: of the columns as a whole, of some of them, or of the call. */
function useRefusal(error: Error | null, refused: ReadonlyMap<number, ColumnFault>): ProblemText | undefined {
  const { t } = useTranslation('importing');
  if (!error) return undefined;
  if (error instanceof ApiProblem && error.problem.fields.some(({ code }) => code === 'no-key')) {
    return { title: t('columns.refused.no-key'), next: t('columns.refused.noKeyNext') };
  }
  if (refused.size > 0) {
    return { title: t('columns.refused.some'), next: t('columns.refused.someNext') };
  }
  return describeProblem(error);
}
