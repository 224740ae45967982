import { Button } from '@mantine/core';
import { IconCompass } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { useDocumentTitle } from '../ui/document-title.ts';
import { EmptyState } from '../ui/empty-state.tsx';

/** A known route whose id leads nowhere, or to another organisation's record. */
export function NotFoundPage() {
  const { t } = useTranslation('app');
  useDocumentTitle(t('notFound.title'));
  return (
    <EmptyState
      headingLevel={1}
      icon={<IconCompass size={40} stroke={1.4} />}
      title={t('notFound.title')}
      action={
        <Button component={Link} to="/catalog">
          {t('notFound.action')}
        </Button>
      }
    >
      {t('notFound.text')}
    </EmptyState>
  );
}
