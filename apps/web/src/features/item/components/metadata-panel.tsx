import type { Item } from '@armarium/contract/items';
import type { Template } from '@armarium/contract/templates';
import { Button } from '@mantine/core';
import { Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLetterKey } from '../../../ui/letter-keys.ts';
import { useOpener } from '../../../ui/opener.ts';
import { displayTimestamp } from '../../../ui/display-date.ts';
import { labelOf } from '../../../records/label.ts';
import { inOrder, valuesOf } from '../../../records/metadata-view.ts';
import classes from '../../record-entry/components/metadata.module.css';
import { ItemDialog } from './lazy-dialogs.ts';

/** HIGH and MEDIUM metadata beside the images, and the way to all of them (ITEM-09 to ITEM-12). */
export function MetadataPanel({
  item,
  templates,
  onGone,
}: {
  item: Item;
  templates: readonly Template[];
  onGone(): void;
}) {
  const { t } = useTranslation(['item', 'catalogue']);
  // Its code is fetched when it is first opened, and stays for its closing motion.
  const [all, setAll] = useState<'opened' | 'editing' | 'closed'>();
  const opener = useOpener();
  const open = (how: 'opened' | 'editing') => {
    opener.keep();
    setAll(how);
  };
  const mayEdit = item.allowedActions.includes('edit');
  useLetterKey('e', mayEdit ? () => open('editing') : undefined);
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
        <div className={`${classes.field} ${classes.date}`}>
          <dt>{t('created')}</dt>
          <dd className="tabular">{displayTimestamp(item.createdDate)}</dd>
        </div>
        <div className={`${classes.field} ${classes.date}`}>
          <dt>{t('modified')}</dt>
          <dd className="tabular">{displayTimestamp(item.lastModifiedDate)}</dd>
        </div>
      </dl>
      <Button
        variant="default"
        size="sm"
        aria-keyshortcuts={mayEdit ? 'e' : undefined}
        onClick={() => open('opened')}
      >
        {t('viewAll')}
      </Button>
      {all !== undefined && (
        <Suspense fallback={null}>
          <ItemDialog
            item={item}
            templates={templates}
            opened={all !== 'closed'}
            editing={all === 'editing'}
            onClose={() => {
              setAll('closed');
              opener.giveBack();
            }}
            onGone={onGone}
          />
        </Suspense>
      )}
    </section>
  );
}
