import type { DownloadAgreement } from '@armarium/contract/downloads';
import { Button, Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { describeProblem } from '../../../lib/problem/problem-text.ts';
import { FailureAlert } from '../../../ui/failure-alert.tsx';
import { agreementQuery } from '../api/agreement.ts';
import classes from './download-form.module.css';

/**
 * What is to be agreed to before a download, and its version once it can be read. Where it changes while it is read, the
 * new text says so.
 */
export function useAgreement() {
  const { data, error, refetch } = useQuery(agreementQuery);
  const [first, setFirst] = useState<string>();
  if (first === undefined && data) setFirst(data.version);
  const hasChanged = first !== undefined && data !== undefined && first !== data.version;
  return {
    version: data?.version,
    /** @returns whether another text is in force than the one that was read, which is shown from then on */
    hasChanged: async () => (await refetch()).data?.version !== data?.version,
    text: <Agreement data={data} error={error} hasChanged={hasChanged} onRetry={() => void refetch()} />,
  };
}

interface AgreementProps {
  data: DownloadAgreement | undefined;
  error: Error | null;
  hasChanged: boolean;
  onRetry(): void;
}

function Agreement({ data, error, hasChanged, onRetry }: AgreementProps) {
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
    <div>
      <div role="alert">{hasChanged && <p className={classes.changed}>{t('agreementChanged')}</p>}</div>
      <p className={classes.agreement} lang={data.own?.language ?? 'it'}>
        {data.own?.text ?? t('agreement')}
      </p>
    </div>
  );
}
