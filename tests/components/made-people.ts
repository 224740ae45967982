import {
  assignRoles,
  createTenantUser,
  findUsername,
  getTenantUser,
  listRoles,
  listTenantUsers,
  updateTenantUser,
  type TenantUser,
} from '@armarium/contract/accounts';
import { sendInvitation } from '@armarium/contract/password-links';
import { roles, type Role } from '@armarium/contract/capability';
import { resetSecondFactor, type SecondFactor } from '@armarium/contract/second-factor';
import { Refused, type Answers } from './answers.ts';
import { newUuid, pageBlock } from './made-catalogue.ts';

const link = (path: string) => ({ href: `http://armarium.test${path}` });

/** An invitation that was sent now. */
const madeInvitation = () => ({ expiresDate: new Date(Date.now() + 7 * 24 * 60 * 60_000).toISOString() });

/** The entity tags of a user: as it was read, after its name or e-mail were changed, after its roles were. */
export const tags = { read: '"read"', changed: '"changed"', roles: '"roles"' };

/** The second factor of the signed-in account: none, at an address without passkeys, unless a test says more. */
export const madeSecondFactor = (given: Partial<SecondFactor> = {}): SecondFactor => ({
  totp: null,
  passkeys: [],
  passkeyHost: null,
  demanded: false,
  _links: { self: link('/iam/jarvisUsers/self/secondFactor') },
  ...given,
});

/** The users of the organisation `default`, from which the calls that read and change them are answered. */
export class MadePeople {
  readonly users: TenantUser[] = [];

  /** Makes a user whom the one who is signed in may change in every way. */
  user(username: string, given: Partial<TenantUser> & { roles?: readonly Role[] } = {}): TenantUser {
    const id = newUuid();
    const { roles: held = ['ROLE_USER'], ...rest } = given;
    const user: TenantUser = {
      id,
      username,
      name: '',
      surname: '',
      email: `${username}@armarium.test`,
      avatarUrl: null,
      tenantName: 'default',
      tenantPermissions: [{ tenant: 'default', roles: [...held] }],
      active: true,
      closed: false,
      lastSignInDate: null,
      invitation: null,
      secondFactor: false,
      signOn: null,
      allowedActions: ['edit', 'assignRoles', 'deactivate'],
      _links: { self: link(`/iam/jarvisUsers/${id}`) },
      ...rest,
    };
    this.users.push(user);
    return user;
  }

  answer(answers: Answers): void {
    answers.give(listRoles, ({ query }) => ({
      _embedded: {
        roles: roles.map((name) => ({
          name,
          grantable: true,
          accounts: this.users.filter(
            ({ active, tenantPermissions }) =>
              active && tenantPermissions.some((held) => held.roles.includes(name)),
          ).length,
        })),
      },
      ...pageBlock(roles.length, query),
    }));
    answers.give(listTenantUsers, ({ query }) => {
      const { page = 0, size = 20, text = '', role, state } = query;
      const found = this.users.filter(
        ({ username, active, tenantPermissions }) =>
          username.includes(text) &&
          (role === undefined || tenantPermissions.some((held) => held.roles.includes(role))) &&
          (state === undefined || active === (state === 'active')),
      );
      return {
        _embedded: { jarvisUsers: found.slice(page * size, (page + 1) * size) },
        ...pageBlock(found.length, query),
      };
    });
    answers.give(getTenantUser, ({ params }) => this.#named(params.id), { headers: { ETag: tags.read } });
    answers.give(
      updateTenantUser,
      ({ params, body }) => {
        const { name, surname, email, active } = body;
        const user = this.#named(params.id);
        if (name !== undefined) user.name = name;
        if (surname !== undefined) user.surname = surname;
        if (email !== undefined) user.email = email;
        if (active !== undefined) user.active = active;
        return user;
      },
      { headers: { ETag: tags.changed } },
    );
    answers.give(
      assignRoles,
      ({ params, body }) => {
        const user = this.#named(params.id);
        user.tenantPermissions = [body];
        return user;
      },
      { headers: { ETag: tags.roles } },
    );
    answers.give(sendInvitation, ({ params }) => {
      const user = this.#named(params.id);
      user.invitation = madeInvitation();
      return user;
    });
    answers.give(resetSecondFactor, ({ params }) => {
      const user = this.#named(params.id);
      user.secondFactor = false;
      user.allowedActions = user.allowedActions.filter((action) => action !== 'resetSecondFactor');
      return undefined;
    });
    answers.give(findUsername, ({ query }) => {
      if (!this.users.some(({ username }) => username === query.username)) throw new Refused('not-found');
      return { username: query.username, _links: {} };
    });
    answers.give(createTenantUser, ({ body }) => {
      const { username, password, name = '', surname = '', email, tenantPermissions } = body;
      const invitation = password === undefined ? madeInvitation() : null;
      return this.user(username, { name, surname, email, tenantPermissions, invitation });
    });
  }

  #named(wanted: string): TenantUser {
    const found = this.users.find(({ id }) => id === wanted);
    if (!found) throw new Refused('not-found');
    return found;
  }
}
