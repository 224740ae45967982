import { Button } from '@mantine/core';
import { IconLock, IconPlugConnectedX, IconRefresh } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { isProblem } from '../lib/api-problem.ts';
import { describeProblem } from '../lib/problem/problem-text.ts';
import { EmptyState } from './empty-state.tsx';

interface FailedProps {
  error: Error;
  /** On the button that tries again. */
  word?: string;
  /** 1 where it is all there is of the page. */
  headingLevel?: 1;
  onRetry(): void;
}

/**
 * Stands where something could not be loaded: why, what to do, and the button that does it. Where a right is missing or
 * a search is too long, another try gives the same answer: the way on leads back to the catalogue, or is another search.
 */
export function Failed({ error, word, headingLevel, onRetry }: FailedProps) {
  const { t } = useTranslation('ui');
  const { title, next } = describeProblem(error);
  const mayNot = isProblem(error, 'forbidden');
  const isTooLong = isProblem(error, 'search-too-long');
  const Icon = mayNot ? IconLock : IconPlugConnectedX;
  return (
    <EmptyState
      urgent
      headingLevel={headingLevel}
      icon={<Icon size={40} stroke={1.4} />}
      title={title}
      action={
        mayNot ? (
          <Button variant="default" component={Link} to="/catalog">
            {t('toCatalogue')}
          </Button>
        ) : isTooLong ? undefined : (
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
