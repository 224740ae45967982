import type { TenantUser } from '@armarium/contract/accounts';
import { useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx';
import { notify } from '../../../ui/notify.tsx';
import { resetFactor, usersChanged } from '../api/users.ts';

interface ResetFactorDialogProps {
  user: Pick<TenantUser, 'id' | 'username'>;
  onClose(): void;
  onDone(): void;
}

/** Asks before the second factor of a user is removed who has lost it. */
export function ResetFactorDialog({ user: { id, username }, onClose, onDone }: ResetFactorDialogProps) {
  const { t } = useTranslation('users');
  const queries = useQueryClient();
  return (
    <ConfirmDialog
      opened
      title={t('secondFactor.resetTitle', { username })}
      confirmWord={t('secondFactor.reset')}
      failedWord={t('secondFactor.resetFailed')}
      dangerous
      onClose={onClose}
      work={async () => {
        await resetFactor(id);
        usersChanged(queries);
        notify('success', { title: t('secondFactor.resetDone', { username }) });
        onDone();
      }}
    >
      {t('secondFactor.resetText')}
    </ConfirmDialog>
  );
}
