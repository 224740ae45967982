export { organisationOperations } from './organisation-operations.ts';
