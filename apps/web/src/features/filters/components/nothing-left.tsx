import type { ItemQuery } from '@armarium/contract/item-query';
import { Button } from '@mantine/core';
import { IconFilterOff } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { usePlaceWords } from '../../../records/places/place-field.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { cleared, setFilters } from '../set-filters.ts';
import { useFilterWords } from './filter-words.ts';
import { useNarrowing, useWidening } from './use-narrowing.ts';

/** What stands in place of a list that the filters leave empty. */
export function NothingLeft({ query }: { query: ItemQuery }) {
  const { t } = useTranslation('filtering');
  const [search] = useNarrowing();
  const widen = useWidening(query);
  const words = useFilterWords(query, search);
  const { belowUuid } = query;
  const place = usePlaceWords(belowUuid).words;
  const filters = [
    ...(belowUuid === undefined ? [] : [t('pair', { name: t('place'), value: place })]),
    ...setFilters(search).map(words),
  ];
  return (
    <EmptyState
      icon={<IconFilterOff size={40} stroke={1.2} />}
      title={t('none')}
      action={
        <Button variant="default" onClick={() => widen(cleared(search))}>
          {t('clear')}
        </Button>
      }
    >
      {t('noneText', { filters: filters.join('; ') })}
    </EmptyState>
  );
}
