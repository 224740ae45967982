import type { Item } from '@armarium/contract/records';
import type { Template } from '@armarium/contract/templates';
import { Modal } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import '../../../ui/messages.ts';
import { allFields, labelOf } from '../metadata-view.ts';
import '../messages.ts';
import classes from './metadata.module.css';

interface AllMetadataProps {
  item: Item;
  templates: readonly Template[];
  opened: boolean;
  onClose(): void;
}

/** Every metadatum of an item, to be read; fields without a value too, so that one sees what is missing. */
export function AllMetadata({ item, templates, opened, onClose }: AllMetadataProps) {
  const { t } = useTranslation(['catalogue', 'ui']);
  const words = { true: t('boolean.true'), false: t('boolean.false') };
  return (
    <Modal
      opened={opened}
      onClose={onClose}
      title={t('item.allMetadata')}
      size="lg"
      closeButtonProps={{ 'aria-label': t('ui:close') }}
    >
      <dl className={classes.fields}>
        {allFields(item.customMetadataList, templates, words).map((field) => (
          <div key={field.name} className={classes.field}>
            <dt dir="auto">
              {field.archived ? field.label : labelOf(field, (key) => t(key))}
              {field.archived && <span> ({t('item.archived')})</span>}
            </dt>
            {field.values.length === 0 && <dd className={classes.none}>{t('item.noValue')}</dd>}
            {field.values.map((value, index) => (
              <dd key={index} dir="auto" className={field.name === 'sgtt' ? 'record-title' : ''}>
                {value}
              </dd>
            ))}
          </div>
        ))}
      </dl>
    </Modal>
  );
}
