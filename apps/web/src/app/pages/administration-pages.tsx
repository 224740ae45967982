import { ManagementRoute } from './management-route.tsx';
import { ProfileRoute } from './profile-route.tsx';

/** The pages of management and of the own profile. */
export const administrationPages = { management: ManagementRoute, profile: ProfileRoute };
