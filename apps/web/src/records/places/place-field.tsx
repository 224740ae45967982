import type { Place } from '@armarium/contract/collection-calls';
import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useId, useRef, useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { placesQuery } from '../api/places.ts';
import { PlaceChooser } from './place-chooser.tsx';
import { useWayWords } from './place-way.tsx';
import classes from './place-field.module.css';

interface PlaceFieldProps {
  /** Of the collection that is chosen. */
  uuid: string | undefined;
  label: string;
  /** Stands in the place of the path where none is chosen. */
  none?: string;
  onChoose(place: Place): void;
  creates?: boolean;
  /** Stands beside the button. */
  children?: ReactNode;
}

/** A collection with its path, and a button that opens the choice of another one below it. */
export function PlaceField({ uuid, label, none = '…', onChoose, creates = true, children }: PlaceFieldProps) {
  const { t } = useTranslation('catalogue');
  const id = useId();
  const wayOf = useWayWords();
  const [isOpen, setOpen] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  const chooser = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (isOpen) chooser.current?.querySelector('input')?.focus();
  }, [isOpen]);
  const place = useQuery({ ...placesQuery(uuid === undefined ? [] : [uuid]), enabled: uuid !== undefined });
  const chosen = uuid === undefined ? undefined : place.data?.[0];
  return (
    <div role="group" aria-labelledby={id}>
      <div className={classes.line}>
        <span id={id} className={classes.label}>
          {label}
        </span>
        <span className={classes.path} dir="auto">
          {uuid === undefined ? none : chosen ? wayOf([...chosen.above, chosen.collection]) : '…'}
        </span>
        <Button
          ref={button}
          variant="default"
          size="compact-sm"
          aria-expanded={isOpen}
          onClick={() => setOpen(!isOpen)}
        >
          {t(isOpen ? 'place.close' : 'place.change')}
        </Button>
        {children}
      </div>
      {isOpen && (
        <div ref={chooser} className={classes.chooser}>
          <PlaceChooser
            chosen={chosen}
            creates={creates}
            near={uuid}
            onChoose={(next) => {
              onChoose(next);
              setOpen(false);
              button.current?.focus();
            }}
          />
        </div>
      )}
    </div>
  );
}
