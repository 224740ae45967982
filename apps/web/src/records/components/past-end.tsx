import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useSearchParams } from 'react-router';
import { EmptyState } from '../../ui/empty-state.tsx';
import { pageAddress } from '../../ui/page-window.ts';

/** Shown for a page behind the last one of a list, with the way to the first. */
export function PastEnd({ icon }: { icon: ReactNode }) {
  const { t } = useTranslation('catalogue');
  const [search] = useSearchParams();
  return (
    <EmptyState
      icon={icon}
      title={t('pastEnd.title')}
      action={
        <Button variant="default" component={Link} to={pageAddress(search, 1)}>
          {t('pastEnd.firstPage')}
        </Button>
      }
    >
      {t('pastEnd.text')}
    </EmptyState>
  );
}
