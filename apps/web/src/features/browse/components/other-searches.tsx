import type { ItemQuery } from '@armarium/contract/item-query';
import type { Alternative } from '@armarium/contract/suggestions';
import { Loader } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { IconSearchOff } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { Link, useLocation, useSearchParams } from 'react-router';
import { isForNewTab } from '../../../ui/new-tab.ts';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { grouped } from '../../../ui/grouped.ts';
import { resultsAddress } from '../../../records/search-address.ts';
import { useNarrowedState } from '../../filters/components/use-narrowing.ts';
import { cleared, withText } from '../../filters/set-filters.ts';
import { alternativesQuery } from '../api/suggestions.ts';
import classes from './other-searches.module.css';

/**
 * Other searches for one that finds nothing or little, each with what it finds: with other words, with fewer of them, and
 * with fewer limits.
 * @param isEmpty whether this one finds nothing
 */
export function OtherSearches({ query, isEmpty }: { query: ItemQuery; isEmpty: boolean }) {
  const { t } = useTranslation('browse');
  const { data, isPending } = useQuery(alternativesQuery(query));
  const found = data?.alternatives ?? [];
  if (!isEmpty) {
    if (found.length === 0) return null;
    return (
      <section className={classes.beside} aria-labelledby="other-searches">
        <h2 id="other-searches" className={classes.heading}>
          {t('other.few')}
        </h2>
        <Alternatives found={found} />
      </section>
    );
  }
  return (
    <EmptyState
      icon={<IconSearchOff size={40} stroke={1.2} />}
      title={t('results.none')}
      action={
        found.length > 0 ? <Alternatives found={found} /> : isPending && <Loader size="sm" type="dots" />
      }
    >
      <span aria-live="polite">
        {data && (found.length > 0 ? t('other.some') : query.text !== '' && t('other.none'))}
      </span>
    </EmptyState>
  );
}

function Alternatives({ found }: { found: readonly Alternative[] }) {
  const { t } = useTranslation('browse');
  const [search] = useSearchParams();
  const { pathname } = useLocation();
  const state = useNarrowedState();
  return (
    <ul className={classes.alternatives}>
      {found.map(({ kind, text, left, count }) => (
        <li key={`${kind} ${text}`}>
          <Link
            to={addressOf(kind, text, search, pathname)}
            state={state}
            // The link itself is gone with the list that it stands beside.
            onClick={(event) => {
              if (!isForNewTab(event)) document.getElementById('content')?.focus({ preventScroll: true });
            }}
          >
            {t(`other.${kind}`, { text, left })}
          </Link>{' '}
          <span className={`${classes.count} tabular`}>
            {t('results.items', { count, formatted: grouped(count) })}
          </span>
        </li>
      ))}
    </ul>
  );
}

function addressOf(
  kind: Alternative['kind'],
  text: string,
  search: URLSearchParams,
  pathname: string,
): string {
  switch (kind) {
    case 'corrected':
    case 'without':
      return `${pathname}?${withText(search, text)}`;
    case 'everywhere': {
      const next = withText(search, text);
      next.delete('findBy');
      return `${pathname}?${next}`;
    }
    case 'outside':
      return `/catalog/results?${withText(search, text)}`;
    case 'unfiltered':
      return `${pathname}?${cleared(search)}`;
    case 'alone':
      return resultsAddress(text, undefined);
  }
}
