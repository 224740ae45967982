import type { Captions } from '@armarium/contract/captions';
import { Button, Skeleton, Text } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { describeProblem } from '../../../lib/problem/problem-text.ts';
import { Dialog } from '../../../ui/dialog.tsx';
import { Failed } from '../../../ui/failed.tsx';
import { FailureAlert } from '../../../ui/failure-alert.tsx';
import { notify } from '../../../ui/notify.tsx';
import { captionsQuery, takeCaptionsAway } from '../api/captions.ts';
import type { Asset } from '../asset-kinds.ts';
import { useAssetName } from '../asset-name.ts';
import type { AssetDialogProps } from './asset-action.ts';
import classes from './asset-dialogs.module.css';
import { AddCaptions, type Work } from './add-captions.tsx';

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

/** Runs one change of the captions at a time, and fetches them again after it. */
function useCaptionWork(assetUuid: string) {
  const queries = useQueryClient();
  const [working, setWorking] = useState(false);
  const [failure, setFailure] = useState<{ title: string; error: unknown }>();
  /** @param title of the failure, if it fails */
  const work: Work = async (title, action) => {
    if (working) return;
    setWorking(true);
    setFailure(undefined);
    try {
      await action();
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
  /** The question whether to remove them is open. */
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
