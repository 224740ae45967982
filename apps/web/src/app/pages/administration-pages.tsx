import { ManagementRoute } from './management-route.tsx';

/** The pages of management and of the own profile. */
export const administrationPages = { management: ManagementRoute };
