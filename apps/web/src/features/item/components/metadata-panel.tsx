import type { Item } from '@armarium/contract/items';
import type { Template } from '@armarium/contract/templates';
import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { labelOf } from '../../../records/label.ts';
import { inOrder, valuesOf } from '../../../records/metadata-view.ts';
import classes from '../../record-entry/components/metadata.module.css';
import { RecordDates } from './record-dates.tsx';
import type { OpenMetadata } from './use-metadata-dialog.tsx';

interface MetadataPanelProps {
  item: Item;
  templates: readonly Template[];
  onOpen: OpenMetadata;
}

/** HIGH and MEDIUM metadata beside the images, and the way to all of them (ITEM-09 to ITEM-12). */
export function MetadataPanel({ item, templates, onOpen }: MetadataPanelProps) {
  const { t } = useTranslation(['item', 'catalogue']);
  const words = { true: t('catalogue:boolean.true'), false: t('catalogue:boolean.false') };
  const fields = inOrder(templates)
    .filter(({ priority }) => priority !== 'LOW')
    .map((template) => ({
      label: labelOf(template),
      name: template.name,
      values: valuesOf(item.customMetadataList, template, words),
    }))
    .filter(({ values }) => values.length > 0);

  return (
    <section aria-labelledby="metadata-heading">
      <h2 id="metadata-heading" className="visually-hidden">
        {t('metadata')}
      </h2>
      <dl className={classes.fields}>
        {fields.map(({ name, label, values }) => (
          <div key={name} className={classes.field}>
            <dt dir="auto">{label}</dt>
            {values.map((value, index) => (
              <dd key={index} dir="auto" className={name === 'sgtt' ? 'record-title' : ''}>
                {value}
              </dd>
            ))}
          </div>
        ))}
        <RecordDates item={item} className={`${classes.field} ${classes.date}`} />
      </dl>
      <Button
        variant="default"
        size="sm"
        aria-keyshortcuts={item.allowedActions.includes('edit') ? 'e' : undefined}
        onClick={() => onOpen('opened')}
      >
        {t('viewAll')}
      </Button>
    </section>
  );
}
