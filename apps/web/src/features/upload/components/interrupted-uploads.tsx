import { Button } from '@mantine/core';
import { IconX } from '@tabler/icons-react';
import { useId, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { notifyProblem } from '../../../ui/notify.tsx';
import { displayTitle } from '../../../ui/display-title.ts';
import type { UploadEngine } from '../state/upload-engine.ts';
import { filesOf, type UploadRecord } from '../state/upload-record.ts';
import { nameList } from '../state/name-list.ts';
import { PickFilesButton } from './pick-files-button.tsx';
import { RowQuestion } from './row-question.tsx';
import classes from './upload-row.module.css';

interface InterruptedUploadsProps {
  records: readonly UploadRecord[];
  engine: UploadEngine;
  /** Tells a screen reader; what goes on leaves this list. */
  onSay(text: string): void;
}

/** Uploads that were cut off, each to be gone on with by choosing its files again. */
export function InterruptedUploads({ records, engine, onSay }: InterruptedUploadsProps) {
  const { t } = useTranslation('interrupted');
  const title = useId();
  return (
    <li className={classes.interrupted}>
      <h3 id={title} className={classes.interruptedTitle}>
        {t('title')}
      </h3>
      <p className={classes.interruptedText}>{t('text')}</p>
      <ul className={classes.interruptedList} aria-labelledby={title}>
        {records.map((record) => (
          <InterruptedRow key={record.itemUploadId} record={record} engine={engine} onSay={onSay} />
        ))}
      </ul>
    </li>
  );
}

interface InterruptedRowProps extends Omit<InterruptedUploadsProps, 'records'> {
  record: UploadRecord;
}

function InterruptedRow({ record, engine, onSay }: InterruptedRowProps) {
  const { t, i18n } = useTranslation('interrupted');
  const { looking, missing, isEmpty, take, leave } = useGoingOn({ record, engine, onSay });
  const forgetButton = useRef<HTMLButtonElement>(null);
  const [forgetting, setForgetting] = useState(false);
  const name = displayTitle(record.name);
  const files = record.assets.flatMap(filesOf);
  const there = files.filter(({ file }) => file.stored !== undefined).length;
  const isWhole = there === files.length;
  const names = nameList(missing, (count) => t('andMore', { count }), i18n.language);

  return (
    <li className={classes.interruptedRow}>
      <div className={classes.line}>
        <div className={classes.words}>
          <span className={`record-title ${classes.name}`} dir="auto">
            {name}
          </span>
          <span className={classes.summary}>
            {record.pressmark} · {t('there', { there, total: files.length })}
          </span>
        </div>
        <button
          ref={forgetButton}
          type="button"
          className={classes.action}
          aria-label={t('remove', { name })}
          aria-expanded={forgetting}
          onClick={() => setForgetting(!forgetting)}
        >
          <IconX size={18} stroke={1.7} />
        </button>
      </div>
      {forgetting && (
        <RowQuestion
          label={t('remove', { name })}
          text={t('sure')}
          no={t('keep')}
          yes={t('forget')}
          asker={forgetButton}
          onNo={() => setForgetting(false)}
          onYes={() => engine.remove(record.itemUploadId)}
        />
      )}
      <div className={classes.interruptedButtons}>
        {isWhole && (
          <Button
            size="compact-sm"
            aria-disabled={looking || undefined}
            aria-label={t('goOnFor', { name })}
            onClick={() => take([])}
          >
            {t('goOn')}
          </Button>
        )}
        <PickFilesButton multiple isBusy={looking} label={t('filesFor', { name })} onPick={take}>
          {t('files')}
        </PickFilesButton>
        <PickFolder label={t('folderFor', { name })} isBusy={looking} onPick={take} />
        {!isWhole && engine.interrupted.hasSome(record) && (
          <Button
            size="compact-sm"
            variant="subtle"
            aria-label={t('withoutFor', { name })}
            aria-disabled={looking || undefined}
            onClick={leave}
          >
            {t('without')}
          </Button>
        )}
      </div>
      <p role="status" className={classes.interruptedText}>
        {looking
          ? t('looking')
          : isEmpty
            ? t('nothing')
            : missing.length > 0 && t('missing', { count: missing.length, names })}
      </p>
    </li>
  );
}

/** Goes on with an upload that was cut off, and keeps what came of the last attempt. */
function useGoingOn({ record, engine, onSay }: InterruptedRowProps) {
  const { t } = useTranslation('interrupted');
  const [looking, setLooking] = useState(false);
  const [missing, setMissing] = useState<readonly string[]>([]);
  const [isEmpty, setEmpty] = useState(false);
  const { itemUploadId } = record;
  const name = displayTitle(record.name);
  const goOn = async (attempt: () => Promise<boolean>) => {
    if (looking) return;
    setLooking(true);
    setEmpty(false);
    try {
      if (await attempt()) onSay(t('goesOn', { name }));
    } catch (error) {
      notifyProblem(error as Error, () => t('failed', { name }));
    } finally {
      setLooking(false);
    }
  };
  return {
    looking,
    /** Names of the files that were not among the chosen ones. */
    missing,
    /** Nothing is left with which it could go on. */
    isEmpty,
    take: (chosen: readonly File[]) =>
      void goOn(async () => {
        const left = await engine.interrupted.takeUp(itemUploadId, chosen);
        setMissing(left);
        return left.length === 0;
      }),
    leave: () =>
      void goOn(async () => {
        const goes = await engine.interrupted.leaveMissing(itemUploadId);
        setEmpty(!goes);
        return goes;
      }),
  };
}

interface PickFolderProps {
  label: string;
  isBusy: boolean;
  onPick(files: readonly File[]): void;
}

function PickFolder({ label, isBusy, onPick }: PickFolderProps) {
  const { t } = useTranslation('interrupted');
  const input = useRef<HTMLInputElement>(null);
  return (
    <>
      <Button
        size="compact-sm"
        variant="default"
        aria-disabled={isBusy || undefined}
        aria-label={label}
        onClick={() => input.current?.click()}
      >
        {t('folder')}
      </Button>
      <input
        ref={input}
        type="file"
        hidden
        multiple
        // Not among the properties that React's types know.
        {...{ webkitdirectory: '' }}
        onChange={({ currentTarget }) => {
          const chosen = [...(currentTarget.files ?? [])];
          if (chosen.length > 0) onPick(chosen);
          currentTarget.value = '';
        }}
      />
    </>
  );
}
