import { Alert, Anchor, Modal, Text } from '@mantine/core';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { keepsEscape } from '../../../ui/keeps-escape.ts';
import { signInOptions, type SignInOptions } from '../api/sign-in-options.ts';
import { SignInSteps, type LoadSecondFactorStep } from './sign-in-steps.tsx';
import { SignOnChoices } from './sign-on-choices.tsx';
import { useAccountHere } from './use-account-here.ts';

interface SignInAgainProps {
  opened: boolean;
  username: string;
  loadSecondFactorStep: LoadSecondFactorStep;
  onSignedIn(): void;
  /** Gives the page up, for the sign-in page. */
  onLeave(): void;
}

/**
 * Lies over the page when the session has ended: the page and all that was typed in it stay behind it. Its controls
 * keep Escape, which must not close a dialog that waits underneath. Who signs in with a provider does so in another tab.
 */
export function SignInAgain({
  opened,
  username,
  loadSecondFactorStep,
  onSignedIn,
  onLeave,
}: SignInAgainProps) {
  const { t } = useTranslation(['session', 'signOn']);
  const [options, setOptions] = useState<SignInOptions>();
  const other = useAccountHere({ isLooking: opened, username, onThere: onSignedIn });
  useEffect(() => {
    // Once: the address stays the same.
    signInOptions().then(setOptions, () => setOptions({ sendsLinks: false, passkeys: false, signOn: [] }));
  }, []);
  return (
    <Modal
      opened={opened}
      onClose={() => undefined}
      closeOnEscape={false}
      closeOnClickOutside={false}
      withCloseButton={false}
      title={t('again.title')}
      zIndex={1000}
      centered
      onFocusCapture={keepsEscape}
    >
      <Text mb="md">{t('again.text')}</Text>
      {other !== undefined && (
        <Alert color="accent" role="alert" mb="md" title={t('signOn:again.other.title', { name: other })}>
          {t('signOn:again.other.text', { username })}
        </Alert>
      )}
      <SignInSteps
        username={username}
        loadSecondFactorStep={loadSecondFactorStep}
        passkeys={options?.passkeys}
        onSignedIn={onSignedIn}
        onGivenUp={onLeave}
      >
        <SignOnChoices isNewTab offered={options?.signOn ?? []} />
        <Anchor component="button" type="button" mt="md" size="sm" onClick={onLeave}>
          {t('again.leave')}
        </Anchor>
      </SignInSteps>
    </Modal>
  );
}
