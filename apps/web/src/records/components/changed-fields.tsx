import type { ChangedFields as Fields } from '@armarium/contract/record-changes';
import type { RecordType } from '@armarium/contract/record-types';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { displayTitle } from '../../ui/display-title.ts';
import { templatesQuery } from '../api/templates.ts';
import { labelOf } from '../label.ts';
import { useStateLabel } from '../state-label.ts';
import classes from './changed-fields.module.css';

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
  'contents',
  'viewingDirection',
  'behavior',
] as const;

/** What changed of a record, field by field. */
export function ChangedFields({ fields, resourceType }: { fields: Fields; resourceType: RecordType }) {
  const { t } = useTranslation('changedFields');
  const stateLabel = useStateLabel();
  const templates = useQuery(templatesQuery(resourceType)).data ?? [];
  const nameOf = (name: string) => {
    const template = templates.find((one) => one.name === name);
    const own = ownFields.find((one) => one === name);
    if (template === undefined && own !== undefined) return t(`field.${own}`);
    return labelOf(template ?? { name });
  };
  const valueOf = (name: string, value: string) => {
    if (name === 'state') return stateLabel(value);
    if (name === 'viewingDirection' || name === 'behavior')
      return t(`presentation.${value}`, { defaultValue: value });
    return name === 'visibility' ? t(`visibility.${value}`, { defaultValue: value }) : displayTitle(value);
  };
  const shown = (name: string, values: readonly string[]) =>
    values.length === 0 ? t('empty') : values.map((value) => valueOf(name, value)).join(' · ');
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
