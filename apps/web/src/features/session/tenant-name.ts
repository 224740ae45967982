import { useQuery } from '@tanstack/react-query';
import { tenantQuery } from './api/tenant.ts';

/** What the organisation of this address is called; `default` where that can't be learnt (catalogue §8). */
export function useTenantName(): string {
  const tenant = useQuery(tenantQuery);
  if (tenant.data) return tenant.data.displayName || tenant.data.name;
  return tenant.isError ? 'default' : '';
}

/** How calls name the organisation of this address: empty while it is loaded, `default` where it can't be learnt. */
export function useTenantCallName(): string {
  const tenant = useQuery(tenantQuery);
  return tenant.data?.name ?? (tenant.isError ? 'default' : '');
}
