import { useQuery } from '@tanstack/react-query';
import { useParams } from 'react-router';
import { ItemPage } from '../../features/catalogue/components/item-page.tsx';
import { permissionsQuery } from '../../features/session/api/permissions.ts';
import { NotFoundPage } from '../not-found-page.tsx';
import { useUploadWizard } from './upload-wizard-host.tsx';

/** `/catalog/{collectionUuid}/cultural-item/{uuid}`: an item, with the wizard that adds images to it. */
export function ItemRoute() {
  const { collectionUuid = '', uuid = '' } = useParams();
  const permissions = useQuery(permissionsQuery);
  const { wizard, openWizard } = useUploadWizard();
  const mayUpload = permissions.data?.upload !== undefined;
  return (
    <>
      <ItemPage
        key={uuid}
        collectionUuid={collectionUuid}
        uuid={uuid}
        mayRetry={mayUpload}
        onAddImages={
          mayUpload
            ? (item) => openWizard({ collection: { uuid: collectionUuid, sgtt: '' }, item })
            : undefined
        }
        notFound={<NotFoundPage />}
      />
      {wizard}
    </>
  );
}
