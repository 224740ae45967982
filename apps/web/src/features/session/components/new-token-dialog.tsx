import type { NewToken } from '@armarium/contract/tokens';
import { Stack } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { ShownOnceDialog } from './shown-once-dialog.tsx';
import { TextToCopy } from './text-to-copy.tsx';

interface NewTokenDialogProps {
  made: NewToken;
  onClose(): void;
}

/** Shows a new token, this once, and how a program sends it. */
export function NewTokenDialog({ made: { name, token }, onClose }: NewTokenDialogProps) {
  const { t } = useTranslation('tokens');
  const call = `curl -H 'Authorization: Bearer ${token}' ${window.location.origin}/iam/me/permissions`;
  return (
    <ShownOnceDialog
      title={t('made.title', { name })}
      words={{
        done: t('made.done'),
        question: t('made.question'),
        stay: t('made.stay'),
        leave: t('made.leave'),
      }}
      onClose={onClose}
    >
      <Stack gap="md">
        <TextToCopy label={t('made.label')} hint={t('made.text')} value={token} rows={2} takesFocus />
        <TextToCopy label={t('made.example')} hint={t('made.exampleText')} value={call} rows={5} />
      </Stack>
    </ShownOnceDialog>
  );
}
