import type { Place } from '@armarium/contract/collection-calls';
import type { RecordType } from '@armarium/contract/record-types';
import { TextInput } from '@mantine/core';
import { useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { useTranslation } from 'react-i18next';
import { isProblem } from '../../../lib/api-problem.ts';
import { displayTitle } from '../../../ui/display-title.ts';
import { notify } from '../../../ui/notify.tsx';
import { restoreEntry } from '../api/trash.ts';
import { PlaceChooser } from '../../../records/places/place-chooser.tsx';
import { useKeepPlace } from '../../../records/places/use-keep-place.ts';
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx';
import { usePressmarkHints } from '../../../records/components/pressmark-hints.tsx';
import { type GivenPressmark, TakenPressmarks } from './taken-pressmarks.tsx';
import classes from './trash-page.module.css';

export interface RestoreDialogProps {
  entryUuid: string;
  /** One item of a deleted collection, to come back alone; undefined for all of the entry. */
  recordUuid?: string | undefined;
  title: string;
  resourceType: RecordType;
  /** The pressmark of an item that comes back alone; null for all else. */
  pressmark: string | null;
  /** Whether one of the collections that it was in is there. */
  hasPlace: boolean;
  onClose(): void;
}

/** Brings an entry of the trash back: at once where its collections are there, else into one to be chosen (COLL-44). */
export function RestoreDialog({
  entryUuid,
  recordUuid,
  title: name,
  resourceType,
  pressmark,
  hasPlace,
  onClose,
}: RestoreDialogProps) {
  const { t } = useTranslation(['trash', 'catalogue']);
  const title = displayTitle(name) || t('catalogue:untitled');
  // All else stands in no collection. An image goes back into its item; where that is deleted, the answer says that it has
  // to come first.
  const needsPlace = (resourceType === 'ITEM' || resourceType === 'COLLECTION') && !hasPlace;
  const [target, setTarget] = useState<Place>();
  const keepPlace = useKeepPlace();
  // Another pressmark is needed where the item's own was given to another meanwhile.
  const [isTaken, setTaken] = useState(false);
  const [other, setOther] = useState(pressmark ?? '');
  const otherField = useRef<HTMLInputElement>(null);
  const hints = usePressmarkHints(isTaken ? other : '', recordUuid ?? entryUuid);
  const isRenamed = isTaken && pressmark !== null;
  // In a collection each item that has lost its own gets another.
  const areRenamed = isTaken && pressmark === null;
  const [given, setGiven] = useState<readonly GivenPressmark[]>();
  const lacksPressmark =
    (isRenamed && (other.trim() === '' || hints.holder !== undefined)) || (areRenamed && given === undefined);
  const words: Partial<Record<RecordType, string>> = {
    MEDIA: t('restoreImageText'),
    STORY: t('restoreStoryText'),
    SERIES: t('restoreSeriesText'),
  };
  return (
    <ConfirmDialog
      opened
      title={t('restoreNamed', { title })}
      confirmWord={t('restore')}
      disabled={(needsPlace && target === undefined) || lacksPressmark}
      onClose={onClose}
      work={async () => {
        await restoreEntry(entryUuid, {
          recordUuid,
          parents: target === undefined ? [] : [target.collection.uuid],
          pressmark: isRenamed ? other.trim() : undefined,
          pressmarks: areRenamed ? given : undefined,
        });
        if (target) keepPlace(target.collection.uuid);
        notify('success', { title: t('restored', { title }) });
        onClose();
      }}
      onFailure={(failure) => {
        if (!isProblem(failure, 'pressmark-taken')) return;
        flushSync(() => setTaken(true));
        // The button that has the focus can't be pressed until another is given.
        otherField.current?.focus();
      }}
    >
      {needsPlace ? (
        <>
          <p className={classes.question}>
            {t(recordUuid === undefined ? 'restoreInto' : 'restoreAloneInto')}
          </p>
          <PlaceChooser chosen={target} onChoose={setTarget} />
        </>
      ) : (
        <p className={classes.question}>
          {words[resourceType] ?? t(recordUuid === undefined ? 'restoreText' : 'restoreAloneText')}
        </p>
      )}
      {areRenamed && <TakenPressmarks entryUuid={entryUuid} onGiven={setGiven} />}
      {isRenamed && (
        <>
          <TextInput
            ref={otherField}
            mt="md"
            label={t('otherPressmark')}
            description={t('otherPressmarkText')}
            required
            autoComplete="off"
            spellCheck={false}
            dir="auto"
            className="tabular"
            value={other}
            error={hints.fault}
            rightSection={hints.sign}
            onChange={(event) => setOther(event.currentTarget.value)}
          />
          {hints.note}
        </>
      )}
    </ConfirmDialog>
  );
}
