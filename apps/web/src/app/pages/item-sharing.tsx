import type { ImageAsset } from '@armarium/contract/images';
import type { Item } from '@armarium/contract/items';
import { useQuery } from '@tanstack/react-query';
import { IconDownload, IconShare2 } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { permissionsQuery } from '../../features/session/api/permissions.ts';
import { DialogButton } from '../../ui/dialog-button.tsx';
import { ItemSharingDialog } from '../lazy-dialogs.ts';

/**
 * The buttons that lead to the download dialog, for those who may download, and to the share dialog (ITEM-13), beside
 * the title of an item. @param image the one that is shown
 */
export function ItemSharing({ item, image }: { item: Item; image: ImageAsset | undefined }) {
  const { t } = useTranslation(['sharing', 'downloads']);
  const permissions = useQuery(permissionsQuery).data;
  const mayDownload = permissions?.download !== undefined && item.mediaTypeInfo.imagesCount > 0;
  const of = { item, image, mayDownload };
  return (
    <>
      {mayDownload && (
        <DialogButton label={t('downloads:open')} icon={IconDownload}>
          {(dialog) => <ItemSharingDialog dialog="download" {...of} {...dialog} />}
        </DialogButton>
      )}
      <DialogButton label={t('share')} icon={IconShare2}>
        {(dialog) => <ItemSharingDialog dialog="share" {...of} {...dialog} />}
      </DialogButton>
    </>
  );
}
