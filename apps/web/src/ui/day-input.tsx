import { ActionIcon, Popover, TextInput, type TextInputProps } from '@mantine/core';
import { IconCalendar } from '@tabler/icons-react';
import { useId, useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { addWords } from '../lib/i18n.ts';
import { DayCalendar } from './day-calendar.tsx';
import en from './days/en.json' with { type: 'json' };
import it from './days/it.json' with { type: 'json' };
import { displayDate } from './display-date.ts';
import { keepsEscape } from './keeps-escape.ts';
import { isDay, typedDay } from './typed-day.ts';
import classes from './day-input.module.css';

// Few enough to come in both languages with whatever shows such a field; the first page does without them.
addWords('en', en);
addWords('it', it);

interface DayInputProps extends Pick<
  TextInputProps,
  'description' | 'inputWrapperOrder' | 'label' | 'required' | 'size'
> {
  /** A day as YYYY-MM-DD, nothing, or what was typed that is no day. */
  value: string;
  /** The first and the last day that the calendar offers. Whoever takes the value judges what was typed. */
  min?: string;
  max?: string;
  /** What is wrong with the day; that it is none the field says itself. */
  error?: ReactNode;
  /** Called with each key that makes another value: a day, nothing, or what is no day as it was typed. */
  onChange(value: string): void;
}

/**
 * A day, shown and typed as DD/MM/YYYY in both languages and whatever the browser's own order is (I18N-11), with a button
 * that opens a calendar. What is no day stays in the field, which says so once the user leaves it or presses Enter.
 */
export function DayInput({ value, min, max, error, onChange, ...field }: DayInputProps) {
  const { t } = useTranslation('days');
  const id = useId();
  const [text, setText] = useState(() => displayDate(value));
  /** The value that the field shows once nothing is typed any more. */
  const [settled, setSettled] = useState(value);
  const [lastValue, setLastValue] = useState(value);
  const [isTyping, setTyping] = useState(false);
  const [opened, setOpened] = useState(false);
  if (value !== lastValue) {
    setLastValue(value);
    setSettled(value);
    // What the user types is not changed under the fingers.
    if (!isTyping) setText(displayDate(value));
  }
  const typed = typedDay(text);
  const isNone = typed !== '' && !isDay(typed);
  const settle = () => {
    if (!isTyping) return;
    setTyping(false);
    if (!isNone) setText(displayDate(settled));
  };
  const take = (day: string) => {
    if (day === '' || isDay(day)) setSettled(day);
    if (day !== value) onChange(day);
  };
  const fault = isNone && !isTyping ? t('noDay') : undefined;
  return (
    <div>
      <Popover
        opened={opened}
        onChange={setOpened}
        position="bottom-end"
        offset={6}
        trapFocus
        returnFocus
        classNames={{ dropdown: classes.dropdown ?? '' }}
      >
        <TextInput
          {...field}
          id={id}
          autoComplete="off"
          placeholder={t('form')}
          value={text}
          error={fault ?? error}
          errorProps={fault === undefined ? {} : { role: 'alert' }}
          onChange={({ currentTarget }) => {
            setTyping(true);
            setText(currentTarget.value);
            take(typedDay(currentTarget.value));
          }}
          onBlur={settle}
          onKeyDown={({ key }) => {
            if (key === 'Enter') settle();
          }}
          classNames={{ wrapper: classes.wrapper ?? '', input: classes.input ?? '' }}
          rightSection={
            <Popover.Target>
              <ActionIcon
                className={classes.button ?? ''}
                variant="subtle"
                color="gray"
                size={26}
                aria-label={t('choose')}
                aria-describedby={`${id}-label`}
                onClick={() => setOpened(!opened)}
              >
                <IconCalendar size={18} stroke={1.6} aria-hidden />
              </ActionIcon>
            </Popover.Target>
          }
        />
        <Popover.Dropdown
          aria-modal="true"
          // Escape belongs to the calendar, and not to what is around the field.
          onFocusCapture={keepsEscape}
          onKeyDown={(event) => {
            if (event.key === 'Escape') event.stopPropagation();
          }}
        >
          <DayCalendar
            day={isDay(typed) ? typed : settled}
            min={min}
            max={max}
            onChoose={(day) => {
              setTyping(false);
              setText(displayDate(day));
              take(day);
              setOpened(false);
            }}
          />
        </Popover.Dropdown>
      </Popover>
    </div>
  );
}
