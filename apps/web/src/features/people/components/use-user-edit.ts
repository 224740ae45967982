import type { TenantUser } from '@armarium/contract/accounts';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { isProblem } from '../../../lib/api-problem.ts';
import { keepDraft, recallDraft } from '../../../lib/drafts.ts';
import { useWork } from '../../../ui/use-work.ts';
import { saveAvatar } from '../api/avatar.ts';
import { changeUser, giveRoles, userQuery, usersChanged } from '../api/users.ts';
import type { PictureChange } from '../picture-change.ts';
import {
  changedFields,
  faultsFrom,
  faultsOf,
  mergedDraft,
  sameRoles,
  type Faults,
  type UserDraft,
} from '../user-form.ts';

/** A user as it was read, and what is typed over it. */
interface EditedUser {
  readonly base: UserDraft;
  readonly draft: UserDraft;
  readonly tag: string | undefined;
}

const draftOf = ({ name, surname, email, tenantPermissions }: TenantUser): UserDraft => ({
  name,
  surname,
  email,
  roles: tenantPermissions[0]?.roles ?? [],
});
const keyOf = (id: string) => `user-${id}`;

/**
 * The edit mode of a user. What is typed outlives a failed save, a change by others, the end of the session and a reload;
 * the picture alone does not outlive the page, nor does the password.
 * @param takesPassword whether a new address takes the password of the person who is signed in, as far as is known; the server
 * asks for it otherwise
 */
export function useUserEdit(user: TenantUser, tenant: string, { takesPassword = false } = {}) {
  const queries = useQueryClient();
  const [edited, setEdited] = useState(() => recallDraft<EditedUser>(keyOf(user.id)));
  const [isRestored, setRestored] = useState(edited !== undefined);
  const [picture, setPicture] = useState<PictureChange>();
  const [isCropping, setCropping] = useState(false);
  const [faults, setFaults] = useState<Faults>({});
  const [currentPassword, setCurrentPassword] = useState('');
  const [isPasswordAsked, setPasswordAsked] = useState(false);
  const [conflicts, setConflicts] = useState<(keyof UserDraft)[]>([]);
  const { isWorking, failure, work, forgetFailure } = useWork();
  useEffect(() => {
    const hasChanges = edited && changedFields(edited.base, edited.draft).length > 0;
    keepDraft(keyOf(user.id), hasChanges ? edited : undefined);
  }, [edited, user.id]);

  const asksPassword =
    (takesPassword || isPasswordAsked) &&
    edited !== undefined &&
    changedFields(edited.base, edited.draft).includes('email');
  const changes = edited ? changedFields(edited.base, edited.draft).length + (picture ? 1 : 0) : 0;
  const end = () => {
    keepDraft(keyOf(user.id), undefined);
    setEdited(undefined);
    setRestored(false);
    setPicture(undefined);
    setCropping(false);
    setFaults({});
    setCurrentPassword('');
    setConflicts([]);
    forgetFailure();
  };
  const read = () => queries.fetchQuery({ ...userQuery(user.id), staleTime: 0 });
  const begin = () =>
    work(async () => {
      const { answer, tag } = await read();
      setEdited({ base: draftOf(answer), draft: draftOf(answer), tag });
    });
  /** What others changed meanwhile, below what was typed. */
  const takeOver = async ({ base, draft }: EditedUser) => {
    const { answer, tag } = await read();
    const theirs = draftOf(answer);
    setConflicts(mergedDraft(base, draft, theirs).conflicts);
    setEdited(
      (before) =>
        before && { base: theirs, draft: mergedDraft(before.base, before.draft, theirs).merged, tag },
    );
  };
  /** Sends what was changed, part by part: a part that was saved is not sent again after another one failed. */
  const send = async ({ base, draft, tag: tagOfBase }: EditedUser) => {
    let tag = tagOfBase;
    // What is typed while it is sent stays.
    const keep = (answer: TenantUser, after: string | undefined, saved: Partial<UserDraft>) => {
      tag = after;
      setEdited((before) => before && { ...before, base: { ...before.base, ...saved }, tag: after });
      queries.setQueryData(userQuery(user.id).queryKey, { answer, tag: after });
    };
    const texts = { name: draft.name.trim(), surname: draft.surname.trim(), email: draft.email.trim() };
    const changed = changedFields(base, draft);
    if (changed.some((field) => field !== 'roles')) {
      const given = Object.fromEntries(
        Object.entries(texts).filter(([field]) => changed.includes(field as keyof UserDraft)),
      );
      const proof = asksPassword && { currentPassword };
      const { answer, tag: after } = await changeUser(user.id, { ...given, ...proof }, tag);
      keep(answer, after, texts);
    }
    if (!sameRoles(base.roles, draft.roles)) {
      const { answer, tag: after } = await giveRoles(user.id, tenant, draft.roles, tag);
      keep(answer, after, { roles: draft.roles });
    }
    if (picture) await saveAvatar(user.id, picture);
    setPicture((before) => (before === picture ? undefined : before));
  };
  /** @returns whether everything was saved */
  const save = async (): Promise<boolean> => {
    if (!edited) return false;
    const wrong = changedFields(edited.base, edited.draft);
    const found = {
      ...Object.fromEntries(
        Object.entries(faultsOf(edited.draft)).filter(([field]) => wrong.includes(field as keyof UserDraft)),
      ),
      ...(asksPassword && currentPassword === '' && { currentPassword: 'currentMissing' as const }),
    };
    setFaults(found);
    if (Object.keys(found).length > 0) return false;
    const isSaved = await work(async () => {
      try {
        await send(edited);
      } catch (error) {
        if (isProblem(error, 'stale')) await takeOver(edited);
        if (isProblem(error, 'invalid')) {
          const refused = faultsFrom(error.problem.fields);
          setFaults(refused);
          if (refused.currentPassword) setPasswordAsked(true);
        }
        throw error;
      } finally {
        usersChanged(queries);
      }
    });
    if (isSaved) {
      setRestored(false);
      setCurrentPassword('');
      setConflicts([]);
      setEdited((before) =>
        before && changedFields(before.base, before.draft).length > 0 ? before : undefined,
      );
    }
    return isSaved;
  };

  return {
    edited,
    isRestored,
    picture,
    isCropping,
    asksPassword,
    currentPassword,
    hasPicture: isCropping || picture !== undefined,
    faults,
    conflicts,
    failure,
    isWorking,
    changes,
    begin,
    end,
    save,
    setPicture,
    setCropping,
    changePassword: (password: string) => {
      setCurrentPassword(password);
      setFaults(({ currentPassword: _, ...others }) => others);
    },
    change: (part: Partial<UserDraft>) => {
      setEdited((before) => before && { ...before, draft: { ...before.draft, ...part } });
      setFaults((before) =>
        Object.fromEntries(Object.entries(before).filter(([field]) => !Object.hasOwn(part, field))),
      );
    },
  };
}

export type UserEdit = ReturnType<typeof useUserEdit>;
