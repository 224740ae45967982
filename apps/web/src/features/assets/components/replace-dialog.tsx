import { Button, Progress, Text } from '@mantine/core';
import { useWindowEvent } from '@mantine/hooks';
import { useEffect, useEffectEvent, useRef, useState, type FormEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { useBlocker } from 'react-router';
import { describeProblem } from '../../../lib/problem/problem-text.ts';
import { Dialog, DialogActions } from '../../../ui/dialog.tsx';
import { FailureAlert } from '../../../ui/failure-alert.tsx';
import { notify } from '../../../ui/notify.tsx';
import { assetsChanged } from '../api/assets-changed.ts';
import { acceptedFiles, extensionOf, replaceFile, storeFile } from '../api/replace-file.ts';
import type { Asset } from '../asset-kinds.ts';
import { useAssetName } from '../asset-name.ts';
import type { AssetDialogProps } from './asset-deed.ts';
import classes from './asset-dialogs.module.css';
import { FileChoice } from './file-choice.tsx';

/** Another file in the place of an asset's (ASSET-25 to ASSET-27). What was stored is not sent again. */
export function ReplaceDialog({ item, kind, asset, opened, onClose }: AssetDialogProps & { asset: Asset }) {
  const { t } = useTranslation(['assetDialogs', 'ui']);
  const name = useAssetName(kind)(asset);
  const accepts = acceptedFiles[kind];
  const [file, setFile] = useState<File>();
  const [stored, setStored] = useState<string>();
  const [sent, setSent] = useState<number>();
  const [failure, setFailure] = useState<unknown>();
  const [asking, setAsking] = useState(false);
  const running = useRef<AbortController>(undefined);
  /** Where an interrupted attempt left the file. */
  const begunAt = useRef<string>(undefined);
  const confirm = useRef<HTMLButtonElement>(null);
  useEffect(() => () => running.current?.abort(), []);
  const isWrong = file !== undefined && !accepts.includes(extensionOf(file.name));
  const title = t('replace.title', { name });
  const close = () => {
    if (sent !== undefined) setAsking(true);
    else onClose();
  };
  const keepOn = () => {
    setAsking(false);
    // The question takes its button along.
    requestAnimationFrame(() => confirm.current?.focus());
  };

  const asked = useRef(asking);
  useEffect(() => {
    asked.current = asking;
  }, [asking]);
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
      if (asked.current) keepOn();
    }
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
          onChoose={(chosen) => {
            if (sent !== undefined) return;
            setFile(chosen);
            setStored(undefined);
            begunAt.current = undefined;
            setFailure(undefined);
          }}
        />
        {sent !== undefined && file && (
          <Progress
            value={(100 * sent) / Math.max(1, file.size)}
            aria-label={t('replace.progress')}
            transitionDuration={0}
          />
        )}
        {failure !== undefined && (
          <FailureAlert title={t('replace.failed')} text={describeProblem(failure)} />
        )}
        {sent !== undefined && <LeavingGuard onLeave={() => setAsking(true)} />}
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
                running.current?.abort();
                onClose();
              }}
            >
              {t('replace.stop')}
            </Button>
          </DialogActions>
        ) : (
          <DialogActions key="deeds">
            <Button variant="default" onClick={close}>
              {t('ui:cancel')}
            </Button>
            <Button
              ref={confirm}
              type="submit"
              disabled={file === undefined || isWrong}
              aria-disabled={sent !== undefined}
              data-waiting={sent !== undefined || undefined}
            >
              {t('deed.replace')}
            </Button>
          </DialogActions>
        )}
      </form>
    </Dialog>
  );
}

/** While a file is sent: nobody leaves by the Back button, or closes the page, without being asked. */
function LeavingGuard({ onLeave }: { onLeave(): void }) {
  const back = useBlocker(({ historyAction }) => historyAction === 'POP');
  const blocked = useEffectEvent(() => {
    back.reset?.();
    onLeave();
  });
  useEffect(() => {
    if (back.state === 'blocked') blocked();
  }, [back.state]);
  useWindowEvent('beforeunload', (event) => event.preventDefault());
  return null;
}
