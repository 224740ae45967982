import { downloadFormats, type DownloadFormat } from '@armarium/contract/downloads';
import type { ImageAsset } from '@armarium/contract/images';
import type { Item } from '@armarium/contract/items';
import { Alert, Button, Checkbox, Loader, Radio, Text } from '@mantine/core';
import { useEffect, useRef, type FormEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { DialogActions } from '../../../ui/dialog.tsx';
import { displayTitle } from '../../../ui/display-title.ts';
import { notify } from '../../../ui/notify.tsx';
import { chosenDownload, firstChoice, type DownloadChoice } from '../download-choice.ts';
import type { LeftOut } from '../api/download.ts';
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
  const { run, stop, forgetLeftOut, ...state } = useDownload();
  const fields = useRef<HTMLDivElement>(null);
  const choose = (part: Partial<DownloadChoice>) => {
    forgetLeftOut();
    onChoose({ ...choice, ...part });
  };
  const { single, isWhole, cropping, mayCrop, cropRefusal } = chosenDownload(choice, image, singleOnly);
  const total = item.mediaTypeInfo.imagesCount;
  const close = () => {
    stop();
    onClose();
  };
  const confirm = async (event: FormEvent) => {
    event.preventDefault();
    const { version, hasChanged } = agreement;
    // Where it says what is left out there is no button that confirms, but Enter in a field does.
    if (state.phase !== 'choosing' || state.leftOut || version === undefined) return;
    const crop = cropping?.read;
    if (crop && 'faulty' in crop) {
      fields.current?.querySelectorAll('input')[cropSides.indexOf(crop.faulty)]?.focus();
      return;
    }
    const of = isWhole ? { itemUuid: item.uuid } : single && { imageUuid: single.uuid };
    if (!of) return;
    const part = crop && single && { ...crop, name: nameOf(single) };
    const begun = await run(
      { of, ...variantOf(choice.size, crop), format: choice.format, part },
      { version, hasChanged },
    );
    // What an archive lacks has to be read first, and says itself that the download has begun.
    if (begun !== 'all') return;
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
      <FormatField format={choice.format} onChange={(format) => choose({ format })} />
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
        {state.leftOut ? (
          // It stands where the other was, whose double click must not close what nobody has read.
          <Button onClick={({ detail }) => detail < 2 && close()}>{t('ui:close')}</Button>
        ) : (
          <>
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
          </>
        )}
      </DialogActions>
    </form>
  );
}

/** JPEG or PNG. */
function FormatField({
  format,
  onChange,
}: {
  format: DownloadFormat;
  onChange(format: DownloadFormat): void;
}) {
  const { t } = useTranslation('downloads');
  return (
    <Radio.Group
      label={t('format')}
      value={format}
      onChange={(value) => onChange(downloadFormats.find((one) => one === value) ?? 'jpg')}
    >
      <div className={classes.choices}>
        {downloadFormats.map((one) => (
          <Radio key={one} value={one} label={t(`formats.${one}`)} description={t(`formatHints.${one}`)} />
        ))}
      </div>
    </Radio.Group>
  );
}

const nameOf = ({ sgtt, originalFilename }: ImageAsset) => displayTitle(sgtt) || originalFilename;

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
              name: nameOf(single),
            })
          }
        />
        <Radio value="whole" label={t('whole')} description={t('wholeHint', { count: total })} />
      </div>
    </Radio.Group>
  );
}

/** How far the download is, why it failed, or what is not in it. */
function Progress({
  phase,
  progress,
  failure,
  leftOut,
  total,
}: Pick<DownloadState, 'phase' | 'progress' | 'failure' | 'leftOut'> & { total: number }) {
  const { t } = useTranslation('downloads');
  return (
    <>
      {failure && (
        <Alert color="red" role="alert" title={t('failed')}>
          <Text size="sm">{failure.title}</Text>
          <Text size="sm">{failure.next}</Text>
        </Alert>
      )}
      {leftOut && <LeftOutNotice {...leftOut} />}
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

/** What the archive that the browser saves by now lacks. It stands below the choices, so it is brought into sight. */
function LeftOutNotice({ count, titles }: LeftOut) {
  const { t, i18n } = useTranslation('downloads');
  const notice = useRef<HTMLDivElement>(null);
  useEffect(() => {
    // The buttons lie over what is at the bottom of the dialog.
    notice.current?.scrollIntoView({ block: 'center' });
    notice.current?.focus({ preventScroll: true });
  }, []);
  const further = count - titles.length;
  const lacking = [...titles, ...(further > 0 ? [t('leftOutFurther', { count: further })] : [])];
  return (
    <Alert ref={notice} tabIndex={-1} color="accent" role="alert" title={t('leftOut', { count })}>
      <Text size="sm">{new Intl.ListFormat(i18n.language).format(lacking)}</Text>
      <Text size="sm">{t('leftOutWhy')}</Text>
      <Text size="sm">{t('begunText')}</Text>
    </Alert>
  );
}
