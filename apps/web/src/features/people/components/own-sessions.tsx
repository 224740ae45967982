import type { OwnSession } from '@armarium/contract/own-sessions';
import { Badge, Button } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { IconDeviceDesktop, IconDeviceMobile } from '@tabler/icons-react';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { translate } from '../../../lib/i18n.ts';
import { displayMoment } from '../../../ui/display-date.ts';
import { waitingProps } from '../../../ui/waiting-props.ts';
import { notify } from '../../../ui/notify.tsx';
import { PendingRows } from '../../../ui/pending-rows.tsx';
import { endSession, ownSessionsQuery } from '../api/own-sessions.ts';
import list from '../../../records/components/row-list.module.css';
import classes from './profile.module.css';

/** Where the own account is signed in, and the ways to end that. */
export function OwnSessions() {
  const { t } = useTranslation('profile');
  const queries = useQueryClient();
  const rows = useRef<HTMLUListElement>(null);
  const hasEnded = useRef(false);
  const sessions = useQuery(ownSessionsQuery);
  const { mutate: end, isPending } = useMutation({
    mutationFn: async (which: { readonly id: string } | 'others') => {
      await endSession(which);
      hasEnded.current = true;
      await queries.invalidateQueries(ownSessionsQuery);
    },
    meta: { failed: () => translate('profile:endFailed') },
    onSuccess: (_, which) => notify('success', { title: t(which === 'others' ? 'othersEnded' : 'ended') }),
  });
  useEffect(() => {
    if (!hasEnded.current) return;
    hasEnded.current = false;
    // The button that was pressed is gone.
    (rows.current?.querySelector<HTMLElement>('button') ?? rows.current)?.focus();
  }, [sessions.data]);
  if (!sessions.data) return <PendingRows query={sessions} height_px={64} />;
  const others = sessions.data.filter(({ present }) => !present);
  return (
    <>
      <ul ref={rows} className={list.rows} aria-label={t('sessions')} tabIndex={-1}>
        {sessions.data.map((session) => (
          <SessionRow
            key={session.id}
            session={session}
            isWorking={isPending}
            onEnd={() => !isPending && end({ id: session.id })}
          />
        ))}
      </ul>
      {others.length > 1 && (
        <div className={classes.actions}>
          <Button variant="default" {...waitingProps(isPending)} onClick={() => !isPending && end('others')}>
            {t('endOthers')}
          </Button>
        </div>
      )}
    </>
  );
}

interface SessionRowProps {
  session: OwnSession;
  isWorking: boolean;
  onEnd(): void;
}

function SessionRow({ session, isWorking, onEnd }: SessionRowProps) {
  const { t } = useTranslation('profile');
  const { browser, system, address, createdDate, lastSeenDate, present } = session;
  const isMobile = system === 'iOS' || system === 'Android';
  const Icon = isMobile ? IconDeviceMobile : IconDeviceDesktop;
  const name =
    browser !== null && system !== null
      ? t('browserOn', { browser, system })
      : (browser ?? system ?? t('unknownBrowser'));
  return (
    <li className={list.row}>
      <Icon size={22} stroke={1.6} className={list.icon} aria-hidden />
      <div className={list.words}>
        <p className={list.name}>
          {name}
          {present && (
            <Badge ml={8} variant="light">
              {t('thisSession')}
            </Badge>
          )}
        </p>
        <p className={`${list.facts} tabular`}>
          <span>{t('since', { moment: displayMoment(createdDate) })}</span>
          {!present && <span>{t('lastSeen', { moment: displayMoment(lastSeenDate) })}</span>}
          {address !== null && <span>{t('from', { address })}</span>}
        </p>
      </div>
      {!present && (
        <Button
          variant="default"
          size="compact-sm"
          className={classes.end ?? ''}
          aria-label={t('endOf', { name, moment: displayMoment(createdDate) })}
          {...waitingProps(isWorking)}
          onClick={onEnd}
        >
          {t('end')}
        </Button>
      )}
    </li>
  );
}
