import type { ImageAsset } from '@armarium/contract/images';
import type { Item } from '@armarium/contract/items';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { itemQuery } from '../../records/api/item.ts';
import { DownloadDialog } from '../../features/downloads/components/download-dialog.tsx';
import { DownloadForm } from '../../features/downloads/components/download-form.tsx';
import type { DownloadChoice } from '../../features/downloads/download-choice.ts';
import { permissionsQuery } from '../../features/session/api/permissions.ts';
import { tenantQuery } from '../../features/session/api/tenant.ts';
import { useTenantName } from '../../features/session/tenant-name.ts';
import { ShareDialog } from '../../features/sharing/components/share-dialog.tsx';

interface ItemSharingDialogProps {
  dialog: 'download' | 'share';
  item: Item;
  image: ImageAsset | undefined;
  mayDownload: boolean;
  opened: boolean;
  onClose(): void;
}

/** The dialog that downloads an item, or the one that shares it, which downloads as well. */
export function ItemSharingDialog({ dialog, item, image, mayDownload, ...props }: ItemSharingDialogProps) {
  const mayPublish = useQuery(permissionsQuery).data?.publish !== undefined;
  const singleOnly = useQuery(tenantQuery).data?.deploymentProfile === 'open';
  const keeper = useTenantName();
  const queries = useQueryClient();
  const [choice, setChoice] = useState<DownloadChoice>();
  if (dialog === 'download') return <DownloadDialog {...props} {...{ item, image, singleOnly }} />;
  return (
    <ShareDialog
      {...props}
      {...{ item, image, keeper, mayPublish }}
      onChanged={() => void queries.invalidateQueries({ queryKey: itemQuery(item.uuid).queryKey })}
      download={
        mayDownload
          ? (onClose) => (
              <DownloadForm {...{ item, image, singleOnly, choice, onClose }} onChoose={setChoice} />
            )
          : undefined
      }
    />
  );
}
