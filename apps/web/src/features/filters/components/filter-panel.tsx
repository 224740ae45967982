import type { ItemQuery } from '@armarium/contract/item-query';
import type { ItemFacets } from '@armarium/contract/records';
import { Button, Checkbox, CloseButton, Drawer, Loader, TextInput } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { facetsQuery } from '../api/facets.ts';
import { itemTemplatesQuery } from '../../../records/api/templates.ts';
import {
  cleared,
  setFilters,
  toggled,
  withDay,
  withYears,
  yearsOf,
  type FilterName,
} from '../set-filters.ts';
import { grouped } from '../../../ui/grouped.ts';
import { Failed } from '../../../ui/failed.tsx';
import { useFilterWords } from './filter-words.ts';
import { StateDot } from '../../../records/components/state-dot.tsx';
import { useNarrowing } from './use-narrowing.ts';
import classes from './filter-panel.module.css';

/** As many values of one filter are shown before somebody asks for more. */
const SHOWN = 8;

interface FilterPanelProps {
  /** What the page shows. */
  query: ItemQuery;
  opened: boolean;
  onClose(): void;
}

/** The filters of a list with their counts: beside it where there is room, else a sheet; and what is set, as chips. */
export function FilterPanel({ query, opened, onClose }: FilterPanelProps) {
  const { t } = useTranslation('filtering');
  const { t: tUi } = useTranslation('ui');
  const narrow = useMediaQuery('(max-width: 47.99em)', false, { getInitialValueInEffect: false });
  return (
    <>
      <Chips query={query} />
      {narrow ? (
        <Drawer
          opened={opened}
          onClose={onClose}
          position="bottom"
          size="85%"
          title={t('filters')}
          closeButtonProps={{ 'aria-label': tUi('close') }}
        >
          <Facets query={query} />
        </Drawer>
      ) : (
        opened && (
          <div
            className={classes.panel}
            data-own-escape
            role="group"
            aria-label={t('filters')}
            onKeyDown={(event) => {
              if (event.key === 'Escape') onClose();
            }}
          >
            <Facets query={query} />
          </div>
        )
      )}
    </>
  );
}

