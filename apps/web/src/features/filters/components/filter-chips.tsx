import type { ItemQuery } from '@armarium/contract/item-query';
import { withoutParts } from '@armarium/contract/search-grammar';
import { Button, CloseButton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { itemTemplatesQuery } from '../../../records/api/templates.ts';
import { usePlaceWords } from '../../../records/places/place-field.tsx';
import { searchChips } from '../search-chips.ts';
import { cleared, setFilters, toggled, withText } from '../set-filters.ts';
import { useFilterWords } from './filter-words.ts';
import { useNarrowing, useWidening } from './use-narrowing.ts';
import { useSearchWords } from './search-words.ts';
import classes from './filter-panel.module.css';

/** The collection that is searched, the parts of the search that name a field and the filters that are set, each with a button that removes it. */
export function FilterChips({ query }: { query: ItemQuery }) {
  const { t } = useTranslation('filtering');
  const [search, setSearch] = useNarrowing();
  const list = useRef<HTMLUListElement>(null);
  const templates = useQuery(itemTemplatesQuery);
  const filterWords = useFilterWords(query, search);
  const searchWords = useSearchWords();
  const widen = useWidening(query);
  const { text = '', belowUuid } = query;
  const place = usePlaceWords(belowUuid).words;
  const named = templates.data ? searchChips(text, templates.data) : [];
  const parts = named.map(({ start, end }) => text.slice(start, end));
  const chips = [
    ...(belowUuid !== undefined
      ? [
          {
            key: 'place',
            words: t('pair', { name: t('place'), value: place }),
            remove: () => widen(search),
          },
        ]
      : []),
    ...named.map((chip, index) => ({
      // Its place changes when another one is removed, but not what it says.
      key: `searchTerm ${parts.slice(0, index).filter((part) => part === parts[index]).length} ${parts[index]}`,
      words: searchWords(chip),
      remove: () => setSearch(withText(search, withoutParts(text, [chip]))),
    })),
    ...setFilters(search).map((filter) => ({
      key: `${filter.name} ${filter.value}`,
      words: filterWords(filter),
      remove: () => setSearch(toggled(search, filter)),
    })),
  ];
  if (chips.length === 0) return null;
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
        {chips.map(({ key, words, remove }, index) => (
          <li key={key} className={classes.chip}>
            <span className={classes.words} dir="auto">
              {words}
            </span>
            <CloseButton
              size={24}
              aria-label={t('remove', { filter: words })}
              onClick={() => {
                focusNext(index);
                remove();
              }}
            />
          </li>
        ))}
      </ul>
      <Button
        variant="subtle"
        size="compact-sm"
        onClick={() => {
          document.querySelector<HTMLElement>('[data-filters]')?.focus();
          const left = cleared(search);
          widen(named.length === 0 ? left : withText(left, withoutParts(text, named)));
        }}
      >
        {t('clear')}
      </Button>
    </div>
  );
}
