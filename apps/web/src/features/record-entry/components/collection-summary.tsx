import { Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { Dialog } from '../../../ui/dialog.tsx';
import { summaryQuery } from '../../../records/api/edit-records.ts';
import classes from './collection-dialogs.module.css';
import { grouped } from '../../../ui/grouped.ts';
import { useStateLabel } from '../../../records/state-label.ts';
import { Failed } from '../../../ui/failed.tsx';
import type { CollectionDialogsProps } from './collection-dialog.ts';

export function CollectionSummary({ collection, opened, onClose }: CollectionDialogsProps) {
  const { t } = useTranslation(['editing', 'catalogue']);
  const summary = useQuery(summaryQuery(collection.uuid));
  const stateLabel = useStateLabel();
  const data = summary.data;
  return (
    <Dialog opened={opened} onClose={onClose} title={t('summary.title')}>
      {data === undefined ? (
        summary.error ? (
          <Failed error={summary.error} onRetry={() => void summary.refetch()} />
        ) : (
          <Skeleton height={220} />
        )
      ) : (
        <dl className={classes.figures}>
          {(['collections', 'culturalItems', 'images'] as const).map((name) => (
            <div key={name}>
              <dt>{t(`summary.${name}`)}</dt>
              <dd className="tabular">{grouped(data[name])}</dd>
            </div>
          ))}
          {Object.entries(data.byState).map(([state, count]) => (
            <div key={state}>
              <dt>{t('summary.inState', { state: stateLabel(state) })}</dt>
              <dd className="tabular">{grouped(count)}</dd>
            </div>
          ))}
        </dl>
      )}
    </Dialog>
  );
}
