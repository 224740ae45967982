import { createHandoff } from '@armarium/contract/session';
import { call } from '../../../lib/api-client.ts';

/** The address that carries the session to another organisation; good once, for 30 seconds. */
export async function handoffTo(tenantId: string): Promise<string> {
  return (await call(createHandoff, { body: { tenantId } })).url;
}
