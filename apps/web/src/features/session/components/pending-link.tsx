import { Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { describeProblem } from '../../../lib/problem/problem-text.ts';
import { LinkOutcome } from './link-outcome.tsx';
import type { LinkStage } from './use-link.ts';

interface PendingLinkProps {
  stage: LinkStage & { at: 'loading' | 'failed' };
  onRetry(): void;
}

/** A link that is being read, or could not be read now. */
export function PendingLink({ stage, onRetry }: PendingLinkProps) {
  const { t } = useTranslation('passwordLinks');
  if (stage.at === 'loading') return <Text role="status">{t('loading')}</Text>;
  const { title, next } = describeProblem(stage.error);
  return (
    <LinkOutcome
      isFailure
      title={title}
      texts={[next]}
      action={{ word: t('retry'), isWaiting: stage.isWaiting, onClick: onRetry }}
    />
  );
}
