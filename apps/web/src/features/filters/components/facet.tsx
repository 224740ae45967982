import type { ItemFacets } from '@armarium/contract/item-facets';
import { Button, Checkbox } from '@mantine/core';
import { useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { StateDot } from '../../../records/components/state-dot.tsx';
import { grouped } from '../../../ui/grouped.ts';
import { toggled, type FilterName } from '../set-filters.ts';
import { useNarrowing } from './use-narrowing.ts';
import classes from './filter-panel.module.css';

/** The number of values of one filter that are shown at first. */
const SHOWN = 8;

interface FacetProps {
  name: FilterName;
  legend: string;
  values: readonly { value: string; count: number }[];
  labelOf(value: string): ReactNode;
  /** The values are states, shown with their colours. */
  states?: boolean;
}

/** The values of one filter as checkboxes, the most frequent first; nothing where there is nothing to choose. */
export function Facet({ name, legend, values, labelOf, states }: FacetProps) {
  const { t } = useTranslation('filtering');
  const [search, setSearch] = useNarrowing();
  const [isWhole, setWhole] = useState(false);
  const ticked = search.getAll(name);
  // A value that is set stays listed, so that it can be removed even when no item has it any more.
  const own = ticked.filter((value) => name !== 'field' || values.some((one) => one.value === value));
  const gone = own.filter((value) => !values.some((one) => one.value === value));
  const all = [...values, ...gone.map((value) => ({ value, count: 0 }))];
  if (all.length === 0) return null;
  const shown = isWhole ? all : all.filter(({ value }, place) => place < SHOWN || ticked.includes(value));
  return (
    <fieldset className={classes.facet}>
      <legend className={classes.legend} dir="auto">
        {legend}
      </legend>
      {shown.map(({ value, count }) => (
        <Checkbox
          key={value}
          size="sm"
          className={classes.value ?? ''}
          checked={ticked.includes(value)}
          onChange={() => setSearch(toggled(search, { name, value }))}
          label={
            <span className={classes.label}>
              {states && <StateDot state={value} />}
              <span className={classes.words} dir="auto">
                {labelOf(value)}
              </span>
              <span className={`${classes.count} tabular`}>{grouped(count)}</span>
            </span>
          }
        />
      ))}
      {shown.length < all.length && (
        <Button variant="subtle" size="compact-sm" onClick={() => setWhole(true)}>
          {t('more', { count: all.length - shown.length })}
        </Button>
      )}
    </fieldset>
  );
}

/** Who changed the items last. */
export function PeopleFacet({ people }: { people: ItemFacets['changedBy'] }) {
  const { t } = useTranslation('filtering');
  return (
    <Facet
      name="changedBy"
      legend={t('changedBy')}
      values={people.map(({ uuid, count }) => ({ value: uuid, count }))}
      labelOf={(value) => people.find(({ uuid }) => uuid === value)?.name ?? t('somebody')}
    />
  );
}
