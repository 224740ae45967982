import { Anchor, Button, Stack, Text, TextInput } from '@mantine/core';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useDocumentTitle } from '../../../ui/document-title.ts';
import { waitingProps } from '../../../ui/waiting-props.ts';
import { askForPasswordLink } from '../api/password-links.ts';
import { AttemptFailure } from './attempt-failure.tsx';
import classes from './sign-in-page.module.css';

export interface ForgottenFormProps {
  /** What was typed to sign in, and is taken back there. */
  username: string;
  onUsername(username: string): void;
  onBack(): void;
}

/** Asks for a link to a new password. Whether there is such an account is not told. */
export function ForgottenForm({ username, onUsername, onBack }: ForgottenFormProps) {
  const { t } = useTranslation(['passwordLinks', 'session']);
  const [isMissing, setMissing] = useState(false);
  const [isWaiting, setWaiting] = useState(false);
  const [isSent, setSent] = useState(false);
  const [failure, setFailure] = useState<{ attempt: number; error: unknown }>();
  const input = useRef<HTMLInputElement>(null);
  useDocumentTitle(t('forgotten.title'));

  const submit = async () => {
    if (isWaiting) return;
    const lacks = username.trim() === '';
    setMissing(lacks);
    if (lacks) return input.current?.focus();
    setWaiting(true);
    try {
      await askForPasswordLink(username.trim());
      setSent(true);
    } catch (error) {
      setFailure({ attempt: (failure?.attempt ?? 0) + 1, error });
    } finally {
      setWaiting(false);
    }
  };
  return (
    <>
      <h2 id="forgotten" className={classes.heading}>
        {t('forgotten.title')}
      </h2>
      <div role="status">
        <Text mb="md">{t(isSent ? 'forgotten.sent' : 'forgotten.text')}</Text>
        {isSent && <Text mb="md">{t('forgotten.nothingCame')}</Text>}
      </div>
      {isSent ? (
        <Button variant="default" fullWidth size="md" autoFocus onClick={onBack}>
          {t('forgotten.back')}
        </Button>
      ) : (
        <form
          noValidate
          aria-labelledby="forgotten"
          onSubmit={(event) => {
            event.preventDefault();
            void submit();
          }}
        >
          <Stack gap="md">
            {failure && !isWaiting && <AttemptFailure key={failure.attempt} error={failure.error} />}
            <TextInput
              ref={input}
              label={t('session:username')}
              size="md"
              autoComplete="username"
              autoCapitalize="none"
              spellCheck={false}
              maxLength={200}
              autoFocus
              value={username}
              error={isMissing && t('session:usernameRequired')}
              onChange={(event) => {
                onUsername(event.currentTarget.value);
                setMissing(false);
              }}
            />
            <Button type="submit" size="md" fullWidth {...waitingProps(isWaiting)}>
              {t('forgotten.send')}
            </Button>
          </Stack>
          <Anchor component="button" type="button" size="sm" mt="md" onClick={onBack}>
            {t('forgotten.back')}
          </Anchor>
        </form>
      )}
    </>
  );
}
