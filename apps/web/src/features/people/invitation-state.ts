import type { TenantUser } from '@armarium/contract/accounts';

/** How the latest invitation of a user stands; undefined where none is open. @param now in ms since 1970 */
export function invitationState(
  { invitation }: Pick<TenantUser, 'invitation'>,
  now = Date.now(),
): 'invited' | 'expired' | undefined {
  if (invitation === null) return undefined;
  return Date.parse(invitation.expiresDate) > now ? 'invited' : 'expired';
}
