import { Alert } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { useIsKept } from '../state/editor-store.ts';
import { useIsDirty } from '../state/selectors.ts';

/** Where the changes are that could not be saved. */
export function WhereKept() {
  const { t } = useTranslation('storyEditor');
  return <p>{t(useIsKept() ? 'isKept' : 'isHere')}</p>;
}

/** Says that what is not saved ends with the page, where the browser refuses to keep it. */
export function NotKept() {
  const { t } = useTranslation('storyEditor');
  const isKept = useIsKept();
  const isDirty = useIsDirty();
  if (isKept || !isDirty) return null;
  return (
    <Alert
      color="yellow"
      role="alert"
      mb="md"
      // The kit's own yellow is too faint to be read.
      styles={{ title: { color: 'var(--text-strong)' } }}
      icon={<IconAlertTriangle aria-hidden />}
      title={t('notKept')}
    >
      {t('notKeptText')}
    </Alert>
  );
}
