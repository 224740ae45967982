import type { ItemFacets } from '@armarium/contract/item-facets';
import { fold } from '@armarium/contract/folded-text';
import { hasWords } from '@armarium/contract/search-words';
import { Button, Checkbox, TextInput } from '@mantine/core';
import { useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { StateDot } from '../../../records/components/state-dot.tsx';
import { grouped } from '../../../ui/grouped.ts';
import { toggled, type FilterName } from '../set-filters.ts';
import { useNarrowing } from './use-narrowing.ts';
import classes from './filter-panel.module.css';

/** The number of values of one filter that are shown at first. */
const SHOWN = 8;

interface ValuesProps {
  name: FilterName;
  values: readonly { value: string; count: number }[];
  labelOf(value: string): string;
  /** The values are states, shown with their colours. */
  states?: boolean;
}

/** The values of one filter as a group of checkboxes; nothing where there is nothing to choose. */
export function Facet({ legend, ...props }: ValuesProps & { legend: string }) {
  const [search] = useNarrowing();
  const { name, values } = props;
  const all = withSet(values, search.getAll(name));
  if (all.length === 0) return null;
  return (
    <FilterGroup legend={legend}>
      <Values {...props} values={all} />
    </FilterGroup>
  );
}

/** One filter with its name. */
export function FilterGroup({ legend, children }: { legend: ReactNode; children: ReactNode }) {
  return (
    <fieldset className={classes.facet}>
      <legend className={classes.legend} dir="auto">
        {legend}
      </legend>
      {children}
    </fieldset>
  );
}

/** A value that is set stays listed, so that it can be removed even when no item has it any more. */
export function withSet(values: ValuesProps['values'], set: readonly string[]): ValuesProps['values'] {
  const gone = set.filter((value) => !values.some((one) => one.value === value));
  return [...values, ...gone.map((value) => ({ value, count: 0 }))];
}

/** Values as checkboxes, the most frequent first; of many some at first, and a search among them. */
export function Values({ name, values, labelOf, states }: ValuesProps) {
  const { t } = useTranslation('filtering');
  const [search] = useNarrowing();
  const [isWhole, setWhole] = useState(false);
  const [typed, setTyped] = useState('');
  const ticked = search.getAll(name);
  const found =
    typed === '' ? values : values.filter(({ value }) => hasWords(fold(labelOf(value)), fold(typed)));
  const shown =
    isWhole || typed !== ''
      ? found
      : found.filter(({ value }, place) => place < SHOWN || ticked.includes(value));
  return (
    <>
      {values.length > SHOWN && <ValueSearch typed={typed} onType={setTyped} />}
      {shown.map(({ value, count }) => (
        <ValueBox key={value} {...{ name, value, count }}>
          {states && <StateDot state={value} />}
          <span className={classes.words} dir="auto">
            {labelOf(value)}
          </span>
        </ValueBox>
      ))}
      <p className={classes.note} role="status">
        {found.length === 0 && typed !== '' && t('noValue')}
      </p>
      {shown.length < found.length && (
        <Button variant="subtle" size="compact-sm" onClick={() => setWhole(true)}>
          {t('more', { count: found.length - shown.length })}
        </Button>
      )}
    </>
  );
}

/** A search among the values of a filter. */
export function ValueSearch({ typed, onType }: { typed: string; onType(typed: string): void }) {
  const { t } = useTranslation('filtering');
  return (
    <TextInput
      type="search"
      size="xs"
      mb={8}
      aria-label={t('searchValues')}
      placeholder={t('searchValues')}
      autoComplete="off"
      value={typed}
      onChange={({ currentTarget }) => onType(currentTarget.value)}
      onKeyDown={(event) => {
        if (event.key !== 'Escape' || typed === '') return;
        // The next one closes the panel.
        event.stopPropagation();
        event.preventDefault();
        onType('');
      }}
    />
  );
}

interface ValueBoxProps {
  name: FilterName;
  value: string;
  count: number;
  children: ReactNode;
}

export function ValueBox({ name, value, count, children }: ValueBoxProps) {
  const [search, setSearch] = useNarrowing();
  return (
    <Checkbox
      size="sm"
      className={classes.value ?? ''}
      checked={search.getAll(name).includes(value)}
      onChange={() => setSearch(toggled(search, { name, value }))}
      label={
        <span className={classes.label}>
          {children}
          <span className={`${classes.count} tabular`}>{grouped(count)}</span>
        </span>
      }
    />
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
