import type { ItemQuery } from '@armarium/contract/item-query';
import { Button } from '@mantine/core';
import { IconFilter } from '@tabler/icons-react';
import { Suspense, useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router';
import { useOpener } from '../../../ui/opener.ts';
import { filtersFrom } from '../../../records/search-address.ts';
import { FilterPanel, NothingLeft } from './lazy-parts.ts';

export interface Filters {
  readonly button: ReactNode;
  readonly panel: ReactNode;
  /** Shown in place of the list where the filters leave nothing; false where none is set. */
  readonly nothing: ReactNode;
}

/**
 * The filters of a list of items, which the address holds. The panel's code comes when it is opened, or with an
 * address that has filters.
 * @param query what the page shows
 */
export function useFilters(query: ItemQuery): Filters {
  const { t } = useTranslation('browse');
  const [search] = useSearchParams();
  const [opened, setOpened] = useState(false);
  const opener = useOpener();
  const isSet = Object.keys(filtersFrom(search)).length > 0;
  // Its place, and a field that it names, are shown among the filters.
  const hasChips = isSet || query.belowUuid !== undefined || /[^\s":]:\S/.test(query.text ?? '');
  return {
    button: (
      <Button
        variant={isSet || query.belowUuid !== undefined ? 'light' : 'default'}
        size="sm"
        data-filters
        leftSection={<IconFilter size={18} stroke={1.6} />}
        aria-expanded={opened}
        onClick={() => {
          opener.keep();
          setOpened(!opened);
        }}
      >
        {t('filters')}
      </Button>
    ),
    panel: (opened || hasChips) && (
      <Suspense fallback={null}>
        <FilterPanel
          {...{ query, opened }}
          onClose={() => {
            setOpened(false);
            opener.giveBack();
          }}
        />
      </Suspense>
    ),
    nothing: isSet && (
      <Suspense fallback={null}>
        <NothingLeft query={query} />
      </Suspense>
    ),
  };
}
