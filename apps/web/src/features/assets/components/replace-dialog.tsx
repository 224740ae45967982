import { Button, Progress, Text } from '@mantine/core';
import { useEffect, useRef, useState, type FormEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { describeProblem } from '../../../lib/problem/problem-text.ts';
import { Dialog, DialogActions } from '../../../ui/dialog.tsx';
import { FailureAlert } from '../../../ui/failure-alert.tsx';
import { LeavingGuard } from '../../../ui/leaving-guard.tsx';
import { notify } from '../../../ui/notify.tsx';
import { assetsChanged } from '../api/assets-changed.ts';
import { acceptedFiles, extensionOf, replaceFile, storeFile } from '../api/replace-file.ts';
import type { Asset } from '../asset-kinds.ts';
import { useAssetName } from '../asset-name.ts';
import type { AssetDialogProps } from './asset-action.ts';
import classes from './asset-dialogs.module.css';
import { FileChoice } from './file-choice.tsx';

type ReplaceDialogProps = AssetDialogProps & { asset: Asset };

/** Another file in the place of an asset's (ASSET-25 to ASSET-27). What was stored is not sent again. */
export function ReplaceDialog(props: ReplaceDialogProps) {
  const { kind, asset, opened, onClose } = props;
  const { t } = useTranslation(['assetDialogs', 'ui']);
  const name = useAssetName(kind)(asset);
  const accepts = acceptedFiles[kind];
  const [asking, setAsking] = useState(false);
  const confirm = useRef<HTMLButtonElement>(null);
  const keepOn = () => {
    setAsking(false);
    // The question takes its button along.
    requestAnimationFrame(() => confirm.current?.focus());
  };
  // The value at the time when the sending fails.
  const isAsking = useRef(asking);
  useEffect(() => {
    isAsking.current = asking;
  }, [asking]);
  const { file, choose, isWrong, sent, failure, submit, stop } = useReplacement(props, () => {
    if (isAsking.current) keepOn();
  });
  const isSending = sent !== undefined;
  const title = t('replace.title', { name });
  const close = () => {
    if (isSending) setAsking(true);
    else onClose();
  };

  return (
    <Dialog opened={opened} onClose={close} title={title}>
      <form noValidate aria-label={title} onSubmit={(event) => void submit(event)}>
        <p>{t('replace.text')}</p>
        <FileChoice
          label={t('chooseFile')}
          accepts={accepts}
          file={file}
          fault={isWrong ? t(`replace.wrong.${kind}`, { list: accepts.join(', ') }) : undefined}
          onChoose={choose}
        />
        {isSending && file && (
          <Progress
            value={(100 * sent) / Math.max(1, file.size)}
            aria-label={t('replace.progress')}
            transitionDuration={0}
          />
        )}
        {failure !== undefined && (
          <FailureAlert title={t('replace.failed')} text={describeProblem(failure)} />
        )}
        {isSending && <LeavingGuard onLeave={() => setAsking(true)} />}
        {asking ? (
          <DialogActions key="asking" role="alert">
            <Text size="sm" className={classes.question ?? ''}>
              {t('replace.stopQuestion')}
            </Text>
            <Button variant="default" onClick={keepOn} autoFocus>
              {t('replace.keepOn')}
            </Button>
            <Button
              color="red.9"
              onClick={() => {
                stop();
                onClose();
              }}
            >
              {t('replace.stop')}
            </Button>
          </DialogActions>
        ) : (
          <DialogActions key="actions">
            <Button variant="default" onClick={close}>
              {t('ui:cancel')}
            </Button>
            <Button
              ref={confirm}
              type="submit"
              disabled={file === undefined || isWrong}
              aria-disabled={isSending}
              data-waiting={isSending || undefined}
            >
              {t('action.replace')}
            </Button>
          </DialogActions>
        )}
      </form>
    </Dialog>
  );
}

/** The file that is chosen, and its sending. @param onFailed called after it failed */
function useReplacement({ item, kind, asset, onClose }: ReplaceDialogProps, onFailed: () => void) {
  const { t } = useTranslation('assetDialogs');
  const name = useAssetName(kind)(asset);
  const [file, setFile] = useState<File>();
  const [stored, setStored] = useState<string>();
  const [sent, setSent] = useState<number>();
  const [failure, setFailure] = useState<unknown>();
  const running = useRef<AbortController>(undefined);
  /** Where an interrupted attempt left the file. */
  const begunAt = useRef<string>(undefined);
  useEffect(() => () => running.current?.abort(), []);
  const isWrong = file !== undefined && !acceptedFiles[kind].includes(extensionOf(file.name));

  const choose = (chosen: File | undefined) => {
    if (sent !== undefined) return;
    setFile(chosen);
    setStored(undefined);
    begunAt.current = undefined;
    setFailure(undefined);
  };
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (file === undefined || isWrong || sent !== undefined) return;
    const run = new AbortController();
    running.current = run;
    setFailure(undefined);
    setSent(0);
    try {
      const upload =
        stored ??
        (await storeFile(kind, file, {
          url: begunAt.current,
          onBegun: (url) => {
            begunAt.current = url;
          },
          onProgress: setSent,
          signal: run.signal,
        }));
      setStored(upload);
      await replaceFile(kind, item.uuid, asset.uuid, upload);
      await assetsChanged([item.uuid]);
      notify('success', { title: t('replace.done', { name }), message: t('replace.next') });
      if (!run.signal.aborted) onClose();
    } catch (error) {
      if (run.signal.aborted) return;
      setFailure(error);
      setSent(undefined);
      onFailed();
    }
  };
  /** `sent`: bytes so far, while it is sent. */
  return { file, choose, isWrong, sent, failure, submit, stop: () => running.current?.abort() };
}
