import { Button, TextInput } from '@mantine/core';
import { useEffect, useRef, useState, type FormEvent } from 'react';
import { useTranslation } from 'react-i18next';
import type { AddressEntry } from '../state/chosen-files.ts';
import { describeFailure } from '../state/failure-text.ts';
import { readFileAddress, type FetchedList } from '../state/file-address.ts';
import classes from './files-step.module.css';

interface AddressFieldProps {
  list: FetchedList;
  address: AddressEntry;
  onChange(change: Partial<AddressEntry>): void;
  onFetch(): void;
}

/** Fetches a file by its address: the server does, so the file is stored when it stands in the list. */
export function AddressField({ list, address, onChange, onFetch }: AddressFieldProps) {
  const { t } = useTranslation('choosing');
  const { typed, isFetching, failure, fetched } = address;
  const [left, setLeft] = useState(false);
  const input = useRef<HTMLInputElement>(null);
  const form = useRef<HTMLFormElement>(null);
  const { name, error } = readFileAddress(list, typed);
  const problem = failure && describeFailure(failure);

  const wasFetching = useRef(isFetching);
  useEffect(() => {
    const isOver = wasFetching.current && !isFetching;
    wasFetching.current = isFetching;
    // The button that was pressed is off again.
    const focused = document.activeElement;
    if (isOver && (focused === document.body || form.current?.contains(focused))) input.current?.focus();
  }, [isFetching]);

  const download = (event: FormEvent) => {
    event.preventDefault();
    if (name === '' || error !== undefined || isFetching) return;
    setLeft(false);
    onFetch();
  };

  return (
    <form ref={form} className={classes.address} onSubmit={download} noValidate>
      <TextInput
        ref={input}
        className={classes.addressField ?? ''}
        type="url"
        inputMode="url"
        autoComplete="off"
        spellCheck={false}
        label={t(`address.${list}`)}
        placeholder="https://"
        value={typed}
        readOnly={isFetching}
        onChange={({ currentTarget }) =>
          onChange({ typed: currentTarget.value, failure: undefined, fetched: undefined })
        }
        onBlur={() => setLeft(true)}
        error={
          (problem && [problem.title, problem.next].filter(Boolean).join('. ')) ||
          (error === 'wrong-extension' && t(`address.wrong-extension.${list}`)) ||
          (error === 'no-address' && left && t('address.no-address'))
        }
        errorProps={{ role: 'alert' }}
      />
      <Button
        type="submit"
        variant="default"
        disabled={name === '' || error !== undefined}
        aria-disabled={isFetching || undefined}
      >
        {isFetching ? t('address.downloading') : t('address.download')}
      </Button>
      <p className="visually-hidden" role="status">
        {fetched !== undefined && t('address.fetched', { name: fetched })}
      </p>
    </form>
  );
}
