import type { MetadataEntry } from '@armarium/contract/metadata';
import type { Template } from '@armarium/contract/templates';
import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { allFields, type MetadataField } from '../../../records/metadata-view.ts';
import classes from './metadata.module.css';

interface MetadataListProps {
  list: readonly MetadataEntry[];
  templates: readonly Template[];
  showsBlank: boolean;
  onShowBlank(on: boolean): void;
}

/** More characters than these don't stand well in one of two columns. */
const NARROW_MAX = 100;

const isWide = ({ name, values }: MetadataField): boolean =>
  name === 'sgtt' || values.join(' ').length > NARROW_MAX || values.some((value) => value.includes('\n'));

/** The metadata of a record, to be read. A catalogue may have dozens of fields of which a record has a few. */
export function MetadataList({ list, templates, showsBlank, onShowBlank }: MetadataListProps) {
  const { t } = useTranslation(['editing', 'catalogue']);
  const words = { true: t('catalogue:boolean.true'), false: t('catalogue:boolean.false') };
  const fields = allFields(list, templates, words);
  const filled = fields.filter(({ values }) => values.length > 0);
  return (
    <>
      <dl className={`${classes.fields} ${classes.columns}`}>
        {(showsBlank ? fields : filled).map((field) => (
          <div key={field.name} className={isWide(field) ? classes.wide : undefined}>
            <dt dir="auto">
              {field.label}
              {field.archived && <span> ({t('catalogue:archivedField')})</span>}
            </dt>
            {field.values.length === 0 && <dd className={classes.none}>{t('record.noValue')}</dd>}
            {field.values.map((value, index) => (
              <dd key={index} dir="auto" className={field.name === 'sgtt' ? 'record-title' : ''}>
                {value}
              </dd>
            ))}
          </div>
        ))}
      </dl>
      {filled.length < fields.length && (
        <Button
          variant="subtle"
          size="compact-sm"
          mb="md"
          aria-expanded={showsBlank}
          onClick={() => onShowBlank(!showsBlank)}
        >
          {showsBlank ? t('item.hideBlank') : t('item.showBlank', { count: fields.length - filled.length })}
        </Button>
      )}
    </>
  );
}
