import type { Collection } from '@armarium/contract/collections';
import { useQueries, useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { displayMoment } from '../../ui/display-date.ts';
import { titleOf } from '../../ui/display-title.ts';
import { collectionQuery } from '../api/collection.ts';
import { collectionWayQuery } from '../api/collection-way.ts';
import classes from './collection-way.module.css';
import { useCountWords } from './count-words.ts';

interface CollectionWayProps {
  uuid: string;
  /** Uuids of the others that are called alike in the list that it stands in. */
  namesakes: readonly string[];
}

/**
 * Where a collection stands. Where one that is called alike stands in the same place, when it was made and what it
 * holds tell them apart.
 */
export function CollectionWay({ uuid, namesakes }: CollectionWayProps) {
  const { t } = useTranslation('catalogue');
  const wayOf = (above: readonly Collection[] = []) =>
    above.map((one) => titleOf(one, t('untitled'))).join(' › ');
  const own = useQuery(collectionWayQuery(uuid));
  const others = useQueries({ queries: namesakes.map(collectionWayQuery) });
  const way = wayOf(own.data);
  const isShared = own.isSuccess && others.some(({ data }) => data !== undefined && wayOf(data) === way);
  return (
    <>
      {way !== '' && (
        <span className={classes.way} dir="auto">
          {way}
        </span>
      )}
      {isShared && <Made uuid={uuid} />}
    </>
  );
}

function Made({ uuid }: { uuid: string }) {
  const { t } = useTranslation('catalogue');
  const counts = useCountWords();
  const { data } = useQuery(collectionQuery(uuid));
  if (data === undefined) return null;
  return (
    <span className={`${classes.way} tabular`}>
      {t('place.made', { moment: displayMoment(data.createdDate), holds: counts.ofCollection(data) })}
    </span>
  );
}
