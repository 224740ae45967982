import { Button } from '@mantine/core';
import { IconPlugConnectedX, IconRefresh } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { describeProblem } from '../../../lib/problem/problem-text.ts';
import { EmptyState } from '../../../ui/empty-state.tsx';
import '../../../ui/messages.ts';

/** Stands where something could not be loaded: why, what to do, and the button that does it. @param word on that button */
export function Failed({ error, word, onRetry }: { error: Error; word?: string; onRetry(): void }) {
  const { t } = useTranslation('ui');
  const { title, next } = describeProblem(error);
  return (
    <EmptyState
      urgent
      icon={<IconPlugConnectedX size={40} stroke={1.4} />}
      title={title}
      action={
        <Button variant="default" leftSection={<IconRefresh size={18} />} onClick={onRetry}>
          {word ?? t('retry')}
        </Button>
      }
    >
      {next}
    </EmptyState>
  );
}
