import { PASSKEY_NAME_MAX } from '@armarium/contract/passkeys';
import { Alert, Text, TextInput } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { isProblem } from '../../../lib/api-problem.ts';
import { translate } from '../../../lib/i18n.ts';
import type { ProblemText } from '../../../lib/problem/problem-text.ts';
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx';
import { isNotVerified, makePasskey } from '../api/own-passkeys.ts';
import { describeProof, passwordFault } from '../api/password-fault.ts';
import { PasskeyFault } from '../api/passkey-fault.ts';
import { OwnPasswordField } from './own-password-field.tsx';
import { useAskedPassword } from './use-asked-password.ts';

interface AddPasskeyDialogProps {
  username: string;
  /** It was added. The dialog may have been closed meanwhile. */
  onAdded(): void;
  onClose(): void;
}

/** Adds a passkey: its name, the own password where the sign-in was a while ago, then the browser's prompt. */
export function AddPasskeyDialog({ username, onAdded, onClose }: AddPasskeyDialogProps) {
  const { t } = useTranslation('secondFactor');
  const [name, setName] = useState('');
  const [isUnnamed, setUnnamed] = useState(false);
  const [isWaiting, setWaiting] = useState(false);
  /** How often the browser's prompt was closed. */
  const [closed, setClosed] = useState({ times: 0, isTold: false });
  const asked = useAskedPassword();
  const nameField = useRef<HTMLInputElement>(null);
  const underWay = useRef<AbortController>(null);
  // The browser's prompt goes with the dialog.
  useEffect(() => () => underWay.current?.abort(), []);
  const lacksName = name.trim() === '';

  const add = async () => {
    setUnnamed(lacksName);
    if (lacksName) return nameField.current?.focus();
    if (asked.isMissing) return asked.markMissing();
    const attempt = new AbortController();
    underWay.current = attempt;
    setClosed((before) => ({ ...before, isTold: false }));
    setWaiting(true);
    try {
      await makePasskey({ name: name.trim(), password: asked.password, stop: attempt.signal });
    } finally {
      setWaiting(false);
    }
    onAdded();
    if (!attempt.signal.aborted) onClose();
  };
  return (
    <ConfirmDialog
      opened
      title={t('passkeys.add')}
      confirmWord={t(isWaiting ? 'passkeys.waiting' : 'passkeys.addConfirm')}
      failedWord={t('passkeys.addFailed')}
      closesWhileWorking
      onClose={onClose}
      keepsOpen={() => lacksName || asked.isMissing}
      work={add}
      describe={describeFailure}
      isTold={(failure) => passwordFault(failure) !== undefined || wasClosed(failure)}
      onFailure={(failure) => {
        asked.take(failure);
        if (wasClosed(failure)) setClosed(({ times }) => ({ times: times + 1, isTold: true }));
      }}
    >
      <Text size="sm" mb="md">
        {t('passkeys.addText')}
      </Text>
      <TextInput
        ref={nameField}
        data-autofocus
        label={t('passkeys.name')}
        description={t('passkeys.nameHint')}
        required
        autoComplete="off"
        maxLength={PASSKEY_NAME_MAX}
        mb="md"
        value={name}
        error={isUnnamed && t('passkeys.nameMissing')}
        onChange={(event) => {
          setName(event.currentTarget.value);
          setUnnamed(false);
        }}
      />
      {asked.isAsked && (
        <OwnPasswordField username={username} why={t('passkeys.passwordWhy')} {...asked.field} />
      )}
      {closed.isTold && (
        <Alert key={closed.times} color="accent" role="alert" title={t('passkeys.noneTitle')} mt="md">
          {t('passkeys.noneText')}
        </Alert>
      )}
    </ConfirmDialog>
  );
}

/** Whether the browser's prompt was closed, or took too long: nothing has failed then. */
const wasClosed = (failure: unknown) => failure instanceof PasskeyFault && failure.kind === 'none';

function describeFailure(failure: unknown): ProblemText {
  if (failure instanceof PasskeyFault)
    return failure.kind === 'exists' ? ownText('exists') : ownText('impossible');
  if (isProblem(failure, 'sign-in-needed')) return ownText('bySignOn');
  return isNotVerified(failure) ? ownText('notVerified') : describeProof(failure);
}

const ownText = (what: 'exists' | 'impossible' | 'notVerified' | 'bySignOn'): ProblemText => ({
  title: translate(`secondFactor:passkeys.${what}.title`),
  next: translate(`secondFactor:passkeys.${what}.next`),
});
