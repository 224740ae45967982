import type { Passkey } from '@armarium/contract/passkeys';
import { Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx';
import { deletePasskey } from '../api/own-passkeys.ts';
import { describeProof, passwordFault } from '../api/password-fault.ts';
import { OwnPasswordField } from './own-password-field.tsx';
import { useAskedPassword } from './use-asked-password.ts';

interface RemovePasskeyDialogProps {
  username: string;
  passkey: Passkey;
  /** What becomes of the sessions, as a word of this dialog or of the one for the app. */
  sessions: 'passkeys.removeSessions' | 'passkeys.removeAsks' | 'profile.removeDemanded';
  onRemoved(): void;
  onClose(): void;
}

/** Asks before a passkey is removed, for the own password too where the sign-in was a while ago. */
export function RemovePasskeyDialog(props: RemovePasskeyDialogProps) {
  const { username, passkey, sessions, onRemoved, onClose } = props;
  const { t } = useTranslation('secondFactor');
  const asked = useAskedPassword();
  return (
    <ConfirmDialog
      opened
      title={t('passkeys.removeTitle', { name: passkey.name })}
      confirmWord={t('passkeys.remove')}
      failedWord={t('passkeys.removeFailed')}
      dangerous
      onClose={onClose}
      keepsOpen={() => asked.isMissing}
      work={async () => {
        if (asked.isMissing) return asked.markMissing();
        await deletePasskey(passkey, asked.password);
        onRemoved();
      }}
      describe={describeProof}
      isTold={(failure) => passwordFault(failure) !== undefined}
      onFailure={asked.take}
    >
      <Text size="sm" mb="md">
        {t('passkeys.removeText')}
      </Text>
      <Text size="sm" mb="md">
        {t(sessions)}
      </Text>
      {asked.isAsked && (
        <OwnPasswordField username={username} why={t('passkeys.passwordWhy')} {...asked.field} />
      )}
    </ConfirmDialog>
  );
}
