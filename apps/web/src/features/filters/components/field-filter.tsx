import type { ItemFacets } from '@armarium/contract/item-facets';
import type { ItemQuery } from '@armarium/contract/item-query';
import type { Template } from '@armarium/contract/templates';
import { Loader, NativeSelect } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { labelOf } from '../../../records/label.ts';
import { Failed } from '../../../ui/failed.tsx';
import { fieldValuesQuery } from '../api/facets.ts';
import { isSet } from '../filtered-fields.ts';
import { withFilled } from '../set-filters.ts';
import { ValueBox, Values, ValueSearch, withSet } from './facet.tsx';
import { FoldedFilter } from './folded-filter.tsx';
import { RangeFilter } from './range-filters.tsx';
import { useNarrowing } from './use-narrowing.ts';
import classes from './filter-panel.module.css';

interface FieldFilterProps {
  field: Template;
  /** The query of the page. */
  query: ItemQuery;
  /** Its values with their numbers of items, where it has few values. */
  counted: ItemFacets['fields'][number]['values'] | undefined;
}

/** All ways to narrow a list by one field: its values or a range of them, and whether it has one. */
export function FieldFilter({ field, query, counted = [] }: FieldFilterProps) {
  const { t } = useTranslation('catalogue');
  const [search] = useNarrowing();
  const { name, type } = field;
  const set = search.getAll('field').filter((value) => value.startsWith(`${name}=`));
  const values = withSet(
    counted.map(({ value, count }) => ({ value: `${name}=${value}`, count })),
    set,
  );
  const valueOf = (pair: string) => pair.slice(name.length + 1);
  return (
    <FoldedFilter
      legend={labelOf(field)}
      isOpenAtFirst={counted.length > 0 || type === 'DATE' || isSet(search, name)}
    >
      {type === 'ENUM' && <Values name="field" values={values} labelOf={valueOf} />}
      {type === 'BOOLEAN' && (
        <Values
          name="field"
          values={values}
          labelOf={(pair) => t(`boolean.${valueOf(pair)}`, { defaultValue: valueOf(pair) })}
        />
      )}
      {type === 'DATE' && <RangeFilter field={name} kind="years" />}
      {(type === 'INTEGER' || type === 'NUMBER') && <RangeFilter field={name} kind="numbers" />}
      {(type === 'STRING' || type === 'EMAIL') && <FoundValues {...{ field, query, set }} />}
      <HasValue field={name} />
    </FoldedFilter>
  );
}

const PAUSE_MS = 250;

/** The values of a field that may have many. They are counted when they are shown. */
function FoundValues({
  field: { name },
  query,
  set,
}: {
  field: Template;
  query: ItemQuery;
  set: readonly string[];
}) {
  const { t } = useTranslation('filtering');
  const [typed, setTyped] = useState('');
  const [valueText] = useDebouncedValue(typed.trim(), PAUSE_MS);
  const found = useQuery(fieldValuesQuery(query, name, valueText));
  const values = (found.data?.values ?? []).map(({ value, count }) => ({ value: `${name}=${value}`, count }));
  const all = valueText === '' ? withSet(values, found.data ? set : []) : values;
  return (
    <div aria-busy={found.isFetching}>
      <ValueSearch typed={typed} onType={setTyped} />
      {found.error && <Failed error={found.error} onRetry={() => void found.refetch()} />}
      {found.isPending && (
        <div role="status" aria-label={t('counting')}>
          <Loader size="sm" />
        </div>
      )}
      <div className={classes.many}>
        {all.map(({ value, count }) => (
          <ValueBox key={value} name="field" {...{ value, count }}>
            <span className={classes.words} dir="auto">
              {value.slice(name.length + 1)}
            </span>
          </ValueBox>
        ))}
      </div>
      <p className={classes.note} role="status">
        {found.data && all.length === 0 && t(valueText === '' ? 'noValues' : 'noValue')}
        {found.data?.hasMore && all.length > 0 && t('moreValues')}
      </p>
    </div>
  );
}

/** Whether the items have a value in the field. */
function HasValue({ field }: { field: string }) {
  const { t } = useTranslation('filtering');
  const [search, setSearch] = useNarrowing();
  const wanted = (['filled', 'empty'] as const).find((name) => search.getAll(name).includes(field));
  return (
    <NativeSelect
      size="xs"
      aria-label={t('hasValue')}
      value={wanted ?? ''}
      onChange={({ currentTarget: { value } }) =>
        setSearch(withFilled(search, field, value === 'filled' || value === 'empty' ? value : undefined))
      }
      data={[
        { value: '', label: t('anyValue') },
        { value: 'filled', label: t('filled') },
        { value: 'empty', label: t('empty') },
      ]}
    />
  );
}
