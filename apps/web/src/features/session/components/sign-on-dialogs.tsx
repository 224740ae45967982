import type { OfferedSignOn } from '@armarium/contract/session';
import { Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx';
import { linkAddress, unlink } from '../api/own-sign-on.ts';
import { describeProof, passwordFault } from '../api/password-fault.ts';
import { OwnPasswordField } from './own-password-field.tsx';
import { useAskedPassword } from './use-asked-password.ts';

interface SignOnDialogProps {
  username: string;
  provider: OfferedSignOn;
  onClose(): void;
}

/** After the address was opened the page goes; it stays only where the user kept it because of files being sent. */
const STILL_HERE_AFTER_ms = 3000;

/** Goes to a provider, at which the account is linked. */
export function LinkDialog({ provider, ...props }: SignOnDialogProps) {
  const { t } = useTranslation('signOn');
  const { id, label } = provider;
  return (
    <ProofDialog
      {...props}
      title={t('linkTitle', { label })}
      texts={[t('linkText', { label }), t('linkNext')]}
      confirmWord={t('link')}
      failedWord={t('linkFailed')}
      work={async (password) => {
        window.location.assign(await linkAddress(id, password));
        setTimeout(props.onClose, STILL_HERE_AFTER_ms);
      }}
    />
  );
}

interface UnlinkDialogProps extends SignOnDialogProps {
  /** Whether this session may be one of those that end. */
  mayEndThis: boolean;
  onUnlinked(): void;
}

/** Asks before the link to a provider is removed. */
export function UnlinkDialog({ provider, mayEndThis, onUnlinked, ...props }: UnlinkDialogProps) {
  const { t } = useTranslation('signOn');
  const { id, label } = provider;
  return (
    <ProofDialog
      {...props}
      title={t('unlinkTitle', { label })}
      texts={[t('unlinkText'), ...(mayEndThis ? [t('unlinkThis')] : [])]}
      confirmWord={t('unlink')}
      failedWord={t('unlinkFailed')}
      dangerous
      work={async (password) => {
        await unlink(id, password);
        onUnlinked();
      }}
    />
  );
}

interface ProofDialogProps extends Omit<SignOnDialogProps, 'provider'> {
  title: string;
  /** What follows from it, a paragraph each. */
  texts: readonly string[];
  confirmWord: string;
  failedWord: string;
  dangerous?: boolean;
  /** @throws ApiProblem as `passwordFault` tells, and others, which the dialog shows */
  work(password: string | undefined): Promise<void>;
}

/** A question that asks for the own password too where the server wants it. */
function ProofDialog({ username, texts, work, ...dialog }: ProofDialogProps) {
  const { t } = useTranslation('secondFactor');
  const asked = useAskedPassword();
  return (
    <ConfirmDialog
      opened
      {...dialog}
      keepsOpen={() => asked.isMissing}
      work={async () => {
        if (asked.isMissing) asked.markMissing();
        else await work(asked.password);
      }}
      describe={describeProof}
      isTold={(failure) => passwordFault(failure) !== undefined}
      onFailure={asked.take}
    >
      {texts.map((text) => (
        <Text key={text} size="sm" mb="md">
          {text}
        </Text>
      ))}
      {asked.isAsked && (
        <OwnPasswordField username={username} why={t('passkeys.passwordWhy')} {...asked.field} />
      )}
    </ConfirmDialog>
  );
}
