import { Modal } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { useCallback, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import type { ContentType } from '../state/content-types.ts';
import { useLeaveQuestion } from './leave-question.tsx';
import { WizardSteps } from './wizard-steps.tsx';
import classes from './upload-wizard.module.css';

interface UploadWizardProps {
  opened: boolean;
  onClose(): void;
  /** Goes over to several items at once, whose files tell by their names where they belong. */
  onMany(collectionUuid: string): void;
  /** Where a new item goes. */
  collectionUuid: string;
  /** Adds files to this item: the wizard then starts with them. */
  item?: { uuid: string; sgtt: string; pressmark: string };
  /** The type that is offered first; images by default. */
  type?: ContentType;
}

/** The upload wizard (catalogue §2): item, then files. What was typed is lost only after asking. */
export function UploadWizard({ opened, onClose, onMany, collectionUuid, item, type }: UploadWizardProps) {
  const { t } = useTranslation('upload');
  const narrow = useMediaQuery('(max-width: 47.99em)', false, { getInitialValueInEffect: false });
  const hasInput = useRef(false);

  const close = () => {
    hasInput.current = false;
    onClose();
  };
  const { asking, requestClose, question } = useLeaveQuestion(() => hasInput.current, close);
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
          collectionUuid={collectionUuid}
          {...(item && { item })}
          {...(type && { type })}
          onInput={noteInput}
          onCancel={requestClose}
          onUploading={close}
          onMany={onMany}
        />
      </Modal>
      {opened && question}
    </>
  );
}
