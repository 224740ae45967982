export type TenantType = 'catalog' | 'story' | 'management';

/**
 * The tenant type by the prefix of a client path (catalogue §2; A-02: configuration counts as management,
 * everything else as catalog).
 * @param pathname below the client's base, `/story/123`
 */
export function tenantTypeOf(pathname: string): TenantType {
  const first = pathname.split('/')[1];
  if (first === 'story') return 'story';
  return first === 'management' || first === 'configuration' ? 'management' : 'catalog';
}
