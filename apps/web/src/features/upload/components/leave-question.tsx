import { Button, Group, Modal, Text } from '@mantine/core';
import { useWindowEvent } from '@mantine/hooks';
import { useEffect, useEffectEvent, useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useBlocker } from 'react-router';

interface Leaving {
  /** The question stands over the dialog, which then leaves Escape to it. */
  asking: boolean;
  /** Closes, or asks where something would be lost. */
  requestClose(): void;
  /** To be drawn while the dialog is open, and only then: the router knows one guard at a time. */
  question: ReactNode;
}

/** What was typed and chosen in a dialog is lost only after asking, by whatever way somebody leaves it. */
export function useLeaveQuestion(hasInput: () => boolean, onLeave: () => void): Leaving {
  const [asking, setAsking] = useState(false);
  const leave = () => {
    setAsking(false);
    onLeave();
  };
  const requestClose = () => {
    if (!hasInput()) return leave();
    // Not at once: the question's own listener would hear the same Escape and close it again.
    setTimeout(() => setAsking(true));
  };
  return {
    asking,
    requestClose,
    question: (
      <LeaveQuestion
        asking={asking}
        hasInput={hasInput}
        onBack={() => {
          if (!asking) requestClose();
        }}
        onStay={() => setAsking(false)}
        onLeave={leave}
      />
    ),
  };
}

interface LeaveQuestionProps {
  asking: boolean;
  hasInput(): boolean;
  onBack(): void;
  onStay(): void;
  onLeave(): void;
}

function LeaveQuestion({ asking, hasInput, onBack, onStay, onLeave }: LeaveQuestionProps) {
  const { t } = useTranslation('upload');
  // On a phone, Back is how one closes what lies over the page.
  const back = useBlocker(({ historyAction }) => historyAction === 'POP');
  const closeByBack = useEffectEvent(() => {
    back.reset?.();
    onBack();
  });
  useEffect(() => {
    if (back.state === 'blocked') closeByBack();
  }, [back.state]);
  useWindowEvent('beforeunload', (event) => {
    if (hasInput()) event.preventDefault();
  });

  return (
    <Modal
      opened={asking}
      onClose={onStay}
      title={t('leave.title')}
      size="sm"
      centered
      zIndex={300}
      closeButtonProps={{ 'aria-label': t('close') }}
    >
      <Text mb="lg">{t('leave.text')}</Text>
      <Group justify="flex-end" gap="sm">
        <Button variant="default" onClick={onLeave}>
          {t('leave.discard')}
        </Button>
        <Button data-autofocus onClick={onStay}>
          {t('leave.stay')}
        </Button>
      </Group>
    </Modal>
  );
}
