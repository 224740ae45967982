import { useQuery } from '@tanstack/react-query';
import { ImageDeliverySection } from '../../features/image-delivery/components/image-delivery-section.tsx';
import { OrganisationPage } from '../../features/organisation/components/organisation-page.tsx';
import { selfQuery } from '../../features/session/api/self.ts';

/** `/organisation`: the settings of the organisation, for its administrators. */
export function OrganisationRoute() {
  const { data: self } = useQuery(selfQuery);
  return <OrganisationPage images={<ImageDeliverySection />} ownAddress={self?.email ?? ''} />;
}
