import { useParams } from 'react-router';
import { ContactSheetPage } from '../../features/assets/sheet/contact-sheet-page.tsx';
import { NotFoundPage } from '../not-found-page.tsx';

/** `/catalog/{collectionUuid}/cultural-item/{uuid}/contact-sheet`: all images of an item at once. */
export function ContactSheetRoute() {
  const { collectionUuid = '', uuid = '' } = useParams();
  return (
    <ContactSheetPage key={uuid} collectionUuid={collectionUuid} uuid={uuid} notFound={<NotFoundPage />} />
  );
}
