import { Anchor, Modal, Text } from '@mantine/core';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { keepsEscape } from '../../../ui/keeps-escape.ts';
import { signInOptions } from '../api/sign-in-options.ts';
import { SignInSteps, type LoadSecondFactorStep } from './sign-in-steps.tsx';

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
 * keep Escape, which must not close a dialog that waits underneath.
 */
export function SignInAgain({
  opened,
  username,
  loadSecondFactorStep,
  onSignedIn,
  onLeave,
}: SignInAgainProps) {
  const { t } = useTranslation('session');
  const [passkeys, setPasskeys] = useState<boolean>();
  useEffect(() => {
    // Once: the address stays the same.
    signInOptions().then(
      (offered) => setPasskeys(offered.passkeys),
      () => setPasskeys(false),
    );
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
      <SignInSteps
        username={username}
        loadSecondFactorStep={loadSecondFactorStep}
        passkeys={passkeys}
        onSignedIn={onSignedIn}
        onGivenUp={onLeave}
      >
        <Anchor component="button" type="button" mt="md" size="sm" onClick={onLeave}>
          {t('again.leave')}
        </Anchor>
      </SignInSteps>
    </Modal>
  );
}
