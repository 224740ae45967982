import type { ImageAsset } from '@armarium/contract/records';
import { Alert, Button } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { IconAlertTriangle, IconRefresh } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { describeCause } from '../../../lib/problem/cause-text.ts';
import { notify } from '../../../ui/notify.tsx';
import { importedImageQuery } from '../api/imported-image.ts';
import { retryImage } from '../api/retry-image.ts';
import { displayTitle } from '../../../ui/display-title.ts';
import '../messages.ts';
import classes from './image-list.module.css';

interface FailedImageProps {
  image: ImageAsset;
  /** 1-based place among the images of the item. */
  place: number;
  itemUuid: string;
}

/** An image whose import failed: why, what to do next, and another try, for those who may follow its import. */
export function FailedImage({ image, place, itemUuid }: FailedImageProps) {
  const { t } = useTranslation('catalogue');
  const queries = useQueryClient();
  const imported = useQuery({
    ...importedImageQuery(image.uuid),
    enabled: image._links.import !== undefined,
  });
  const retry = useMutation({
    mutationFn: () => retryImage(image.uuid),
    meta: { failed: () => t('item.retryFailed', { position: place }) },
    onSuccess: () => notify('info', { title: t('item.retried', { position: place }) }),
    onSettled: async () => {
      await Promise.all([
        queries.invalidateQueries({ queryKey: ['catalogue', 'item-images', itemUuid] }),
        queries.invalidateQueries({ queryKey: ['catalogue', 'item', itemUuid] }),
        queries.invalidateQueries({ queryKey: ['catalogue', 'items'] }),
      ]);
      // Last, since it may have failed again already and still be shown: then its cause is asked for anew.
      await queries.resetQueries({ queryKey: ['catalogue', 'imported-image', image.uuid] });
    },
  });
  const given = imported.data?.overall.cause;
  const cause = given && describeCause(given);
  return (
    <Alert
      className={classes.failed ?? ''}
      color="red"
      icon={<IconAlertTriangle size={18} />}
      title={
        <span dir="auto">
          {t('item.failedImage', {
            position: place,
            // The file is what somebody has to find and send again; titles leave out what tells .jpg from .png.
            name: image.originalFilename || displayTitle(image.sgtt),
          })}
        </span>
      }
    >
      <p>{cause ? cause.title : t('item.failed')}</p>
      {cause && <p>{cause.next}</p>}
      {imported.data?._links.retry && (
        <Button
          variant="default"
          size="compact-sm"
          leftSection={<IconRefresh size={15} />}
          aria-label={t('item.retryNamed', { position: place })}
          loading={retry.isPending}
          onClick={() => retry.mutate()}
        >
          {t('item.retry')}
        </Button>
      )}
    </Alert>
  );
}
