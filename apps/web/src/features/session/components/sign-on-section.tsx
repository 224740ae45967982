import type { OwnSignOn, SignOnFailure } from '@armarium/contract/sign-on';
import { Alert, Button } from '@mantine/core';
import { IconLogin2 } from '@tabler/icons-react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router';
import { hasMessage } from '../../../lib/i18n.ts';
import list from '../../../records/components/row-list.module.css';
import { displayTimestamp } from '../../../ui/display-date.ts';
import { notify } from '../../../ui/notify.tsx';
import { useOpened } from '../../../ui/opener.ts';
import { PageSection } from '../../../ui/page-section.tsx';
import { PendingRows } from '../../../ui/pending-rows.tsx';
import { ownSignOnQuery } from '../api/own-sign-on.ts';
import { LinkDialog, UnlinkDialog } from './sign-on-dialogs.tsx';
import classes from './sign-on.module.css';

type OwnProvider = OwnSignOn['providers'][number];

/** The part of the own profile about the providers of the organisation, where it has some. */
export function SignOnSection({ username }: { username: string }) {
  const { t } = useTranslation('signOn');
  const query = useQuery(ownSignOnQuery);
  const failure = useFailedLink();
  // Most organisations have none: no place is kept.
  if (failure === undefined && (query.data ? query.data.providers.length === 0 : !query.error)) return null;
  return (
    <PageSection title={t('title')} text={t('text')}>
      {failure !== undefined && <LinkFailure failure={failure} />}
      {query.data ? (
        <OwnProviders own={query.data} username={username} />
      ) : (
        <PendingRows query={query} height_px={64} />
      )}
    </PageSection>
  );
}

/** How linking ended, for which the browser has come back from a provider: told once. @returns why it failed */
function useFailedLink(): SignOnFailure | undefined {
  const { t } = useTranslation('signOn');
  const [search, setSearch] = useSearchParams();
  const [outcome] = useState(() => search.get('signOn'));
  const take = useEffectEvent(() => {
    if (outcome === 'linked') notify('success', { title: t('linked') });
    // A reload does not tell it again.
    search.delete('signOn');
    setSearch(search, { replace: true });
  });
  useEffect(() => {
    if (outcome !== null) take();
  }, [outcome]);
  return outcome !== null && hasMessage(`signOn:linkFailure.${outcome}.title`)
    ? (outcome as SignOnFailure)
    : undefined;
}

function LinkFailure({ failure }: { failure: string }) {
  const { t } = useTranslation('signOn');
  const alert = useRef<HTMLDivElement>(null);
  useEffect(() => {
    // In braces: newer browsers answer with a promise, which is no clean-up.
    alert.current?.scrollIntoView({ block: 'nearest' });
  }, []);
  return (
    <Alert ref={alert} color="accent" role="alert" mb="sm" title={t(`linkFailure.${failure}.title`)}>
      {t(`linkFailure.${failure}.next`)}
    </Alert>
  );
}

function OwnProviders({ own, username }: { own: OwnSignOn; username: string }) {
  const { t } = useTranslation('signOn');
  const queries = useQueryClient();
  const { opened, open, close } = useOpened<OwnProvider>();
  const { providers, hasPassword, bySignOn } = own;
  return (
    <>
      <ul className={list.rows} aria-label={t('title')}>
        {providers.map((provider) => (
          <ProviderRow
            key={provider.id}
            provider={provider}
            isFixed={!hasPassword && provider.link !== null}
            onOpen={() => open(provider)}
          />
        ))}
      </ul>
      {opened && opened.link === null && <LinkDialog username={username} provider={opened} onClose={close} />}
      {opened && opened.link !== null && (
        <UnlinkDialog
          username={username}
          provider={opened}
          mayEndThis={bySignOn}
          onClose={close}
          onUnlinked={() => {
            const left = providers.map((one) => (one.id === opened.id ? { ...one, link: null } : one));
            queries.setQueryData(ownSignOnQuery.queryKey, { ...own, providers: left });
            void queries.invalidateQueries(ownSignOnQuery);
            notify('success', { title: t('unlinked', { label: opened.label }) });
            close();
          }}
        />
      )}
    </>
  );
}

interface ProviderRowProps {
  provider: OwnProvider;
  /** Its link is the only way to sign in. */
  isFixed: boolean;
  onOpen(): void;
}

function ProviderRow({ provider: { label, link }, isFixed, onOpen }: ProviderRowProps) {
  const { t } = useTranslation('signOn');
  return (
    <li className={list.row}>
      <IconLogin2 size={22} stroke={1.6} className={list.icon} aria-hidden />
      <div className={list.words}>
        <p className={list.name} dir="auto">
          {label}
        </p>
        <p className={`${list.facts} tabular`}>
          {link === null ? (
            <span>{t('notLinked')}</span>
          ) : (
            <>
              <span>{t('linkedSince', { date: displayTimestamp(link.createdDate) })}</span>
              <span>
                {link.lastUsedDate === null
                  ? t('unused')
                  : t('lastUsed', { date: displayTimestamp(link.lastUsedDate) })}
              </span>
            </>
          )}
        </p>
        {isFixed && <p className={list.facts}>{t('onlyWayIn')}</p>}
      </div>
      {!isFixed && (
        // One button in both states, so that it is still there after a dialog.
        <Button
          variant="default"
          size="compact-sm"
          className={`${link === null ? '' : 'danger'} ${classes.action}`}
          aria-label={t(link === null ? 'linkOf' : 'unlinkOf', { label })}
          aria-haspopup="dialog"
          onClick={onOpen}
        >
          {t(link === null ? 'link' : 'unlink')}
        </Button>
      )}
    </li>
  );
}
