import type { SpreadsheetMapping } from '@armarium/contract/spreadsheet-mappings';
import type { Spreadsheet } from '@armarium/contract/spreadsheets';
import { Checkbox, NativeSelect } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { itemTemplatesQuery } from '../../../records/api/templates.ts';
import { labelOf } from '../../../records/label.ts';
import type { ColumnFault } from '../column-faults.ts';
import classes from './spreadsheet-page.module.css';

/** Where it is chosen what a column holds. */
export const targetChoice = (index: number) => document.getElementById(idOf(index));
const idOf = (index: number) => `column-${index}`;

interface ColumnTableProps {
  readonly sheet: Spreadsheet;
  readonly mapping: SpreadsheetMapping;
  /** What is wrong with the targets of columns, by their places. */
  readonly faults: ReadonlyMap<number, ColumnFault>;
  readonly disabled: boolean;
  onChange(mapping: SpreadsheetMapping): void;
}

/** What each column holds: its heading, its first values, and the field that they go to. */
export function ColumnTable({ sheet, mapping, faults, disabled, onChange }: ColumnTableProps) {
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
            id={idOf(index)}
            heading={column.heading || t('columns.unnamed', { number: index + 1 })}
            column={column}
            samples={sheet.samples.map((row) => row[index] ?? '')}
            fault={faults.get(index)}
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
  /** Of the choice of its target. */
  readonly id: string;
  readonly heading: string;
  readonly column: SpreadsheetMapping['columns'][number];
  /** Its values in the first rows. */
  readonly samples: readonly string[];
  readonly targets: ReturnType<typeof useTargets>;
  /** What is wrong with its target. */
  readonly fault: ColumnFault | undefined;
  readonly disabled: boolean;
  onChange(column: SpreadsheetMapping['columns'][number]): void;
}

function ColumnRow({ id, heading, column, samples, targets, fault, disabled, onChange }: ColumnRowProps) {
  const { t } = useTranslation('importing');
  const { target, clears } = column;
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
          id={id}
          aria-label={t('columns.targetOf', { heading })}
          disabled={disabled}
          value={target ?? ''}
          onChange={({ currentTarget }) => onChange({ ...column, target: currentTarget.value || null })}
          data={targets}
          error={fault && t(`columns.refused.${fault}`)}
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
