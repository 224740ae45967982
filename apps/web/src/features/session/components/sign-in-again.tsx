import { Anchor, Modal, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { SignInForm } from './sign-in-form.tsx';

interface SignInAgainProps {
  opened: boolean;
  username: string;
  onSignedIn(): void;
  /** Gives the page up, for the sign-in page. */
  onLeave(): void;
}

/**
 * Lies over the page when the session has ended: the page and all that was typed in it stay behind it. Its controls
 * stop Escape (`data-mantine-stop-propagation`), which must not close a dialog that waits underneath.
 */
export function SignInAgain({ opened, username, onSignedIn, onLeave }: SignInAgainProps) {
  const { t } = useTranslation('session');
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
    >
      <Text mb="md">{t('again.text')}</Text>
      <SignInForm username={username} onSignedIn={onSignedIn} />
      <Anchor
        component="button"
        type="button"
        mt="md"
        size="sm"
        onClick={onLeave}
        data-mantine-stop-propagation
      >
        {t('again.leave')}
      </Anchor>
    </Modal>
  );
}
