import { useParams } from 'react-router';
import { ItemPage } from '../../features/catalogue/components/item-page.tsx';
import { NotFoundPage } from '../not-found-page.tsx';
import { useUploadWizard } from './upload-wizard-host.tsx';

/** `/catalog/{collectionUuid}/cultural-item/{uuid}`: an item, with the wizard that adds images to it. */
export function ItemRoute() {
  const { collectionUuid = '', uuid = '' } = useParams();
  const { wizard, openWizard } = useUploadWizard();
  return (
    <>
      <ItemPage
        key={uuid}
        collectionUuid={collectionUuid}
        uuid={uuid}
        onAddImages={(item) => openWizard({ collection: { uuid: collectionUuid, sgtt: '' }, item })}
        notFound={<NotFoundPage />}
      />
      {wizard}
    </>
  );
}
