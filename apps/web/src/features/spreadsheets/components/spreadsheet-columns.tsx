import type { FieldProblem } from '@armarium/contract/problem';
import {
  delimiters,
  encodings,
  type SavedMapping,
  type Spreadsheet,
  type SpreadsheetMapping,
  type SpreadsheetReading,
} from '@armarium/contract/spreadsheets';
import { Box, Button, Checkbox, NativeSelect, TextInput } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { ApiProblem } from '../../../lib/api-client.ts';
import { describeProblem, type ProblemText } from '../../../lib/problem/problem-text.ts';
import { notify } from '../../../ui/notify.tsx';
import { useOpener } from '../../../ui/opener.ts';
import {
  beginCheck,
  describe,
  forgetMapping,
  keyOfSpreadsheet,
  mappingsQuery,
  saveMapping,
} from '../api/spreadsheets.ts';
import { itemTemplatesQuery } from '../../../records/api/templates.ts';
import { displayTimestamp } from '../../../ui/display-date.ts';
import { appliedMapping } from '../applied-mapping.ts';
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx';
import { FailureAlert } from '../../../ui/failure-alert.tsx';
import classes from './spreadsheet-page.module.css';

const delimiterNames = { ',': 'comma', ';': 'semicolon', '\t': 'tab', '|': 'bar' } as const;

/** The second step: what each column holds, and how the file is read. Every choice is kept by the server at once. */
export function SpreadsheetColumns({ sheet }: { sheet: Spreadsheet }) {
  const { t } = useTranslation('importing');
  const queries = useQueryClient();
  const navigate = useNavigate();
  const [mapping, setMapping] = useState(sheet.mapping);
  const keep = (kept: Spreadsheet) => queries.setQueryData(keyOfSpreadsheet(sheet.uuid), kept);
  // One after the other, so that the last choice is the one that stays.
  const scope = { id: `spreadsheet ${sheet.uuid}` };
  const describing = useMutation({
    scope,
    mutationFn: (shown: SpreadsheetMapping) => describe(sheet.uuid, { mapping: shown }),
    meta: { failed: () => t('columns.saveFailed') },
    onSuccess: keep,
  });
  // Read another way its columns are guessed anew; those that stay the same keep what was chosen for them.
  const rereading = useMutation({
    scope,
    mutationFn: async ({ reading, shown }: { reading: SpreadsheetReading; shown: SpreadsheetMapping }) => {
      const guessed = await describe(sheet.uuid, { reading });
      const kept = appliedMapping(shown, guessed.mapping);
      keep(guessed);
      setMapping(kept);
      return describe(sheet.uuid, { mapping: kept });
    },
    meta: { failed: () => t('columns.saveFailed') },
    onSuccess: keep,
  });
  const checking = useMutation({
    scope,
    // What is shown is what is tried, even where an earlier choice could not be kept.
    mutationFn: async (shown: SpreadsheetMapping) => {
      await describe(sheet.uuid, { mapping: shown });
      return beginCheck(sheet.uuid);
    },
    // Told here, beside the columns.
    meta: { quiet: true },
    onSuccess: keep,
  });
  const check = () =>
    checking.mutate(mapping, {
      // Not where the user has gone to another page meanwhile.
      onSuccess: () => void navigate(`/catalog/spreadsheets/${sheet.uuid}`, { replace: true }),
    });
  const change = (changed: SpreadsheetMapping) => {
    setMapping(changed);
    checking.reset();
    describing.mutate(changed);
  };
  const isBusy = rereading.isPending || checking.isPending;
  const problems = checking.error instanceof ApiProblem ? checking.error.problem.fields : [];
  const refusal = useRefusal(checking.error, problems);
  return (
    <>
      <Reading
        sheet={sheet}
        reading={{ ...sheet.reading, ...(rereading.isPending && rereading.variables.reading) }}
        onChange={(reading) => {
          if (isBusy) return;
          checking.reset();
          rereading.mutate({ reading, shown: mapping });
        }}
      />
      <div className={classes.form}>
        <NativeSelect
          label={t('reading.dates')}
          disabled={isBusy}
          value={mapping.dayFirst ? 'dayFirst' : 'monthFirst'}
          onChange={({ currentTarget }) =>
            change({ ...mapping, dayFirst: currentTarget.value === 'dayFirst' })
          }
          data={(['dayFirst', 'monthFirst'] as const).map((value) => ({
            value,
            label: t(`reading.${value}`),
          }))}
        />
        {/* A workbook keeps its numbers as numbers. */}
        {sheet.format === 'csv' && (
          <NativeSelect
            label={t('reading.decimals')}
            disabled={isBusy}
            value={mapping.decimalComma ? 'decimalComma' : 'decimalPoint'}
            onChange={({ currentTarget }) =>
              change({ ...mapping, decimalComma: currentTarget.value === 'decimalComma' })
            }
            data={(['decimalComma', 'decimalPoint'] as const).map((value) => ({
              value,
              label: t(`reading.${value}`),
            }))}
          />
        )}
      </div>
      <Saved mapping={mapping} disabled={isBusy} onUse={(saved) => change(appliedMapping(saved, mapping))} />
      <h2 className={classes.subtitle}>{t('columns.title')}</h2>
      <p className={classes.text}>{t('columns.text')}</p>
      <Columns
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
      <Button aria-disabled={isBusy} onClick={() => isBusy || check()}>
        {t('columns.check')}
      </Button>
    </>
  );
}

