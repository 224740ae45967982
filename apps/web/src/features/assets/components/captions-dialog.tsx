import type { Captions } from '@armarium/contract/captions';
import { Button, Skeleton, Text, TextInput } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useRef, useState, type FormEvent, type RefObject } from 'react';
import { useTranslation } from 'react-i18next';
import { describeProblem } from '../../../lib/problem/problem-text.ts';
import { Dialog, DialogActions } from '../../../ui/dialog.tsx';
import { Failed } from '../../../ui/failed.tsx';
import { FailureAlert } from '../../../ui/failure-alert.tsx';
import { notify } from '../../../ui/notify.tsx';
import { captionsQuery, nameCaptions, storeCaptions, takeCaptionsAway } from '../api/captions.ts';
import { extensionOf } from '../api/replace-file.ts';
import type { Asset } from '../asset-kinds.ts';
import { useAssetName } from '../asset-name.ts';
import type { AssetDialogProps } from './asset-deed.ts';
import classes from './asset-dialogs.module.css';
import { FileChoice } from './file-choice.tsx';

const accepts = ['vtt'];

/** The captions of a sound or video: those that it has, and one more. */
export function CaptionsDialog({ kind, asset, opened, onClose }: AssetDialogProps & { asset: Asset }) {
  const { t } = useTranslation('assetDialogs');
  const name = useAssetName(kind)(asset);
  const captions = useQuery(captionsQuery(asset.uuid));
  const all = captions.data?._embedded.captions;
  const { work, working, failure } = useCaptionWork(asset.uuid);
  const list = useRef<HTMLUListElement>(null);
  const form = useRef<HTMLFormElement>(null);
  const mayEdit = asset.allowedActions.includes('edit');

  /** On the button that removes some captions, or where others are added: the one that was pressed goes. */
  const focusOn = (uuid: string | undefined) =>
    setTimeout(() => {
      const remove = list.current?.querySelector<HTMLElement>(`[data-remove="${uuid}"]`);
      (remove ?? form.current?.querySelector<HTMLElement>('button'))?.focus();
    });
  const [going, setGoing] = useState<string>();
  const remove = (one: Captions) => {
    const at = all?.indexOf(one) ?? -1;
    const next = all?.[at + 1] ?? all?.[at - 1];
    void work(t('captions.removeFailed'), async () => {
      await takeCaptionsAway(one.uuid);
      setGoing(undefined);
      focusOn(next?.uuid);
      notify('success', { title: t('captions.removed', { label: one.label }) });
    });
  };

  return (
    <Dialog opened={opened} onClose={onClose} title={t('captions.title', { name })} size="lg">
      {captions.isPending && <Skeleton height={80} />}
      {captions.isError && all === undefined && (
        <Failed error={captions.error} onRetry={() => void captions.refetch()} />
      )}
      {all?.length === 0 && <Text c="dimmed">{t('captions.none')}</Text>}
      <ul ref={list} className={classes.list}>
        {all?.map((one) => (
          <CaptionsRow
            key={one.uuid}
            captions={one}
            mayEdit={mayEdit}
            asking={going === one.uuid}
            onAsk={() => setGoing(one.uuid)}
            onKeep={() => {
              setGoing(undefined);
              focusOn(one.uuid);
            }}
            onRemove={() => remove(one)}
          />
        ))}
      </ul>
      {failure && <FailureAlert title={failure.title} text={describeProblem(failure.error)} />}
      {mayEdit && <AddCaptions {...{ form, work, working }} assetUuid={asset.uuid} />}
    </Dialog>
  );
}

type Work = (title: string, deed: () => Promise<void>) => Promise<void>;

