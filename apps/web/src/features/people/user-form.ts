import { Email, Password, PersonName, Username } from '@armarium/contract/account-fields';
import type { Role } from '@armarium/contract/capability';
import { fitsRule } from '../../lib/text-rule.ts';

/** What is typed of a user, and chosen. */
export interface UserDraft {
  readonly name: string;
  readonly surname: string;
  readonly email: string;
  readonly roles: readonly Role[];
}

/** What only a new user has. */
export interface NewUserDraft extends UserDraft {
  readonly username: string;
  /** Whether the person is invited by mail to set a password; else it is set here. */
  readonly isInvited: boolean;
  readonly password: string;
}

/** What is wrong with a field, as the key of its words below `users:fault`. */
export type Fault =
  | 'missing'
  | 'email'
  | 'password'
  | 'passwordLong'
  | 'username'
  | 'taken'
  | 'name'
  | 'noRole'
  | 'currentMissing'
  | 'currentWrong';
/** `currentPassword` is that of the person who is signed in, which a new address of their own takes. */
export type Faults = Partial<Record<Exclude<keyof NewUserDraft, 'isInvited'> | 'currentPassword', Fault>>;

/** What is wrong with the fields of a user, by the rules of the server (back office §5). */
export function faultsOf(draft: UserDraft): Faults {
  const { name, surname, email } = draft;
  return {
    ...(!fitsRule(PersonName, name) && { name: 'name' as const }),
    ...(!fitsRule(PersonName, surname) && { surname: 'name' as const }),
    ...(!fitsRule(Email, email.trim()) && { email: 'email' as const }),
  };
}

/** As `faultsOf`, with what a new user needs. @param isTaken whether the username is known to be taken */
export function faultsOfNew(draft: NewUserDraft, isTaken: boolean): Faults {
  const { username, isInvited, password, roles } = draft;
  const { minLength = 0, maxLength = Infinity } = Password;
  return {
    ...faultsOf(draft),
    ...(!fitsRule(Username, username) && {
      username: username.trim() === '' ? ('missing' as const) : ('username' as const),
    }),
    ...(isTaken && { username: 'taken' as const }),
    ...(!isInvited && password.length < minLength && { password: 'password' as const }),
    ...(!isInvited && password.length > maxLength && { password: 'passwordLong' as const }),
    ...(roles.length === 0 && { roles: 'noRole' as const }),
  };
}

const codes: Readonly<Record<string, Fault>> = {
  'username-taken': 'taken',
  'username-form': 'username',
  'email-form': 'email',
  'password-length': 'password',
  'name-form': 'name',
  'no-role': 'noRole',
  'wrong-password': 'currentWrong',
};

/** The faults that the server found. */
export function faultsFrom(fields: readonly { readonly name: string; readonly code: string }[]): Faults {
  const faults: Faults = {};
  for (const { name, code } of fields) {
    const field = name.startsWith('tenantPermissions') ? 'roles' : name;
    const fault = field === 'currentPassword' && code === 'required' ? 'currentMissing' : codes[code];
    if (fault && isField(field)) faults[field] = fault;
  }
  return faults;
}

const isField = (name: string): name is keyof Faults =>
  ['name', 'surname', 'email', 'roles', 'username', 'password', 'currentPassword'].includes(name);

/** Whether two sets of roles are the same. */
export const sameRoles = (one: readonly Role[], other: readonly Role[]) =>
  one.length === other.length && one.every((role) => other.includes(role));

const fields = ['name', 'surname', 'email', 'roles'] as const;
type Field = (typeof fields)[number];

const isSame = (field: Field, one: UserDraft, other: UserDraft) =>
  field === 'roles' ? sameRoles(one.roles, other.roles) : one[field].trim() === other[field].trim();

/** The fields in which two drafts differ. */
export const changedFields = (base: UserDraft, draft: UserDraft): Field[] =>
  fields.filter((field) => !isSame(field, base, draft));

/**
 * A draft over a user who was changed by others meanwhile: what was typed stays, all else is theirs.
 * @returns the fields as well that both changed, to different values
 */
export function mergedDraft(
  base: UserDraft,
  draft: UserDraft,
  theirs: UserDraft,
): { merged: UserDraft; conflicts: Field[] } {
  const mine = changedFields(base, draft);
  const merged = { ...theirs, ...Object.fromEntries(mine.map((field) => [field, draft[field]])) };
  const conflicts = mine.filter((field) => !isSame(field, base, theirs) && !isSame(field, draft, theirs));
  return { merged, conflicts };
}
