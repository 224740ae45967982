import { WATERMARK_MAX_BYTES, watermarkPlaces, type ImageDelivery } from '@armarium/contract/image-delivery';
import { Button, NativeSelect, Progress } from '@mantine/core';
import { IconArrowBackUp, IconTrash, IconUpload } from '@tabler/icons-react';
import { useId, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { formatSize } from '../../../lib/file-size.ts';
import { currentLanguage } from '../../../lib/i18n.ts';
import { isProblem } from '../../../lib/api-problem.ts';
import { describeProblem } from '../../../lib/problem/problem-text.ts';
import { ChooseFileButton } from '../../../ui/choose-file-button.tsx';
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx';
import { grouped } from '../../../ui/grouped.ts';
import { notify } from '../../../ui/notify.tsx';
import type { WatermarkPlace } from '@armarium/contract/image-delivery';
import { PercentField } from './percent-field.tsx';
import type { DeliveryEdit } from './use-delivery-edit.ts';
import { WatermarkPreview } from './watermark-preview.tsx';
import classes from './image-delivery.module.css';

interface WatermarkProps {
  delivery: ImageDelivery;
  edit: DeliveryEdit;
}

/** The picture of the watermark, how it stands, what it looks like, and how many images have it. */
export function Watermark({ delivery, edit }: WatermarkProps) {
  const { t } = useTranslation('imageDelivery');
  const { draft, faults, hasWatermark, change } = edit;
  const { watermark } = delivery;
  return (
    <div className={classes.part}>
      <div className={classes.fields}>
        <h3 className={classes.heading}>{t('watermark.title')}</h3>
        <p className={classes.note}>{t('watermark.text')}</p>
        <PictureChoice delivery={delivery} edit={edit} />
        {hasWatermark && (
          <>
            <NativeSelect
              className={classes.choice}
              label={t('watermark.place')}
              value={draft.place}
              data={watermarkPlaces.map((value) => ({ value, label: t(`watermark.places.${value}`) }))}
              onChange={({ currentTarget }) => change({ place: currentTarget.value as WatermarkPlace })}
            />
            {(['opacity', 'width'] as const).map((field) => (
              <PercentField
                key={field}
                field={field}
                value={draft[field]}
                isWrong={faults.includes(field)}
                onChange={(value) => change({ [field]: value })}
              />
            ))}
          </>
        )}
        {watermark && <Done images={delivery.images} />}
      </div>
      {hasWatermark ? (
        <WatermarkPreview
          picture={edit.picture}
          revision={watermark?.revision}
          draft={draft}
          hasImage={delivery.example !== null}
        />
      ) : (
        <p className={classes.none}>{t('watermark.none')}</p>
      )}
    </div>
  );
}

/** The limit in whole megabytes, as the server's refusal says it. */
const toldMax_bytes = Math.floor(WATERMARK_MAX_BYTES / 1e6) * 1e6;

/** The buttons that choose a picture and take the watermark away. */
function PictureChoice({ delivery, edit }: WatermarkProps) {
  const { t } = useTranslation('imageDelivery');
  const label = useId();
  const button = useRef<HTMLButtonElement>(null);
  const [isTooLarge, setTooLarge] = useState(false);
  const [isRemoving, setRemoving] = useState(false);
  const { picture, choose } = edit;
  const max = formatSize(toldMax_bytes, currentLanguage());
  return (
    <div role="group" aria-labelledby={label}>
      <span id={label} className={classes.label}>
        {t('watermark.picture')}
      </span>
      <div className={classes.buttons}>
        <ChooseFileButton
          ref={button}
          variant="default"
          leftSection={<IconUpload size={17} aria-hidden />}
          accept="image/png,image/jpeg,image/tiff,image/gif"
          onChoose={(file) => {
            const isOver = file.size > WATERMARK_MAX_BYTES;
            setTooLarge(isOver);
            if (!isOver) choose(file);
          }}
        >
          {t(edit.hasWatermark ? 'watermark.another' : 'watermark.choose')}
        </ChooseFileButton>
        {picture && (
          <Button
            variant="subtle"
            leftSection={<IconArrowBackUp size={17} aria-hidden />}
            onClick={() => {
              choose(undefined);
              button.current?.focus();
            }}
          >
            {t('watermark.undo')}
          </Button>
        )}
        {delivery.watermark && (
          <Button
            variant="default"
            className="danger"
            leftSection={<IconTrash size={17} aria-hidden />}
            onClick={() => setRemoving(true)}
          >
            {t('watermark.remove')}
          </Button>
        )}
      </div>
      <p className={classes.note} role="status">
        {picture ? t('watermark.chosen', { name: picture.file.name }) : t('watermark.hint', { max })}
      </p>
      {isTooLarge && (
        <p className={classes.fault} role="alert">
          {t('watermark.tooLarge', { max })}
        </p>
      )}
      <ConfirmDialog
        opened={isRemoving}
        dangerous
        title={t('watermark.removeTitle')}
        confirmWord={t('watermark.remove')}
        describe={(failure) => ({
          ...describeProblem(failure),
          ...(isProblem(failure, 'stale') && { next: t('watermark.removeStale') }),
        })}
        onClose={() => setRemoving(false)}
        work={async () => {
          await edit.remove();
          setRemoving(false);
          notify('success', { title: t('watermark.removed') });
          // What opened the dialog is gone.
          setTimeout(() => button.current?.focus(), FOCUS_AFTER_ms);
        }}
      >
        <p>{t('watermark.removeText')}</p>
        {delivery.images.watermarked > 0 && (
          <p>
            {t('watermark.removeFiles', {
              count: delivery.images.watermarked,
              total: grouped(delivery.images.watermarked),
            })}
          </p>
        )}
      </ConfirmDialog>
    </div>
  );
}

/** A little after the dialog's own attempt to give the focus back. */
const FOCUS_AFTER_ms = 50;

/** How many images have the watermark. Those that lack it are given it by a job. */
function Done({ images: { ready, watermarked } }: Pick<ImageDelivery, 'images'>) {
  const { t } = useTranslation('imageDelivery');
  if (ready === 0) return null;
  const numbers = { done: grouped(watermarked), total: grouped(ready) };
  const isDone = watermarked >= ready;
  return (
    <div>
      <p className={classes.note}>
        {isDone
          ? t('watermark.allDone', { count: ready, total: numbers.total })
          : t('watermark.done', numbers)}
      </p>
      {!isDone && (
        <>
          <Progress size="sm" value={(100 * watermarked) / ready} aria-label={t('watermark.done', numbers)} />
          <p className={classes.note}>{t('watermark.meanwhile')}</p>
        </>
      )}
    </div>
  );
}
