import { TextInput } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { withDay, withYears, yearsOf, type FilterName } from '../set-filters.ts';
import { useNarrowing } from './use-narrowing.ts';
import classes from './filter-panel.module.css';

/** A DATE field from one year to another, both inclusive. A value matches if it may mean a day of them. */
export function YearsFilter({ field, legend }: { field: string; legend: string }) {
  const { t } = useTranslation('filtering');
  const [search, setSearch] = useNarrowing();
  const set = search.getAll('date').find((value) => value.startsWith(`${field}=`));
  const years = (set === undefined ? undefined : yearsOf(set.slice(field.length + 1))) ?? {};
  const shown = { from: String(years.from ?? ''), to: String(years.to ?? '') };
  const [typed, setTyped] = useState(shown);
  const [fault, setFault] = useState<string>();
  const [typedOver, setTypedOver] = useState(set);
  if (typedOver !== set) {
    // The address decides, also after Back and after its chip was removed.
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

/** From one day to another, both inclusive. */
export function DaysFilter({ legend, from, to }: { legend: string; from: FilterName; to: FilterName }) {
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
  /** The value of the field after it loses the focus. */
  const settled = useRef(value);
  const settle = () => {
    if (field.current && field.current.value !== settled.current) field.current.value = settled.current;
  };
  // The address decides, also after Back, but a field with the focus is not changed while the user types in it.
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
        // While a year is typed, it is a year of the first millennium for a moment.
        if (day !== '' && day < '1000') return;
        settled.current = day;
        if (day !== value) setSearch(withDay(search, name, day));
      }}
      onBlur={settle}
    />
  );
}
