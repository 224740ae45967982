import { Button, Notification } from '@mantine/core';
import { IconPhotoPlus } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import classes from './media-offer.module.css';

/** Says that an item has no files, and offers to add some (ITEM-15). @param onAdd undefined where the user may not */
export function MediaOffer({ onAdd }: { onAdd: (() => void) | undefined }) {
  const { t } = useTranslation('item');
  return (
    <div className={classes.offer}>
      <Notification
        withCloseButton={false}
        title={t('itemWithoutMedia')}
        classNames={{
          root: classes.notice ?? '',
          title: classes.title ?? '',
          description: classes.text ?? '',
        }}
      >
        {onAdd && (
          <>
            {t('mediaKinds')} <span className={classes.drop}>{t('mediaDrop')}</span>
          </>
        )}
      </Notification>
      {onAdd && (
        <Button
          className={classes.button ?? ''}
          variant="default"
          leftSection={<IconPhotoPlus size={18} />}
          onClick={onAdd}
        >
          {t('addMedia')}
        </Button>
      )}
    </div>
  );
}
