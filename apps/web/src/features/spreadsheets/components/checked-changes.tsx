import type { Spreadsheet } from '@armarium/contract/spreadsheets';
import { useTranslation } from 'react-i18next';
import { grouped } from '../../../ui/grouped.ts';
import list from '../../operations/components/operations-page.module.css';
import classes from './spreadsheet-page.module.css';

/** The columns of a target, as the file calls them. */
export function headingOf({ mapping }: Spreadsheet, target: string, place = 0): string {
  const of = mapping.columns.filter((column) => column.target === target);
  return (of[place] ?? of[0])?.heading ?? target.replace(/^field:/, '');
}

const targetOf = (name: string) => (name === 'paths' ? name : `field:${name}`);

interface ChangedFieldProps {
  readonly sheet: Spreadsheet;
  readonly change: Pick<Spreadsheet['changes'][number], 'name' | 'before' | 'after'>;
}

export function ChangedField({ sheet, change: { name, before, after } }: ChangedFieldProps) {
  const { t } = useTranslation('importing');
  const shown = (values: readonly string[]) =>
    values.length === 0 ? <em>{t('check.empty')}</em> : <span dir="auto">{values.join('; ')}</span>;
  return (
    <p className={`${list.cause} ${classes.change}`}>
      <strong dir="auto">{headingOf(sheet, targetOf(name))}: </strong>
      <del>{shown(before)}</del> → <ins>{shown(after)}</ins>
    </p>
  );
}

export function CheckedChanges({ sheet }: { sheet: Spreadsheet }) {
  const { t } = useTranslation('importing');
  if (sheet.changes.length === 0) return null;
  return (
    <section aria-labelledby="changes-heading">
      <h2 id="changes-heading" className={classes.subtitle}>
        {t('check.changes')}
      </h2>
      <ul className={list.records}>
        {sheet.changes.slice(0, 50).map((change, index) => (
          <li key={index}>
            <div>
              <ChangedField sheet={sheet} change={change} />
              <span className="tabular">
                {t('check.changesOf', { count: change.rows, formatted: grouped(change.rows) })}
              </span>
            </div>
          </li>
        ))}
      </ul>
    </section>
  );
}
