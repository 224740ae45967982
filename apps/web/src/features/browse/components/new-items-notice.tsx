import { Button } from '@mantine/core';
import { IconRefresh } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';

interface NewItemsNoticeProps {
  /** Which list of items is loaded again: a collection by its uuid, or `found` for what searches found. */
  list: string;
  count: number;
  onShown(): void;
}

/** `N new item(s) have been added`: a click loads the list again (HOME-15, HOME-16, SEARCH-15). */
export function NewItemsNotice({ list, count, onShown }: NewItemsNoticeProps) {
  const { t } = useTranslation('browse');
  const queries = useQueryClient();
  if (count === 0) return null;
  return (
    <Button
      variant="light"
      size="compact-md"
      leftSection={<IconRefresh size={16} />}
      onClick={() => {
        void queries.invalidateQueries({ queryKey: ['catalogue', 'items', list] });
        void queries.invalidateQueries({ queryKey: ['catalogue', 'collection'] });
        onShown();
      }}
    >
      {t('newItems', { count })}
    </Button>
  );
}
