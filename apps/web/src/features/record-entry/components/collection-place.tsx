import type { Place } from '@armarium/contract/collection-calls';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ApiProblem } from '../../../lib/api-problem.ts';
import { describeProblem } from '../../../lib/problem/problem-text.ts';
import { titleOf } from '../../../ui/display-title.ts';
import { notify } from '../../../ui/notify.tsx';
import { placeCollection } from '../../../records/api/edit-records.ts';
import { arrivedBy } from '../arrived-by.ts';
import classes from './collection-dialogs.module.css';
import { PlaceChooser } from '../../../records/places/place-chooser.tsx';
import { useKeepPlace } from '../../../records/places/use-keep-place.ts';
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx';
import type { StepProps } from './collection-dialog.ts';

/** Why the place of a collection is refused, by the code of each status (A-52, ERR-07). */
const meanings = ['destination-is-descendant', 'forbidden', 'not-found', 'last-parent', 'stale'] as const;

function useMeaning() {
  const { t } = useTranslation('editing');
  return (failure: unknown) => {
    const code = failure instanceof ApiProblem ? failure.problem.code : undefined;
    const known = meanings.find((one) => one === code);
    if (known === undefined) return describeProblem(failure);
    return { title: t(`place.refused.${known}.title`), next: t(`place.refused.${known}.next`) };
  };
}

export function PlaceCollection({
  collection,
  parentId,
  way,
  onClose,
  onGone,
  onBack,
  opened,
}: StepProps & { way: 'move' | 'link' }) {
  const { t } = useTranslation(['editing', 'catalogue']);
  const [target, setTarget] = useState<Place>();
  const keepPlace = useKeepPlace();
  const meaning = useMeaning();
  const from = arrivedBy(collection, parentId);
  return (
    <ConfirmDialog
      opened={opened}
      onClose={onClose}
      onCancel={onBack}
      title={t(`collection.${way}`)}
      size="lg"
      confirmWord={t('form.confirm')}
      disabled={target === undefined}
      failedWord={t(`collection.${way}Failed`)}
      describe={meaning}
      work={async () => {
        if (target === undefined) return;
        await placeCollection(collection.uuid, (parents) => [
          ...parents.filter((parent) => way === 'link' || parent !== from),
          target.collection.uuid,
        ]);
        keepPlace(target.collection.uuid);
        notify('success', { title: t(way === 'move' ? 'collection.moved' : 'collection.linked') });
        onClose();
        if (way === 'move') onGone(collection.uuid);
      }}
    >
      <PlaceChooser
        chosen={target}
        onChoose={setTarget}
        startUuid={from}
        takenUuids={collection.parentCollectionsUuids}
        leftOutUuid={collection.uuid}
      />
    </ConfirmDialog>
  );
}

export function UnlinkCollection({ collection, parentId, opened, onClose, onGone, onBack }: StepProps) {
  const { t } = useTranslation(['editing', 'catalogue']);
  const meaning = useMeaning();
  const from = arrivedBy(collection, parentId);
  return (
    <ConfirmDialog
      opened={opened}
      onClose={onClose}
      onCancel={onBack}
      title={t('collection.unlink')}
      confirmWord={t('collection.unlink')}
      failedWord={t('collection.unlinkFailed')}
      describe={meaning}
      work={async () => {
        await placeCollection(collection.uuid, (parents) => parents.filter((parent) => parent !== from));
        notify('success', { title: t('collection.unlinked') });
        onClose();
        onGone(from);
      }}
    >
      <p className={classes.question}>
        {t('collection.unlinkQuestion', { title: titleOf(collection, t('catalogue:untitled')) })}
      </p>
    </ConfirmDialog>
  );
}
