import { TOKENS_MAX, type Token } from '@armarium/contract/tokens';
import { Button, Text } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useRef } from 'react';
import { useTranslation } from 'react-i18next';
import list from '../../../records/components/row-list.module.css';
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx';
import { notify } from '../../../ui/notify.tsx';
import { useOpened } from '../../../ui/opener.ts';
import { PageSection } from '../../../ui/page-section.tsx';
import { PendingRows } from '../../../ui/pending-rows.tsx';
import { deleteToken, tokensQuery } from '../api/own-tokens.ts';
import { permissionsQuery } from '../api/permissions.ts';
import type { Rights } from '../token-draft.ts';
import { AddTokenDialog, type RightName } from './add-token-dialog.tsx';
import { TokenRow } from './token-row.tsx';
import classes from './second-factor.module.css';

interface TokensSectionProps {
  /** Of the signed-in account. */
  username: string;
  rightName: RightName;
}

/** The part of the own profile about tokens, by which programs act for the account. */
export function TokensSection(props: TokensSectionProps) {
  const { t } = useTranslation('tokens');
  const tokens = useQuery(tokensQuery);
  const held = useQuery(permissionsQuery);
  return (
    <PageSection title={t('title')} text={t('text')}>
      {tokens.data && held.data ? (
        <OwnTokens {...props} tokens={tokens.data} held={held.data} />
      ) : (
        <PendingRows query={tokens.data ? held : tokens} height_px={64} />
      )}
    </PageSection>
  );
}

interface OwnTokensProps extends TokensSectionProps {
  tokens: readonly Token[];
  held: Rights;
}

function OwnTokens({ tokens, held, username, rightName }: OwnTokensProps) {
  const { t } = useTranslation('tokens');
  const queries = useQueryClient();
  const { opened, open, close } = useOpened<'add' | Token>();
  const addButton = useRef<HTMLButtonElement>(null);
  const place = useRef<HTMLDivElement>(null);
  /** Where the button that opened a dialog may be gone with what the dialog did. */
  const closeHere = () => {
    close();
    (addButton.current ?? place.current)?.focus();
  };
  return (
    <div ref={place} tabIndex={-1} className={classes.place}>
      {tokens.length === 0 ? (
        <p className={classes.none}>{t('none')}</p>
      ) : (
        <ul className={list.rows} aria-label={t('title')}>
          {tokens.map((token) => (
            <TokenRow
              key={token.id}
              token={token}
              held={held}
              rightName={rightName}
              onRemove={() => open(token)}
            />
          ))}
        </ul>
      )}
      {tokens.length < TOKENS_MAX ? (
        <div className={classes.actions}>
          <Button ref={addButton} variant="default" aria-haspopup="dialog" onClick={() => open('add')}>
            {t('add')}
          </Button>
        </div>
      ) : (
        <p className={classes.hindrance}>{t('full', { count: TOKENS_MAX })}</p>
      )}
      {opened === 'add' && (
        <AddTokenDialog
          username={username}
          held={held}
          rightName={rightName}
          onAdded={() => void queries.invalidateQueries(tokensQuery)}
          onClose={closeHere}
        />
      )}
      {opened !== undefined && opened !== 'add' && (
        <ConfirmDialog
          opened
          title={t('removeTitle', { name: opened.name })}
          confirmWord={t('remove')}
          failedWord={t('removeFailed')}
          dangerous
          onClose={close}
          work={async () => {
            await deleteToken(opened);
            const left = tokens.filter(({ id }) => id !== opened.id);
            queries.setQueryData(tokensQuery.queryKey, left);
            void queries.invalidateQueries(tokensQuery);
            notify('success', { title: t('removed', { name: opened.name }) });
            closeHere();
          }}
        >
          <Text size="sm" mb="md">
            {t('removeText')}
          </Text>
        </ConfirmDialog>
      )}
    </div>
  );
}
