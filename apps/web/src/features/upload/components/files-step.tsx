import { NativeSelect, Radio } from '@mantine/core';
import { Dropzone } from '@mantine/dropzone';
import '@mantine/dropzone/styles.css';
import { IconUpload } from '@tabler/icons-react';
import { useCallback, useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { displayTitle } from '../../../ui/display-title.ts';
import {
  filesLeftBehind,
  modelProblems,
  isAddressFailed,
  openAddress,
  shownList,
  withAddress,
  withList,
  withModelMode,
  type ChosenFiles,
} from '../state/chosen-files.ts';
import { accepted, contentTypes, type ContentType } from '../state/content-types.ts';
import { isFetched, type FetchedList } from '../state/file-address.ts';
import { addFiles, noFiles, type ChosenFileList } from '../state/file-list.ts';
import { newId } from '../state/uploads.ts';
import { AddressField } from './address-field.tsx';
import { FilesBar, Invitation } from './files-bar.tsx';
import classes from './files-step.module.css';
import { LeftOut } from './left-out.tsx';
import { ModelParts } from './model-parts.tsx';
import { FileRows } from './file-rows.tsx';

interface FilesStepProps {
  destination: { sgtt: string; pressmark: string } | undefined;
  content: ChosenFiles;
  onChange(change: (content: ChosenFiles) => ChosenFiles): void;
  /** A PDF makes a new item only. */
  isNew: boolean;
  /** Fetches the file whose address was typed for a list. */
  onFetch(list: FetchedList): void;
}

/** Chooses the files of one type: by picker, by drop or by address, in the order that they will have. Contents are never read. */
export function FilesStep({ destination, content, onChange, isNew, onFetch }: FilesStepProps) {
  const { t } = useTranslation('choosing');
  const openPicker = useRef<() => void>(null);
  const list = shownList(content);
  const selection = content.lists[list];
  const { files, leftOut } = selection;
  const count = files.length;

  const pickButton = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    // The first files replace the invitation, and removing the last brings it back: its button goes with it.
    if (document.activeElement === document.body) pickButton.current?.focus();
  }, [count]);

  const change = useCallback(
    (how: (selection: ChosenFileList) => ChosenFileList) =>
      onChange((before) => withList(before, shownList(before), how)),
    [onChange],
  );
  const take = (incoming: readonly File[]) => change((before) => addFiles(before, incoming, newId, list));

  return (
    <Dropzone
      className={classes.zone ?? ''}
      classNames={{ inner: classes.inner ?? '' }}
      accept={accepted[list]}
      onDrop={() => undefined}
      onDropAny={(accepted, rejected) => take([...accepted, ...rejected.map(({ file }) => file)])}
      openRef={openPicker}
      activateOnClick={false}
      activateOnKeyboard={false}
      enablePointerEvents
      inputProps={{ 'aria-label': t(`of.${list}.input`) }}
    >
      {destination && (
        <p className={classes.destination}>
          <span className={`record-title ${classes.destinationTitle}`} dir="auto">
            {displayTitle(destination.sgtt)}
          </span>
          <span className="tabular">{destination.pressmark}</span>
        </p>
      )}
      <KindBar content={content} onChange={onChange} isNew={isNew} />
      {count === 0 ? (
        <Invitation list={list} {...{ pickButton, openPicker }} />
      ) : (
        <FilesBar selection={selection} onChange={change} {...{ pickButton, openPicker }} />
      )}
      {isFetched(list) && (
        <AddressField
          key={list}
          list={list}
          address={content.addresses[list]}
          onChange={(how) => onChange((before) => withAddress(before, list, how))}
          onFetch={() => onFetch(list)}
        />
      )}
      <Notes content={content} />
      <LeftOut
        list={list}
        leftOut={leftOut}
        onDismiss={() => change((before) => ({ ...before, leftOut: noFiles.leftOut }))}
      />
      <FileRows list={list} files={files} onChange={change} />
      {list === 'separate' && count > 0 && <ModelParts files={files} onAdd={take} />}
      <div className={classes.over} data-over="accept" aria-hidden>
        <IconUpload size={36} stroke={1.4} />
        {t('dropNow')}
      </div>
    </Dropzone>
  );
}

function KindBar({ content, onChange, isNew }: Pick<FilesStepProps, 'content' | 'onChange' | 'isNew'>) {
  const { t } = useTranslation('choosing');
  return (
    <div className={classes.kindBar}>
      <NativeSelect
        label={t('type')}
        value={content.type}
        onChange={({ currentTarget }) =>
          onChange((before) => ({ ...before, type: currentTarget.value as ContentType }))
        }
        data={contentTypes
          .filter((type) => isNew || type !== 'pdf')
          .map((value) => ({ value, label: t(`types.${value}`) }))}
      />
      {content.type === 'model3D' && (
        <Radio.Group
          label={t('mode.label')}
          value={content.modelMode}
          onChange={(mode) =>
            onChange((before) => withModelMode(before, mode === 'separate' ? 'separate' : 'zip'))
          }
        >
          <div className={classes.modes}>
            <Radio value="zip" label={t('mode.zip')} />
            <Radio value="separate" label={t('mode.separate')} />
          </div>
        </Radio.Group>
      )}
    </div>
  );
}

/** What is missing, and what will not be uploaded. */
function Notes({ content }: Pick<FilesStepProps, 'content'>) {
  const { t } = useTranslation('choosing');
  const list = shownList(content);
  const { files } = content.lists[list];
  const [firstFile] = files;
  const problems = modelProblems(list, content.lists[list]);
  const behind = filesLeftBehind(content);
  const waiting = firstFile && openAddress(content);
  const failed = firstFile !== undefined && isAddressFailed(content);
  const onlyFirst = list === 'pdf' && files.length > 1 ? firstFile : undefined;
  return (
    <>
      <div role="alert" className={classes.leftOut} hidden={problems.length === 0}>
        {problems.map((problem) => (
          <p key={problem}>{t(`model.${problem}`)}</p>
        ))}
      </div>
      <div
        role="status"
        className={classes.notes}
        hidden={behind === 0 && waiting === undefined && onlyFirst === undefined && !failed}
      >
        {failed && <p>{t('address.failed')}</p>}
        {waiting && <p>{t(waiting.isFetching ? 'address.wait' : 'address.open')}</p>}
        {onlyFirst && <p>{t('pdf.first', { name: onlyFirst.name })}</p>}
        {behind > 0 && <p>{t('behind', { count: behind })}</p>}
      </div>
    </>
  );
}