const refusals = ['twice', 'unknown-field'] as const;

/** What is to be put right before the dry run can begin: of the columns as a whole, of some of them, or of the call. */
function useRefusal(error: Error | null, problems: readonly FieldProblem[]): ProblemText | undefined {
  const { t } = useTranslation('importing');
  if (!error) return undefined;
  if (problems.some(({ code }) => code === 'no-key')) {
    return { title: t('columns.refused.no-key'), next: t('columns.refused.noKeyNext') };
  }
  if (problems.some(({ code }) => refusals.some((known) => known === code))) {
    return { title: t('columns.refused.some'), next: t('columns.refused.someNext') };
  }
  return describeProblem(error);
}

interface ReadingProps {
  readonly sheet: Spreadsheet;
  /** How it is being read, from the moment of the choice. */
  readonly reading: SpreadsheetReading;
  onChange(reading: SpreadsheetReading): void;
}

function Reading({ sheet: { sheets, format }, reading, onChange }: ReadingProps) {
  const { t } = useTranslation('importing');
  if (format === 'xlsx') {
    return (
      <div className={classes.form}>
        <NativeSelect
          label={t('reading.sheet')}
          value={String(reading.sheet ?? 0)}
          onChange={({ currentTarget }) => onChange({ sheet: Number(currentTarget.value) })}
          data={sheets.map((label, value) => ({ value: String(value), label }))}
        />
      </div>
    );
  }
  return (
    <div className={classes.form}>
      <NativeSelect
        label={t('reading.encoding')}
        value={reading.encoding ?? 'utf-8'}
        onChange={({ currentTarget }) => {
          const encoding = encodings.find((name) => name === currentTarget.value);
          if (encoding) onChange({ encoding });
        }}
        data={encodings.map((value) => ({ value, label: t(`reading.names.${value}`) }))}
      />
      <NativeSelect
        label={t('reading.delimiter')}
        value={reading.delimiter ?? ','}
        onChange={({ currentTarget }) => {
          const delimiter = delimiters.find((sign) => sign === currentTarget.value);
          if (delimiter) onChange({ delimiter });
        }}
        data={delimiters.map((value) => ({ value, label: t(`reading.names.${delimiterNames[value]}`) }))}
      />
    </div>
  );
}

interface ColumnsProps {
  readonly sheet: Spreadsheet;
  readonly mapping: SpreadsheetMapping;
  /** What the server said of them, named `mapping.columns[…].target`. */
  readonly problems: readonly FieldProblem[];
  readonly disabled: boolean;
  onChange(mapping: SpreadsheetMapping): void;
}

function Columns({ sheet, mapping, problems, disabled, onChange }: ColumnsProps) {
  const { t } = useTranslation('importing');
  const templates = useQuery(itemTemplatesQuery);
  const fields = (templates.data ?? []).map(({ name, label }) => ({
    value: `field:${name}`,
    label: label === name ? label : `${label} (${name})`,
  }));
  const known = new Set(fields.map(({ value }) => value));
  const gone = mapping.columns.flatMap(({ target }) =>
    target?.startsWith('field:') && !known.has(target) ? [{ value: target, label: target.slice(6) }] : [],
  );
  const choices = [
    { value: '', label: t('columns.none') },
    { value: 'uuid', label: t('columns.uuid') },
    { value: 'version', label: t('columns.version') },
    { value: 'paths', label: t('columns.paths') },
    {
      group: t('columns.fields'),
      items: [...fields, ...new Map(gone.map((one) => [one.value, one])).values()],
    },
  ];
  const changeAt = (index: number, change: Partial<SpreadsheetMapping['columns'][number]>) =>
    onChange({
      ...mapping,
      columns: mapping.columns.map((column, at) => (at === index ? { ...column, ...change } : column)),
    });
  return (
    <table className={classes.columns}>
      <thead>
        <tr>
          <th scope="col">{t('columns.heading')}</th>
          <th scope="col">{t('columns.samples')}</th>
          <th scope="col">{t('columns.target')}</th>
          <th scope="col">{t('columns.clears')}</th>
        </tr>
      </thead>
      <tbody>
        {mapping.columns.map((column, index) => {
          const heading = column.heading || t('columns.unnamed', { number: index + 1 });
          const isField = column.target?.startsWith('field:') === true;
          const wrong = problems.find(({ name }) => name === `mapping.columns[${index}].target`)?.code;
          const refused = refusals.find((code) => code === wrong);
          return (
            <tr key={index}>
              <th scope="row" dir="auto">
                {heading}
              </th>
              <td>
                <div className={classes.samples} dir="auto">
                  {sheet.samples
                    .map((row) => row[index] ?? '')
                    .filter((text) => text !== '')
                    .slice(0, 3)
                    .join(' · ')}
                </div>
              </td>
              <td>
                <NativeSelect
                  aria-label={t('columns.targetOf', { heading })}
                  disabled={disabled}
                  value={column.target ?? ''}
                  onChange={({ currentTarget }) => changeAt(index, { target: currentTarget.value || null })}
                  data={choices}
                  error={refused && t(`columns.refused.${refused}`)}
                />
              </td>
              <td>
                {isField && column.target !== 'field:pressmark' && (
                  <Checkbox
                    className={classes.clears ?? ''}
                    label={t('columns.clearsOf', { heading })}
                    disabled={disabled}
                    checked={column.clears}
                    onChange={({ currentTarget }) => changeAt(index, { clears: currentTarget.checked })}
                  />
                )}
              </td>
            </tr>
          );
        })}
      </tbody>
    </table>
  );
}

