import type { ImageDelivery } from '@armarium/contract/image-delivery';
import { useQuery } from '@tanstack/react-query';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { PendingRows } from '../../../ui/pending-rows.tsx';
import { deliveryQuery } from '../api/image-delivery.ts';
import { DeliveryForm } from './delivery-form.tsx';
import classes from './image-delivery.module.css';

/** While images are given their watermark, the number is looked at so often. */
const LOOK_EVERY_ms = 5_000;

const isUnderWay = ({ watermark, images }: ImageDelivery) =>
  watermark !== null && images.watermarked < images.ready;

/** What others get of the organisation's images: their size for visitors, and the watermark. */
export function ImageDeliverySection() {
  const { t } = useTranslation('imageDelivery');
  const heading = useId();
  const query = useQuery({
    ...deliveryQuery,
    refetchInterval: ({ state }) => (state.data && isUnderWay(state.data.answer) ? LOOK_EVERY_ms : false),
  });
  return (
    <section className={classes.section} aria-labelledby={heading}>
      <h2 id={heading} className={classes.title}>
        {t('title')}
      </h2>
      <p className={classes.text}>{t('text')}</p>
      {query.data ? <DeliveryForm settings={query.data} /> : <PendingRows query={query} height_px={96} />}
    </section>
  );
}
