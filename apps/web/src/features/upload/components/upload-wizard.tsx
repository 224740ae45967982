import { Button, Group, Modal, Text } from '@mantine/core';
import { useMediaQuery, useWindowEvent } from '@mantine/hooks';
import { useCallback, useEffect, useEffectEvent, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useBlocker } from 'react-router';
import '../messages.ts';
import { WizardSteps } from './wizard-steps.tsx';
import classes from './upload-wizard.module.css';

interface UploadWizardProps {
  opened: boolean;
  onClose(): void;
  /** Where a new item goes. */
  collection: { uuid: string; sgtt: string };
  /** Adds images to this item: the wizard then starts with the files. */
  item?: { uuid: string; sgtt: string; pressmark: string };
}

/** The upload wizard (catalogue §2): item, then files. What was typed is lost only after asking. */
export function UploadWizard({ opened, onClose, collection, item }: UploadWizardProps) {
  const { t } = useTranslation('upload');
  const narrow = useMediaQuery('(max-width: 47.99em)', false, { getInitialValueInEffect: false });
  const hasInput = useRef(false);
  const [asking, setAsking] = useState(false);

  const close = () => {
    hasInput.current = false;
    setAsking(false);
    onClose();
  };
  const requestClose = () => {
    if (!hasInput.current) return close();
    // Not at once: the question's own listener would hear the same Escape and close it again.
    setTimeout(() => setAsking(true));
  };
  // On a phone, Back is how one closes what lies over the page.
  const back = useBlocker(({ historyAction }) => opened && historyAction === 'POP');
  const closeByBack = useEffectEvent(() => {
    back.reset?.();
    if (!asking) requestClose();
  });
  useEffect(() => {
    if (back.state === 'blocked') closeByBack();
  }, [back.state]);
  useWindowEvent('beforeunload', (event) => {
    if (opened && hasInput.current) event.preventDefault();
  });
  const noteInput = useCallback((has: boolean) => {
    hasInput.current = has;
  }, []);

  return (
    <>
      <Modal
        opened={opened}
        onClose={requestClose}
        title={t('title')}
        size={860}
        fullScreen={narrow}
        padding={0}
        centered
        closeOnEscape={!asking}
        closeButtonProps={{ 'aria-label': t('close') }}
        classNames={{
          content: classes.content ?? '',
          header: classes.header ?? '',
          title: classes.title ?? '',
          body: classes.body ?? '',
        }}
      >
        <WizardSteps
          collection={collection}
          {...(item && { item })}
          onInput={noteInput}
          onCancel={requestClose}
          onUploading={close}
        />
      </Modal>
      <Modal
        opened={opened && asking}
        onClose={() => setAsking(false)}
        title={t('leave.title')}
        size="sm"
        centered
        zIndex={300}
        // After Discard the focus goes back to what opened the wizard, not into it.
        returnFocus={opened}
        closeButtonProps={{ 'aria-label': t('close') }}
      >
        <Text mb="lg">{t('leave.text')}</Text>
        <Group justify="flex-end" gap="sm">
          <Button variant="default" onClick={close}>
            {t('leave.discard')}
          </Button>
          <Button data-autofocus onClick={() => setAsking(false)}>
            {t('leave.stay')}
          </Button>
        </Group>
      </Modal>
    </>
  );
}
