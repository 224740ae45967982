import { Button } from '@mantine/core';
import { IconLock, IconPlugConnectedX, IconRefresh } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { isProblem } from '../../../lib/api-client.ts';
import { describeProblem } from '../../../lib/problem/problem-text.ts';
import { EmptyState } from '../../../ui/empty-state.tsx';
import '../../../ui/messages.ts';

/**
 * Stands where something could not be loaded: why, what to do, and the button that does it. Where a right is missing
 * another try gives the same answer: the way on leads back to the catalogue.
 * @param word on the button that tries again
 */
export function Failed({ error, word, onRetry }: { error: Error; word?: string; onRetry(): void }) {
  const { t } = useTranslation('ui');
  const { title, next } = describeProblem(error);
  const mayNot = isProblem(error, 'forbidden');
  const Icon = mayNot ? IconLock : IconPlugConnectedX;
  return (
    <EmptyState
      urgent
      icon={<Icon size={40} stroke={1.4} />}
      title={title}
      action={
        mayNot ? (
          <Button variant="default" component={Link} to="/catalog">
            {t('toCatalogue')}
          </Button>
        ) : (
          <Button variant="default" leftSection={<IconRefresh size={18} />} onClick={onRetry}>
            {word ?? t('retry')}
          </Button>
        )
      }
    >
      {next}
    </EmptyState>
  );
}