interface SavedProps {
  readonly mapping: SpreadsheetMapping;
  readonly disabled: boolean;
  onUse(saved: SpreadsheetMapping): void;
}

/** Columns by name, for all of the organisation: they are chosen, saved, and forgotten here. */
function Saved({ mapping, disabled, onUse }: SavedProps) {
  const { t } = useTranslation('importing');
  const queries = useQueryClient();
  const { data } = useQuery(mappingsQuery);
  const [chosen, setChosen] = useState<SavedMapping>();
  const [name, setName] = useState('');
  const [asked, setAsked] = useState<{ way: 'replace' | 'forget'; saved: SavedMapping }>();
  const opener = useOpener();
  const nameInput = useRef<HTMLInputElement>(null);
  const close = () => {
    setAsked(undefined);
    opener.giveBack();
  };
  const renew = () => queries.invalidateQueries({ queryKey: mappingsQuery.queryKey });
  const save = async () => {
    const saved = await saveMapping(name, mapping);
    setName('');
    notify('success', { title: t('columns.savedNow', { name: saved.name }) });
    await renew();
  };
  const saving = useMutation({
    mutationFn: async () => {
      // A colleague may have saved one since this page was opened.
      const { mappings: all } = await queries.fetchQuery(mappingsQuery);
      const saved = all.find((one) => one.name === name.trim());
      if (saved) setAsked({ way: 'replace', saved });
      else await save();
    },
    meta: { failed: () => t('columns.saveFailed') },
  });
  const mappings = data?.mappings ?? [];
  const isBlank = name.trim() === '';
  return (
    <>
      <form
        className={classes.form}
        aria-label={t('columns.saved')}
        onSubmit={(event) => {
          event.preventDefault();
          if (isBlank || saving.isPending) return;
          opener.keep();
          saving.mutate();
        }}
      >
        {mappings.length > 0 && (
          <NativeSelect
            label={t('columns.saved')}
            disabled={disabled}
            value={chosen?.uuid ?? ''}
            onChange={({ currentTarget }) => {
              const saved = mappings.find(({ uuid }) => uuid === currentTarget.value);
              setChosen(saved);
              if (saved) onUse(saved.mapping);
            }}
            data={[
              { value: '', label: t('columns.use') },
              ...mappings.map((saved) => ({ value: saved.uuid, label: saved.name })),
            ]}
          />
        )}
        {chosen && (
          <Button
            variant="subtle"
            onClick={() => {
              opener.keep();
              setAsked({ way: 'forget', saved: chosen });
            }}
          >
            {t('columns.forget', { name: chosen.name })}
          </Button>
        )}
        <TextInput
          ref={nameInput}
          label={t('columns.name')}
          value={name}
          maxLength={255}
          onChange={({ currentTarget }) => setName(currentTarget.value)}
        />
        <Button type="submit" variant="default" aria-disabled={isBlank || saving.isPending}>
          {t('columns.save')}
        </Button>
      </form>
      {asked && (
        <ConfirmDialog
          opened
          title={t(`columns.${asked.way}`, { name: asked.saved.name })}
          confirmWord={t(`columns.${asked.way}Word`)}
          dangerous
          failedWord={t(`columns.${asked.way}Failed`)}
          onClose={close}
          onFailure={() => void renew()}
          work={async () => {
            if (asked.way === 'replace') await save();
            else {
              await forgetMapping(asked.saved.uuid);
              setChosen(undefined);
              // The button that opened this goes with what it forgot.
              opener.keep(nameInput.current);
              await renew();
            }
            close();
          }}
        >
          <p className={classes.text}>
            {t('columns.whose', { name: asked.saved.user, date: displayTimestamp(asked.saved.savedDate) })}{' '}
            {t(`columns.${asked.way}Text`)}
          </p>
        </ConfirmDialog>
      )}
    </>
  );
}
