import { Button } from '@mantine/core';
import { IconTool } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { useDocumentTitle } from '../ui/document-title.ts';
import { EmptyState } from '../ui/empty-state.tsx';
import './messages.ts';

/** What a page shows that has failed while drawing, or whose code could not be loaded after an update. */
export function BrokenPage() {
  const { t } = useTranslation('app');
  useDocumentTitle(t('broken.title'));
  return (
    <EmptyState
      urgent
      headingLevel={1}
      icon={<IconTool size={40} stroke={1.4} />}
      title={t('broken.title')}
      action={<Button onClick={() => window.location.reload()}>{t('broken.action')}</Button>}
    >
      {t('broken.text')}
    </EmptyState>
  );
}
