import type { ImageAsset } from '@armarium/contract/images';
import type { Item } from '@armarium/contract/items';
import { IconDownload, IconShare2 } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { DialogButton } from '../../ui/dialog-button.tsx';
import { ItemSharingDialog } from '../lazy-dialogs.ts';

/**
 * The buttons that lead to the download dialog, for those who may download, and to the share dialog (ITEM-13), beside
 * the title of an item. @param image the one that is shown
 */
export function ItemSharing({ item, image }: { item: Item; image: ImageAsset | undefined }) {
  const { t } = useTranslation(['item', 'downloads']);
  const mayDownload = item.allowedActions.includes('download');
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
