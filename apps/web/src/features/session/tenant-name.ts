import { useQuery } from '@tanstack/react-query';
import { tenantQuery } from './api/tenant.ts';

/** What the organisation of this address is called; `default` where that can't be learnt (catalogue §8). */
export function useTenantName(): string {
  const tenant = useQuery(tenantQuery);
  if (tenant.data) return tenant.data.displayName || tenant.data.name;
  return tenant.isError ? 'default' : '';
}
