import { DatePicker } from '@mantine/dates';
import '@mantine/dates/styles.css';
import dayjs from 'dayjs';
import 'dayjs/locale/it.js';
import { useLayoutEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { isDay } from './typed-day.ts';
import classes from './day-input.module.css';

interface DayCalendarProps {
  /** What is set, as YYYY-MM-DD; the calendar opens at today where it is no day. */
  day: string;
  /** The first and the last day that can be chosen. */
  min?: string | undefined;
  max?: string | undefined;
  onChoose(day: string): void;
}

/** The days of a month in the user's language. The one that is set or today takes the focus when it opens. */
export function DayCalendar({ day, min, max, onChoose }: DayCalendarProps) {
  const { t, i18n } = useTranslation('days');
  const inWords = (one: string, form: string) => dayjs(one).locale(i18n.language).format(form);
  const today = dayjs().format('YYYY-MM-DD');
  const wanted = isDay(day) ? day : today;
  const isEarly = (one: string) => min !== undefined && one < min;
  const isLate = (one: string) => max !== undefined && one > max;
  const [start] = useState((isEarly(wanted) ? min : isLate(wanted) ? max : undefined) ?? wanted);
  const [shown, setShown] = useState(start);
  const calendar = useRef<HTMLDivElement>(null);
  // The library has one name for both fields.
  useLayoutEffect(() => {
    for (const part of ['month', 'year'] as const)
      calendar.current?.querySelector(`[data-select=${part}]`)?.setAttribute('aria-label', t(part));
  }, [t]);
  return (
    <>
      <DatePicker
        ref={calendar}
        className={classes.calendar ?? ''}
        classNames={{
          day: classes.day ?? '',
          calendarHeader: classes.header ?? '',
          calendarHeaderSelect: classes.select ?? '',
        }}
        locale={i18n.language}
        value={isDay(day) ? day : null}
        onChange={(chosen) => chosen !== null && onChoose(chosen)}
        date={shown}
        onDateChange={setShown}
        // With `minDate` and `maxDate` the button of the last month would lose the focus, and Escape its way here.
        excludeDate={(one) => isEarly(one) || isLate(one)}
        {...(min && max && { yearsSelectRange: [dayjs(min).year(), dayjs(max).year()] })}
        getDayProps={(one) => ({
          'data-autofocus': one === start || undefined,
          'aria-current': one === today ? 'date' : undefined,
          'aria-pressed': one === day || undefined,
        })}
        getDayAriaLabel={(one) => inWords(one, 'dddd D MMMM YYYY')}
        // Fields in place of further pages with years and months, which would lose the focus too.
        withNativeLevelSelect
        maxLevel="month"
        enableKeyboardNavigation={false}
        // Days of other months are too pale to be read, and those of the weekend too red.
        hideOutsideDates
        weekendDays={[]}
        highlightToday
        ariaLabels={{
          previousMonth: t('previousMonth'),
          nextMonth: t('nextMonth'),
        }}
      />
      <p className="visually-hidden" role="status">
        {inWords(shown, 'MMMM YYYY')}
      </p>
    </>
  );
}
