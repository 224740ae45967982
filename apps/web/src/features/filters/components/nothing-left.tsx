import type { ItemQuery } from '@armarium/contract/item-query';
import { Button } from '@mantine/core';
import { IconFilterOff } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { cleared, setFilters } from '../set-filters.ts';
import { useFilterWords } from './filter-words.ts';
import { useNarrowing } from './use-narrowing.ts';

/** What stands in place of a list that the filters leave empty. */
export function NothingLeft({ query }: { query: ItemQuery }) {
  const { t } = useTranslation('filtering');
  const [search, setSearch] = useNarrowing();
  const words = useFilterWords(query, search);
  return (
    <EmptyState
      icon={<IconFilterOff size={40} stroke={1.2} />}
      title={t('none')}
      action={
        <Button variant="default" onClick={() => setSearch(cleared(search))}>
          {t('clear')}
        </Button>
      }
    >
      {t('noneText', { filters: setFilters(search).map(words).join('; ') })}
    </EmptyState>
  );
}
