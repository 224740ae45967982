import { Alert } from '@mantine/core';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ApiProblem, isProblem } from '../../../lib/api-problem.ts';
import { describeProblem } from '../../../lib/problem/problem-text.ts';

/** The alert of a failed attempt; after 429 it counts the seconds down. */
export function AttemptFailure({ error }: { error: unknown }) {
  const { t } = useTranslation('session');
  const [waited_s, setWaited] = useState(0);
  const limit_s = error instanceof ApiProblem ? (error.retryAfter_s ?? 0) : 0;
  useEffect(() => {
    if (limit_s === 0) return undefined;
    const timer = setInterval(() => setWaited((seconds) => seconds + 1), 1000);
    return () => clearInterval(timer);
  }, [limit_s]);
  if (error instanceof ApiProblem && error.status === 401 && !isProblem(error, 'wrong-passkey')) {
    return <Alert color="red" role="alert" title={t('invalid')} />;
  }
  if (limit_s > 0 && waited_s >= limit_s) return null;
  const left =
    error instanceof ApiProblem && limit_s > 0
      ? new ApiProblem(error.status, error.problem, limit_s - waited_s)
      : error;
  const { title, next } = describeProblem(left);
  return (
    <Alert color="red" role="alert" title={title}>
      {next}
    </Alert>
  );
}
