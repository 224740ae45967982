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
 * the picture alone does not outlive the page.
 */
export function useUserEdit(user: TenantUser, tenant: string) {
  const queries = useQueryClient();
  const [edited, setEdited] = useState(() => recallDraft<EditedUser>(keyOf(user.id)));
  const [isRestored, setRestored] = useState(edited !== undefined);
  const [picture, setPicture] = useState<PictureChange>();
  const [faults, setFaults] = useState<Faults>({});
  const [conflicts, setConflicts] = useState<(keyof UserDraft)[]>([]);
  const { isWorking, failure, work, forgetFailure } = useWork();
  useEffect(() => keepDraft(keyOf(user.id), edited), [edited, user.id]);

  const changes = edited ? changedFields(edited.base, edited.draft).length + (picture ? 1 : 0) : 0;
  const end = () => {
    setEdited(undefined);
    setRestored(false);
    setPicture(undefined);
    setFaults({});
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
    const { merged, conflicts: both } = mergedDraft(base, draft, draftOf(answer));
    setEdited({ base: draftOf(answer), draft: merged, tag });
    setConflicts(both);
  };
  /** Sends what was changed, part by part: a part that was saved is not sent again after another one failed. */
  const send = async ({ base, draft, tag }: EditedUser) => {
    let now: EditedUser = { base, draft, tag };
    const keep = (answer: TenantUser, newTag: string | undefined, kept: Partial<UserDraft>) => {
      now = { base: { ...now.base, ...kept }, draft: now.draft, tag: newTag };
      setEdited(now);
      queries.setQueryData(userQuery(user.id).queryKey, { answer, tag: newTag });
    };
    const texts = { name: draft.name.trim(), surname: draft.surname.trim(), email: draft.email.trim() };
    const changed = changedFields(base, draft);
    if (changed.some((field) => field !== 'roles')) {
      const given = Object.fromEntries(
        Object.entries(texts).filter(([field]) => changed.includes(field as keyof UserDraft)),
      );
      const { answer, tag: after } = await changeUser(user.id, given, now.tag);
      keep(answer, after, texts);
    }
    if (!sameRoles(base.roles, draft.roles)) {
      const { answer, tag: after } = await giveRoles(user.id, tenant, draft.roles, now.tag);
      keep(answer, after, { roles: draft.roles });
    }
    if (picture) await saveAvatar(user.id, picture);
  };
  /** @returns whether everything was saved */
  const save = async (): Promise<boolean> => {
    if (!edited) return false;
    const wrong = changedFields(edited.base, edited.draft);
    const found = Object.fromEntries(
      Object.entries(faultsOf(edited.draft)).filter(([field]) => wrong.includes(field as keyof UserDraft)),
    );
    setFaults(found);
    if (Object.keys(found).length > 0) return false;
    const isSaved = await work(async () => {
      try {
        await send(edited);
      } catch (error) {
        if (isProblem(error, 'stale')) await takeOver(edited);
        if (isProblem(error, 'invalid')) setFaults(faultsFrom(error.problem.fields));
        throw error;
      } finally {
        await usersChanged(queries);
      }
    });
    if (isSaved) end();
    return isSaved;
  };

  return {
    edited,
    isRestored,
    picture,
    faults,
    conflicts,
    failure,
    isWorking,
    changes,
    begin,
    end,
    save,
    setPicture,
    change: (part: Partial<UserDraft>) => {
      setEdited((before) => before && { ...before, draft: { ...before.draft, ...part } });
      setFaults((before) =>
        Object.fromEntries(Object.entries(before).filter(([field]) => !Object.hasOwn(part, field))),
      );
    },
  };
}

export type UserEdit = ReturnType<typeof useUserEdit>;
