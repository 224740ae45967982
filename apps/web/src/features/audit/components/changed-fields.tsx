import type { RecordChange } from '@armarium/contract/record-changes';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { displayTitle } from '../../../ui/display-title.ts';
import { templatesQuery } from '../../../records/api/templates.ts';
import { labelOf } from '../../../records/label.ts';
import classes from './audit-page.module.css';

const ownFields = [
  'state',
  'visibility',
  'shareLink',
  'transition',
  'position',
  'images',
  'originalFilename',
  'version',
  'rotation',
  'files',
  'steps',
  'stepOrder',
  'confirmedImages',
  'storyboards',
] as const;

/** What changed of a record, field by field. */
export function ChangedFields({ change: { fields, record } }: { change: RecordChange }) {
  const { t } = useTranslation('audit');
  const templates = useQuery(templatesQuery(record.resourceType)).data ?? [];
  const nameOf = (name: string) => {
    const template = templates.find((one) => one.name === name);
    const own = ownFields.find((one) => one === name);
    if (template === undefined && own !== undefined) return t(`field.${own}`);
    return labelOf(template ?? { name });
  };
  const shown = (name: string, values: readonly string[]) =>
    values.length === 0
      ? t('empty')
      : values
          .map((value) =>
            name === 'visibility' ? t(`visibility.${value}`, { defaultValue: value }) : displayTitle(value),
          )
          .join(' · ');
  return (
    <dl className={classes.fields}>
      {fields.map(({ name, before, after }) => (
        <div key={name}>
          <dt>{nameOf(name)}</dt>
          {(before.length > 0 || after.length > 0) && (
            <dd>
              {name !== 'transition' && (
                <del dir="auto">
                  <span className="visually-hidden">{t('before')} </span>
                  {shown(name, before)}
                </del>
              )}
              <ins dir="auto">
                <span className="visually-hidden">{t('after')} </span>
                {shown(name, after)}
              </ins>
            </dd>
          )}
        </div>
      ))}
    </dl>
  );
}
