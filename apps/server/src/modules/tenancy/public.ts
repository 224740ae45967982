export { sessionSecret, setUpTenant, type NewTenant } from './first-start.ts';
export { LOGO_PATH, logoRoute, storeLogo } from './logo.ts';
export { requireRecordsQuota, requireStorageQuota, tenantsWithFiles, tenantUsage } from './quotas.ts';
export { readDisplayName, readTenantUrl, requireNewName } from './tenant.rules.ts';
export { changeTenant, listTenants, type TenantChanges } from './tenant.writes.ts';
export { addressOf, comparableHost, nameBeforeLocalhost, Tenants } from './tenants.ts';
