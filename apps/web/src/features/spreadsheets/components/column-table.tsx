import type { FieldProblem } from '@armarium/contract/problem';
import type { SpreadsheetMapping } from '@armarium/contract/spreadsheet-mappings';
import type { Spreadsheet } from '@armarium/contract/spreadsheets';
import { Checkbox, NativeSelect } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { itemTemplatesQuery } from '../../../records/api/templates.ts';
import { labelOf } from '../../../records/label.ts';
import classes from './spreadsheet-page.module.css';

/** Why the target of a column may be refused. */
export const columnRefusals = ['twice', 'unknown-field'] as const;

interface ColumnTableProps {
  readonly sheet: Spreadsheet;
  readonly mapping: SpreadsheetMapping;
  /** What the server said of the columns, named `mapping.columns[…].target`. */
  readonly problems: readonly FieldProblem[];
  readonly disabled: boolean;
  onChange(mapping: SpreadsheetMapping): void;
}

/** What each column holds: its heading, its first values, and the field that they go to. */
export function ColumnTable({ sheet, mapping, problems, disabled, onChange }: ColumnTableProps) {
  const { t } = useTranslation('importing');
  const targets = useTargets(mapping);
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
        {mapping.columns.map((column, index) => (
          <ColumnRow
            key={index}
            heading={column.heading || t('columns.unnamed', { number: index + 1 })}
            column={column}
            samples={sheet.samples.map((row) => row[index] ?? '')}
            fault={problems.find(({ name }) => name === `mapping.columns[${index}].target`)?.code}
            {...{ targets, disabled }}
            onChange={(changed) => onChange({ ...mapping, columns: mapping.columns.with(index, changed) })}
          />
        ))}
      </tbody>
    </table>
  );
}

/** What a column may hold; fields that are gone are offered where a column was meant for them. */
function useTargets(mapping: SpreadsheetMapping) {
  const { t } = useTranslation('importing');
  const templates = useQuery(itemTemplatesQuery);
  const fields = (templates.data ?? []).map((template) => {
    const label = labelOf(template);
    const { name } = template;
    return { value: `field:${name}`, label: label === name ? label : `${label} (${name})` };
  });
  const known = new Set(fields.map(({ value }) => value));
  const gone = mapping.columns.flatMap(({ target }) =>
    target?.startsWith('field:') && !known.has(target) ? [{ value: target, label: target.slice(6) }] : [],
  );
  return [
    { value: '', label: t('columns.none') },
    { value: 'uuid', label: t('columns.uuid') },
    { value: 'version', label: t('columns.version') },
    { value: 'paths', label: t('columns.paths') },
    {
      group: t('columns.fields'),
      items: [...fields, ...new Map(gone.map((one) => [one.value, one])).values()],
    },
  ];
}

interface ColumnRowProps {
  readonly heading: string;
  readonly column: SpreadsheetMapping['columns'][number];
  /** Its values in the first rows. */
  readonly samples: readonly string[];
  readonly targets: ReturnType<typeof useTargets>;
  /** The code of what is wrong with its target. */
  readonly fault: string | undefined;
  readonly disabled: boolean;
  onChange(column: SpreadsheetMapping['columns'][number]): void;
}

function ColumnRow({ heading, column, samples, targets, fault, disabled, onChange }: ColumnRowProps) {
  const { t } = useTranslation('importing');
  const { target, clears } = column;
  const refused = columnRefusals.find((code) => code === fault);
  return (
    <tr>
      <th scope="row" dir="auto">
        {heading}
      </th>
      <td>
        <div className={classes.samples} dir="auto">
          {samples
            .filter((text) => text !== '')
            .slice(0, 3)
            .join(' · ')}
        </div>
      </td>
      <td>
        <NativeSelect
          aria-label={t('columns.targetOf', { heading })}
          disabled={disabled}
          value={target ?? ''}
          onChange={({ currentTarget }) => onChange({ ...column, target: currentTarget.value || null })}
          data={targets}
          error={refused && t(`columns.refused.${refused}`)}
        />
      </td>
      <td>
        {target?.startsWith('field:') && target !== 'field:pressmark' && (
          <Checkbox
            className={classes.clears ?? ''}
            label={t('columns.clearsOf', { heading })}
            disabled={disabled}
            checked={clears}
            onChange={({ currentTarget }) => onChange({ ...column, clears: currentTarget.checked })}
          />
        )}
      </td>
    </tr>
  );
}
