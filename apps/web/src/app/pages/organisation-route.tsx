import { ImageDeliverySection } from '../../features/image-delivery/components/image-delivery-section.tsx';
import { OrganisationPage } from '../../features/organisation/components/organisation-page.tsx';

/** `/organisation`: the settings of the organisation, for its administrators. */
export function OrganisationRoute() {
  return <OrganisationPage images={<ImageDeliverySection />} />;
}
