import type { TrashedRecord } from '@armarium/contract/trash-records';
import { Skeleton, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useCallback, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { displayTitle } from '../../../ui/display-title.ts';
import { RENAMED_MAX, takenPressmarksQuery } from '../api/trash-records.ts';
import { grouped } from '../../../ui/grouped.ts';
import { Failed } from '../../../ui/failed.tsx';
import { usePressmarkHints } from '../../../records/components/pressmark-hints.tsx';
import classes from './trash-page.module.css';

/** A new pressmark for an item that comes back with a collection. */
export interface GivenPressmark {
  readonly recordUuid: string;
  readonly pressmark: string;
}

interface TakenPressmarksProps {
  entryUuid: string;
  /** All of them, once each has one that is free; undefined until then. */
  onGiven(given: readonly GivenPressmark[] | undefined): void;
}

/** Asks for a new pressmark of each item whose own was given to another while it lay in the trash. */
export function TakenPressmarks({ entryUuid, onGiven }: TakenPressmarksProps) {
  const { t } = useTranslation(['trashed', 'catalogue']);
  const { data, error, refetch } = useQuery(takenPressmarksQuery(entryUuid));
  const [typed, setTyped] = useState<ReadonlyMap<string, string>>(new Map());
  const [held, setHeld] = useState<ReadonlySet<string>>(new Set());
  const records = data?._embedded.trashedRecords ?? [];
  const total = data?.page.totalElements ?? 0;
  const plain = (uuid: string) => (typed.get(uuid) ?? '').trim();
  const times = new Map<string, number>();
  for (const { uuid } of records) {
    const key = plain(uuid).toLowerCase();
    times.set(key, (times.get(key) ?? 0) + 1);
  }
  const isTwice = (uuid: string) => plain(uuid) !== '' && (times.get(plain(uuid).toLowerCase()) ?? 0) > 1;
  const given =
    data !== undefined &&
    total <= RENAMED_MAX &&
    records.every(({ uuid }) => plain(uuid) !== '' && !held.has(uuid) && !isTwice(uuid))
      ? records.map(({ uuid }) => ({ recordUuid: uuid, pressmark: plain(uuid) }))
      : undefined;
  const written = given && JSON.stringify(given);
  // Reported when it differs, not on each render.
  useEffect(() => {
    onGiven(written === undefined ? undefined : (JSON.parse(written) as GivenPressmark[]));
  }, [written, onGiven]);
  const note = useCallback((uuid: string, isHeld: boolean) => {
    setHeld((known) => {
      if (known.has(uuid) === isHeld) return known;
      return new Set(isHeld ? [...known, uuid] : [...known].filter((one) => one !== uuid));
    });
  }, []);

  if (data === undefined) {
    return error ? <Failed error={error} onRetry={() => void refetch()} /> : <Skeleton height={72} />;
  }
  if (total > RENAMED_MAX) {
    return <p className={classes.question}>{t('tooMany', { count: total, formatted: grouped(total) })}</p>;
  }
  return (
    <>
      <p className={classes.question}>{t('takenText')}</p>
      {records.map((record, index) => (
        <NewPressmark
          key={record.uuid}
          record={record}
          isFirst={index === 0}
          value={typed.get(record.uuid) ?? ''}
          isTwice={isTwice(record.uuid)}
          onType={(value) => setTyped((known) => new Map(known).set(record.uuid, value))}
          onHeld={note}
        />
      ))}
    </>
  );
}

interface NewPressmarkProps {
  record: TrashedRecord;
  isFirst: boolean;
  value: string;
  /** Whether another of the list has been given the same. */
  isTwice: boolean;
  onType(value: string): void;
  /** Whether an item of the catalogue has what is typed. */
  onHeld(uuid: string, isHeld: boolean): void;
}

function NewPressmark({ record, isFirst, value, isTwice, onType, onHeld }: NewPressmarkProps) {
  const { t } = useTranslation(['trashed', 'catalogue']);
  const hints = usePressmarkHints(value, record.uuid);
  const field = useRef<HTMLInputElement>(null);
  const isHeld = hints.holder !== undefined;
  useEffect(() => {
    onHeld(record.uuid, isHeld);
  }, [record.uuid, isHeld, onHeld]);
  // The button that had the focus can't be pressed until all are given.
  useEffect(() => {
    if (isFirst) field.current?.focus();
  }, [isFirst]);
  const nameOf = (title: string) => displayTitle(title) || t('catalogue:untitled');
  return (
    <>
      <TextInput
        ref={field}
        mt="md"
        label={t('newOf', { title: nameOf(record.title) })}
        description={
          record.pressmarkHolder &&
          t('was', { pressmark: record.pressmark, title: nameOf(record.pressmarkHolder.title) })
        }
        required
        autoComplete="off"
        spellCheck={false}
        dir="auto"
        className="tabular"
        value={value}
        error={hints.fault ?? (isTwice ? t('twice') : undefined)}
        rightSection={hints.sign}
        onChange={(event) => onType(event.currentTarget.value)}
      />
      {hints.note}
    </>
  );
}
