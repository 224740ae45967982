import type { ItemQuery } from '@armarium/contract/item-query';
import { Button, CloseButton } from '@mantine/core';
import { useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { cleared, setFilters, toggled } from '../set-filters.ts';
import { useFilterWords } from './filter-words.ts';
import { useNarrowing } from './use-narrowing.ts';
import classes from './filter-panel.module.css';

/** The filters that are set, each with a button that removes it. */
export function FilterChips({ query }: { query: ItemQuery }) {
  const { t } = useTranslation('filtering');
  const [search, setSearch] = useNarrowing();
  const list = useRef<HTMLUListElement>(null);
  const words = useFilterWords(query, search);
  const filters = setFilters(search);
  if (filters.length === 0) return null;
  const focusNext = (index: number) => {
    // The chip disappears with its pressed button, so the focus moves to a neighbour, or to the button of the panel.
    const crosses = [...(list.current?.querySelectorAll('button') ?? [])].filter(
      (_, place) => place !== index,
    );
    const next = crosses[Math.min(index, crosses.length - 1)];
    (next ?? document.querySelector<HTMLElement>('[data-filters]'))?.focus();
  };
  return (
    <div className={classes.chips} data-own-escape>
      <ul ref={list} className={classes.list} aria-label={t('set')}>
        {filters.map((filter, index) => (
          <li key={`${filter.name} ${filter.value}`} className={classes.chip}>
            <span className={classes.words} dir="auto">
              {words(filter)}
            </span>
            <CloseButton
              size={24}
              aria-label={t('remove', { filter: words(filter) })}
              onClick={() => {
                focusNext(index);
                setSearch(toggled(search, filter));
              }}
            />
          </li>
        ))}
      </ul>
      <Button
        variant="subtle"
        size="compact-sm"
        onClick={() => {
          focusNext(filters.length);
          document.querySelector<HTMLElement>('[data-filters]')?.focus();
          setSearch(cleared(search));
        }}
      >
        {t('clear')}
      </Button>
    </div>
  );
}
