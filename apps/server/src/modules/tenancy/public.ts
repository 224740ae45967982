export { accentStylesheet } from './accent-stylesheet.ts';
export { acceptedVersion, agreementInForce, agreementsPage, downloadAgreement } from './agreement.ts';
export { sessionSecret, setUpTenant, type NewTenant } from './first-start.ts';
export { logoRoute, logoUrlOf, storeLogo } from './logo.ts';
export { recordSettings, type ChangedSetting, type OrganisationWrite } from './organisation.writes.ts';
export { requireRecordsQuota, requireStorageQuota, tenantsWithFiles, tenantUsage } from './quotas.ts';
export { removeUnlessNamed, type RemovalParts } from './remove-unless-named.ts';
export { saveOrganisation } from './save-organisation.ts';
export { findProvider, signOnProviders, withoutSecret, type StoredProvider } from './sign-on-providers.ts';
export {
  readDisplayName,
  readTenantUrl,
  requireNewName,
  requireOrganisationChanges,
} from './tenant.rules.ts';
export { changeTenant, listTenants, type TenantChanges } from './tenant.writes.ts';
export { isStandardLabel } from './standard-setup.ts';
export {
  addressOf,
  comparableHost,
  isAddressOfMachine,
  linkOriginOf,
  nameBeforeLocalhost,
  Tenants,
} from './tenants.ts';
