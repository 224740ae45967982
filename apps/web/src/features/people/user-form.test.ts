import { describe, expect, it } from 'vitest';
import { changedFields, faultsFrom, faultsOf, faultsOfNew, mergedDraft, sameRoles } from './user-form.ts';

const user = { name: 'Bea', surname: 'Conti', email: 'bea@armarium.test', roles: ['ROLE_USER'] } as const;
const newUser = { ...user, username: 'bea', isInvited: false, password: '12 letters..' };

describe('what is wrong with a user', () => {
  it('[USER-18, USER-19] is an e-mail that is missing or malformed', () => {
    expect(faultsOf(user)).toEqual({});
    expect(faultsOf({ ...user, email: ' bea@armarium.test ' })).toEqual({});
    for (const email of ['', 'bea', 'bea@home', 'bea conti@armarium.test', `${'b'.repeat(250)}@a.it`])
      expect(faultsOf({ ...user, email })).toEqual({ email: 'email' });
  });

  it('is a name that is too long, or has control characters', () => {
    expect(faultsOf({ ...user, name: '', surname: 's'.repeat(200) })).toEqual({});
    expect(faultsOf({ ...user, name: 'a\tb', surname: 's'.repeat(201) })).toEqual({
      name: 'name',
      surname: 'name',
    });
  });

  it('[USER-20, USER-21] is a password of fewer than 12 characters, or more than 256', () => {
    expect(faultsOfNew(newUser, false)).toEqual({});
    for (const password of ['', '11 letters.'])
      expect(faultsOfNew({ ...newUser, password }, false)).toEqual({ password: 'password' });
    expect(faultsOfNew({ ...newUser, password: 'p'.repeat(257) }, false)).toEqual({
      password: 'passwordLong',
    });
  });

  it('is no password of somebody who is invited to set it', () => {
    expect(faultsOfNew({ ...newUser, isInvited: true, password: '' }, false)).toEqual({});
  });

  it('[USER-23] is a username that is missing, has a colon, is too long or is taken', () => {
    const faultOf = (username: string, isTaken = false) =>
      faultsOfNew({ ...newUser, username }, isTaken).username;
    expect([' ', 'a:b', 'u'.repeat(101), 'u'.repeat(100)].map((name) => faultOf(name))).toEqual([
      'missing',
      'username',
      'username',
      undefined,
    ]);
    expect(faultOf('bea', true)).toBe('taken');
  });

  it('is to have no role', () => {
    expect(faultsOfNew({ ...newUser, roles: [] }, false)).toEqual({ roles: 'noRole' });
  });

  it('is told by the server with the names of its fields', () => {
    expect(
      faultsFrom([
        { name: 'email', code: 'email-form' },
        { name: 'tenantPermissions[0].roles', code: 'no-role' },
        { name: 'username', code: 'a code of tomorrow' },
        { name: 'avatar', code: 'name-form' },
      ]),
    ).toEqual({ email: 'email', roles: 'noRole' });
  });
});

describe('a change of a user', () => {
  it('has the fields that differ: not in their order of roles, nor in blanks around', () => {
    expect(sameRoles(['ROLE_USER', 'ROLE_CCC'], ['ROLE_CCC', 'ROLE_USER'])).toBe(true);
    expect(sameRoles(['ROLE_USER'], ['ROLE_USER', 'ROLE_CCC'])).toBe(false);
    expect(changedFields(user, { ...user, name: ' Bea ' })).toEqual([]);
    expect(changedFields(user, { ...user, email: 'b@armarium.test', roles: [] })).toEqual(['email', 'roles']);
  });

  it('stays over what others changed, and names what both changed to different values', () => {
    const mine = { ...user, name: 'Beatrice', surname: 'Neri', email: 'mine@armarium.test' };
    const theirs = { ...user, surname: 'Neri', email: 'theirs@armarium.test', roles: ['ROLE_CCC'] } as const;
    expect(mergedDraft(user, mine, theirs)).toEqual({
      merged: { ...mine, roles: ['ROLE_CCC'] },
      conflicts: ['email'],
    });
  });
});
