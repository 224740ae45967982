import type { ItemQuery } from '@armarium/contract/item-query';
import { RELEVANCE } from '@armarium/contract/item-table';
import { Button } from '@mantine/core';
import { IconArrowsSort, IconSortAscending, IconSortDescending } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { ownOrder, useColumns } from '../../table/columns.ts';
import { useItemSort } from '../../table/components/use-item-sort.ts';
import classes from './sort-choice.module.css';

/** Of these the newest is wanted first. */
const dates: readonly string[] = ['createdDate', 'lastModifiedDate'];

interface SortChoiceProps {
  /** All items that the list finds. */
  query: ItemQuery;
  /** As the address has it; undefined for the list's own order. */
  sort: string | undefined;
}

/**
 * The order of a list of items, kept in the address: relevance where there is a text, title, author, pressmark, each DATE
 * field, and when items were made and changed. It also shows another column by which a table was sorted.
 */
export function SortChoice({ query, sort }: SortChoiceProps) {
  const { t } = useTranslation('browse');
  const { sortedBy, isDescending, setSort } = useItemSort(query, sort);
  const own = ownOrder(query);
  const columns = useColumns()?.all ?? [];
  const dateFields = columns.filter(({ template }) => template?.type === 'DATE');
  const names = [
    ...(own === RELEVANCE ? [RELEVANCE] : []),
    ...['sgtt', 'autn', 'pressmark'],
    ...dateFields.map(({ name }) => name),
    ...dates,
  ];
  const choose = (name: string, direction: 'asc' | 'desc') => {
    const to = direction === 'desc' ? `${name},desc` : name;
    setSort(to === own ? undefined : to);
  };
  const Icon = isDescending ? IconSortDescending : IconSortAscending;
  return (
    <div role="group" aria-label={t('sort.label')} className={classes.sort}>
      <IconArrowsSort className={classes.icon} size={18} stroke={1.6} aria-hidden />
      <select
        className={classes.choice}
        aria-label={t('sort.label')}
        value={sortedBy}
        onChange={({ currentTarget: { value } }) => choose(value, dates.includes(value) ? 'desc' : 'asc')}
      >
        {[...new Set([...names, sortedBy])].map((name) => (
          <option key={name} value={name}>
            {name === RELEVANCE
              ? t('sort.relevance')
              : (columns.find((column) => column.name === name)?.label ?? name)}
          </option>
        ))}
      </select>
      {sortedBy !== RELEVANCE && (
        <Button
          variant="default"
          size="sm"
          aria-pressed={isDescending}
          aria-label={t('sort.descending')}
          title={t(isDescending ? 'sort.descending' : 'sort.ascending')}
          onClick={() => choose(sortedBy, isDescending ? 'asc' : 'desc')}
        >
          <Icon size={18} stroke={1.6} aria-hidden />
        </Button>
      )}
    </div>
  );
}
