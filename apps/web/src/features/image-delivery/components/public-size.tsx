import type { ImageDelivery } from '@armarium/contract/image-delivery';
import { NumberInput, Radio } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { grouped } from '../../../ui/grouped.ts';
import { limits, publicSizeOf, visitorsSize } from '../delivery-form.ts';
import type { DeliveryEdit } from './use-delivery-edit.ts';
import classes from './image-delivery.module.css';

type Example = NonNullable<ImageDelivery['example']>;

/** How many pixels of visitors' images are at most seen, and what that does to one. */
export function PublicSize({ example, edit }: { example: ImageDelivery['example']; edit: DeliveryEdit }) {
  const { t } = useTranslation('imageDelivery');
  const { draft, faults, change } = edit;
  const wanted = publicSizeOf(draft);
  // While a number is typed, the effect of the last whole one stays.
  const [longest_px, setLongest] = useState(wanted ?? null);
  if (wanted !== undefined && wanted !== longest_px) setLongest(wanted);
  const isWrong = faults.includes('public_px');
  return (
    <div className={classes.part}>
      <div className={classes.fields}>
        <h3 className={classes.heading}>{t('size.title')}</h3>
        <Radio.Group
          label={t('size.label')}
          value={draft.isFull ? 'full' : 'limited'}
          onChange={(value) => change({ isFull: value === 'full' })}
        >
          <div className={classes.choices}>
            <Radio value="full" label={t('size.full')} />
            <Radio value="limited" label={t('size.limited')} />
          </div>
        </Radio.Group>
        {!draft.isFull && (
          <NumberInput
            className={classes.number}
            label={t('size.pixels')}
            value={draft.public_px}
            {...limits.public_px}
            step={512}
            clampBehavior="none"
            allowDecimal={false}
            allowNegative={false}
            thousandSeparator={'\u202f'}
            aria-invalid={isWrong}
            error={isWrong && t('size.fault', { min: grouped(limits.public_px.min) })}
            onChange={(public_px) => change({ public_px })}
          />
        )}
        <p className={classes.note} role="status">
          {longest_px === null ? t('size.meansFull') : t('size.means', { pixels: grouped(longest_px) })}
        </p>
      </div>
      {example ? (
        <SizeEffect example={example} longest_px={longest_px} />
      ) : (
        <p className={classes.none}>{t('size.noImage')}</p>
      )}
    </div>
  );
}

/** So many pixels of an image are compared, about as many as the picture has on the screen. */
const detail_px = 240;

function SizeEffect({ example, longest_px }: { example: Example; longest_px: number | null }) {
  const { t } = useTranslation('imageDelivery');
  const visitors = visitorsSize(example, longest_px);
  const longer = ({ width_px, height_px }: typeof visitors) => Math.max(width_px, height_px);
  const scale = longer(example) / longer(visitors);
  const written = ({ width_px, height_px }: typeof visitors) =>
    `${grouped(width_px)} × ${grouped(height_px)}`;
  return (
    <div>
      <div className={classes.details}>
        <figure className={classes.figure}>
          <img className={classes.detail} src={detailAddress(example, 1)} alt={t('size.detailFull')} />
          <figcaption>{t('size.captionFull', { size: written(example) })}</figcaption>
        </figure>
        {scale > 1 && (
          <figure className={classes.figure}>
            <img
              className={classes.detail}
              src={detailAddress(example, scale)}
              alt={t('size.detailVisitors')}
            />
            <figcaption>{t('size.captionVisitors', { size: written(visitors) })}</figcaption>
          </figure>
        )}
      </div>
      <p className={classes.note}>
        {t(scale > 1 ? 'size.detail' : longest_px === null ? 'size.whole' : 'size.same')}
      </p>
    </div>
  );
}

/** A square from the middle of an image, in as many pixels as are left of it at this scale. */
function detailAddress({ uuid, width_px, height_px }: Example, scale: number): string {
  const side = Math.min(detail_px, width_px, height_px);
  const left = Math.floor((width_px - side) / 2);
  const top = Math.floor((height_px - side) / 2);
  const shown = Math.max(1, Math.round(side / scale));
  return `/iiif/3/${uuid}/${left},${top},${side},${side}/${shown},${shown}/0/default.jpg`;
}
