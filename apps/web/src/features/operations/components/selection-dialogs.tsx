import type { Place } from '@armarium/contract/collection-calls';
import { Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { titleOf } from '../../../ui/display-title.ts';
import { collectionQuery } from '../../../records/api/collection.ts';
import classes from '../../record-entry/components/collection-dialogs.module.css';
import { PlaceChooser } from '../../../records/places/place-chooser.tsx';
import { useKeepPlace } from '../../../records/places/use-keep-place.ts';
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx';
import { grouped } from '../../../ui/grouped.ts';
import { SelectionParents } from './selection-parents.tsx';
import { useStart } from './use-batch-start.ts';
import type { SelectionDialogProps } from './selection-dialog.ts';

/** `Move`: another collection instead of this one, or of the one that is chosen among their parents. */
export function MoveItems(props: SelectionDialogProps) {
  const { t } = useTranslation(['selection', 'editing', 'catalogue']);
  const { picking, collectionUuid, onClose } = props;
  const [parent, setParent] = useState<string>();
  const [target, setTarget] = useState<Place>();
  const keepPlace = useKeepPlace();
  const { items, start, ...failing } = useStart(props, true);
  const to = target?.collection.uuid;
  const from = collectionUuid ?? parent;
  return (
    <ConfirmDialog
      opened
      onClose={onClose}
      size="lg"
      title={t('moveTitle', { count: picking.count, formatted: grouped(picking.count) })}
      confirmWord={t('editing:form.confirm')}
      disabled={picking.count === 0 || from === undefined || to === undefined || to === from}
      work={async () => {
        if (from === undefined || to === undefined) return;
        await start({ kind: 'move', from, to });
        keepPlace(to);
      }}
      {...failing}
    >
      {collectionUuid === undefined && (
        <>
          <SelectionParents selection={items} chosen={parent} onChoose={setParent} label={t('moveFrom')} />
          <Text size="sm" fw={500} mb={4} aria-hidden>
            {t('catalogue:place.destination')}
          </Text>
        </>
      )}
      <PlaceChooser
        chosen={target}
        onChoose={setTarget}
        startUuid={collectionUuid}
        takenUuids={from === undefined ? [] : [from]}
      />
    </ConfirmDialog>
  );
}

/** `Link to`: one more collection. */
export function LinkItems(props: SelectionDialogProps) {
  const { t } = useTranslation(['selection', 'editing']);
  const { picking, collectionUuid, onClose } = props;
  const [target, setTarget] = useState<Place>();
  const keepPlace = useKeepPlace();
  const to = target?.collection.uuid;
  const { start, items: _items, ...failing } = useStart(props, false);
  return (
    <ConfirmDialog
      opened
      onClose={onClose}
      size="lg"
      title={t('linkTitle', { count: picking.count, formatted: grouped(picking.count) })}
      confirmWord={t('editing:form.confirm')}
      disabled={picking.count === 0 || to === undefined}
      work={async () => {
        if (to === undefined) return;
        await start({ kind: 'link', to });
        keepPlace(to);
      }}
      {...failing}
    >
      <PlaceChooser
        chosen={target}
        onChoose={setTarget}
        startUuid={collectionUuid}
        takenUuids={collectionUuid === undefined ? [] : [collectionUuid]}
      />
    </ConfirmDialog>
  );
}

/** `Unlink`, in the results of a search `Remove`: out of this collection, or of one of their parents. */
export function UnlinkItems(props: SelectionDialogProps) {
  const { t } = useTranslation(['selection', 'catalogue']);
  const { picking, collectionUuid, onClose } = props;
  const [parent, setParent] = useState<string>();
  const { items, start, ...failing } = useStart(props, true);
  const from = collectionUuid ?? parent;
  const here = useQuery({ ...collectionQuery(collectionUuid), enabled: collectionUuid !== undefined });
  const figures = { count: picking.count, formatted: grouped(picking.count) };
  return (
    <ConfirmDialog
      opened
      onClose={onClose}
      title={t(collectionUuid === undefined ? 'removeTitle' : 'unlinkTitle', figures)}
      confirmWord={t(collectionUuid === undefined ? 'remove' : 'unlink')}
      disabled={picking.count === 0 || from === undefined}
      work={async () => {
        if (from !== undefined) await start({ kind: 'unlink', from });
      }}
      {...failing}
    >
      {collectionUuid === undefined ? (
        <SelectionParents selection={items} chosen={parent} onChoose={setParent} label={t('removeFrom')} />
      ) : (
        <p className={classes.question}>
          {t('unlinkQuestion', {
            ...figures,
            title: here.data ? titleOf(here.data, t('catalogue:untitled')) : '…',
          })}
        </p>
      )}
      <Text c="dimmed" size="sm" mt="sm">
        {t('lastParentStays')}
      </Text>
    </ConfirmDialog>
  );
}
