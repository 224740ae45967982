import { useQuery } from '@tanstack/react-query';
import { useParams } from 'react-router';
import { ItemPage } from '../../features/catalogue/components/item-page.tsx';
import { DownloadOpener } from '../../features/downloads/components/download-opener.tsx';
import { permissionsQuery } from '../../features/session/api/permissions.ts';
import { tenantQuery } from '../../features/session/api/tenant.ts';
import { NotFoundPage } from '../not-found-page.tsx';
import { useUploadWizard } from './upload-wizard-host.tsx';

/** `/catalog/{collectionUuid}/cultural-item/{uuid}`: an item, with the wizard that adds images to it, and its downloads. */
export function ItemRoute() {
  const { collectionUuid = '', uuid = '' } = useParams();
  const { wizard, openWizard } = useUploadWizard();
  const mayDownload = useQuery(permissionsQuery).data?.download !== undefined;
  const singleOnly = useQuery(tenantQuery).data?.deploymentProfile === 'open';
  return (
    <>
      <ItemPage
        key={uuid}
        collectionUuid={collectionUuid}
        uuid={uuid}
        onAddImages={(item) => openWizard({ collection: { uuid: collectionUuid, sgtt: '' }, item })}
        actions={(item, image) =>
          mayDownload &&
          item.mediaTypeInfo.imagesCount > 0 && <DownloadOpener {...{ item, image, singleOnly }} />
        }
        notFound={<NotFoundPage />}
      />
      {wizard}
    </>
  );
}
