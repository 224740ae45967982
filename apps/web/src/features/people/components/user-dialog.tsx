import type { TenantUser } from '@armarium/contract/accounts';
import { useQuery } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Dialog } from '../../../ui/dialog.tsx';
import { Failed } from '../../../ui/failed.tsx';
import { notify } from '../../../ui/notify.tsx';
import { useOpened } from '../../../ui/opener.ts';
import { userQuery } from '../api/users.ts';
import type { PeopleOf } from '../people-of.ts';
import { ResetFactorDialog } from './reset-factor-dialog.tsx';
import { UserEditForm } from './user-edit-form.tsx';
import { useUserEdit } from './use-user-edit.ts';
import { UserView } from './user-view.tsx';

interface UserDialogProps {
  people: PeopleOf;
  /** As the list shows it. */
  user: TenantUser;
  onClose(): void;
}

/** The details of a user: read-only first, then an edit mode (USER-12). What was typed is kept when it closes. */
export function UserDialog({ people, user: listed, onClose }: UserDialogProps) {
  const { t } = useTranslation('users');
  const query = useQuery(userQuery(listed.id));
  const user = query.data?.answer ?? listed;
  const edit = useUserEdit(user, people.tenant);
  const [hasEnded, setEnded] = useState(false);
  const [isAsking, setAsking] = useState(false);
  const reset = useOpened<true>();
  const view = useRef<HTMLDivElement>(null);
  const title = `${user.name} ${user.surname}`.trim() || user.username;
  const endEdit = () => {
    edit.end();
    setAsking(false);
    setEnded(true);
  };
  const close = () => {
    // A failure has to be seen.
    if (edit.isWorking) return;
    // Texts are kept as a draft, a picture is not.
    if (edit.edited && edit.hasPicture) setAsking(true);
    else onClose();
  };
  return (
    <>
      <Dialog
        opened
        onClose={close}
        title={<bdi>{title}</bdi>}
        size="xl"
        closeOnEscape={reset.opened === undefined}
      >
        {query.error && !query.data && <Failed error={query.error} onRetry={() => void query.refetch()} />}
        {edit.edited === undefined ? (
          <div ref={view} tabIndex={-1}>
            <UserView
              people={people}
              user={user}
              edit={edit}
              takesFocus={hasEnded}
              onReset={() => reset.open(true)}
            />
          </div>
        ) : (
          <UserEditForm
            people={people}
            user={user}
            edit={edit}
            isAsking={isAsking}
            setAsking={setAsking}
            onEnd={endEdit}
            onSaved={() => {
              setEnded(true);
              notify('success', { title: t('saved', { name: title }) });
            }}
          />
        )}
      </Dialog>
      {reset.opened && (
        <ResetFactorDialog
          user={user}
          onClose={reset.close}
          onDone={() => {
            reset.close();
            // The button that opened it goes.
            view.current?.focus();
          }}
        />
      )}
    </>
  );
}
