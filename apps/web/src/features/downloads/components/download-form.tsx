import type { ImageAsset } from '@armarium/contract/images';
import type { Item } from '@armarium/contract/items';
import { Alert, Button, Checkbox, Loader, Radio, Text } from '@mantine/core';
import { useRef, type FormEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { DialogActions } from '../../../ui/dialog.tsx';
import { displayTitle } from '../../../ui/display-title.ts';
import { notify } from '../../../ui/notify.tsx';
import { chosenDownload, firstChoice, type DownloadChoice } from '../download-choice.ts';
import { cropSides, sizeNames, variantOf } from '../variant.ts';
import { useAgreement } from './agreement.tsx';
import { CropField } from './crop-field.tsx';
import { useDownload, type DownloadState } from './use-download.ts';
import classes from './download-form.module.css';

export interface DownloadFormProps {
  item: Item;
  /** The one that is shown; undefined where none is, or it isn't known yet. */
  image: ImageAsset | undefined;
  /** In the open deployment profile items are not offered whole (DOWN-05). */
  singleOnly: boolean;
  /** Undefined before anything was chosen. */
  choice: DownloadChoice | undefined;
  onChoose(choice: DownloadChoice): void;
  onClose(): void;
}

/**
 * The agreement, what is downloaded and how large, and the download itself (catalogue §2, Download dialog), as the
 * content of a dialog. Each download is confirmed by itself; what was chosen stays for the next one.
 */
export function DownloadForm({
  item,
  image,
  singleOnly,
  choice = firstChoice,
  onChoose,
  onClose,
}: DownloadFormProps) {
  const { t } = useTranslation('downloads');
  const agreement = useAgreement();
  const { run, stop, ...state } = useDownload();
  const fields = useRef<HTMLDivElement>(null);
  const choose = (part: Partial<DownloadChoice>) => onChoose({ ...choice, ...part });
  const { single, isWhole, cropping, mayCrop, cropRefusal } = chosenDownload(choice, image, singleOnly);
  const total = item.mediaTypeInfo.imagesCount;
  const close = () => {
    stop();
    onClose();
  };
  const confirm = async (event: FormEvent) => {
    event.preventDefault();
    const { version, hasChanged } = agreement;
    if (state.phase !== 'choosing' || version === undefined) return;
    const crop = cropping?.read;
    if (crop && 'faulty' in crop) {
      fields.current?.querySelectorAll('input')[cropSides.indexOf(crop.faulty)]?.focus();
      return;
    }
    const of = isWhole ? { itemUuid: item.uuid } : single && { imageUuid: single.uuid };
    if (!of || !(await run({ of, ...variantOf(choice.size, crop) }, { version, hasChanged }))) return;
    notify('success', { title: t('begun'), message: t('begunText') });
    close();
  };

  return (
    <form className={classes.form} aria-label={t('open')} onSubmit={(event) => void confirm(event)}>
      {agreement.text}
      {!singleOnly && (
        <ImagesField {...{ isWhole, single, total }} onChange={(whole) => choose({ isWhole: whole })} />
      )}
      {!isWhole && !single && (
        <Text size="sm" c="red" role="alert">
          {t('singleNotReady')}
        </Text>
      )}
      <Radio.Group
        label={t('size')}
        description={t('sizeHint')}
        value={choice.size}
        onChange={(size) => choose({ size })}
      >
        <div className={classes.sizes}>
          {sizeNames.map((name) => (
            <Radio key={name} value={name} label={t(`sizes.${name}`)} />
          ))}
        </div>
      </Radio.Group>
      <Checkbox
        label={t('crop')}
        description={t(cropRefusal ?? 'cropHint')}
        checked={choice.wantsCrop && mayCrop}
        disabled={!mayCrop}
        onChange={(event) => choose({ wantsCrop: event.currentTarget.checked })}
      />
      {cropping && (
        <CropField
          cropping={cropping}
          fields={fields}
          onChange={(text) => choose({ typed: { imageUuid: cropping.imageUuid, text } })}
        />
      )}
      <Progress {...state} total={total} />
      <DialogActions>
        <Button variant="default" lang="it" onClick={close}>
          {t('cancel')}
        </Button>
        <Button
          type="submit"
          lang="it"
          aria-disabled={
            state.phase !== 'choosing' || agreement.version === undefined || (!isWhole && !single)
          }
        >
          {t('confirm')}
        </Button>
      </DialogActions>
    </form>
  );
}

interface ImagesFieldProps {
  isWhole: boolean;
  single: ImageAsset | undefined;
  /** Of the images of the item. */
  total: number;
  onChange(isWhole: boolean): void;
}

/** Which images: the one that is shown, or all of the item. */
function ImagesField({ isWhole, single, total, onChange }: ImagesFieldProps) {
  const { t } = useTranslation('downloads');
  return (
    <Radio.Group
      label={t('what')}
      value={isWhole ? 'whole' : 'single'}
      onChange={(value) => onChange(value === 'whole')}
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
  );
}

/** How far the download is, or why it failed. */
function Progress({
  phase,
  progress,
  failure,
  total,
}: Pick<DownloadState, 'phase' | 'progress' | 'failure'> & { total: number }) {
  const { t } = useTranslation('downloads');
  return (
    <>
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
            {phase === 'waiting' && progress && ` ${t('done', { ...progress })}`}
          </span>
        )}
      </div>
    </>
  );
}
