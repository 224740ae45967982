import type { Place } from '@armarium/contract/collection-calls';
import { useTranslation } from 'react-i18next';
import { displayMoment } from '../../ui/display-date.ts';
import { displayTitle } from '../../ui/display-title.ts';
import { useCountWords } from '../components/count-words.ts';
import classes from './place-path.module.css';

/** Writes the titles of collections, from the root down, in one line. */
export function usePathWords(): (steps: readonly { readonly sgtt: string }[]) => string {
  const { t } = useTranslation('catalogue');
  return (steps) => steps.map(({ sgtt }) => displayTitle(sgtt) || t('untitled')).join(' › ');
}

interface PlacePathProps {
  place: Place;
  /** Other places that have the same title in the list around it. */
  namesakes: readonly Place[];
  /** The list shows the path already. */
  hidesPath?: boolean;
}

/**
 * The path to a collection. Where another one has the same title and path, the moment when the collection was made and
 * what it holds tell them apart.
 */
export function PlacePath({ place, namesakes, hidesPath = false }: PlacePathProps) {
  const { t } = useTranslation('catalogue');
  const counts = useCountWords();
  const pathOf = usePathWords();
  const path = pathOf(place.above);
  const isShared = namesakes.some(({ above }) => pathOf(above) === path);
  const { collection } = place;
  return (
    <>
      {!hidesPath && path !== '' && (
        <span className={classes.path} dir="auto">
          {path}
        </span>
      )}
      {isShared && (
        <span className={`${classes.path} tabular`}>
          {t('place.made', {
            moment: displayMoment(collection.createdDate),
            holds: counts.ofCollection(collection),
          })}
        </span>
      )}
    </>
  );
}
