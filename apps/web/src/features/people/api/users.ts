import {
  addMembership,
  assignRoles,
  createTenantUser,
  findUsername,
  getTenantUser,
  listTenantUsers,
  updateTenantUser,
  type AccountState,
} from '@armarium/contract/accounts';
import type { Role } from '@armarium/contract/capability';
import type { BodyOf } from '@armarium/contract/operation';
import { sendInvitation } from '@armarium/contract/password-links';
import { resetSecondFactor } from '@armarium/contract/second-factor';
import { queryOptions, type QueryClient } from '@tanstack/react-query';
import { call, callTagged } from '../../../lib/api-client.ts';
import { isProblem } from '../../../lib/api-problem.ts';

const PER_PAGE = 20;

/** The orders of the list of users (back office §2.1), as they stand in the address, with what they ask for. */
export const userOrders = {
  username: ['username,asc'],
  '-username': ['username,desc'],
  surname: ['surname,asc', 'name,asc'],
  '-surname': ['surname,desc', 'name,desc'],
} as const;
export type UserOrder = keyof typeof userOrders;

export interface UsersWanted {
  readonly text: string;
  readonly role: Role | undefined;
  readonly state: AccountState | undefined;
  readonly order: UserOrder;
  /** 1-based. */
  readonly page: number;
}

/** A page of the users of an organisation. @param tenant its name */
export function usersQuery(tenant: string, wanted: UsersWanted) {
  const { text, role, state, order, page } = wanted;
  return queryOptions({
    queryKey: ['people', 'users', tenant, wanted],
    queryFn: ({ signal }) =>
      call(listTenantUsers, {
        query: {
          tenant,
          sort: [...userOrders[order]],
          page: page - 1,
          size: PER_PAGE,
          ...(text !== '' && { text }),
          ...(role && { role }),
          ...(state && { state }),
        },
        signal,
      }),
    meta: { inPlace: true },
    staleTime: 0,
    placeholderData: (previous) => previous,
  });
}

/** One user, with the entity tag that a change sends back. */
export function userQuery(id: string) {
  return queryOptions({
    queryKey: ['people', 'user', id],
    queryFn: ({ signal }) => callTagged(getTenantUser, { params: { id }, signal }),
    meta: { inPlace: true },
    staleTime: 0,
  });
}

/** Whether a username is taken. An answer of 404 means that it is free (back office §7). */
export function usernameQuery(username: string) {
  return queryOptions({
    queryKey: ['people', 'username', username],
    queryFn: async ({ signal }) => {
      try {
        await call(findUsername, { query: { username }, signal });
        return true;
      } catch (error) {
        if (isProblem(error, 'not-found')) return false;
        throw error;
      }
    },
    enabled: username !== '',
    staleTime: 10_000,
    retry: false,
  });
}

/** Makes the lists and dialogs of users look again, after a change. */
export function usersChanged(client: QueryClient): void {
  for (const queryKey of [
    ['people', 'users'],
    ['people', 'user'],
    // They say how many accounts hold each.
    ['people', 'roles'],
    ['session', 'self'],
  ])
    void client.invalidateQueries({ queryKey });
}

export const createUser = (body: BodyOf<typeof createTenantUser>) => call(createTenantUser, { body });

/** @param tag the entity tag of the user as it was read */
export const changeUser = (
  id: string,
  body: Pick<BodyOf<typeof updateTenantUser>, 'name' | 'surname' | 'email' | 'currentPassword' | 'active'>,
  tag: string | undefined,
) => callTagged(updateTenantUser, { params: { id }, body, ...(tag !== undefined && { ifMatch: tag }) });

export const giveRoles = (id: string, tenant: string, roles: readonly Role[], tag: string | undefined) =>
  callTagged(assignRoles, {
    params: { id },
    body: { tenant, roles: [...roles] },
    ...(tag !== undefined && { ifMatch: tag }),
  });

/** Gives an account of another organisation roles in this one. */
export const addMember = (username: string, roles: readonly Role[]) =>
  call(addMembership, { body: { username, roles: [...roles] } });

/** Sends the invitation of an account without a password; a former one ends. */
export const inviteUser = (id: string) => call(sendInvitation, { params: { id } });

/** Removes the second factor of an account that has lost it; its sessions end. */
export const resetFactor = (id: string) => call(resetSecondFactor, { params: { id } });