/** Does one thing at a time with the captions, after which they are asked for again. */
function useCaptionWork(assetUuid: string) {
  const queries = useQueryClient();
  const [working, setWorking] = useState(false);
  const [failure, setFailure] = useState<{ title: string; error: unknown }>();
  /** @param title of the failure, if it fails */
  const work: Work = async (title, deed) => {
    if (working) return;
    setWorking(true);
    setFailure(undefined);
    try {
      await deed();
    } catch (error) {
      setFailure({ title, error });
    } finally {
      setWorking(false);
      await queries.invalidateQueries({ queryKey: ['catalogue', 'captions', assetUuid] });
    }
  };
  return { work, working, failure };
}

interface CaptionsRowProps {
  captions: Captions;
  mayEdit: boolean;
  /** It is being asked whether they go. */
  asking: boolean;
  onAsk(): void;
  onKeep(): void;
  onRemove(): void;
}

function CaptionsRow({ captions, mayEdit, asking, onAsk, onKeep, onRemove }: CaptionsRowProps) {
  const { t } = useTranslation(['assetDialogs', 'ui']);
  const { uuid, label, language, originalFilename } = captions;
  return (
    <li>
      <div className={classes.words}>
        <p dir="auto">{label}</p>
        <p className={classes.dim} dir="auto">
          {language} · {originalFilename}
        </p>
      </div>
      {asking ? (
        <div role="alert">
          {t('captions.question')}{' '}
          <Button variant="default" size="compact-md" autoFocus onClick={onKeep}>
            {t('ui:cancel')}
          </Button>{' '}
          <Button color="red.9" size="compact-md" onClick={onRemove}>
            {t('captions.remove')}
          </Button>
        </div>
      ) : (
        mayEdit && (
          <Button
            variant="default"
            size="compact-md"
            data-remove={uuid}
            aria-label={t('captions.removeNamed', { label })}
            onClick={onAsk}
          >
            {t('captions.remove')}
          </Button>
        )
      )}
    </li>
  );
}

interface AddCaptionsProps {
  form: RefObject<HTMLFormElement | null>;
  assetUuid: string;
  work: Work;
  working: boolean;
}

/** A file, its language and its name. */
function AddCaptions({ form, assetUuid, work, working }: AddCaptionsProps) {
  const { t } = useTranslation('assetDialogs');
  const [file, setFile] = useState<File>();
  const [stored, setStored] = useState<string>();
  const [language, setLanguage] = useState('');
  const [label, setLabel] = useState('');
  const isWrong = file !== undefined && extensionOf(file.name) !== 'vtt';
  const isWhole = file !== undefined && !isWrong && language.trim().length >= 2 && label.trim() !== '';
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!file || !isWhole) return;
    void work(t('captions.addFailed'), async () => {
      const uploadUuid = stored ?? (await storeCaptions(file));
      setStored(uploadUuid);
      await nameCaptions(assetUuid, { uploadUuid, language: language.trim(), label: label.trim() });
      notify('success', { title: t('captions.added', { label: label.trim() }) });
      setFile(undefined);
      setStored(undefined);
      setLanguage('');
      setLabel('');
    });
  };
  return (
    <form ref={form} noValidate aria-label={t('captions.add')} onSubmit={submit}>
      <FileChoice
        label={t('captions.choose')}
        accepts={accepts}
        file={file}
        fault={isWrong ? t('captions.wrong') : undefined}
        onChoose={(chosen) => {
          setFile(chosen);
          setStored(undefined);
        }}
      />
      <div className={classes.fields}>
        <TextInput
          label={t('captions.language')}
          description={t('captions.languageHint')}
          value={language}
          maxLength={64}
          required
          onChange={(event) => setLanguage(event.currentTarget.value)}
        />
        <TextInput
          label={t('captions.label')}
          description={t('captions.labelHint')}
          value={label}
          maxLength={100}
          required
          onChange={(event) => setLabel(event.currentTarget.value)}
        />
      </div>
      <DialogActions>
        <Button type="submit" disabled={!isWhole} aria-disabled={working} data-waiting={working || undefined}>
          {t('captions.add')}
        </Button>
      </DialogActions>
    </form>
  );
}