/** What is set, each with a cross. */
function Chips({ query }: { query: ItemQuery }) {
  const { t } = useTranslation('filtering');
  const [search, setSearch] = useNarrowing();
  const list = useRef<HTMLUListElement>(null);
  const words = useFilterWords(query, search);
  const filters = setFilters(search);
  if (filters.length === 0) return null;
  const focusNext = (index: number) => {
    // The chip goes with the cross that was pressed: its neighbour has the focus then, or the button of the panel.
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

function Facets({ query }: { query: ItemQuery }) {
  const { t } = useTranslation('filtering');
  const facets = useQuery(facetsQuery(query));
  const dates = (useQuery(itemTemplatesQuery).data ?? []).filter(({ type }) => type === 'DATE');
  if (facets.data === undefined) {
    if (facets.error) return <Failed error={facets.error} onRetry={() => void facets.refetch()} />;
    return (
      <div role="status" aria-label={t('counting')}>
        <Loader size="sm" />
      </div>
    );
  }
  const { total, state, media, fields, changedBy } = facets.data;
  return (
    <div className={classes.facets} aria-busy={facets.isPlaceholderData}>
      <Facet name="state" legend={t('state')} values={state} labelOf={(value) => value} states />
      <Facet name="media" legend={t('media')} values={media} labelOf={(value) => t(`kind.${value}`)} />
      {fields.map(({ name, label, values }) => (
        <Facet
          key={name}
          name="field"
          legend={label}
          values={values.map(({ value, count }) => ({ value: `${name}=${value}`, count }))}
          labelOf={(value) => value.slice(name.length + 1)}
        />
      ))}
      {dates.map(({ name, label }) => (
        <YearsOf key={name} field={name} legend={label} />
      ))}
      <People people={changedBy} />
      <Days legend={t('created')} from="createdFrom" to="createdTo" />
      <Days legend={t('modified')} from="modifiedFrom" to="modifiedTo" />
      <p className="visually-hidden" role="status">
        {!facets.isPlaceholderData && t('found', { count: total, formatted: grouped(total) })}
      </p>
    </div>
  );
}

function People({ people }: { people: ItemFacets['changedBy'] }) {
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

interface FacetProps {
  name: FilterName;
  legend: string;
  values: readonly { value: string; count: number }[];
  labelOf(value: string): ReactNode;
  /** The values are states, and have their colours. */
  states?: boolean;
}

/** The values of one filter as checkboxes, the most frequent first; nothing where there is nothing to choose. */
function Facet({ name, legend, values, labelOf, states }: FacetProps) {
  const { t } = useTranslation('filtering');
  const [search, setSearch] = useNarrowing();
  const [isWhole, setWhole] = useState(false);
  const ticked = search.getAll(name);
  // What is set can be taken away, though nothing has it any more.
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

/** What a DATE field tells, from one year to another, both inclusive; a value that may mean a day of them is found. */
function YearsOf({ field, legend }: { field: string; legend: string }) {
  const { t } = useTranslation('filtering');
  const [search, setSearch] = useNarrowing();
  const set = search.getAll('date').find((value) => value.startsWith(`${field}=`));
  const years = (set === undefined ? undefined : yearsOf(set.slice(field.length + 1))) ?? {};
  const shown = { from: String(years.from ?? ''), to: String(years.to ?? '') };
  const [typed, setTyped] = useState(shown);
  const [fault, setFault] = useState<string>();
  const [typedOver, setTypedOver] = useState(set);
  if (typedOver !== set) {
    // What the address says holds, also after Back and where its chip was taken away.
    setTypedOver(set);
    setTyped(shown);
    setFault(undefined);
  }
  const settle = () => {
    const wanted = { from: typed.from.trim(), to: typed.to.trim() };
    const isYear = (text: string) => text === '' || /^-?\d{1,4}$/.test(text);
    if (!isYear(wanted.from) || !isYear(wanted.to)) return setFault(t('noYear'));
    const from = wanted.from === '' ? undefined : Number(wanted.from);
    const to = wanted.to === '' ? undefined : Number(wanted.to);
    if (from !== undefined && to !== undefined && from > to) return setFault(t('endsFirst'));
    setFault(undefined);
    if (from !== years.from || to !== years.to) setSearch(withYears(search, field, { from, to }));
  };
  return (
    <fieldset className={classes.facet}>
      <legend className={classes.legend} dir="auto">
        {legend}
      </legend>
      <div className={classes.days}>
        {(['from', 'to'] as const).map((end) => (
          <TextInput
            key={end}
            size="xs"
            inputMode="numeric"
            autoComplete="off"
            label={t(`${end}Year`)}
            aria-invalid={fault !== undefined}
            value={typed[end]}
            onChange={({ currentTarget }) => setTyped({ ...typed, [end]: currentTarget.value })}
            onBlur={settle}
            onKeyDown={({ key }) => {
              if (key === 'Enter') settle();
            }}
          />
        ))}
      </div>
      <p role="alert" className={classes.fault}>
        {fault}
      </p>
    </fieldset>
  );
}

/** Days, both inclusive. */
function Days({ legend, from, to }: { legend: string; from: FilterName; to: FilterName }) {
  const { t } = useTranslation('filtering');
  return (
    <fieldset className={classes.facet}>
      <legend className={classes.legend}>{legend}</legend>
      <div className={classes.days}>
        <Day name={from} label={t('from')} />
        <Day name={to} label={t('to')} />
      </div>
    </fieldset>
  );
}

function Day({ name, label }: { name: FilterName; label: string }) {
  const [search, setSearch] = useNarrowing();
  const value = search.get(name) ?? '';
  const field = useRef<HTMLInputElement>(null);
  /** What the field holds once it is left. */
  const settled = useRef(value);
  const settle = () => {
    if (field.current && field.current.value !== settled.current) field.current.value = settled.current;
  };
  // What the address says holds, also after Back; but nothing is put under the fingers of whoever types a date.
  useEffect(() => {
    settled.current = value;
    if (field.current !== document.activeElement) settle();
  }, [value]);
  return (
    <TextInput
      ref={field}
      type="date"
      size="xs"
      label={label}
      defaultValue={value}
      onChange={({ currentTarget }) => {
        const day = currentTarget.value;
        // While a year is typed it is one of the first millennium for a moment.
        if (day !== '' && day < '1000') return;
        settled.current = day;
        if (day !== value) setSearch(withDay(search, name, day));
      }}
      onBlur={settle}
    />
  );
}
