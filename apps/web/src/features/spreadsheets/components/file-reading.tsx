import type { SpreadsheetMapping } from '@armarium/contract/spreadsheet-mappings';
import {
  delimiters,
  encodings,
  type Spreadsheet,
  type SpreadsheetReading,
} from '@armarium/contract/spreadsheets';
import { NativeSelect } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import classes from './spreadsheet-page.module.css';

const delimiterNames = { ',': 'comma', ';': 'semicolon', '\t': 'tab', '|': 'bar' } as const;

interface FileReadingProps {
  readonly sheet: Spreadsheet;
  /** How it is being read, from the moment of the choice. */
  readonly reading: SpreadsheetReading;
  onChange(reading: SpreadsheetReading): void;
}

/** How a file is cut into rows and columns. */
export function FileReading({ sheet: { sheets, format }, reading, onChange }: FileReadingProps) {
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

interface ValueReadingProps {
  readonly format: Spreadsheet['format'];
  readonly mapping: SpreadsheetMapping;
  readonly disabled: boolean;
  onChange(mapping: SpreadsheetMapping): void;
}

/** How dates and numbers are written in a file. */
export function ValueReading({ format, mapping, disabled, onChange }: ValueReadingProps) {
  const { t } = useTranslation('importing');
  return (
    <div className={classes.form}>
      <NativeSelect
        label={t('reading.dates')}
        disabled={disabled}
        value={mapping.dayFirst ? 'dayFirst' : 'monthFirst'}
        onChange={({ currentTarget }) =>
          onChange({ ...mapping, dayFirst: currentTarget.value === 'dayFirst' })
        }
        data={(['dayFirst', 'monthFirst'] as const).map((value) => ({
          value,
          label: t(`reading.${value}`),
        }))}
      />
      {/* A workbook keeps its numbers as numbers. */}
      {format === 'csv' && (
        <NativeSelect
          label={t('reading.decimals')}
          disabled={disabled}
          value={mapping.decimalComma ? 'decimalComma' : 'decimalPoint'}
          onChange={({ currentTarget }) =>
            onChange({ ...mapping, decimalComma: currentTarget.value === 'decimalComma' })
          }
          data={(['decimalComma', 'decimalPoint'] as const).map((value) => ({
            value,
            label: t(`reading.${value}`),
          }))}
        />
      )}
    </div>
  );
}
