import { Alert, Button, Stack, TextInput } from '@mantine/core';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { waitingProps } from '../../../ui/waiting-props.ts';
import { isWrongCode } from '../api/second-factor.ts';
import { AttemptFailure } from './attempt-failure.tsx';

/** A code of the authenticator app, or a recovery code in its place. */
export type CodeKind = 'app' | 'recovery';

/** Of each field, what the contract takes and what the browser needs to know of it. */
const fields = {
  app: { maxLength: 20, inputMode: 'numeric', autoComplete: 'one-time-code' },
  recovery: { maxLength: 40, autoComplete: 'off', autoCapitalize: 'none', spellCheck: false },
} as const;

interface CodeFormProps {
  kind: CodeKind;
  /** The name of the form, for screen readers. */
  label: string;
  /** On the button that sends the code. */
  word: string;
  /** What to do where the code is wrong, if there is more to say than usual. */
  wrong?: string;
  /** False where something stands before it that is to be read first. */
  takesFocus?: boolean;
  /** Fails where the form has to say why; otherwise something else takes its place. */
  onSend(code: string): Promise<void>;
}

/** Asks for a code. One that is wrong stays, and is selected. */
export function CodeForm({ kind, label, word, wrong, takesFocus = true, onSend }: CodeFormProps) {
  const { t } = useTranslation('secondFactor');
  const [text, setText] = useState('');
  const [isFaulty, setFaulty] = useState(false);
  const [isWaiting, setWaiting] = useState(false);
  const [failure, setFailure] = useState<{ attempt: number; error: unknown }>();
  const input = useRef<HTMLInputElement>(null);
  const submit = async () => {
    if (isWaiting) return;
    const isNone = !isCode(kind, text);
    setFaulty(isNone);
    if (isNone) return input.current?.focus();
    setWaiting(true);
    try {
      await onSend(text.trim());
    } catch (error) {
      setFailure({ attempt: (failure?.attempt ?? 0) + 1, error });
      setWaiting(false);
      input.current?.focus();
      input.current?.select();
    }
  };
  return (
    <form
      noValidate
      aria-label={label}
      onSubmit={(event) => {
        event.preventDefault();
        void submit();
      }}
    >
      <Stack gap="md">
        {failure && !isWaiting && (
          <CodeFailure key={failure.attempt} wrong={wrong ?? t(`${kind}.wrong`)} error={failure.error} />
        )}
        <TextInput
          ref={input}
          {...fields[kind]}
          label={t(`${kind}.label`)}
          description={t(`${kind}.hint`)}
          inputWrapperOrder={['label', 'input', 'description', 'error']}
          size="md"
          data-autofocus={takesFocus || undefined}
          autoFocus={takesFocus}
          value={text}
          error={isFaulty && t(`${kind}.fault`)}
          onChange={(event) => {
            setText(event.currentTarget.value);
            setFaulty(false);
          }}
        />
        <Button type="submit" size="md" fullWidth {...waitingProps(isWaiting)}>
          {word}
        </Button>
      </Stack>
    </form>
  );
}

/** Whether a text may be a code. Six digits may have spaces between them, as apps show them. */
const isCode = (kind: CodeKind, text: string) =>
  kind === 'app' ? /^\d{6}$/.test(text.replaceAll(/\s/g, '')) : text.trim() !== '';

function CodeFailure({ wrong, error }: { wrong: string; error: unknown }) {
  const { t } = useTranslation('secondFactor');
  if (!isWrongCode(error)) return <AttemptFailure error={error} />;
  return (
    <Alert color="red" role="alert" title={t('wrongCode')}>
      {wrong}
    </Alert>
  );
}
