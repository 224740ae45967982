import type { MetadataEntry } from '@armarium/contract/metadata';
import type { TemplateResourceType } from '@armarium/contract/record-types';
import type { Template } from '@armarium/contract/templates';
import { IconPhoto } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { RecordFields } from '../../features/record-entry/components/record-fields.tsx';
import { listOf, newDraft, type RecordDraft } from '../../features/record-entry/record-form.ts';
import { labelOf } from '../../records/label.ts';
import { cardTemplates, valuesOf } from '../../records/metadata-view.ts';
import classes from './fields-preview.module.css';

interface FieldsPreviewProps {
  fields: readonly Template[];
  type: TemplateResourceType;
}

/** The form and, of items, the card as the fields make them. What is typed into the form stands on the card. */
export function FieldsPreview({ fields, type }: FieldsPreviewProps) {
  const { t } = useTranslation('fields');
  const [typed, setTyped] = useState<RecordDraft>({});
  // In the order of the lists, which may be ahead of what is saved.
  const templates = fields.map((field, order) => ({ ...field, order }));
  const draft = { ...newDraft(templates), ...typed };
  if (fields.length === 0) return <p className={classes.note}>{t('preview.none')}</p>;
  return (
    <>
      {type === 'ITEM' && <Card templates={templates} list={listOf(draft, [], templates)} />}
      <h3 className={classes.title}>{t('preview.form')}</h3>
      <RecordFields
        templates={templates}
        draft={draft}
        onChange={(after) => {
          // A default that is changed later is shown, unless something was typed here.
          const changed = Object.entries(after).filter(([name, texts]) => texts !== draft[name]);
          setTyped({ ...typed, ...Object.fromEntries(changed) });
        }}
        faults={{}}
      />
    </>
  );
}

interface CardProps {
  templates: readonly Template[];
  /** What is typed into the form. */
  list: readonly MetadataEntry[];
}

/**
 * The two fields of a card as cards show them; an empty one shows its label. It is drawn here: the card of the
 * catalogue is a link, and using it would divide the script that each page loads first.
 */
function Card({ templates, list }: CardProps) {
  const { t } = useTranslation(['fields', 'catalogue']);
  const words = { true: t('catalogue:boolean.true'), false: t('catalogue:boolean.false') };
  const [heading, ...others] = cardTemplates(templates).map((field) => ({
    uuid: field.uuid,
    text: valuesOf(list, field, words).join(', ') || labelOf(field),
  }));
  return (
    <>
      <h3 className={classes.title}>{t('fields:preview.card')}</h3>
      <p className={classes.note}>{t('fields:preview.cardText')}</p>
      <div className={classes.card}>
        <span className={classes.mat}>
          <IconPhoto size={36} stroke={1.1} aria-hidden />
        </span>
        <p className={`${classes.heading} record-title`} dir="auto">
          {heading?.text}
        </p>
        {others.map(({ uuid, text }) => (
          <p key={uuid} className={`${classes.field} tabular`} dir="auto">
            {text}
          </p>
        ))}
      </div>
    </>
  );
}
