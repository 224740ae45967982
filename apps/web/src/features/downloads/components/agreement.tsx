import type { DownloadAgreement } from '@armarium/contract/downloads';
import { Button, Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { describeProblem } from '../../../lib/problem/problem-text.ts';
import { FailureAlert } from '../../../ui/failure-alert.tsx';
import { agreementQuery } from '../api/agreement.ts';
import classes from './download-form.module.css';

/** What is to be agreed to before a download, and its version once it can be read. */
export function useAgreement() {
  const { data, error, refetch } = useQuery(agreementQuery);
  return {
    version: data?.version,
    text: <Agreement data={data} error={error} onRetry={() => void refetch()} />,
  };
}

interface AgreementProps {
  data: DownloadAgreement | undefined;
  error: Error | null;
  onRetry(): void;
}

function Agreement({ data, error, onRetry }: AgreementProps) {
  const { t } = useTranslation('downloads');
  if (!data && error) {
    return (
      <FailureAlert title={t('agreementMissing')} text={describeProblem(error)}>
        <Button variant="default" size="compact-sm" mt="xs" onClick={onRetry}>
          {t('ui:retry')}
        </Button>
      </FailureAlert>
    );
  }
  if (!data) return <Skeleton height={72} />;
  // The program's own is in Italian whatever the language, as the specification has it.
  return (
    <p className={classes.agreement} lang={data.own?.language ?? 'it'}>
      {data.own?.text ?? t('agreement')}
    </p>
  );
}
