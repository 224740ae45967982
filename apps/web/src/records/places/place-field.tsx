import type { Place } from '@armarium/contract/collection-calls';
import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useId, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { keepsEscape } from '../../ui/keeps-escape.ts';
import { placesQuery } from '../api/places.ts';
import { PlaceChooser } from './place-chooser.tsx';
import { usePathWords } from './place-path.tsx';
import classes from './place-field.module.css';

interface PlaceFieldProps {
  /** The collection that is chosen; undefined where it is none, which a filter may have. */
  uuid: string | undefined;
  label: string;
  /** What stands in its place where none is chosen. */
  noneWord?: string;
  required?: boolean;
  error?: string | undefined;
  onChoose(place: Place): void;
  /** Stops choosing one. */
  onClear?(): void;
  /** A new collection can be made here. */
  canCreate?: boolean;
  /** @param isPending the title of a new collection is being typed. The same function in each render. */
  onPending?(isPending: boolean): void;
}

/** A collection with its path, and a button that opens the choice of another one below it. */
export function PlaceField(props: PlaceFieldProps) {
  const {
    uuid,
    label,
    noneWord,
    required = false,
    error,
    onChoose,
    onClear,
    canCreate = true,
    onPending,
  } = props;
  const { t } = useTranslation('catalogue');
  const id = useId();
  const [isOpen, setOpen] = useState(false);
  const [isPending, setPending] = useState(false);
  const [last, setLast] = useState<Place>();
  const { place, words } = usePlaceWords(uuid, last);
  const button = useRef<HTMLButtonElement>(null);
  const chooser = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (isOpen) chooser.current?.querySelector('input')?.focus();
  }, [isOpen]);
  useEffect(() => () => onPending?.(false), [onPending]);
  return (
    <div
      role="group"
      aria-labelledby={id}
      onFocusCapture={(event) => {
        if (chooser.current?.contains(event.target)) keepsEscape(event);
      }}
      onKeyDown={(event) => {
        if (event.key !== 'Escape' || !chooser.current?.contains(event.target as Node)) return;
        // What is around the field stays open.
        event.stopPropagation();
        if (isPending) return;
        setOpen(false);
        button.current?.focus();
      }}
    >
      <div className={classes.line}>
        <span id={id} className={classes.label}>
          {label}
          {required && (
            <span className={classes.required} aria-hidden>
              {' *'}
            </span>
          )}
        </span>
        <span id={`${id}-path`} className={classes.path} dir="auto">
          {uuid === undefined && noneWord !== undefined ? noneWord : words}
        </span>
        <Button
          ref={button}
          variant="default"
          size="compact-sm"
          aria-expanded={isOpen}
          aria-describedby={error === undefined ? `${id}-path` : `${id}-path ${id}-error`}
          // The title of a new collection would be lost.
          disabled={isPending}
          onClick={() => setOpen(!isOpen)}
        >
          {t('place.change')}
        </Button>
        {onClear && uuid !== undefined && (
          <Button
            variant="subtle"
            size="compact-sm"
            onClick={() => {
              // This button disappears.
              button.current?.focus();
              onClear();
            }}
          >
            {t('place.everywhere')}
          </Button>
        )}
      </div>
      {error !== undefined && (
        <p id={`${id}-error`} className={classes.error}>
          {error}
        </p>
      )}
      {isOpen && (
        <div ref={chooser} className={classes.chooser}>
          <PlaceChooser
            chosen={place}
            canCreate={canCreate}
            startUuid={uuid}
            onChoose={(next) => {
              setPending(next === undefined);
              onPending?.(next === undefined);
              if (!next) return;
              setLast(next);
              if (next.collection.uuid !== uuid) onChoose(next);
            }}
          />
        </div>
      )}
    </div>
  );
}

/**
 * A collection with its path in words, which also say where there is none, or why it can't be shown.
 * @param last a place that was chosen: if it is the same collection, it keeps the path by which it was chosen
 */
export function usePlaceWords(
  uuid: string | undefined,
  last?: Place,
): { place: Place | undefined; words: string } {
  const { t } = useTranslation('catalogue');
  const pathOf = usePathWords();
  const { data, isPending, isError } = useQuery({
    ...placesQuery(uuid === undefined ? [] : [uuid]),
    enabled: uuid !== undefined,
  });
  if (uuid === undefined) return { place: undefined, words: t('place.everywhere') };
  const place = last?.collection.uuid === uuid ? last : data?.[0];
  if (place) return { place, words: pathOf([...place.above, place.collection]) };
  return { place, words: isError ? t('place.unknown') : isPending ? '…' : t('place.gone') };
}
