import type { ImageDelivery } from '@armarium/contract/image-delivery';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { PageSection } from '../../../ui/page-section.tsx';
import { PendingRows } from '../../../ui/pending-rows.tsx';
import { deliveryQuery } from '../api/image-delivery.ts';
import { DeliveryForm } from './delivery-form.tsx';

/** While images are given their watermark, the number is looked at so often. */
const LOOK_EVERY_ms = 15_000;

const isUnderWay = ({ watermark, images }: ImageDelivery) =>
  watermark !== null && images.watermarked < images.ready;

/** What others get of the organisation's images: their size for visitors, and the watermark. */
export function ImageDeliverySection() {
  const { t } = useTranslation('imageDelivery');
  const query = useQuery({
    ...deliveryQuery,
    refetchInterval: ({ state }) => (state.data && isUnderWay(state.data.answer) ? LOOK_EVERY_ms : false),
  });
  return (
    <PageSection title={t('title')} text={t('text')}>
      {query.data ? <DeliveryForm settings={query.data} /> : <PendingRows query={query} height_px={96} />}
    </PageSection>
  );
}
