import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { IconPlugConnectedX } from '@tabler/icons-react';
import { useEffect, useRef, useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { permissionsQuery } from '../features/session/api/permissions.ts';
import { sessionQuery } from '../features/session/api/session.ts';
import { selfQuery } from '../features/session/api/self.ts';
import { tenantQuery } from '../features/session/api/tenant.ts';
import { isProblem } from '../lib/api-problem.ts';
import { onSignedOut as handleSignedOut } from '../lib/signing-in-again.ts';
import { describeProblem } from '../lib/problem/problem-text.ts';
import { queryClient } from '../lib/query-client.ts';
import { EmptyState } from '../ui/empty-state.tsx';
import { OnceOpened } from '../ui/once-opened.tsx';
import { useOpener } from '../ui/opener.ts';
import { SignInAgain } from './lazy-dialogs.ts';
import { loadSecondFactorStep } from './second-factor-step.ts';
import { useKeptChoices, useOrganisationLanguage } from './use-choices.ts';

interface SessionGateProps {
  children: ReactNode;
  onSignedOut(): void;
}

/**
 * Shows the client to a signed-in user only. Without a session at the start it leaves for the sign-in page; a
 * session that ends later is opened again in a dialog over the page, and the calls that failed are made again.
 */
export function SessionGate({ children, onSignedOut }: SessionGateProps) {
  const { t } = useTranslation('app');
  const session = useQuery(sessionQuery);
  const self = useQuery({ ...selfQuery, enabled: session.data === true });
  useKeptChoices(self.data?.preferences);
  const tenant = useQuery({ ...tenantQuery, enabled: self.data !== undefined });
  useOrganisationLanguage(tenant.data?.language, self.data?.preferences.language);
  /** A session has ended, and its user may sign in again. */
  const [again, setAgain] = useState(false);
  const answer = useRef<(signedIn: boolean) => void>(() => undefined);
  const left = useRef(false);
  // Of the first drawing alone: what it does goes by a reference that stays.
  const [opener] = useState(useOpener());
  const username = self.data?.username;
  const accountId = self.data?.id;
  const firstAccount = useRef(accountId);
  const signedOut =
    session.data === false || (self.data === undefined && isProblem(self.error, 'not-signed-in'));
  const error = session.error ?? self.error;

  useEffect(() => {
    if (!session.data) return;
    // Beside the account, not after it: the first page needs both.
    void queryClient.prefetchQuery({ ...permissionsQuery, meta: { quiet: true } });
    void queryClient.prefetchQuery(tenantQuery);
  }, [session.data]);
  useEffect(() => {
    if (!signedOut || left.current) return;
    left.current = true;
    onSignedOut();
    queryClient.clear();
  }, [signedOut, onSignedOut]);
  useEffect(() => {
    firstAccount.current ??= accountId;
    // Another tab signed in as someone else: what this page holds is not theirs.
    if (accountId !== firstAccount.current) window.location.reload();
  }, [accountId]);
  useEffect(() => {
    if (username === undefined) return undefined;
    handleSignedOut(
      () =>
        new Promise<boolean>((resolve) => {
          answer.current = resolve;
          opener.keep();
          setAgain(true);
        }),
    );
    return () => handleSignedOut(() => Promise.resolve(false));
  }, [username, opener]);

  if (self.data === undefined) {
    if (error === null || signedOut) return null;
    const { title, next } = describeProblem(error);
    return (
      <main>
        <EmptyState
          urgent
          headingLevel={1}
          icon={<IconPlugConnectedX size={40} stroke={1.4} />}
          title={title}
          action={
            <Button onClick={() => void (session.data ? self : session).refetch()}>
              {t('unreachable.action')}
            </Button>
          }
        >
          {next}
        </EmptyState>
      </main>
    );
  }
  return (
    <>
      {children}
      <OnceOpened opened={again}>
        <SignInAgain
          opened={again}
          username={self.data.username}
          loadSecondFactorStep={loadSecondFactorStep}
          onSignedIn={() => {
            setAgain(false);
            opener.giveBack();
            answer.current(true);
          }}
          onLeave={() => window.location.assign('/ui/login')}
        />
      </OnceOpened>
    </>
  );
}
