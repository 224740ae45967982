import type { ImageAsset, Item } from '@armarium/contract/records';
import { Alert, Button, Checkbox, Loader, Radio, Text } from '@mantine/core';
import { useEffect, useRef, useState, type FormEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { ApiProblem } from '../../../lib/api-client.ts';
import { describeProblem, problemText, type ProblemText } from '../../../lib/problem/problem-text.ts';
import { translate } from '../../../lib/i18n.ts';
import { DialogActions } from '../../../ui/dialog.tsx';
import { displayTitle } from '../../../ui/display-title.ts';
import { notify } from '../../../ui/notify.tsx';
import { download } from '../api/download.ts';
import {
  cropSides,
  fittedCrop,
  frameOf,
  largestCrop,
  middleCrop,
  readCrop,
  sizeNames,
  variantOf,
  writtenCrop,
  type CropText,
  type SizeName,
} from '../variant.ts';
import { CropField } from './crop-field.tsx';
import classes from './download-form.module.css';

/** What was chosen, kept for the next download by whoever shows the form. */
export interface DownloadChoice {
  readonly isWhole: boolean;
  readonly size: SizeName;
  readonly wantsCrop: boolean;
  readonly typed: { readonly imageUuid: string; readonly text: CropText } | undefined;
}
const atFirst: DownloadChoice = { isWhole: false, size: 'square', wantsCrop: false, typed: undefined };

export interface DownloadFormProps {
  item: Item;
  /** The one that is shown; undefined where none is, or it isn't known yet. */
  image: ImageAsset | undefined;
  /** In the open deployment profile items are not offered whole (DOWN-05). */
  singleOnly: boolean;
  /** Undefined before anything was. */
  choice: DownloadChoice | undefined;
  onChoose(choice: DownloadChoice): void;
  onClose(): void;
}

/**
 * The agreement, what is downloaded and how large, and the download itself (catalogue §2, Download dialog), to stand in a
 * dialog. Each download is confirmed by itself; what was chosen stays for the next one.
 */
export function DownloadForm({
  item,
  image,
  singleOnly,
  choice = atFirst,
  onChoose,
  onClose,
}: DownloadFormProps) {
  const { t } = useTranslation('downloads');
  const { isWhole, size, wantsCrop, typed } = choice;
  const choose = (part: Partial<DownloadChoice>) => onChoose({ ...choice, ...part });
  const [phase, setPhase] = useState<'choosing' | 'asking' | 'waiting'>('choosing');
  const [failure, setFailure] = useState<ProblemText>();
  const fields = useRef<HTMLDivElement>(null);
  const running = useRef<AbortController>(undefined);
  useEffect(() => () => running.current?.abort(), []);

  const total = item.mediaTypeInfo.imagesCount;
  const single = image?.importState === 'DONE' ? image : undefined;
  const whole = isWhole && !singleOnly;
  const frame = frameOf(size);
  const extent =
    single?.width_px && single.height_px ? { width: single.width_px, height: single.height_px } : undefined;
  const mayCrop = !whole && frame !== undefined && extent !== undefined;
  const cropping = wantsCrop && mayCrop && single ? cropOf(single.uuid, frame, extent) : undefined;

  function cropOf(imageUuid: string, of: NonNullable<typeof frame>, within: NonNullable<typeof extent>) {
    const largest = largestCrop(of, within);
    const text =
      typed?.imageUuid === imageUuid
        ? fittedCrop(typed.text, largest)
        : writtenCrop(middleCrop(largest, within));
    return { imageUuid, largest, image: within, text, read: readCrop(text, largest, within) };
  }

  const close = () => {
    running.current?.abort();
    setPhase('choosing');
    setFailure(undefined);
    onClose();
  };

  const confirm = async (event: FormEvent) => {
    event.preventDefault();
    if (phase !== 'choosing') return;
    const crop = cropping?.read;
    if (crop && 'faulty' in crop) {
      fields.current?.querySelectorAll('input')[cropSides.indexOf(crop.faulty)]?.focus();
      return;
    }
    const of = whole ? { itemUuid: item.uuid } : single && { imageUuid: single.uuid };
    if (!of) return;
    const run = new AbortController();
    running.current = run;
    setFailure(undefined);
    setPhase('asking');
    try {
      const onWaiting = () => setPhase('waiting');
      await download({ of, ...variantOf(size, crop) }, { signal: run.signal, onWaiting });
    } catch (error) {
      if (run.signal.aborted) return;
      setPhase('choosing');
      setFailure(describeFailure(error));
      return;
    }
    notify('success', { title: t('begun'), message: t('begunText') });
    close();
  };

  return (
    <form className={classes.form} aria-label={t('open')} onSubmit={(event) => void confirm(event)}>
      {/* In Italian whatever the language, as the specification has it. */}
      <p className={classes.agreement} lang="it">
        {t('agreement')}
      </p>
      {!singleOnly && (
        <Radio.Group
          label={t('what')}
          value={whole ? 'whole' : 'single'}
          onChange={(value) => choose({ isWhole: value === 'whole' })}
        >
          <div className={classes.choices}>
            <Radio
              value="single"
              label={t('single')}
              description={
                single &&
                t('singleOf', {
                  position: single.position,
                  total,
                  name: displayTitle(single.sgtt) || single.originalFilename,
                })
              }
            />
            <Radio value="whole" label={t('whole')} description={t('wholeHint', { count: total })} />
          </div>
        </Radio.Group>
      )}
      {!whole && !single && (
        <Text size="sm" c="red" role="alert">
          {t('singleNotReady')}
        </Text>
      )}
      <Radio.Group
        label={t('size')}
        description={t('sizeHint')}
        value={size}
        onChange={(value) => choose({ size: value })}
      >
        <div className={classes.sizes}>
          {sizeNames.map((name) => (
            <Radio key={name} value={name} label={t(`sizes.${name}`)} />
          ))}
        </div>
      </Radio.Group>
      <Checkbox
        label={t('crop')}
        description={t(whole ? 'cropOfOne' : frame === undefined ? 'cropOfSize' : 'cropHint')}
        checked={wantsCrop && mayCrop}
        disabled={!mayCrop}
        onChange={(event) => choose({ wantsCrop: event.currentTarget.checked })}
      />
      {cropping && (
        <CropField
          {...cropping}
          fields={fields}
          onChange={(text) => choose({ typed: { imageUuid: cropping.imageUuid, text } })}
        />
      )}
      {failure && (
        <Alert color="red" role="alert" title={t('failed')}>
          <Text size="sm">{failure.title}</Text>
          <Text size="sm">{failure.next}</Text>
        </Alert>
      )}
      <div role="status">
        {phase !== 'choosing' && (
          <span className={classes.state}>
            <Loader size="sm" aria-hidden />
            {phase === 'waiting' ? t('waiting', { count: total }) : t('checking')}
          </span>
        )}
      </div>
      <DialogActions>
        <Button variant="default" lang="it" onClick={close}>
          {t('cancel')}
        </Button>
        <Button type="submit" lang="it" aria-disabled={phase !== 'choosing' || (!whole && !single)}>
          {t('confirm')}
        </Button>
      </DialogActions>
    </form>
  );
}

/** By the status, since the answer of a HEAD has no body that says more. */
const ownWords: Readonly<Record<number, string>> = {
  400: 'refused',
  409: 'notReady',
  500: 'unavailable',
  503: 'unavailable',
};

function describeFailure(error: unknown): ProblemText {
  if (!(error instanceof ApiProblem)) return describeProblem(error);
  if (error.status === 429) return problemText('too-many-archives');
  const own = ownWords[error.status];
  if (own === undefined) return describeProblem(error);
  return {
    title: translate(`downloads:problems.${own}.title`),
    next: translate(`downloads:problems.${own}.next`),
  };
}
