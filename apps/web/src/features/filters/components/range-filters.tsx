import { TextInput } from '@mantine/core';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { DayInput } from '../../../ui/day-input.tsx';
import { isDay } from '../../../ui/typed-day.ts';
import {
  fileNumbersForm,
  numbersForm,
  withDay,
  withRange,
  yearsForm,
  type FilterName,
} from '../set-filters.ts';
import { useNarrowing } from './use-narrowing.ts';
import classes from './filter-panel.module.css';

const kinds = {
  years: { form: yearsForm, from: 'fromYear', to: 'toYear', noEnd: 'noYear', mode: 'numeric' },
  numbers: { form: numbersForm, from: 'fromNumber', to: 'toNumber', noEnd: 'noNumber', mode: 'decimal' },
  fileNumbers: {
    form: fileNumbersForm,
    from: 'fromNumber',
    to: 'toNumber',
    noEnd: 'noNumber',
    mode: 'decimal',
  },
} as const;

interface RangeFilterProps {
  /** The name of a field, or of a property of files. */
  field: string;
  kind: keyof typeof kinds;
}

/**
 * A field, or a property of files, from one year or number to another, both inclusive. A date matches if it may mean a day of these years.
 */
export function RangeFilter({ field, kind }: RangeFilterProps) {
  const { t } = useTranslation('filtering');
  const [search, setSearch] = useNarrowing();
  const { form, mode, ...words } = kinds[kind];
  const set = search.getAll(form.filter).find((value) => value.startsWith(`${field}=`));
  const shown = (set === undefined ? undefined : form.read(set.slice(field.length + 1))) ?? {
    from: '',
    to: '',
  };
  const [typed, setTyped] = useState(shown);
  const [fault, setFault] = useState<string>();
  const faultId = useId();
  const [typedOver, setTypedOver] = useState(set);
  if (typedOver !== set) {
    // The address decides, also after Back and after its chip was removed.
    setTypedOver(set);
    setTyped(shown);
    setFault(undefined);
  }
  const settle = () => {
    const ends = { from: typed.from.trim(), to: typed.to.trim() };
    const isEnd = (text: string) => text === '' || form.isEnd(text);
    if (!isEnd(ends.from) || !isEnd(ends.to)) return setFault(t(words.noEnd));
    const number = (text: string) => Number(text.replace(',', '.'));
    if (ends.from !== '' && ends.to !== '' && number(ends.from) > number(ends.to))
      return setFault(t('endsFirst'));
    setFault(undefined);
    if (ends.from !== shown.from || ends.to !== shown.to) setSearch(withRange(search, field, form, ends));
  };
  return (
    <>
      <div className={classes.days}>
        {(['from', 'to'] as const).map((end) => (
          <TextInput
            key={end}
            size="xs"
            inputMode={mode}
            autoComplete="off"
            label={t(words[end])}
            aria-invalid={fault !== undefined}
            aria-describedby={fault === undefined ? undefined : faultId}
            value={typed[end]}
            onChange={({ currentTarget }) => setTyped({ ...typed, [end]: currentTarget.value })}
            onBlur={settle}
            onKeyDown={({ key }) => {
              if (key === 'Enter') settle();
            }}
          />
        ))}
      </div>
      <p id={faultId} role="alert" className={classes.fault}>
        {fault}
      </p>
    </>
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
  return (
    <DayInput
      size="xs"
      label={label}
      value={search.get(name) ?? ''}
      onChange={(day) => {
        // What is no day, or no whole one yet, leaves the filter as it is.
        if (day === '' || isDay(day)) setSearch(withDay(search, name, day));
      }}
    />
  );
}
