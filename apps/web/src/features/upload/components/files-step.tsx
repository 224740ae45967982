import { Button } from '@mantine/core';
import { Dropzone } from '@mantine/dropzone';
import '@mantine/dropzone/styles.css';
import { IconPhotoPlus, IconUpload, IconX } from '@tabler/icons-react';
import { useCallback, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { displayTitle } from '../../../ui/display-title.ts';
import {
  acceptedImages,
  addFiles,
  moveFile,
  noFiles,
  orderByName,
  removeFile,
  type FileSelection,
} from '../state/file-selection.ts';
import { formatSize } from '../state/file-size.ts';
import { newId } from '../state/uploads.ts';
import { FileRow } from './file-row.tsx';
import classes from './files-step.module.css';

interface FilesStepProps {
  destination: { sgtt: string; pressmark: string } | undefined;
  selection: FileSelection;
  onChange(change: (selection: FileSelection) => FileSelection): void;
}

/** Chooses the files: by picker or by drop, in the order that the images will have. Contents are never read. */
export function FilesStep({ destination, selection, onChange }: FilesStepProps) {
  const { t, i18n } = useTranslation('upload');
  const openPicker = useRef<() => void>(null);
  const [said, setSaid] = useState('');
  const { files, order, leftOut } = selection;
  const size_bytes = files.reduce((sum, { file }) => sum + file.size, 0);
  const count = files.length;

  const pickButton = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    // The first files replace the invitation, and removing the last brings it back: its button goes with it.
    if (document.activeElement === document.body) pickButton.current?.focus();
  }, [count]);

  const take = (incoming: readonly File[]) => onChange((before) => addFiles(before, incoming, newId));
  const move = useCallback(
    (id: string, places: number) => onChange((before) => moveFile(before, id, places)),
    [onChange],
  );
  const remove = useCallback((id: string) => onChange((before) => removeFile(before, id)), [onChange]);

  return (
    <Dropzone
      className={classes.zone ?? ''}
      classNames={{ inner: classes.inner ?? '' }}
      accept={acceptedImages}
      onDrop={() => undefined}
      onDropAny={(accepted, rejected) => take([...accepted, ...rejected.map(({ file }) => file)])}
      openRef={openPicker}
      activateOnClick={false}
      activateOnKeyboard={false}
      enablePointerEvents
      inputProps={{ 'aria-label': t('files.input') }}
    >
      {destination && (
        <p className={classes.destination}>
          <span className={`record-title ${classes.destinationTitle}`} dir="auto">
            {displayTitle(destination.sgtt)}
          </span>
          <span className="tabular">{destination.pressmark}</span>
        </p>
      )}
      {count === 0 ? (
        <div className={classes.invitation}>
          <IconPhotoPlus size={44} stroke={1.2} aria-hidden />
          <Button ref={pickButton} size="md" data-autofocus onClick={() => openPicker.current?.()}>
            {t('files.choose')}
          </Button>
          <p>{t('files.drop')}</p>
          <p className={classes.kinds}>{t('files.kinds')}</p>
        </div>
      ) : (
        <div className={classes.bar}>
          <p className={classes.count} role="status">
            {t('files.chosen', { count, size: formatSize(size_bytes, i18n.language) })}
          </p>
          {order === 'own' && (
            <Button variant="subtle" size="compact-md" onClick={() => onChange(orderByName)}>
              {t('files.byName')}
            </Button>
          )}
          <Button variant="subtle" color="gray" size="compact-md" onClick={() => onChange(() => noFiles)}>
            {t('files.clear')}
          </Button>
          <Button
            ref={pickButton}
            data-autofocus
            variant="default"
            leftSection={<IconPhotoPlus size={18} stroke={1.6} />}
            onClick={() => openPicker.current?.()}
          >
            {t('files.more')}
          </Button>
        </div>
      )}
      <LeftOut
        leftOut={leftOut}
        onDismiss={() => onChange((before) => ({ ...before, leftOut: noFiles.leftOut }))}
      />
      {count > 0 && (
        <ol className={classes.files} aria-label={t('files.list')}>
          {files.map(({ id, file }, index) => (
            <FileRow
              key={id}
              id={id}
              file={file}
              index={index}
              isLast={index === count - 1}
              onMove={move}
              onRemove={remove}
              onSay={setSaid}
              count={count}
            />
          ))}
        </ol>
      )}
      <p className="visually-hidden" role="status">
        {said}
      </p>
      <div className={classes.over} data-over="accept" aria-hidden>
        <IconUpload size={36} stroke={1.4} />
        {t('files.dropNow')}
      </div>
      <div className={classes.over} data-over="reject" aria-hidden>
        <IconX size={36} stroke={1.4} />
        {t('files.dropWrong')}
      </div>
    </Dropzone>
  );
}

const NAMES_TOLD = 5;

function LeftOut({ leftOut, onDismiss }: { leftOut: FileSelection['leftOut']; onDismiss(): void }) {
  const { t, i18n } = useTranslation('upload');
  const messages = (['wrongKind', 'empty', 'duplicates'] as const)
    .filter((kind) => leftOut[kind].length > 0)
    .map((kind) => {
      const all = leftOut[kind];
      const told = all.slice(0, NAMES_TOLD);
      if (all.length > told.length) told.push(t('files.andMore', { count: all.length - told.length }));
      const names = new Intl.ListFormat(i18n.language, { type: 'unit', style: 'long' }).format(told);
      return t(`files.${kind}`, { count: all.length, names });
    });
  return (
    <div role="alert" className={classes.leftOut} hidden={messages.length === 0}>
      {messages.map((message) => (
        <p key={message}>{message}</p>
      ))}
      {messages.length > 0 && (
        <button type="button" className={classes.dismiss} aria-label={t('files.dismiss')} onClick={onDismiss}>
          <IconX size={16} />
        </button>
      )}
    </div>
  );
}
