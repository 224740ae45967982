import { ManagementRoute } from './management-route.tsx';
import { OrganisationRoute } from './organisation-route.tsx';
import { ProfileRoute } from './profile-route.tsx';

/** The pages of management, of the organisation and of the own profile. */
export const administrationPages = {
  management: ManagementRoute,
  organisation: OrganisationRoute,
  profile: ProfileRoute,
};
