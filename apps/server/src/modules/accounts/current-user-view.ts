import type { Role } from '@armarium/contract/capability';
import { getSelf, listOwnTenants, type CurrentUser } from '@armarium/contract/session';
import type { Account } from './accounts.ts';
import { avatarUrlOf } from './avatar.ts';
import { readPreferences } from './preferences.ts';

/** An account as its own user sees it. */
export function currentUserView(account: Account, roles: Role[], origin: string): CurrentUser {
  const { uuid, username, name, surname, email, avatar, preferences } = account;
  return {
    id: uuid,
    username,
    name,
    surname,
    email,
    avatarUrl: avatarUrlOf(origin, uuid, avatar),
    roles,
    preferences: readPreferences(preferences),
    _links: {
      self: { href: `${origin}${getSelf.path}` },
      tenants: { href: `${origin}${listOwnTenants.path}` },
    },
  };
}
