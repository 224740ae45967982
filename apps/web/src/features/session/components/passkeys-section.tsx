import type { Passkey } from '@armarium/contract/passkeys';
import type { SecondFactor } from '@armarium/contract/second-factor';
import { Button } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { notify } from '../../../ui/notify.tsx';
import { useOpened } from '../../../ui/opener.ts';
import { PageSection } from '../../../ui/page-section.tsx';
import { PendingRows } from '../../../ui/pending-rows.tsx';
import { secondFactorQuery } from '../api/own-second-factor.ts';
import { knowsPasskeys } from '../api/sign-in-options.ts';
import { AddPasskeyDialog } from './add-passkey-dialog.tsx';
import { PasskeyList } from './passkey-list.tsx';
import { RemovePasskeyDialog } from './remove-passkey-dialog.tsx';
import { useHasPassword } from './use-own-password.ts';
import classes from './second-factor.module.css';

/** The part of the own profile about passkeys. */
export function PasskeysSection({ username }: { username: string }) {
  const { t } = useTranslation('secondFactor');
  const query = useQuery(secondFactorQuery);
  // The section of the second factor says so, and tries again for both.
  if (!query.data && query.error) return null;
  return (
    <PageSection title={t('passkeys.title')} text={t('passkeys.text')}>
      {query.data ? (
        <OwnPasskeys secondFactor={query.data} username={username} />
      ) : (
        <PendingRows query={query} height_px={64} />
      )}
    </PageSection>
  );
}

function OwnPasskeys({ secondFactor, username }: { secondFactor: SecondFactor; username: string }) {
  const { t } = useTranslation('secondFactor');
  const { passkeys, passkeyHost } = secondFactor;
  const queries = useQueryClient();
  const { opened, open, close } = useOpened<'add' | Passkey>();
  const addButton = useRef<HTMLButtonElement>(null);
  const place = useRef<HTMLDivElement>(null);
  const hindrance = useHindrance(secondFactor);
  return (
    <div ref={place} tabIndex={-1} className={classes.place}>
      {passkeys.length === 0 ? (
        <p className={classes.none}>{t('passkeys.none')}</p>
      ) : (
        <PasskeyList passkeys={passkeys} host={passkeyHost} onRemove={(passkey) => open(passkey)} />
      )}
      {hindrance === undefined ? (
        <div className={classes.actions}>
          <Button ref={addButton} variant="default" aria-haspopup="dialog" onClick={() => open('add')}>
            {t('passkeys.add')}
          </Button>
        </div>
      ) : (
        <p className={classes.hindrance}>{t(`passkeys.${hindrance}`)}</p>
      )}
      {opened === 'add' && (
        <AddPasskeyDialog
          username={username}
          onAdded={() => {
            void queries.invalidateQueries(secondFactorQuery);
            notify('success', { title: t('passkeys.added') });
          }}
          onClose={close}
        />
      )}
      {opened !== undefined && opened !== 'add' && (
        <RemovePasskeyDialog
          username={username}
          passkey={opened}
          sessions={sessionsAfterRemoval(secondFactor)}
          onClose={close}
          onRemoved={() => {
            const left = passkeys.filter(({ id }) => id !== opened.id);
            queries.setQueryData(secondFactorQuery.queryKey, { ...secondFactor, passkeys: left });
            void queries.invalidateQueries(secondFactorQuery);
            notify('success', { title: t('passkeys.removed', { name: opened.name }) });
            close();
            // The button that opened it is gone.
            (addButton.current ?? place.current)?.focus();
          }}
        />
      )}
    </div>
  );
}

/** Why no passkey can be added; undefined where one can. */
function useHindrance({ passkeyHost }: SecondFactor) {
  const hasPassword = useHasPassword();
  if (!hasPassword) return 'noPassword';
  if (passkeyHost === null) return 'notHere';
  return knowsPasskeys() ? undefined : 'notInBrowser';
}

/** What becomes of the open sessions when a passkey is removed: those opened with it may need another second factor. */
function sessionsAfterRemoval({ totp, passkeys, demanded }: SecondFactor) {
  if (!totp && !demanded) return 'passkeys.removeSessions';
  return totp || passkeys.length > 1 ? 'passkeys.removeAsks' : 'profile.removeDemanded';
}
