import { Button } from '@mantine/core';
import { IconPhotoSearch } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { Link, useParams } from 'react-router';
import { useDocumentTitle } from '../../../ui/document-title.ts';
import { EmptyState } from '../../../ui/empty-state.tsx';

/** `/catalog/{collectionUuid}/cultural-item`: the preview while no item is chosen (ITEM-14). */
export function NoItemPage() {
  const { t } = useTranslation('viewing');
  const { collectionUuid = '' } = useParams();
  useDocumentTitle(t('noItem'));
  return (
    <EmptyState
      headingLevel={1}
      icon={<IconPhotoSearch size={44} stroke={1.2} />}
      title={t('noItem')}
      action={
        <Button component={Link} to={`/catalog/${collectionUuid}`} variant="default">
          {t('noItemToCollection')}
        </Button>
      }
    >
      {t('noItemText')}
    </EmptyState>
  );
}
