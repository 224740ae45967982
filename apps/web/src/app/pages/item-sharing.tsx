import type { ImageAsset, Item } from '@armarium/contract/records';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { lazy, Suspense, useState } from 'react';
import { itemQuery } from '../../features/catalogue/api/item.ts';
import type { DownloadChoice } from '../../features/downloads/components/download-form.tsx';
import { DownloadOpener } from '../../features/downloads/components/download-opener.tsx';
import { permissionsQuery } from '../../features/session/api/permissions.ts';
import { tenantQuery } from '../../features/session/api/tenant.ts';
import { useTenantName } from '../../features/session/tenant-name.ts';
import { ShareOpener } from '../../features/sharing/components/share-opener.tsx';

const DownloadForm = lazy(() =>
  import('../../features/downloads/components/download-form.tsx').then((module) => ({
    default: module.DownloadForm,
  })),
);

/** What takes an item along and gives it to others, beside its title. @param image the one that is shown */
export function ItemSharing({ item, image }: { item: Item; image: ImageAsset | undefined }) {
  const permissions = useQuery(permissionsQuery).data;
  const singleOnly = useQuery(tenantQuery).data?.deploymentProfile === 'open';
  const keeper = useTenantName();
  const queries = useQueryClient();
  const [choice, setChoice] = useState<DownloadChoice>();
  const mayDownload = permissions?.download !== undefined && item.mediaTypeInfo.imagesCount > 0;
  return (
    <>
      {mayDownload && <DownloadOpener {...{ item, image, singleOnly }} />}
      <ShareOpener
        item={item}
        image={image}
        keeper={keeper}
        mayPublish={permissions?.publish !== undefined}
        onChanged={() => void queries.invalidateQueries({ queryKey: itemQuery(item.uuid).queryKey })}
        download={
          mayDownload
            ? (onClose) => (
                <Suspense fallback={null}>
                  <DownloadForm {...{ item, image, singleOnly, choice, onClose }} onChoose={setChoice} />
                </Suspense>
              )
            : undefined
        }
      />
    </>
  );
}
