import type { Place } from '@armarium/contract/collection-calls';
import { useTranslation } from 'react-i18next';
import { displayMoment } from '../../ui/display-date.ts';
import { displayTitle } from '../../ui/display-title.ts';
import { useCountWords } from '../components/count-words.ts';
import classes from './place-way.module.css';

/** Titles of collections from the root down, as one line. */
export function useWayWords(): (steps: readonly { readonly sgtt: string }[]) => string {
  const { t } = useTranslation('catalogue');
  return (steps) => steps.map(({ sgtt }) => displayTitle(sgtt) || t('untitled')).join(' › ');
}

interface PlaceWayProps {
  place: Place;
  /** Others of the same title in the list that it stands in. */
  namesakes: readonly Place[];
  /** Whether the list says itself where they all stand. */
  isBeside?: boolean;
}

/**
 * Where a collection stands. Where another of the same title stands in the same place, when it was made and what it
 * holds tell them apart.
 */
export function PlaceWay({ place, namesakes, isBeside = false }: PlaceWayProps) {
  const { t } = useTranslation('catalogue');
  const counts = useCountWords();
  const wayOf = useWayWords();
  const way = wayOf(place.above);
  const isShared = namesakes.some(({ above }) => wayOf(above) === way);
  const { collection } = place;
  return (
    <>
      {!isBeside && way !== '' && (
        <span className={classes.way} dir="auto">
          {way}
        </span>
      )}
      {isShared && (
        <span className={`${classes.way} tabular`}>
          {t('place.made', {
            moment: displayMoment(collection.createdDate),
            holds: counts.ofCollection(collection),
          })}
        </span>
      )}
    </>
  );
}
