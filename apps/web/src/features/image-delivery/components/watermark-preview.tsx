import { standardWatermark } from '@armarium/contract/image-delivery';
import { useDebouncedValue } from '@mantine/hooks';
import { Button, Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { IconRefresh } from '@tabler/icons-react';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { describeProblem } from '../../../lib/problem/problem-text.ts';
import { previewQuery, type ChosenPicture } from '../api/image-delivery.ts';
import { standingOf, type DeliveryDraft, type Standing } from '../delivery-form.ts';
import { fileFault } from '../../../lib/problem/file-fault.ts';
import classes from './image-delivery.module.css';

/** After the last pull at a slider; each picture is drawn by the server. */
const DRAWN_AFTER_ms = 250;

interface WatermarkPreviewProps {
  picture: ChosenPicture | undefined;
  revision: string | undefined;
  draft: DeliveryDraft;
  /** Whether the organisation has an image to draw it into. */
  hasImage: boolean;
}

/** An image with the watermark as it is chosen. The last picture stays until the next one is there. */
export function WatermarkPreview({ picture, revision, draft, hasImage }: WatermarkPreviewProps) {
  const { t } = useTranslation('imageDelivery');
  const chosen = standingOf(draft);
  // While a number is typed, the picture of the last whole one stays.
  const [whole, setWhole] = useState<Standing>(chosen ?? standardWatermark);
  if (chosen && isOther(chosen, whole)) setWhole(chosen);
  const [standing] = useDebouncedValue(whole, DRAWN_AFTER_ms);
  const query = useQuery(previewQuery(picture, revision, standing));
  if (query.error) {
    const refused = fileFault(query.error);
    const { title, next } = refused ?? describeProblem(query.error);
    return (
      <div className={classes.none} role="alert">
        <p className={classes.fault}>{t(refused ? 'watermark.refused' : 'watermark.previewFailed')}</p>
        <p>
          {title} {next}
        </p>
        {!refused && (
          <Button
            variant="default"
            leftSection={<IconRefresh size={17} aria-hidden />}
            onClick={() => void query.refetch()}
          >
            {t('watermark.drawAgain')}
          </Button>
        )}
      </div>
    );
  }
  const { place, opacity, width } = standing;
  const words = t('watermark.previewOf', { place: t(`watermark.places.${place}`), opacity, width });
  return (
    <figure className={classes.figure} aria-busy={query.isFetching}>
      {query.data ? (
        <Picture bytes={query.data} alt={words} />
      ) : (
        <Skeleton className={classes.awaited ?? ''} />
      )}
      <figcaption>
        {t(hasImage ? 'watermark.caption' : 'watermark.captionPlain')}{' '}
        <span role="status">
          {query.isFetching ? t('watermark.drawing') : query.data && t('watermark.drawn')}
        </span>
      </figcaption>
    </figure>
  );
}

const isOther = (one: Standing, other: Standing) =>
  one.place !== other.place || one.opacity !== other.opacity || one.width !== other.width;

/** A picture of bytes. */
function Picture({ bytes, alt }: { bytes: Blob; alt: string }) {
  const image = useRef<HTMLImageElement>(null);
  useEffect(() => {
    const address = URL.createObjectURL(bytes);
    if (image.current) image.current.src = address;
    return () => URL.revokeObjectURL(address);
  }, [bytes]);
  return <img ref={image} className={classes.preview} alt={alt} />;
}
